"""Ranges: between which numbers a value lies, by the shapes of its property, and what arithmetic makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException, localcontext

from rdflib import XSD

from kgrdf_codegen.check.bounds import number_of
from kgrdf_codegen.check.held import Held, Source, Way
from kgrdf_codegen.properties import Facets

__all__ = ["Range", "computed", "range_of"]

_NUMBERS = ("integer", "decimal", "instant")
_WHOLE = ("integer", "instant")
_EXACT = (str(XSD.integer), str(XSD.decimal))
"""The types of constants with which arithmetic does not round."""
_END = Decimal("Infinity")


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from one to another; `above` and `below` say that an end is not one of them."""

    low: Decimal = -_END
    high: Decimal = _END
    above: bool = False
    below: bool = False
    whole: bool = False
    """It has integers only."""

    def facets(self) -> Facets:
        """Return the same as a shape says it."""
        low, high = (format(end, "f") if end.is_finite() else None for end in (self.low, self.high))
        return Facets(
            minimum=None if self.above else low,
            maximum=None if self.below else high,
            above=low if self.above else None,
            below=high if self.below else None,
        )


def range_of(held: Held) -> Range:
    """Return between which numbers something lies, whichever way it gets its value."""
    return _around([_of_way(way) for way in held.ways])


def computed(op: str, parts: Sequence[Range]) -> Range | None:
    """Return where a sum, a difference, a product or the like lies; None where that is not known, or has no end."""
    try:
        with localcontext(prec=100):
            found = _computed(op, parts)
    except DecimalException:
        return None
    ends = [end for end in (found.low, found.high) if end.is_finite()] if found is not None else []
    return found if ends and all(abs(end.adjusted()) < 40 for end in ends) else None


def _computed(op: str, parts: Sequence[Range]) -> Range | None:
    one, other = parts[0], parts[-1]
    match op, len(parts):
        case "UnaryMinus", 1:
            return Range(-one.high, -one.low, one.below, one.above)
        case "UnaryPlus", 1:
            return one
        case "ABS", 1:
            return Range(max(one.low, -one.high, Decimal(0)), max(abs(one.low), abs(one.high)))
        case "+", 2:
            return Range(one.low + other.low, one.high + other.high, one.above or other.above, one.below or other.below)
        case "-", 2:
            return Range(one.low - other.high, one.high - other.low, one.above or other.below, one.below or other.above)
        case "*", 2:
            products = [_times(first, second) for first in (one.low, one.high) for second in (other.low, other.high)]
            return Range(min(products), max(products))
    return None


def _times(one: Decimal, other: Decimal) -> Decimal:
    return one * other if one and other else Decimal(0)


def _of_way(way: Way) -> Range:
    """Return what all that is known of a value says together."""
    found = [told for source in way for told in _told(source)]
    low = max((told.low for told in found), default=-_END)
    high = min((told.high for told in found), default=_END)
    return Range(
        low,
        high,
        any(told.above for told in found if told.low == low),
        any(told.below for told in found if told.high == high),
        any(told.whole for told in found),
    )


def _told(source: Source) -> Iterator[Range]:
    term = source.term
    if term is not None and term.kind == "literal":
        # What a condition asks for is no range: it is a condition beside the others.
        number = number_of(term.value) if term.datatype in _EXACT and source.joined else None
        if number is not None:
            yield Range(number, number)
    elif source.kind in _NUMBERS:
        shapes = [_of_shape(shape) for shape in source.shapes] or [Range()]
        around = _around(shapes)
        yield Range(around.low, around.high, around.above, around.below, source.kind in _WHOLE)


def _of_shape(shape: Facets) -> Range:
    least, above = number_of(shape.minimum), number_of(shape.above)
    most, below = number_of(shape.maximum), number_of(shape.below)
    low = max((end for end in (least, above) if end is not None), default=-_END)
    high = min((end for end in (most, below) if end is not None), default=_END)
    return Range(low, high, above is not None and low == above, below is not None and high == below)


def _around(ranges: Sequence[Range]) -> Range:
    if not ranges:
        return Range()
    low, high = min(one.low for one in ranges), max(one.high for one in ranges)
    return Range(
        low,
        high,
        all(one.above for one in ranges if one.low == low),
        all(one.below for one in ranges if one.high == high),
        all(one.whole for one in ranges),
    )
