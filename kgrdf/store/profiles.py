"""What is known of each server: where it takes updates, how it is signed in to, and how much it takes at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import urlsplit

from kgrdf.errors import InvalidValueError

__all__ = ["PROFILES", "AuthKind", "Profile", "profile_of"]

AuthKind = Literal["none", "basic", "digest", "bearer", "sigv4"]
AUTH_KINDS: tuple[AuthKind, ...] = get_args(AuthKind)
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How one kind of server is spoken to.

    `oxigraph` and `virtuoso` were tried against the servers, `neptune`, `fuseki` and `graphdb` are built to their
    documentation.
    """

    name: str
    query_path: str
    """Put to a URL that has no path."""
    update_paths: Mapping[str, str]
    """The end of the query URL's path, and what stands there in the update URL. The first that fits is used."""
    auth: AuthKind
    """How to sign in where nothing else is said and there are credentials; `sigv4` finds its own."""
    hints: bool = False
    """The server takes Neptune's query hints and tells of itself under `/status`."""
    empty_graphs: bool = True
    """The server reads `GRAPH <g> { }`."""
    batch_triples: int = 500
    batch_bytes: int = _MEGABYTE
    """Of the triples of one INSERT DATA, as N-Triples."""
    request_bytes: int | None = None
    """Largest request, as it is sent."""
    value_bytes: int | None = None
    """Largest single term."""
    digits: int | None = None
    """Most digits of a decimal that the server keeps exactly; it then keeps integers of 64 bits."""
    nul: bool = True
    """Texts may hold the character NUL."""
    walks_paths: bool = True
    """A path of alternatives is walked to its end, both ways, past every cycle."""
    row_cap: int | None = None
    """The server silently ends an answer at so many rows."""
    safe_concurrent_writes: bool = False
    """Updates sent at once by two processes are serialised, so a guard in an update decides who won."""
    timeout: float = 60.0
    """Seconds that a request may take, with all its repeats, where nothing else is said."""

    @property
    def needs_lease(self) -> bool:
        """Only one process at a time may write."""
        return not self.safe_concurrent_writes

    def update_url(self, query_url: str) -> str:
        """Return where updates go if queries go to this URL."""
        parts = urlsplit(query_url)
        for old, new in self.update_paths.items():
            if parts.path.endswith(old):
                return parts._replace(path=parts.path.removesuffix(old) + new).geturl()
        return query_url


PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(
            name="neptune",
            query_path="/sparql",
            update_paths={},
            auth="sigv4",
            hints=True,
            batch_triples=10_000,
            batch_bytes=8 * _MEGABYTE,
            request_bytes=157_286_400,
            value_bytes=55 * 1024 * 1024,
            digits=18,
            nul=False,
            safe_concurrent_writes=True,
            # The server's own limit is 120 s where its owner set none.
            timeout=130.0,
        ),
        # With --location, it answers two guarded updates at once as if both had won.
        Profile(
            name="oxigraph",
            query_path="/query",
            update_paths={"/query": "/update"},
            auth="basic",
            batch_triples=20_000,
            batch_bytes=8 * _MEGABYTE,
            request_bytes=134_217_728,
        ),
        Profile(
            name="virtuoso",
            query_path="/sparql",
            update_paths={"/sparql": "/sparql-auth"},
            auth="digest",
            empty_graphs=False,
            digits=15,
            walks_paths=False,
            row_cap=10_000,
        ),
        Profile(
            name="fuseki",
            query_path="",
            update_paths={"/query": "/update", "/sparql": "/update", "": "/update"},
            auth="basic",
            batch_triples=10_000,
            batch_bytes=8 * _MEGABYTE,
        ),
        Profile(name="graphdb", query_path="", update_paths={"": "/statements"}, auth="basic", batch_triples=5_000),
        Profile(name="generic", query_path="", update_paths={}, auth="basic"),
    )
}


def profile_of(url: str, name: str | None, update_url: str | None) -> Profile:
    """Return the profile of this name, or the one that the URL tells.

    Raises `InvalidValueError` where there is no name and the URL does not tell: where updates go is then unknown.

    >>> profile_of("https://db.cluster-1.eu-west-1.neptune.amazonaws.com:8182/sparql", None, None).name
    'neptune'
    """
    if name is not None:
        if name not in PROFILES:
            raise InvalidValueError(f"profile: there is no {name!r}", hint=f"one of {', '.join(PROFILES)}")
        return PROFILES[name]
    parts = urlsplit(url)
    if is_neptune_host(parts.hostname or ""):
        return PROFILES["neptune"]
    if "/repositories/" in parts.path:
        return PROFILES["graphdb"]
    if update_url is not None:
        return PROFILES["generic"]
    raise InvalidValueError(
        f"profile: {parts.scheme}://{parts.netloc}{parts.path} does not tell which server it is",
        hint=f"give --profile ({', '.join(PROFILES)}), or --update-url",
    )


def is_neptune_host(host: str) -> bool:
    """Say whether a host is one that Neptune gives its clusters."""
    return host.endswith((".neptune.amazonaws.com", ".neptune.amazonaws.com.cn"))
