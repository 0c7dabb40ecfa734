"""Numbers that Neptune reads differently from the engine: minus nought, and what lies outside its datatype."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from pyoxigraph import Literal, NamedNode

from kgrdf.testing.neptune.text import PREFIXES, Text
from kgrdf.testing.neptune.tokens import tokens_of

__all__ = ["engines_number", "with_engines_numbers", "without_stand_ins"]

_XSD = PREFIXES["xsd"]
_STAND_IN = "urn:kgrdf-emulation:outside:"
"""Instead of XSD's namespace where the engine would make a number of what Neptune keeps as a mere term."""
_FLOATS = ("double", "float")
_RANGES: Mapping[str, tuple[float, float]] = {
    "byte": (-(2**7), 2**7 - 1),
    "short": (-(2**15), 2**15 - 1),
    "int": (-(2**31), 2**31 - 1),
    "unsignedByte": (0, 2**8 - 1),
    "unsignedShort": (0, 2**16 - 1),
    "unsignedInt": (0, 2**32 - 1),
    "unsignedLong": (0, 2**64 - 1),
    "nonNegativeInteger": (0, math.inf),
    "positiveInteger": (1, math.inf),
    "nonPositiveInteger": (-math.inf, 0),
    "negativeInteger": (-math.inf, -1),
}
_OF_INTEREST = re.compile(rf"-\s*[0.]|[#:](?:{'|'.join(_RANGES)})\b")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_MINUS_NOUGHT = re.compile(r"-(?:0+\.?0*|\.0+)(?:[eE][+-]?[0-9]+)?")


def engines_number(literal: Literal) -> Literal:
    """Return the literal that the engine is given for this one.

    >>> xsd = "http://www.w3.org/2001/XMLSchema#"
    >>> print(engines_number(Literal("-0.0", datatype=NamedNode(xsd + "double"))))
    "0"^^<http://www.w3.org/2001/XMLSchema#double>
    >>> print(engines_number(Literal("999", datatype=NamedNode(xsd + "byte"))))
    "999"^^<urn:kgrdf-emulation:outside:byte>
    """
    datatype, text = literal.datatype.value, literal.value
    if not datatype.startswith(_XSD):
        return literal
    name = datatype.removeprefix(_XSD)
    if name in _FLOATS and _MINUS_NOUGHT.fullmatch(text):
        return Literal("0", datatype=literal.datatype)
    if name in _RANGES and _INTEGER.fullmatch(text) and not _RANGES[name][0] <= int(text) <= _RANGES[name][1]:
        return Literal(text, datatype=NamedNode(_STAND_IN + name))
    return literal


def with_engines_numbers(text: Text) -> str:
    """Return a request with the literals that the engine is given."""
    if not _OF_INTEREST.search(text.text):
        return text.text
    out, done = [], 0
    for start, end, literal in sorted(_literals(text)):
        out += [text.text[done:start], literal]
        done = end
    return "".join([*out, text.text[done:]])


def without_stand_ins(body: bytes) -> bytes:
    """Return an answer with the literals that the client gave."""
    return body.replace(_STAND_IN.encode(), _XSD.encode())


def _literals(text: Text) -> Iterator[tuple[int, int, str]]:
    tokens = tokens_of(text.text)
    for first, second, third in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if first.kind == "string" and second.word == "^^" and (datatype := text.resolve(third) or "").startswith(_XSD):
            literal = Literal(first.text.strip("\"'"), datatype=NamedNode(datatype))
            if (given := engines_number(literal)) != literal:
                yield first.start, third.end, str(given)
    for sign, number in pairwise(tokens):
        if sign.word == "-" and number.kind == "number" and _MINUS_NOUGHT.fullmatch(f"-{number.text}"):
            yield sign.start, sign.end, "+"  # also where it is subtracted
