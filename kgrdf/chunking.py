"""Cutting a text into chunks small enough to be quoted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

__all__ = ["EXCERPT_TOKENS", "MAX_TOKENS", "excerpt", "split_text", "token_count"]

MAX_TOKENS = 256
"""The most that a chunk made here costs in a prompt."""
EXCERPT_TOKENS = 512
"""A text of this many tokens or more is shown as an excerpt."""

_BYTES_A_TOKEN = 4
_MAX_BYTES = MAX_TOKENS * _BYTES_A_TOKEN

_ENDS = (
    # A paragraph: a line break and an empty line, or the Unicode separator.
    re.compile(r"(?:(?:\r\n|[\r\n])[^\S\r\n]*(?=[\r\n])\s+|\u2029\s*)"),
    # A sentence; the full stops of scripts without spaces need none after them.
    re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[」』”’）]*\s*|[।؟]+\s*|[\r\n\u2028]\s*"),
    re.compile(r"\s+"),
)
# How far a cut steps back to spare what a reader sees as one character; a longer run of marks is cut anyway.
_LONGEST_CHARACTER = 64
_ZERO_WIDTH_JOINER = "\u200d"


def token_count(text: str) -> int:
    """Return what `text` costs in a prompt, estimated as its UTF-8 bytes divided by four, rounded up.

    >>> token_count("naïve")
    2
    """
    return -(-len(text.encode()) // _BYTES_A_TOKEN)


def split_text(text: str) -> list[str]:
    """Cut a text into chunks of at most `MAX_TOKENS` tokens whose concatenation is the text, character for character.

    A cut comes after a paragraph, else a sentence, else a word, where one ends in the second half of what fits; a longer
    word is cut between two characters as a reader sees them. Empty text has no chunks.

    >>> [len(chunk) for chunk in split_text("word " * 300)]
    [1020, 480]
    """
    return list(_pieces(text))


def excerpt(text: str, words: Iterable[str] = ()) -> str:
    """Return `text`, or of a long one the passage that holds the most of `words`, marked as an excerpt.

    >>> excerpt("ground " * 400 + "needle", ["needle"]).splitlines()[-1]
    '[excerpt: 762 of 2,806 characters]'
    """
    if token_count(text) < EXCERPT_TOKENS:
        return text
    wanted = {word.casefold() for word in words}
    best = max(_pieces(text), key=lambda piece: sum(word in piece.casefold() for word in wanted))
    return f"{best}\n[excerpt: {len(best):,} of {len(text):,} characters]"


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        window = text[start : start + _MAX_BYTES]
        data = window.encode()
        if len(data) > _MAX_BYTES:
            window = data[:_MAX_BYTES].decode(errors="ignore")
        end = start + len(window)
        if end < len(text):
            end = _cut(text, start, end)
        yield text[start:end]
        start = end


def _cut(text: str, start: int, limit: int) -> int:
    """Return the best place to cut after `start` and no later than `limit`."""
    half = start + (limit - start) // 2
    for ends in _ENDS:
        found = [match.end() for match in ends.finditer(text, start, limit) if match.end() > half]
        for place in reversed(found):
            if not _inside_character(text, start, place):
                return place
    for place in range(limit, max(start, limit - _LONGEST_CHARACTER), -1):
        if not _inside_character(text, start, place):
            return place
    return limit


def _inside_character(text: str, start: int, place: int) -> bool:
    """Say whether a cut here would fall within what a reader sees as one character, given that none did at `start`."""
    before, after = text[place - 1], text[place]
    if before == "\r" and after == "\n":
        return True
    if before == _ZERO_WIDTH_JOINER or after == _ZERO_WIDTH_JOINER:
        return True
    if unicodedata.category(after)[0] == "M" or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if not _is_regional(after):
        return False
    # Flags are pairs of regional letters: a cut falls inside one after an odd number of them.
    first = place
    while first > start and _is_regional(text[first - 1]):
        first -= 1
    return (place - first) % 2 == 1


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
