"""Where the graph is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Unpack
from urllib.parse import unquote

from kgrdf.errors import InvalidValueError
from kgrdf.store.base import Store, UpdateLimits
from kgrdf.store.embedded import EmbeddedStore, Sync
from kgrdf.store.settings import EndpointOptions

if TYPE_CHECKING:
    from kgrdf.store.endpoint import EndpointStore

__all__ = ["EmbeddedStore", "EndpointOptions", "Store", "UpdateLimits", "folder_of", "open_store"]

# Of one letter it is the drive of a Windows path.
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]+):(.*)", re.IGNORECASE | re.DOTALL)
_FILE = re.compile(r"(?://(?:localhost)?(?=/)|(?!//))(\s*\S.*)", re.IGNORECASE | re.DOTALL)
_ENDPOINT = ("http", "https")


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
    if _scheme(str(location))[0] in _ENDPOINT:
        from kgrdf.store.endpoint import EndpointStore  # loads SPARQLWrapper, which a folder does not need

        return EndpointStore(str(location), **endpoint)
    return EmbeddedStore(folder, sync=sync)


def folder_of(location: str | Path) -> Path | None:
    """Return the folder that a location names, None where it is `memory:` or the URL of an endpoint.

    A scheme is one in any case, and what a `file:` URL escapes is decoded. Raises `InvalidValueError` for any other scheme,
    which would be a folder that nobody meant to make.

    >>> folder_of("data/memory"), folder_of("File:///data/my%20memory"), folder_of("HTTP://localhost:7878/query")
    (PosixPath('data/memory'), PosixPath('/data/my memory'), None)
    """
    text = str(location)
    if not text.strip():
        raise InvalidValueError("store: is blank", hint="name a folder, memory:, or an endpoint's query URL")
    scheme, rest = _scheme(text)
    if scheme is None:
        return Path(text)
    if scheme in _ENDPOINT or (scheme == "memory" and not rest.strip()):
        return None
    if scheme == "file" and (path := _FILE.fullmatch(rest)):
        return Path(unquote(path[1]))
    # The URL is not shown: there may be a password in it.
    raise InvalidValueError(
        f"store: this {scheme}: URL names no store",
        hint="an endpoint's query URL starts with http:// or https://; give the path of a folder from / or ./ on",
    )


def _scheme(text: str) -> tuple[str | None, str]:
    """Return the scheme in lower case and what follows it, or None and the text if it has none."""
    found = _SCHEME.match(text)
    return (found[1].lower(), found[2]) if found else (None, text)
