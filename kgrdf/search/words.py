"""From text to what the full-text engine sees, for texts and for questions alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kgrdf.ids import name_key

__all__ = ["indexed_text", "match_expression", "question_terms"]

_MAX_TERMS = 128
"""Of a longer question the first so many different words count."""

# Scripts that put no spaces between words: each character is a word here, and a question asks for neighbours of them.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED_CHAR = re.compile(f"[{_UNSPACED}]")
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_TERM = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
# What is left of accents that no composed letter has; the engine drops those of composed ones.
_ACCENT = re.compile("[\u0300-\u036f]")
_CONTRACTION = re.compile(r"(?<=\w)['’](?:s|t|d|m|ll|re|ve)\b")

_FUNCTION_WORDS = (
    "a about above after again against all am an and any are as at be because been before being below between both "
    "but by can could did do does doing don down during each few for from further had has have having he her here "
    "hers herself him himself his how i if in into is it its itself just me more most my myself no nor not now of "
    "off on once only or other our ours ourselves out over own same she should so some such than that the their "
    "theirs them themselves then there these they this those through to too under until up very was we were what "
    "when where which while who whom why will with would you your yours yourself yourselves"
)
_STOP_WORDS = frozenset(_FUNCTION_WORDS.split())


def indexed_text(text: str) -> str:
    """Return the words of a text, in one form of each letter, and each character of an unspaced script as a word.

    The words are told apart here and not by the engine, whose idea of a letter depends on its age.
    """
    return " ".join(_WORD.findall(_folded(text)))


def question_terms(question: str) -> list[str]:
    """Return the different words of a question that count: English function words only if there is nothing else.

    >>> question_terms("What's the checkout's owner?")
    ['checkout', 'owner']
    """
    plain = _CONTRACTION.sub(" ", _folded(question))
    terms = dict.fromkeys(term for found in _TERM.findall(plain) for term in _parts(found))
    return ([term for term in terms if term not in _STOP_WORDS] or list(terms))[:_MAX_TERMS]


def match_expression(terms: Sequence[str]) -> str:
    """Return an FTS5 expression that matches a text with any of these words; in quotes, so that none is an operator."""
    return " OR ".join(f'"{term}"' for term in terms)


def _folded(text: str) -> str:
    return _ACCENT.sub("", name_key(text))


def _parts(found: str) -> list[str]:
    """Return a word as it is, and a run of an unspaced script as its pairs of neighbours."""
    if not _UNSPACED_CHAR.match(found) or len(found) == 1:
        return [found]
    return [f"{first} {second}" for first, second in pairwise(found)]
