"""Cursors: opaque text that says where the next page begins.

A cursor carries its position and a fingerprint of the call that gave it, so one that is handed to another call is refused.
Nothing of it is trusted: it can only name a place.
"""

from __future__ import annotations

import base64
import binascii
import json

from kgrdf.arguments import checked_text
from kgrdf.errors import InvalidValueError
from kgrdf.ids import digest

__all__ = ["read_cursor", "write_cursor"]

_FINGERPRINT = 12
_MAX_BYTES = 8 * 1024


def write_cursor(call: tuple[str | int, ...], position: tuple[str | int, ...]) -> str:
    """Return the cursor of a position in the pages of a call.

    >>> read_cursor(write_cursor(("list", "Service"), (3, "x")), ("list", "Service"), (int, str))
    (3, 'x')
    """
    data = json.dumps([digest(*call)[:_FINGERPRINT], *position], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(data.encode()).decode().rstrip("=")


def read_cursor(cursor: object, call: tuple[str | int, ...], types: tuple[type, ...]) -> tuple[str | int, ...]:
    """Return the position that a cursor of this call names, as values of these types.

    Raises `InvalidValueError` for what is no cursor, and for the cursor of a call with other arguments.
    """
    text = checked_text(cursor, "cursor", max_bytes=_MAX_BYTES)
    try:
        data = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        data = None
    if not isinstance(data, list) or [type(value) for value in data[1:]] != list(types):
        raise InvalidValueError("cursor: is not one that a page gave", hint="send nextCursor of the last page as it is")
    if data[0] != digest(*call)[:_FINGERPRINT]:
        raise InvalidValueError(
            "cursor: belongs to a call with other arguments", hint="keep all arguments from page to page"
        )
    return tuple(data[1:])
