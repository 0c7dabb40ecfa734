from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.chunking import EXCERPT_TOKENS, MAX_TOKENS, excerpt, split_text, token_count

# Long texts of the pieces that a cut could hurt, so that cuts fall among them.
pieces = st.sampled_from(
    [
        "word ",
        "a",
        "Wörter ",
        "End. ",
        "\n\n",
        "\r\n",
        "\r",
        "日本語。",
        "ё",
        "e\u0301",
        "🇦🇹",
        "👩🏽",
        "👨\u200d👩\u200d👧",
        " ",
        "\u2029",
    ]
)
long_texts = st.lists(pieces, min_size=1, max_size=40).flatmap(
    lambda some: st.integers(1, 120).map(lambda times: "".join(some) * times)
)


@given(st.one_of(st.text(), long_texts))
def test_the_chunks_of_a_text_are_the_text_and_small(text: str) -> None:
    chunks = split_text(text)
    assert "".join(chunks) == text
    assert all(0 < token_count(chunk) <= MAX_TOKENS for chunk in chunks)


@given(long_texts)
def test_no_cut_falls_inside_a_character_or_a_line_break(text: str) -> None:
    chunks = split_text(text)
    for before, after in pairwise(chunks):
        assert (before[-1], after[0]) != ("\r", "\n")
        assert not unicodedata.category(after[0]).startswith("M")
        assert "\u200d" not in (before[-1], after[0])
        assert not "\U0001f3fb" <= after[0] <= "\U0001f3ff"


def test_a_flag_is_never_halved() -> None:
    assert all(len(chunk) % 2 == 0 for chunk in split_text("🇦🇹" * 500))


def test_a_run_of_marks_that_is_longer_than_a_chunk_is_cut_all_the_same() -> None:
    text = "e" + "\u0301" * 5000
    assert "".join(split_text(text)) == text


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("One sentence. " * 60 + "\n\n" + "Another one. " * 60, "\n\n"),
        ("One sentence here. " * 120, ". "),
        ("word " * 500, "word "),
        ("文です。" * 300, "。"),
    ],
    ids=["paragraph", "sentence", "word", "sentence without spaces"],
)
def test_a_cut_comes_after_a_paragraph_else_a_sentence_else_a_word(text: str, end: str) -> None:
    assert split_text(text)[0].endswith(end)


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("é" * 4, 2), ("🚀", 1)])
def test_a_token_is_four_bytes_begun(text: str, tokens: int) -> None:
    assert token_count(text) == tokens


def test_only_a_long_text_is_shown_as_an_excerpt_and_that_is_marked() -> None:
    short, long = "a" * (4 * EXCERPT_TOKENS - 4), "a " * (2 * EXCERPT_TOKENS - 2) + "needle"
    assert excerpt(short) == short
    shown = excerpt(long, ["Needle"])
    assert "needle" in shown
    assert shown.splitlines()[-1].startswith("[excerpt: ")
    assert token_count(shown) < EXCERPT_TOKENS
