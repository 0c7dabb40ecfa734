"""Public ids: how they are made, read and told apart.

A public id is relative to its tenant and starts with its kind: `entity::Service::checkout`. Ids that the runtime makes are
hashes or normalised keys, so the same input gives the same id on every machine.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Literal

from kgrdf.arguments import checked_text
from kgrdf.errors import InvalidValueError

__all__ = ["IdKind", "digest", "given_id", "kind_of", "loose_key", "make_id", "name_key", "short_key"]

IdKind = Literal["doc", "chunk", "entity", "concept", "mention", "deriv", "contra", "super", "fact", "rel"]

MAX_ID_BYTES = 1024
_KINDS = ("doc", "chunk", "entity", "concept", "mention", "deriv", "contra", "super", "fact", "rel")
_KEY_BYTES = 200
_SPACE = re.compile(r"\s+")


def digest(*parts: str | int | None) -> str:
    """Hash parts to 32 hex digits; each part is length-delimited, so no two lists of parts run together.

    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    sha = hashlib.sha256()
    for part in parts:
        data = b"" if part is None else str(part).encode()
        sha.update(b"-:" if part is None else b"%d:" % len(data))
        sha.update(data)
    return sha.hexdigest()[:32]


def make_id(kind: IdKind, *parts: str | int | None) -> str:
    """Return the id of this kind that is made by hashing `parts`."""
    return f"{kind}::{digest(*parts)}"


def name_key(name: str) -> str:
    """Return the key under which a name is looked up: NFKC, case-folded, white space collapsed.

    Punctuation and the order of words stay, so `C`, `C++` and `C#` are three things.

    >>> name_key("  Café\\u0301  Noir ") == name_key("cafe\\u0301\\u0301 NOIR")
    True
    """
    # Case folding can undo the normal form (and the other way round), so it is applied between two passes.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return _SPACE.sub(" ", folded).strip()


def loose_key(name: str) -> str:
    """Return the looser key that only suggests: punctuation stripped and tokens sorted.

    >>> loose_key("Payment-Gateway") == loose_key("gateway, payment")
    True
    """
    spaced = "".join(" " if unicodedata.category(char)[0] in "PSZ" or char.isspace() else char for char in name_key(name))
    return " ".join(sorted(spaced.split()))


def short_key(key: str) -> str:
    """Return `key`, or `~` and its SHA-256 where it is longer than 200 bytes."""
    data = key.encode()
    return key if len(data) <= _KEY_BYTES else f"~{hashlib.sha256(data).hexdigest()}"


def kind_of(public_id: str) -> IdKind | None:
    """Return the kind an id starts with, or None if it starts with none."""
    head, mark, rest = public_id.partition("::")
    return head if mark and rest and head in _KINDS else None  # type: ignore[return-value]


def given_id(kind: IdKind, value: str, field: str, *, type_name: str | None = None) -> str:
    """Return the public id that a caller's `value` stands for, its kind prefixed if it has none.

    Raises `InvalidValueError` for an id of another kind, or of another type than `type_name`.

    >>> given_id("entity", "checkout", "id", type_name="Service")
    'entity::Service::checkout'
    """
    text = checked_text(value, field, max_bytes=MAX_ID_BYTES)
    found = kind_of(text)
    if found is not None and found != kind:
        raise InvalidValueError(f"{field}: {text!r} is an id of kind {found}, not {kind}", hint=f"{kind}::…")
    rest = text.removeprefix(f"{kind}::")
    if not rest.strip():
        raise InvalidValueError(f"{field}: {text!r} names nothing after its kind", hint=f"{kind}::…")
    if type_name is None:
        return f"{kind}::{rest}"
    own, mark, key = rest.partition("::")
    if mark and own == type_name and key:
        return f"{kind}::{rest}"
    if found is not None:
        raise InvalidValueError(
            f"{field}: {text!r} does not name the type {type_name}",
            hint=f"{kind}::{type_name}::…, or leave id out",
        )
    return f"{kind}::{type_name}::{rest}"
