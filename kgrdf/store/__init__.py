"""Where the graph is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from kgrdf.errors import InvalidValueError
from kgrdf.store.base import Store, UpdateLimits
from kgrdf.store.embedded import EmbeddedStore, Sync
from kgrdf.store.settings import EndpointOptions

if TYPE_CHECKING:
    from kgrdf.store.endpoint import EndpointStore

__all__ = ["EmbeddedStore", "EndpointOptions", "Store", "UpdateLimits", "open_store"]


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
    text = str(location)
    if text == "memory:":
        return EmbeddedStore(None, sync=sync)
    if text.startswith(("http://", "https://")):
        from kgrdf.store.endpoint import EndpointStore  # loads SPARQLWrapper, which a folder does not need

        return EndpointStore(text, **endpoint)
    if not text.strip():
        raise InvalidValueError("store: is blank", hint="name a folder, memory:, or an endpoint's query URL")
    return EmbeddedStore(Path(text.removeprefix("file:")), sync=sync)
