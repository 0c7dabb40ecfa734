"""What Neptune does to a value when it stores it, and which values it refuses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.testing.neptune.numbers import engines_number
from kgrdf.testing.neptune.refusals import Refusal

__all__ = ["Values"]

_XSD = "http://www.w3.org/2001/XMLSchema#"
_DATE_TIME = NamedNode(_XSD + "dateTime")
_SIGNED = range(-(2**63), 2**63)
# A negative number is none of this type, and is let through as one of any other type is.
_WITHIN_64_BITS = range(-(2**63), 2**64)
_INTEGERS = frozenset(
    _XSD + name for name in ("integer", "long", "nonNegativeInteger", "positiveInteger", "negativeInteger")
)
_UNSIGNED = _XSD + "unsignedLong"
_DECIMAL, _DOUBLE = _XSD + "decimal", _XSD + "double"


@dataclass(frozen=True)
class Values:
    """The rules for values of one cluster.

    How many digits of a second are kept is not documented, so it can be chosen: a program that is right with every choice
    does not depend on it.
    """

    fraction_digits: int = 3
    """0 to 6."""
    keep_zeros: bool = False
    """Write `.000` where the fraction is nought."""
    longest: int = 55 * 1024 * 1024
    """The most bytes of one value."""

    def stored(self, quad: Quad) -> Quad:
        """Return the quad as it is kept. Raises `Refusal` for a number or a text that cannot be."""
        for term in (quad.subject, quad.predicate, quad.object, quad.graph_name):
            text = getattr(term, "value", "")
            if len(text.encode()) > self.longest:
                raise Refusal("BadRequestException", f"Bad request: a value is longer than {self.longest} bytes")
            if "\0" in text:
                raise Refusal("BadRequestException", "Bad request: NUL is not allowed")
        value = quad.object
        if not isinstance(value, Literal):
            return quad
        self.check_number(value.value, value.datatype.value)
        kept = self._in_utc(value) if value.datatype == _DATE_TIME else engines_number(value)
        return quad if kept == value else Quad(quad.subject, quad.predicate, kept, quad.graph_name)

    def check_number(self, text: str, datatype: str) -> None:
        """Raise `Refusal` for a number that needs more than 64 bits; what is no number of its type is let through."""
        try:
            number = Decimal(text)
        except InvalidOperation:
            return
        if datatype in _INTEGERS:
            fits = not number.is_finite() or int(number) in _SIGNED
        elif datatype == _UNSIGNED:
            fits = not number.is_finite() or int(number) in _WITHIN_64_BITS
        elif datatype == _DECIMAL:
            fits = not number.is_finite() or int("".join(map(str, number.as_tuple().digits))) in _SIGNED
        elif datatype == _DOUBLE:
            fits = not number.is_finite() or abs(number) <= Decimal("1.7976931348623157E308")
        else:
            return
        if not fits:
            raise Refusal("InvalidNumericDataException", f"Invalid numeric data: {text} does not fit into 64 bits")

    def _in_utc(self, value: Literal) -> Literal:
        try:
            moment = datetime.fromisoformat(value.value)
        except ValueError:
            return value
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
        fraction = f"{moment.microsecond:06}"[: self.fraction_digits]
        if not self.keep_zeros:
            fraction = fraction.rstrip("0")
        text = moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + (f".{fraction}" if fraction else "") + "Z"
        return Literal(text, datatype=_DATE_TIME)
