"""What a server cannot keep, refused before it is sent."""

from __future__ import annotations

import re

from kgrdf.errors import InvalidValueError
from kgrdf.store.profiles import Profile

__all__ = ["check_fits"]

_NUL = re.compile(r"\x00|(?<!\\)(?:\\\\)*\\(?:u|U0000)0000")
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_NUMBER = re.compile(r'"([+-]?)([0-9]*)(\.?)([0-9]*)"\^\^<http://www\.w3\.org/2001/XMLSchema#\w+>')
_INTEGERS_64 = range(-(1 << 63), 1 << 63)


def check_fits(profile: Profile, text: str) -> None:
    """Raise `InvalidValueError` for a request that holds a value that this kind of server refuses or would change."""
    if not profile.nul and ("0000" in text or "\x00" in text) and _NUL.search(text):
        raise _refused(profile, "keeps no text with the character NUL", "remove it")
    most = profile.value_bytes
    # A character has at most four bytes.
    if most is not None and len(text) > most // 4 and any(len(m[1].encode()) > most for m in _LITERAL.finditer(text)):
        raise _refused(profile, f"keeps no value of more than {most:,} bytes", "split the text")
    if profile.digits is not None:
        for sign, whole, point, part in _NUMBER.findall(text):
            if not point and len(whole) > 18 and not _fits_64(sign, whole.lstrip("0")):
                raise _refused(profile, f"keeps no integer of more than 64 bits: {sign}{whole}"[:120], "keep it as text")
            if point and len(whole.lstrip("0") + part.rstrip("0")) > profile.digits:
                raise _refused(
                    profile, f"keeps no more than {profile.digits} digits: {sign}{whole}.{part}"[:120], "round it"
                )


def _fits_64(sign: str, digits: str) -> bool:
    # Python refuses to read thousands of digits as a number.
    return len(digits) < 20 and int(f"{sign}{digits or 0}") in _INTEGERS_64


def _refused(profile: Profile, what: str, hint: str) -> InvalidValueError:
    return InvalidValueError(f"value: {profile.name} {what}", hint=hint)
