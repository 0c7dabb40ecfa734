from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.search.words import indexed_text, match_expression, question_terms


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What's the checkout's owner?", ["checkout", "owner"]),
        ("to be or not to be", ["to", "be", "or", "not"]),
        ("O'Brien won't", ["o", "brien", "won"]),
        ("snake_case-and-more", ["snake", "case"]),
        ("日本語 text", ["日 本", "本 語", "text"]),
        ("語", ["語"]),
        ("ＦＵＬＬ", ["full"]),
        ("?!", []),
    ],
)
def test_the_words_of_a_question_are_what_counts(question: str, terms: list[str]) -> None:
    assert question_terms(question) == terms


# A mark that stands alone is no word to the engine.
@given(st.text(st.characters(exclude_categories=["Mn", "Mc", "Cs", "Co", "Cn"], exclude_characters="\x00")))
def test_no_question_is_syntax_and_every_text_is_found_by_itself(text: str) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')")
    db.execute("INSERT INTO t VALUES (?)", (indexed_text(text),))
    terms = question_terms(text)
    found = db.execute("SELECT count(*) FROM t WHERE t MATCH ?", (match_expression(terms),)).fetchone() if terms else (1,)
    db.close()
    assert found == (1,)


def test_a_very_long_question_is_cut_to_what_the_engine_takes() -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(text)")
    terms = question_terms(" ".join(f"w{number}" for number in range(2000)))
    assert db.execute("SELECT count(*) FROM t WHERE t MATCH ?", (match_expression(terms),)).fetchone() == (0,)
    db.close()


@pytest.mark.parametrize(
    "pair", [("café", "CAFE"), ("cafe\u0301", "café"), ("q\u0303x", "qx"), ("Straße", "STRASSE"), ("ﬁne", "fine")]
)
def test_case_width_and_accents_do_not_count(pair: tuple[str, str]) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')")
    db.execute("INSERT INTO t VALUES (?)", (indexed_text(pair[0]),))
    found = db.execute("SELECT count(*) FROM t WHERE t MATCH ?", (match_expression(question_terms(pair[1])),)).fetchone()
    db.close()
    assert found == (1,)
