"""Checks of the values that callers hand in; every refusal starts with the field's name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation

from kgrdf.errors import InvalidValueError, shown

__all__ = [
    "MAX_NAME_BYTES",
    "MAX_TEXT_BYTES",
    "checked_decimal",
    "checked_integer",
    "checked_share",
    "checked_text",
    "checked_texts",
]

MAX_NAME_BYTES = 8 * 1024
"""Longest name, relation type, title or other label, in UTF-8 bytes."""
MAX_TEXT_BYTES = 16 * 1024 * 1024
"""Longest claim, description or document text, in UTF-8 bytes; well under what every engine keeps in one value."""

_MICRO = Decimal("0.000001")


def checked_text(value: object, field: str, *, max_bytes: int = MAX_NAME_BYTES, blank: bool = False) -> str:
    """Return `value` if it is text that can be kept exactly as it is.

    Refused, with `InvalidValueError`: what is not a string, NUL (no SPARQL engine keeps it), lone surrogates (not UTF-8),
    blank text unless `blank`, and more than `max_bytes` UTF-8 bytes.
    """
    if not isinstance(value, str):
        raise InvalidValueError(f"{field}: expected text, got {type(value).__name__}")
    if "\x00" in value:
        raise InvalidValueError(
            f"{field}: contains a NUL character at position {value.index(chr(0))}",
            hint="remove it; no engine keeps it",
        )
    try:
        size = len(value.encode())
    except UnicodeEncodeError as error:
        raise InvalidValueError(
            f"{field}: contains a lone surrogate at position {error.start}", hint="send well-formed Unicode"
        ) from error
    if not blank and not value.strip():
        raise InvalidValueError(f"{field}: is blank", hint="give it some text, or leave it out if it is optional")
    if size > max_bytes:
        raise InvalidValueError(f"{field}: is {size:,} bytes long; at most {max_bytes:,} are kept")
    return value


def checked_texts(value: object, field: str, *, max_bytes: int = MAX_NAME_BYTES) -> list[str]:
    """Return `value` if it is a list of texts that can be kept; a refusal names the item. Text itself is no list."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise InvalidValueError(f"{field}: expected a list of texts, got {type(value).__name__}")
    return [checked_text(item, f"{field}[{index}]", max_bytes=max_bytes) for index, item in enumerate(value)]


def checked_decimal(value: object, field: str, *, form: str = "a number") -> Decimal:
    """Return a number as a decimal made from its shortest text; booleans, NaN and infinities are refused.

    >>> checked_decimal(0.1, "dose")
    Decimal('0.1')
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise InvalidValueError(f"{field}: expected {form}, got {type(value).__name__}")
    try:
        spelled = repr(value) if isinstance(value, float) else value
        number = Decimal(spelled.strip() if isinstance(spelled, str) else spelled)
    except InvalidOperation:
        raise InvalidValueError(f"{field}: {shown(value)} is not a number", hint=form) from None
    if not number.is_finite():
        raise InvalidValueError(f"{field}: {shown(value)} is out of range", hint=form)
    return number


def checked_share(value: object, field: str) -> Decimal:
    """Return a weight or confidence as a decimal from 0 to 1, rounded to 6 places from the number's shortest text.

    Text such as `"0.5"` is read as a number; booleans, NaN, infinities and anything out of range are refused.

    >>> checked_share(0.1, "weight")
    Decimal('0.1')
    """
    number = checked_decimal(value, field, form="a number from 0 to 1")
    if not 0 <= number <= 1:
        raise InvalidValueError(f"{field}: {shown(value)} is out of range", hint="a number from 0 to 1")
    rounded = number.quantize(_MICRO, rounding=ROUND_HALF_EVEN).normalize()
    return Decimal(0) if rounded == 0 else rounded


def checked_integer(value: object, field: str, *, minimum: int = 0, maximum: int = 2**53 - 1) -> int:
    """Return `value` as an integer in the range given; digits in text are read, booleans and fractions are refused."""
    number: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif (isinstance(value, float) and math.isfinite(value) and value == int(value)) or (
        isinstance(value, str) and value.strip().removeprefix("-").isdecimal() and len(value) <= 20
    ):
        number = int(value)
    if number is None:
        raise InvalidValueError(f"{field}: {shown(value)} is not a whole number", hint=f"{minimum} to {maximum}")
    if not minimum <= number <= maximum:
        raise InvalidValueError(f"{field}: {shown(number)} is out of range", hint=f"{minimum} to {maximum}")
    return number
