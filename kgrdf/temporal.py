"""Instants, clocks and viewpoints: the only place that reads or writes a date.

An instant is an integer of epoch milliseconds inside kgrdf and in the store, a timezone-aware UTC `datetime` in Python
models, and ISO 8601 text with `Z` on the wire. Intervals are half-open: `[from, to)`.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from kgrdf.errors import InvalidValueError, field_name, shown

__all__ = [
    "FOREVER",
    "Clock",
    "Instant",
    "SystemClock",
    "Viewpoint",
    "format_instant",
    "parse_instant",
    "to_datetime",
]

Instant = datetime | str | int
"""What a caller may hand in where an instant is asked for."""

MINIMUM = -62_135_596_800_000
MAXIMUM = 253_402_300_799_999
FOREVER = MAXIMUM + 1
"""Later than any instant: what `knownAt` is when it is not given."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_DIGITS = re.compile(r"-?[0-9]{1,18}")
_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?"
    r"(?:([Zz])|([+-])([0-9]{2}):?([0-9]{2}))?"
)
# A date in form but for its year, or more digits than any epoch in range has.
_FAR = re.compile(r"(?:[+-]?[0-9]{5,}|-[0-9]{4}|0000)-[0-9]{2}-[0-9]{2}[Tt].*|-?[0-9]{19,}")
_HINT = "ISO 8601 with a zone, such as 2024-05-01T09:30:00Z, or epoch milliseconds"
_RANGE = "years go from 1 to 9999: 0001-01-01 to 9999-12-31"


def parse_instant(value: Instant, field: str) -> int:
    """Return the epoch milliseconds that `value` stands for; what is finer than a millisecond is floored.

    Read: ISO 8601 date-times with `Z` or an offset, epoch milliseconds as an integer or in digits, aware datetimes.
    Raises `InvalidValueError`, which names `field`, for a missing zone, an impossible date, and anything outside the
    years 1 to 9999.

    >>> parse_instant("1970-01-01T01:00:00.0019+01:00", "validFrom")
    1
    """
    if isinstance(value, bool) or not isinstance(value, (datetime, str, int)):
        raise InvalidValueError(f"{field}: {shown(value)} is not an instant", hint=_HINT)
    if isinstance(value, int):
        return _in_range(value, value, field)
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise InvalidValueError(f"{field}: {value.isoformat()} has no time zone", hint=_HINT)
        return _in_range((value - _EPOCH) // _MILLISECOND, value.isoformat(), field)
    text = value.strip()
    if _DIGITS.fullmatch(text):
        return _in_range(int(text), value, field)
    if _FAR.fullmatch(text):
        raise _out_of_range(value, field)
    match = _ISO.fullmatch(text)
    if match is None:
        raise InvalidValueError(f"{field}: {shown(value)} is not an instant", hint=_HINT)
    year, month, day, hour, minute, second, fraction, zulu, sign, off_hour, off_minute = match.groups()
    if zulu is None and sign is None:
        raise InvalidValueError(f"{field}: {shown(value)} has no time zone", hint=_HINT)
    try:
        local = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=UTC)
    except ValueError as error:
        raise InvalidValueError(f"{field}: {shown(value)} is impossible: {error}", hint=_HINT) from None
    offset = 0
    if sign is not None:
        if int(off_hour) > 23 or int(off_minute) > 59:
            raise InvalidValueError(f"{field}: {shown(value)} has an impossible offset", hint=_HINT)
        offset = (int(off_hour) * 60 + int(off_minute)) * 60_000 * (-1 if sign == "-" else 1)
    millis = int((fraction or "").ljust(3, "0")[:3])
    return _in_range((local - _EPOCH) // _MILLISECOND + millis - offset, value, field)


def _in_range(millis: int, given: object, field: str) -> int:
    if not MINIMUM <= millis <= MAXIMUM:
        raise _out_of_range(given, field)
    return millis


def _out_of_range(given: object, field: str) -> InvalidValueError:
    return InvalidValueError(f"{field}: {shown(given)} is out of range", hint=_RANGE)


def to_datetime(millis: int) -> datetime:
    """Return the instant as an aware UTC datetime."""
    return _EPOCH + timedelta(milliseconds=millis)


def format_instant(millis: int) -> str:
    """Return ISO 8601 text in UTC; the fraction is written only where there is one.

    >>> format_instant(0)
    '1970-01-01T00:00:00Z'
    """
    moment = to_datetime(millis)
    text = f"{moment.year:04d}-{moment:%m-%dT%H:%M:%S}"
    fraction = moment.microsecond // 1000
    return f"{text}.{fraction:03d}Z" if fraction else f"{text}Z"


class Clock(Protocol):
    """Where the runtime takes the time from."""

    def now(self) -> int:
        """Return epoch milliseconds."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return epoch milliseconds."""
        return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where a read looks: what was true at `valid`, as known at `known`.

    `current` says that neither was asked for: then the tenant's current graph alone answers.
    """

    valid: int
    known: int
    current: bool

    @property
    def hint(self) -> str:
        """What to do where a thing is not found, the same whether it was never recorded or only later."""
        if self.known == FOREVER:
            return "store it first, or search for its id"
        return (
            f"what was recorded after {field_name('knownAt')} does not exist by then: leave {field_name('knownAt')} out, "
            "or search for its id"
        )

    @classmethod
    def of(cls, as_of: Instant | None, known_at: Instant | None, now: int) -> Viewpoint:
        """Return the viewpoint of a call; `knownAt` alone sets the valid instant too."""
        known = None if known_at is None else parse_instant(known_at, "knownAt")
        valid = parse_instant(as_of, "asOf") if as_of is not None else (now if known is None else known)
        return cls(valid, FOREVER if known is None else known, as_of is None and known is None)
