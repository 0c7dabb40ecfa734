"""How an endpoint is reached: what a person says of it, checked, and what follows from it."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypedDict, Unpack, get_args
from urllib.parse import SplitResult, urlsplit

from kgrdf.errors import InvalidValueError
from kgrdf.store.profiles import AUTH_KINDS, AuthKind, Profile, profile_of

__all__ = ["Endpoint", "EndpointOptions"]

Writers = Literal["one", "several"]

_MAX_RESPONSE = 1 << 30
_HEADER_TOKEN = re.compile(r"[!-~]+")
_LEASE, _SHORTEST_LEASE = 30.0, 1.0


class EndpointOptions(TypedDict, total=False):
    """What may be said of an endpoint beside its query URL; None is the same as nothing."""

    profile: str | None
    """Which server it is, one of `PROFILES`; told from the URL if left out."""
    update_url: str | None
    """Where updates go; follows from the profile if left out."""
    reader_url: str | None
    """Where a process that has written nothing may read: a copy of the database that is behind by a little."""
    auth: AuthKind | None
    """How to sign in; if left out, by what there is: a token, a user, or what the profile says."""
    user: str | None
    password: str | None
    token: str | None
    region: str | None
    """The AWS region, for `sigv4`; told from the host's name if left out."""
    ca_file: Path | None
    """Certificates to trust instead of the system's, as PEM."""
    timeout: float | None
    """Seconds that one request may take, with all its repeats."""
    max_response: int | None
    """Largest answer, in bytes."""
    cache: Path | None
    """Where to keep what is derived from the graph, such as the text index; in memory if left out."""
    writers: Writers | None
    """How many processes may write at once: `several` only to a server that serialises updates; told from the profile."""
    lease: float | None
    """Seconds until another process may write after the one that writes was killed, where only one may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An endpoint as it will be spoken to. Secrets are in no `repr`."""

    location: str
    """The query URL without its query part, fit for a message."""
    query_url: str = field(repr=False)
    update_url: str = field(repr=False)
    reader_url: str | None = field(repr=False)
    profile: Profile
    auth: AuthKind
    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    region: str | None = None
    ca_file: Path | None = None
    timeout: float
    max_response: int = _MAX_RESPONSE
    cache: Path | None = None
    writers: Writers
    lease: float = _LEASE

    @property
    def pair(self) -> str:
        """User and password as basic authentication sends them."""
        return base64.b64encode(f"{self.user}:{self.password}".encode()).decode()

    def without_secrets(self, text: str) -> str:
        """Return a text of the server's without what it echoes of how a request was signed in."""
        for secret in (self.pair, self.password, self.token):
            text = text.replace(secret, "***") if secret else text
        return text

    @classmethod
    def of(cls, location: str, **options: Unpack[EndpointOptions]) -> Endpoint:
        """Return what follows from a query URL and the options; raises `InvalidValueError` for what is wrong.

        >>> Endpoint.of("http://localhost:7878", profile="oxigraph").update_url
        'http://localhost:7878/update'
        """
        query = _checked("store", location)
        update, reader = options.get("update_url"), options.get("reader_url")
        profile = profile_of(location, options.get("profile"), update)
        if query.path in ("", "/"):
            query = query._replace(path=profile.query_path or query.path)
        url = query.geturl()
        return cls(
            location=query._replace(query="").geturl(),
            query_url=url,
            update_url=_checked("updateUrl", update or profile.update_url(url)).geturl(),
            reader_url=_checked("readerUrl", reader).geturl() if reader else None,
            profile=profile,
            auth=_auth(profile, options),
            user=options.get("user") or "",
            password=options.get("password") or "",
            token=options.get("token") or "",
            region=options.get("region"),
            ca_file=options.get("ca_file"),
            timeout=_seconds("timeout", options.get("timeout"), profile.timeout),
            max_response=options.get("max_response") or _MAX_RESPONSE,
            cache=options.get("cache"),
            writers=_writers(profile, options.get("writers")),
            lease=_seconds("lease", options.get("lease"), _LEASE, least=_SHORTEST_LEASE),
        )


def _checked(field: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError as error:
        # The reason quotes from the URL, and where there is a user there is a password.
        reason = "" if "@" in url else f": {error}"
        raise InvalidValueError(f"{field}: is not a URL{reason}", hint="such as https://host:8182/sparql") from None
    if "@" in parts.netloc:
        # The URL is not shown: it holds a password.
        raise InvalidValueError(
            f"{field}: has a user in it, and a URL ends up in logs",
            hint="set KGRDF_STORE_USER and KGRDF_STORE_PASSWORD, or KGRDF_STORE_TOKEN",
        )
    if parts.scheme not in ("http", "https") or not host or port == 0:
        raise InvalidValueError(f"{field}: {url} is no http or https URL", hint="such as https://host:8182/sparql")
    return parts._replace(fragment="")


def _writers(profile: Profile, asked: Writers | None) -> Writers:
    if asked is not None and asked not in get_args(Writers):
        raise InvalidValueError(f"writers: there is no {asked!r}", hint=f"one of {', '.join(get_args(Writers))}")
    return asked or ("one" if profile.needs_lease else "several")


def _seconds(field: str, asked: object, otherwise: float, *, least: float = 0.001) -> float:
    if asked is None:
        return otherwise
    if isinstance(asked, int | float) and not isinstance(asked, bool) and least <= asked < float("inf"):
        return float(asked)
    raise InvalidValueError(f"{field}: {asked!r} is no number of seconds", hint=f"give one from {least:g} on")


def _auth(profile: Profile, options: EndpointOptions) -> AuthKind:
    kind = options.get("auth")
    if kind is None:
        if options.get("token"):
            kind = "bearer"
        elif options.get("user"):
            kind = "basic" if profile.auth == "sigv4" else profile.auth
        else:
            kind = "sigv4" if profile.auth == "sigv4" else "none"
    if kind not in AUTH_KINDS:
        raise InvalidValueError(f"auth: there is no {kind!r}", hint=f"one of {', '.join(AUTH_KINDS)}")
    if kind == "bearer" and not options.get("token"):
        raise InvalidValueError("auth: bearer needs a token", hint="set KGRDF_STORE_TOKEN")
    if kind == "bearer" and not _HEADER_TOKEN.fullmatch(options.get("token") or ""):
        raise InvalidValueError(
            "auth: the token has a character that no header may hold",
            hint="does KGRDF_STORE_TOKEN end in a line break?",
        )
    if kind in ("basic", "digest") and not (options.get("user") and options.get("password")):
        raise InvalidValueError(
            f"auth: {kind} needs a user and a password", hint="set KGRDF_STORE_USER and KGRDF_STORE_PASSWORD"
        )
    return kind
