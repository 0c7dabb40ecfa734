"""HTTP digest authentication (RFC 7616) with MD5 or SHA-256, for servers that take nothing else, such as Virtuoso."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from kgrdf.store.wire import Call

__all__ = ["Digest"]

_SCHEME = re.compile(r"(?:^|,)\s*([A-Za-z][\w-]*)\s+(?=[\w-]+\s*=)")
_FIELD = re.compile(r'([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))')
# The stronger one first.
_ALGORITHMS = {"SHA-256": hashlib.sha256, "MD5": hashlib.md5}


@dataclass(slots=True)
class _Challenge:
    realm: str
    nonce: str
    opaque: str | None
    algorithm: str
    named: bool
    """The server named the algorithm, so the answer does."""
    stale: bool
    uses: int = 0


class Digest:
    """Answers challenges with the hash of a user's password; the password itself is never sent.

    A nonce is used again, with a growing count, until the server offers another.
    """

    def __init__(self, user: str, password: str, token: Callable[[], str] = lambda: secrets.token_hex(16)) -> None:
        self._user = user
        self._password = password
        self._token = token
        self._challenge: _Challenge | None = None
        self._guard = threading.Lock()

    def headers(self, call: Call) -> Mapping[str, str]:
        """Return the answer to the last challenge, or nothing before there was one."""
        with self._guard:
            challenge = self._challenge
            if challenge is None:
                return {}
            challenge.uses += 1
            count = f"{challenge.uses:08x}"
        parts = urlsplit(call.url)
        uri = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        ours, algorithm = self._token(), challenge.algorithm
        secret = _hash(algorithm, self._user, challenge.realm, self._password)
        proof = _hash(algorithm, secret, challenge.nonce, count, ours, "auth", _hash(algorithm, call.method, uri))
        fields = {
            "username": _quoted(self._user),
            "realm": _quoted(challenge.realm),
            "nonce": _quoted(challenge.nonce),
            "uri": _quoted(uri),
            "response": _quoted(proof),
            "qop": "auth",
            "nc": count,
            "cnonce": _quoted(ours),
        }
        if challenge.named:
            fields["algorithm"] = algorithm
        if challenge.opaque is not None:
            fields["opaque"] = _quoted(challenge.opaque)
        return {"Authorization": "Digest " + ", ".join(f"{name}={value}" for name, value in fields.items())}

    def challenged(self, call: Call, challenges: str) -> bool:
        """Take up the best challenge; say no where there is none to answer, or where the same one was answered already."""
        offered = _parsed(challenges)
        if offered is None:
            return False
        refused = call.headers.get("Authorization", "")
        if f"nonce={_quoted(offered.nonce)}" in refused and not offered.stale:
            return False
        with self._guard:
            self._challenge = offered
        return True

    def renew(self) -> None:
        """Wait for the next challenge."""
        with self._guard:
            self._challenge = None


def _parsed(header: str) -> _Challenge | None:
    starts = [*_SCHEME.finditer(header)]
    offered: dict[str, _Challenge] = {}
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(header)
        if start[1].lower() != "digest":
            continue
        found = _FIELD.finditer(header, start.end(), end)
        fields = {
            name.lower(): re.sub(r"\\(.)", r"\1", quoted) or bare for name, quoted, bare in (f.groups("") for f in found)
        }
        algorithm = fields.get("algorithm", "MD5").upper()
        qop = {way.strip() for way in fields.get("qop", "").split(",")}
        if algorithm in _ALGORITHMS and "auth" in qop and "nonce" in fields:
            offered[algorithm] = _Challenge(
                realm=fields.get("realm", ""),
                nonce=fields["nonce"],
                opaque=fields.get("opaque"),
                algorithm=algorithm,
                named="algorithm" in fields,
                stale=fields.get("stale", "").lower() == "true",
            )
    return next((offered[name] for name in _ALGORITHMS if name in offered), None)


def _hash(algorithm: str, *parts: str) -> str:
    return _ALGORITHMS[algorithm](":".join(parts).encode()).hexdigest()


def _quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
