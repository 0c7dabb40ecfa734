"""HTTP as the endpoint store needs it: one request out, one bounded answer in, before a deadline."""

from __future__ import annotations

import re
import ssl
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

import urllib3
from urllib3.exceptions import HTTPError, NewConnectionError, SSLError
from urllib3.exceptions import TimeoutError as HTTPTimeoutError
from urllib3.util import Timeout

from kgrdf.store.pace import Deadline

__all__ = ["Call", "LostError", "Reply", "TooLargeError", "UntrustedError", "Wire"]

_CHUNK = 1 << 16
_IN_MEMORY = 1 << 24
"""A larger answer waits in a temporary file."""
_CONNECT_SECONDS = 10.0
_POOLED = 16
# A connection that ends where TLS is spoken: says nothing of the certificate.
_BROKEN_OFF = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError)
_OBJECT = re.compile(r"^(?:<.*>|HTTPS?Connection(?:Pool)?\(.*?\)): ")


@dataclass(frozen=True, slots=True)
class Call:
    """One HTTP request, whole: nothing is added to it but what a signature does not cover."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Reply:
    """One HTTP answer, read to its end; use it as a context."""

    status: int
    headers: Mapping[str, str]
    """Looked up without regard to case."""
    body: IO[bytes]
    size: int

    def __enter__(self) -> Reply:
        return self

    def __exit__(self, *_: object) -> None:
        self.body.close()

    def start(self, limit: int = 2000) -> str:
        """Return the beginning of the body as text."""
        self.body.seek(0)
        return self.body.read(limit).decode("utf-8", "replace")

    def end(self, limit: int = 4000) -> str:
        """Return the end of the body as text."""
        self.body.seek(max(0, self.size - limit))
        return self.body.read(limit).decode("utf-8", "replace")


class LostError(Exception):
    """No whole answer came: whether the request was carried out is unknown."""


class UntrustedError(Exception):
    """The server's certificate is not one to trust."""


class TooLargeError(Exception):
    """The answer is larger than what may be read."""


class Wire:
    """A pool of connections to one endpoint; several threads may use it."""

    def __init__(self, *, ca_file: Path | None, max_response: int) -> None:
        self._max_response = max_response
        self._pool = urllib3.PoolManager(
            maxsize=_POOLED, ca_certs=None if ca_file is None else str(ca_file), ssl_minimum_version=ssl.TLSVersion.TLSv1_2
        )

    def send(self, call: Call, deadline: Deadline) -> Reply:
        """Send a request and read its answer, whatever its status; redirects are answers too.

        Raises `LostError`, `UntrustedError` or `TooLargeError`.
        """
        seconds = deadline.remaining()
        if seconds <= 0:
            raise LostError("no time is left")
        try:
            response = self._pool.urlopen(
                call.method,
                call.url,
                body=call.body,
                headers=dict(call.headers),
                redirect=False,
                retries=False,
                preload_content=False,
                timeout=Timeout(connect=min(seconds, _CONNECT_SECONDS), read=seconds),
            )
        except SSLError as error:
            if error.args and isinstance(error.args[0], _BROKEN_OFF):
                raise LostError(_reason(error)) from None
            raise UntrustedError(str(error)) from None
        except (HTTPError, OSError) as error:
            late = isinstance(error, HTTPTimeoutError) and not isinstance(error, NewConnectionError)
            raise LostError("no answer in time" if late else _reason(error)) from None
        try:
            return self._read(response, deadline)
        except (HTTPError, OSError) as error:
            response.close()
            late = isinstance(error, HTTPTimeoutError)
            raise LostError("the answer did not end in time" if late else f"it broke off: {_reason(error)}") from None
        except BaseException:
            response.close()
            raise

    def drop(self) -> None:
        """Close the idle connections, so that the next request looks the host's address up again."""
        self._pool.clear()

    def _read(self, response: urllib3.BaseHTTPResponse, deadline: Deadline) -> Reply:
        body = cast("IO[bytes]", tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 (the reply owns it)
        size = 0
        try:
            while chunk := response.read1(_CHUNK):
                size += len(chunk)
                if size > self._max_response:
                    raise TooLargeError(f"more than {self._max_response:,} bytes")
                body.write(chunk)
                # A server that sends a little now and then never meets the timeout of a single read.
                seconds = deadline.remaining()
                if seconds <= 0:
                    raise LostError("the answer did not end in time")
                connected = getattr(response.connection, "sock", None)
                if connected is not None:
                    connected.settimeout(seconds)
        except BaseException:
            body.close()
            raise
        response.release_conn()
        body.seek(0)
        return Reply(response.status, response.headers, body, size)


def _reason(error: BaseException) -> str:
    """Return what went wrong, without the objects that urllib3 puts into its messages."""
    inner = error.args[-1] if error.args and isinstance(error.args[-1], BaseException) else error
    return _OBJECT.sub("", str(inner)) or type(inner).__name__
