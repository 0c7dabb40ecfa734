"""Bounds: what the shapes of a property say that a text or a number is beyond."""

from __future__ import annotations

import operator
import re
from decimal import Decimal
from typing import Any

import pyoxigraph as ox

from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.properties import Facets

__all__ = ["ORDERS", "TEXTS", "as_compared", "is_whole", "matches", "number_of", "outside", "readable"]

ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
TEXTS = ("string", "langString")
_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?|INF)")


def as_compared(one: str, other: str) -> tuple[Any, Any]:
    """Return two values as an operator compares them: as numbers if both are."""
    numbers = number_of(one), number_of(other)
    return (one, other) if None in numbers else numbers


def number_of(text: str | None) -> Decimal | None:
    """Return the number that a text is, which has its place among all others; None for NaN too."""
    return Decimal(text) if text is not None and _NUMBER.fullmatch(text) else None


def is_whole(text: str) -> bool:
    """Whether a text is a whole number, or no number at all."""
    number = number_of(text)
    return number is None or not number.is_finite() or number == number.to_integral_value()


def outside(shape: Facets, kind: ColumnKind | None, form: str, text: str, op: str) -> str | None:
    """Return what a shape says that no value fulfils which is a text, or on the side of it that an operator asks for."""
    number = number_of(text)
    if number is not None and kind not in TEXTS:
        low, high = op not in (">", ">="), op not in ("<", "<=")
        least, most, above, below = map(number_of, (shape.minimum, shape.maximum, shape.above, shape.below))
        if low and least is not None and (number < least or (op == "<" and number == least)):
            return f"is at least {shape.minimum}"
        if low and above is not None and number <= above:
            return f"is above {shape.above}"
        if high and most is not None and (number > most or (op == ">" and number == most)):
            return f"is at most {shape.maximum}"
        if high and below is not None and number >= below:
            return f"is below {shape.below}"
    if kind not in TEXTS or op in ORDERS:
        return None
    if shape.min_length is not None and len(text) < shape.min_length:
        return f"has at least {shape.min_length} characters" if shape.min_length > 1 else "is never empty"
    if shape.max_length is not None and len(text) > shape.max_length:
        return f"has at most {shape.max_length} characters"
    unlike = next((pattern for pattern in shape.patterns if form in ("", "STR") and not matches(pattern, text)), None)
    return None if unlike is None else f"has the form {unlike}"


def matches(pattern: str, text: str) -> bool:
    """Whether a text has a form, as the store says; one that the store cannot read is taken for any."""
    return not ox.Store().query(f"ASK {{ FILTER(!REGEX({ox.Literal(text)}, {ox.Literal(pattern)})) }}")


def readable(pattern: str, flags: str = "") -> bool:
    """Whether the store can read a pattern with its flags."""
    test = f"REGEX('', {ox.Literal(pattern)}, {ox.Literal(flags)})"
    return bool(ox.Store().query(f"ASK {{ BIND({test} AS ?found) FILTER(BOUND(?found)) }}"))
