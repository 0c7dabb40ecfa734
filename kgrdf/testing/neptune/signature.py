"""AWS Signature Version 4, verified: an implementation of its own, so that a mistake of the signer's library is seen."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, unquote

from kgrdf.testing.neptune.refusals import Refusal

__all__ = ["Credentials", "Verifier"]

_SERVICE = "neptune-db"
_ALGORITHM = "AWS4-HMAC-SHA256"
_AUTHORIZATION = re.compile(
    rf"{_ALGORITHM} Credential=(?P<key>[^/,\s]+)/(?P<day>\d{{8}})/(?P<region>[^/,\s]+)/(?P<service>[^/,\s]+)/aws4_request,"
    r"\s*SignedHeaders=(?P<headers>[a-z0-9;-]+),\s*Signature=(?P<signature>[0-9a-f]{64})"
)
_SKEW = timedelta(minutes=5)


@dataclass(frozen=True)
class Credentials:
    """What a client signs with."""

    access_key: str
    secret_key: str = field(repr=False)
    token: str = field(repr=False)
    read_only: bool = False
    """The role behind it may query, and may not change anything."""

    @classmethod
    def fresh(cls, *, read_only: bool = False) -> Credentials:
        """Return random ones."""
        return cls("ASIA" + secrets.token_hex(8).upper(), secrets.token_hex(20), secrets.token_hex(32), read_only)


def _denied(detail: str) -> Refusal:
    return Refusal("AccessDeniedException", detail)


class Verifier:
    """Tells who signed a request."""

    def __init__(self, region: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.region = region
        self.signatures: set[str] = set()
        """Each one that was good, once."""
        self._clock = clock
        self._known: dict[str, Credentials] = {}
        self._expired: set[str] = set()
        self._guard = threading.Lock()

    def know(self, credentials: Credentials) -> None:
        """Accept these from now on."""
        self._known[credentials.access_key] = credentials

    def expire(self, credentials: Credentials) -> None:
        """Refuse these from now on, as credentials whose time is over."""
        self._expired.add(credentials.access_key)

    def verify(self, method: str, path: str, query: str, headers: Mapping[str, str], body: bytes) -> Credentials:
        """Return whose request it is. `headers` has lower-case names. Raises `Refusal` with status 403."""
        given = headers.get("authorization", "")
        if not given:
            raise _denied("Missing Authentication Token")
        match = _AUTHORIZATION.fullmatch(given)
        if match is None:
            raise _denied("Authorization header is not a complete AWS4-HMAC-SHA256 signature")
        credentials = self._known.get(match["key"])
        if credentials is None or not hmac.compare_digest(headers.get("x-amz-security-token", ""), credentials.token):
            raise _denied("The security token included in the request is invalid.")
        if credentials.access_key in self._expired:
            raise _denied("The security token included in the request is expired")
        if (match["region"], match["service"]) != (self.region, _SERVICE):
            raise _denied(f"Credential should be scoped to a valid region and to service '{_SERVICE}'.")
        stamp = headers.get("x-amz-date", "")
        self._check_time(stamp, match["day"])
        signed = match["headers"].split(";")
        needed = {"host"} | {name for name in headers if name.startswith("x-amz-")}
        if signed != sorted(set(signed)) or not needed <= set(signed) or not set(signed) <= headers.keys():
            raise _denied(f"SignedHeaders must name {', '.join(sorted(needed))}, sorted, and nothing that is not sent")
        digest = hashlib.sha256(body).hexdigest()
        if headers.get("x-amz-content-sha256", digest) != digest:
            raise _denied("The value of x-amz-content-sha256 is not the hash of the body")
        canonical = "\n".join(
            (
                *(method, _canonical_path(path), _canonical_query(query)),
                *(f"{name}:{' '.join(headers[name].split())}" for name in signed),
                *("", ";".join(signed), digest),
            )
        )
        scope = f"{match['day']}/{self.region}/{_SERVICE}/aws4_request"
        text = "\n".join((_ALGORITHM, stamp, scope, hashlib.sha256(canonical.encode()).hexdigest()))
        key = f"AWS4{credentials.secret_key}".encode()
        for part in scope.split("/"):
            key = hmac.digest(key, part.encode(), "sha256")
        if not hmac.compare_digest(hmac.new(key, text.encode(), "sha256").hexdigest(), match["signature"]):
            raise _denied(
                "The request signature we calculated does not match the signature you provided. Check your AWS Secret "
                "Access Key and signing method. Consult the service documentation for details."
            )
        with self._guard:
            self.signatures.add(match["signature"])
        return credentials

    def _check_time(self, stamp: str, day: str) -> None:
        try:
            signed_at = datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        except ValueError:
            raise _denied("X-Amz-Date must be an ISO 8601 basic date and time") from None
        if stamp[:8] != day:
            raise _denied("Date in Credential scope does not match the one of X-Amz-Date")
        now = self._clock()
        if signed_at < now - _SKEW:
            raise _denied(f"Signature expired: {stamp} is now earlier than {now - _SKEW:%Y%m%dT%H%M%SZ}")
        if signed_at > now + _SKEW:
            raise _denied(f"Signature not yet current: {stamp} is still later than {now + _SKEW:%Y%m%dT%H%M%SZ}")


def _canonical_path(path: str) -> str:
    # Every service but S3 encodes the path of the request once more.
    return quote(path or "/", safe="/-_.~")


def _canonical_query(query: str) -> str:
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    encoded = [(quote(unquote(name), safe="-_.~"), quote(unquote(value), safe="-_.~")) for name, _, value in pairs]
    return "&".join(f"{name}={value}" for name, value in sorted(encoded))
