"""Signing in to an endpoint: what a request carries to say who asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from kgrdf.store.digest import Digest
from kgrdf.store.settings import Endpoint
from kgrdf.store.signature import Signature
from kgrdf.store.wire import Call

__all__ = ["Authentication", "Constant", "authentication"]


class Authentication(Protocol):
    """One way to sign in."""

    def headers(self, call: Call) -> Mapping[str, str]:
        """Return the headers that sign this request as it stands; asked for anew at each attempt."""
        ...

    def challenged(self, call: Call, challenges: str) -> bool:
        """Learn of the challenges (WWW-Authenticate) that answered a request; say whether it is worth sending again."""
        ...

    def renew(self) -> None:
        """Forget what may have expired."""
        ...


class Constant:
    """The same header for every request, or none."""

    def __init__(self, authorization: str | None) -> None:
        self._headers = {} if authorization is None else {"Authorization": authorization}

    def headers(self, call: Call) -> Mapping[str, str]:
        """Return the header."""
        return self._headers

    def challenged(self, call: Call, challenges: str) -> bool:
        """Say no: there is nothing else to show."""
        return False

    def renew(self) -> None:
        """Do nothing: what was given once is all there is."""


def authentication(endpoint: Endpoint) -> Authentication:
    """Return the way to sign in that the options and the profile lead to."""
    match endpoint.auth:
        case "basic":
            return Constant(f"Basic {endpoint.pair}")
        case "bearer":
            return Constant(f"Bearer {endpoint.token}")
        case "digest":
            return Digest(endpoint.user, endpoint.password)
        case "sigv4":
            return Signature(endpoint.query_url, endpoint.region)
        case "none":
            return Constant(None)
