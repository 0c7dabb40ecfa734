"""Lines of JSON: reading them in bounded memory, and saying what is wrong with a bad one."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, NoReturn

from kgrdf.ingest.report import Place, Rejection

__all__ = ["JSON_NAMES", "MAX_LINE_BYTES", "Line", "parse_line", "read_lines", "shown_name"]

MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longest line, in bytes: the longest text of a document, even if every second character is escaped."""

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was read, not yet understood."""

    place: Place
    data: bytes


def read_lines(stream: IO[bytes], name: str) -> Iterator[Line | Rejection]:
    """Yield the lines of a stream that are not blank.

    A line that is longer than `MAX_LINE_BYTES` comes as a rejection and is never held whole. A byte order mark at the start
    of the stream and `\\r` before a line's end are ignored.
    """
    number = 0
    while data := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        place = Place(name, number)
        if len(data) > MAX_LINE_BYTES:
            while data and not data.endswith(b"\n"):
                data = stream.readline(MAX_LINE_BYTES)
            hint = "split the document, or give it as chunk lines"
            yield Rejection(place, f"line: is longer than {MAX_LINE_BYTES:,} bytes", hint)
            continue
        if number == 1:
            data = data.removeprefix(codecs.BOM_UTF8)
        if stripped := data.strip():
            yield Line(place, stripped)


def shown_name(name: str) -> str:
    """Return a field's name as it can be printed, on one line and not too long, whatever a file has for one."""
    return name if name.isprintable() and len(name) <= _SHOWN else ascii(name)[:_SHOWN]


def parse_line(line: Line) -> dict[str, Any] | Rejection:
    """Return the object that a line holds, or why it holds none.

    Strict JSON: no NaN or Infinity, no field twice, valid UTF-8.
    """

    def bad(reason: str, hint: str = "") -> Rejection:
        return Rejection(line.place, reason, hint)

    try:
        text = line.data.decode()
    except UnicodeDecodeError as error:
        return bad(f"line: is not UTF-8: {error.reason} at byte {error.start}", "save the file as UTF-8")
    try:
        found = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        return bad(f"line: is not JSON: {error.msg} at column {error.colno}", "one JSON object a line")
    except _StrictError as error:
        return bad(*error.args)
    except RecursionError:
        return bad("line: is nested too deeply", "one flat JSON object a line")
    except ValueError:
        # The one left: Python refuses to read a number of thousands of digits.
        return bad("line: holds a number of too many digits")
    if not isinstance(found, dict):
        return bad(f"line: expected a JSON object, got {JSON_NAMES[type(found)]}", 'such as {"kind": "entity", …}')
    return found


JSON_NAMES: Mapping[type, str] = {
    bool: "a boolean",
    dict: "an object",
    float: "a number",
    int: "a number",
    list: "a list",
    str: "text",
    type(None): "null",
}
"""What messages call the values that JSON can hold."""


class _StrictError(Exception):
    """JSON that Python's reader lets through."""


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _StrictError(f"{shown_name(name)}: is given twice", "give each field once")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _StrictError(f"line: {name} is not JSON", "give a finite number, or leave the field out")
