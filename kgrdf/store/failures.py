"""What went wrong with a request to an endpoint: read from its answer, with what may be done about it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from kgrdf.errors import (
    InvalidValueError,
    KgrdfError,
    QueryRejectedError,
    StoreAccessError,
    StoreAnswerError,
    StoreUnavailableError,
    WriteConflictError,
)
from kgrdf.store.wire import Reply

__all__ = ["Failure", "Remedy", "broken", "failure_of", "told"]

Remedy: TypeAlias = Literal["conflict", "throttled", "memory", "slow", "lost", "moved", "expired", "size", "none"]
"""What may help: the sort of repeat, smaller requests (`size`), or nothing."""

# By Neptune's codes: its HTTP status does not tell what can be repeated.
_REMEDIES: dict[str, Remedy] = {
    "ConcurrentModificationException": "conflict",
    "ThrottlingException": "throttled",
    "TooManyRequestsException": "throttled",
    "QueryLimitExceededException": "throttled",
    "MemoryLimitExceededException": "memory",
    "TimeLimitExceededException": "slow",
    "ClientTimeoutException": "lost",
    "ConstraintViolationException": "lost",
    "FailureByQueryException": "lost",
    "CancelledByMaintenanceException": "lost",
    "InternalFailureException": "lost",
    "ServerShutdownException": "lost",
    "ReadOnlyViolationException": "moved",
    "QueryTooLargeException": "size",
}
_BY_STATUS: dict[int, Remedy] = {408: "lost", 413: "size", 429: "throttled", 502: "lost", 503: "lost", 504: "lost"}
# What servers without codes say of a request that is too large: Oxigraph, and Virtuoso's compiler.
_TOO_LARGE = re.compile(r"payloads are limited to|length of generated SQL text has exceeded", re.IGNORECASE)
_EXPIRED = re.compile(r"\bexpired\b", re.IGNORECASE)
_CODE = re.compile(r'"code"\s*:\s*"(\w+)"')
_TEXT_SHOWN = 300


class Failure(Exception):  # noqa: N818 (it is told to nobody: `to_error` is what callers see)
    """One attempt that failed."""

    def __init__(
        self,
        reason: str,
        remedy: Remedy,
        *,
        status: int | None = None,
        code: str = "",
        request_id: str = "",
        wait: float = 0.0,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy: Remedy = remedy
        self.status = status
        self.code = code
        self.request_id = request_id
        self.wait = wait
        """Seconds for which the server asked to be left alone."""

    @property
    def name(self) -> str:
        """The server's code for it, or the HTTP status, or `lost`."""
        return self.code or (str(self.status) if self.status else "lost")

    def to_error(self, what: str, location: str, tries: int) -> KgrdfError:
        """Return what a caller is told after the last attempt."""
        tried = f" after {tries} attempts" if tries > 1 else ""
        marked = f", request {self.request_id}" if self.request_id else ""
        message = f"{what} failed at {location}{tried}: {self.reason}{marked}"
        if self.status in (401, 403):
            return StoreAccessError(message, hint="check the user, the password or the role, and what it may do")
        if self.remedy == "conflict":
            return WriteConflictError(message, hint="another process writes the same data: try again")
        if self.remedy == "size":
            return InvalidValueError(message, hint="the server takes no request of this size: store or ask for less at once")
        if self.status is not None and self.status < 300 and (self.remedy == "none" or not self.code):
            return StoreAnswerError(message, hint="nothing of it was used; is this a SPARQL endpoint, and no proxy?")
        if self.status is not None and (300 <= self.status < 400 or self.status in (404, 405)):
            return StoreAnswerError(message, hint="check the URL, the profile and the update URL")
        if self.remedy == "none":
            return QueryRejectedError(message, hint="if the server is what the profile says, a bug: please report it")
        return StoreUnavailableError(message, hint="is the server up and well? Try again")


def failure_of(reply: Reply, conceal: Callable[[str], str]) -> Failure | None:
    """Return what an answer says went wrong, or None where its status is that of a success.

    `conceal` takes out what the server may have echoed of how the request was signed in.
    """
    if reply.status in (200, 204):
        return None
    text = reply.start()
    code, whole, request_id = told(text)
    detail = _shown(whole, conceal)
    request_id = request_id or reply.headers.get("x-amzn-RequestId", "")
    if 300 <= reply.status < 400:
        detail = f"a redirect to {conceal(reply.headers.get('Location', 'nowhere'))!r}, which is not followed"
    remedy = _REMEDIES.get(code) or _BY_STATUS.get(reply.status, "none")
    if reply.status == 403 and _EXPIRED.search(whole):
        remedy = "expired"
    if remedy == "none" and reply.status in (400, 500) and _TOO_LARGE.search(text):
        remedy = "size"
    return Failure(
        f"{reply.status} {code}: {detail}" if code else f"{reply.status}: {detail or 'no text'}",
        remedy,
        status=reply.status,
        code=code,
        request_id=request_id,
        wait=_seconds(reply.headers.get("Retry-After", "")),
    )


def broken(reply: Reply, reason: str, conceal: Callable[[str], str]) -> Failure:
    """Return the failure of an answer that began as a success and is none: its end may say why."""
    found = _CODE.search(reply.end())
    code = found[1] if found else ""
    shown = _shown(reply.end(), conceal, end=True) if found else _shown(reply.start(), conceal)
    kind = reply.headers.get("Content-Type", "of no type")
    remedy = _REMEDIES.get(code, "none") if found else "slow"
    if "html" in kind.lower():
        remedy = "none"
    return Failure(
        f"{reply.status}, but the answer ({kind}) is not whole or not what was asked for: {conceal(reason)}: {shown}",
        remedy,
        status=reply.status,
        code=code,
    )


def told(text: str) -> tuple[str, str, str]:
    """Return the code, the whole text and the request's id that the body of an error gives."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict) and isinstance(found.get("code"), str):
        detail = found.get("detailedMessage") or found.get("message") or ""
        return found["code"], str(detail), str(found.get("requestId", ""))
    return "", text, ""


def _shown(text: str, conceal: Callable[[str], str], *, end: bool = False) -> str:
    """Return the beginning or the end of a text in one line; it is cut last, so that no part of a secret stays."""
    line = " ".join(conceal(text).split())
    return line[-_TEXT_SHOWN:] if end else line[:_TEXT_SHOWN]


def _seconds(value: str) -> float:
    return float(value) if value.isascii() and value.isdigit() else 0.0
