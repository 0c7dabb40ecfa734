"""Where the graph is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from kgrdf.errors import InvalidValueError
from kgrdf.store.base import Store, UpdateLimits
from kgrdf.store.embedded import EmbeddedStore, Sync
from kgrdf.store.settings import EndpointOptions

if TYPE_CHECKING:
    from kgrdf.store.endpoint import EndpointStore

__all__ = ["EmbeddedStore", "EndpointOptions", "Store", "UpdateLimits", "folder_of", "open_store"]

_SCHEME = re.compile(r"\s*(?:(https?):|(?!file:///)([a-z][a-z0-9+.-]*)://)", re.IGNORECASE)


def open_store(
    location: str | Path, *, sync: Sync = "os", **endpoint: Unpack[EndpointOptions]
) -> EmbeddedStore | EndpointStore:
    """Open a folder, `memory:`, or the SPARQL endpoint of this query URL.

    A folder that does not exist is made. Raises `StoreLockedError` where another process owns it. `sync` is for folders,
    all other options, those of `EndpointOptions`, are for URLs; one that there is not is a `TypeError`.

    >>> with open_store("memory:") as store:
    ...     store.location
    'memory:'
    """
    if unknown := sorted(endpoint.keys() - EndpointOptions.__annotations__.keys()):
        raise TypeError(f"open_store() got an unexpected keyword argument {unknown[0]!r}")
    folder = folder_of(location)
    if folder is None and str(location) != "memory:":
        from kgrdf.store.endpoint import EndpointStore  # loads SPARQLWrapper, which a folder does not need

        return EndpointStore(str(location), **endpoint)
    return EmbeddedStore(folder, sync=sync)


def folder_of(location: str | Path) -> Path | None:
    """Return the folder that a location names, None where it is `memory:` or the URL of an endpoint.

    Raises `InvalidValueError` for a URL of any other kind, which would be a folder that nobody meant to make.

    >>> folder_of("data/memory"), folder_of("HTTP://localhost:7878/query")
    (PosixPath('data/memory'), None)
    """
    text = str(location)
    if not text.strip():
        raise InvalidValueError("store: is blank", hint="name a folder, memory:, or an endpoint's query URL")
    found = _SCHEME.match(text)
    if found and found[2]:
        # The URL is not shown: there may be a password in it.
        raise InvalidValueError(
            f"store: {found[2]}:// is no scheme of a store",
            hint="an endpoint's query URL starts with http:// or https://; for a folder give its path",
        )
    return None if found or text == "memory:" else Path(text.removeprefix("file:"))
