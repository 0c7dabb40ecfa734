"""Where the graph is kept."""

from __future__ import annotations

from pathlib import Path

from kgrdf.errors import InvalidValueError
from kgrdf.store.base import Store
from kgrdf.store.embedded import EmbeddedStore, Sync

__all__ = ["EmbeddedStore", "Store", "open_store"]


def open_store(location: str | Path, *, sync: Sync = "os") -> EmbeddedStore:
    """Open a folder, or `memory:`.

    A folder that does not exist is made. Raises `StoreLockedError` where another process owns it.

    >>> with open_store("memory:") as store:
    ...     store.location
    'memory:'
    """
    text = str(location)
    if text == "memory:":
        return EmbeddedStore(None, sync=sync)
    if text.startswith(("http://", "https://")):
        raise InvalidValueError(f"store: {text} is an endpoint, which this version cannot open", hint="name a folder")
    if not text.strip():
        raise InvalidValueError("store: is blank", hint="name a folder, or memory:")
    return EmbeddedStore(Path(text.removeprefix("file:")), sync=sync)
