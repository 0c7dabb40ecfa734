"""The arguments of tools, and how what arrives for them is read.

Clients differ in how they send values, so one rule holds for all tools:

- text is a JSON string and is kept exactly as it is, also where it looks like JSON: `null`, `[1,2]`, `123`, `true`. No other
  value is turned into text;
- a number is a JSON number or its digits in a string; a boolean is never a number;
- a boolean is true or false, or one of these words in a string;
- an instant is a string (ISO 8601 with a zone, or epoch milliseconds in digits) or an integer of epoch milliseconds;
- a list is a JSON array; a string that holds a JSON array of such items is read as that array, any other value as the only
  item of a list;
- null for an optional argument means that it is absent. Blank text is not absence and is refused.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from kgrdf.arguments import checked_integer
from kgrdf.errors import InvalidValueError
from kgrdf.temporal import parse_instant

__all__ = ["Argument", "ArgumentKind", "read_arguments", "shorten"]

ArgumentKind = Literal["text", "number", "integer", "boolean", "instant"]

_SHOWN = 60
_LARGEST = 2**53 - 1
_FURTHEST = Decimal("1e30")


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a tool: what is published of it and what is checked."""

    wire: str
    """Name in JSON, camelCase."""
    kind: ArgumentKind = "text"
    doc: str = ""
    """One or two sentences. Empty where the ontology says it: see `kgrdf.mcp.tools`."""
    example: str = ""
    required: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()
    minimum: Decimal | int | None = None
    maximum: Decimal | int | None = None
    name: str = ""
    """Name of the value after reading, where it is not the wire name in snake_case."""

    @property
    def python(self) -> str:
        """Name of the value after reading: that of the parameter which takes it."""
        return self.name or re.sub(r"(?<=[a-z0-9])[A-Z]", lambda match: f"_{match[0].lower()}", self.wire)


def read_arguments(arguments: Sequence[Argument], given: Mapping[str, object]) -> dict[str, object]:
    """Return the values by Python name; an absent argument has no entry.

    Raises one `InvalidValueError` that names every unknown, missing and ill-formed argument.
    """
    allowed = {argument.wire: argument for argument in arguments}
    unknown = [_unknown(name, allowed) for name in given if name not in allowed]
    problems = [f"no such argument: {', '.join(unknown)}; allowed are {', '.join(allowed)}"] if unknown else []
    values: dict[str, object] = {}
    for argument in arguments:
        value = given.get(argument.wire)
        if value is None:
            if argument.required:
                problems.append(f"{argument.wire}: is required")
            continue
        try:
            values[argument.python] = _read_many(argument, value) if argument.many else _read(argument, value, argument.wire)
        except InvalidValueError as error:
            problems.append(str(error))
    if problems:
        raise InvalidValueError("; ".join(problems))
    return values


def shorten(text: str, limit: int = _SHOWN) -> str:
    """Return `text`, cut to `limit` characters: what a caller sent is echoed in part only."""
    return text if len(text) <= limit else f"{text[:limit]}…"


def _unknown(name: str, allowed: Mapping[str, Argument]) -> str:
    spelled = {re.sub(r"[^a-z0-9]", "", wire.lower()): wire for wire in allowed}
    close = difflib.get_close_matches(re.sub(r"[^a-z0-9]", "", name[:_SHOWN].lower()), spelled, n=1, cutoff=0.7)
    return shorten(name) + (f" (did you mean {spelled[close[0]]}?)" if close else "")


def _read_many(argument: Argument, value: object) -> list[object]:
    items = value if isinstance(value, list) else _listed(argument, value)
    return [_read(argument, item, f"{argument.wire}[{index}]") for index, item in enumerate(items)]


def _listed(argument: Argument, value: object) -> list[object]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return [value]
        if isinstance(parsed, list) and (argument.kind != "text" or all(isinstance(item, str) for item in parsed)):
            return parsed
    return [value]


def _read(argument: Argument, value: object, field: str) -> object:
    if isinstance(value, int) and abs(value) > _FURTHEST:
        raise InvalidValueError(f"{field}: is out of range")
    match argument.kind:
        case "text":
            return _read_text(argument, value, field)
        case "number":
            return _read_number(argument, value, field)
        case "integer":
            low = -_LARGEST if argument.minimum is None else int(argument.minimum)
            high = _LARGEST if argument.maximum is None else int(argument.maximum)
            return checked_integer(value, field, minimum=low, maximum=high)
        case "boolean":
            return _read_boolean(value, field)
        case "instant":
            return _read_instant(value, field)


def _read_text(argument: Argument, value: object, field: str) -> str:
    if not isinstance(value, str):
        raise InvalidValueError(f"{field}: expected text, got {_named(value)}", hint="send it as a JSON string")
    if argument.choices and value not in argument.choices:
        close = difflib.get_close_matches(value[:_SHOWN].lower(), {c.lower(): c for c in argument.choices}, n=1)
        guess = next((choice for choice in argument.choices if close and choice.lower() == close[0]), None)
        raise InvalidValueError(
            f"{field}: {shorten(value)!r} is not one of {', '.join(argument.choices)}",
            hint=f"did you mean {guess}?" if guess else "",
        )
    return value


def _read_number(argument: Argument, value: object, field: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise InvalidValueError(f"{field}: expected a number, got {_named(value)}")
    try:
        number = Decimal(repr(value) if isinstance(value, float) else str(value).strip())
    except (InvalidOperation, ValueError):
        raise InvalidValueError(f"{field}: {shorten(str(value))!r} is not a number") from None
    low = -_FURTHEST if argument.minimum is None else argument.minimum
    high = _FURTHEST if argument.maximum is None else argument.maximum
    if not number.is_finite() or not low <= number <= high:
        raise InvalidValueError(f"{field}: {shorten(str(value))} is out of range", hint=f"a number from {low} to {high}")
    return number


def _read_boolean(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    word = value.strip().lower() if isinstance(value, str) else ""
    if word not in ("true", "false"):
        raise InvalidValueError(f"{field}: expected true or false, got {_named(value)}")
    return word == "true"


def _read_instant(value: object, field: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InvalidValueError(
            f"{field}: expected an instant, got {_named(value)}",
            hint="ISO 8601 with a zone, such as 2024-05-01T09:30:00Z, or epoch milliseconds",
        )
    return parse_instant(value, field)


def _named(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "an array"
        case _:
            return "an object"
