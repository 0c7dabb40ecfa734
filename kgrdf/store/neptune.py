"""What only Neptune understands: hints in the text of a request, its status, and cancelling what nobody waits for."""

from __future__ import annotations

import json
import logging
import re
import uuid
from collections.abc import Callable
from urllib.parse import quote, urlsplit

from kgrdf.store.pace import Deadline, Pace
from kgrdf.store.wire import Call, LostError, Reply, TooLargeError, UntrustedError

__all__ = ["Neptune"]

_LOG = logging.getLogger("kgrdf.store")
_HINTS = "http://aws.amazon.com/neptune/vocab/v01/QueryHints#"
_QUERY = f"<{_HINTS}Query>"
# What a WHERE or a brace inside means nothing is skipped; a group that is one subselect has no place for a triple.
_TOKEN = re.compile(
    r"""(?P<skip>\#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>"{}|^`\\\s]*>)"""
    r"""|(?P<where>\bWHERE\s*\{)(?!\s*SELECT\b)|(?P<open>\{)|(?P<close>\})""",
    re.IGNORECASE | re.VERBOSE,
)
_ASIDE_SECONDS = 5.0
"""What the server's status, or cancelling, may take at most."""


class Neptune:
    """Gives requests their deadline and a name by which they can be cancelled."""

    def __init__(self, query_url: str, send: Callable[[Call, Deadline], Reply], pace: Pace) -> None:
        self._status = urlsplit(query_url)._replace(path="/status", query="").geturl()
        self._send = send
        self._pace = pace
        self._asked = False
        self._limit: int | None = None

    def hinted(self, text: str, deadline: Deadline) -> tuple[str, str]:
        """Return a text that tells the server when to give up, and the name it gets; a text without a WHERE stays as it is.

        The time is what the caller has left, and less than what the cluster allows: the server refuses any other. A server
        that does not tell what it allows is told no time.
        """
        place = _start_of_where(text)
        if place is None:
            return text, ""
        limit, name = self._allowed(deadline), str(uuid.uuid4())
        hints = f' {_QUERY} <{_HINTS}queryId> "{name}" .'
        if limit is not None:
            millis = max(1, min(int(deadline.remaining() * 1000), limit - 1))
            hints += f" {_QUERY} <{_HINTS}queryTimeout> {millis} ."
        return text[:place] + hints + text[place:], name

    def give_up(self, name: str, url: str) -> None:
        """Cancel a request that was sent to this URL and that nobody waits for any more, if it still runs."""
        parts = urlsplit(url)
        place = parts._replace(path=parts.path.rstrip("/") + "/status", query="").geturl()
        body = f"queryId={quote(name, safe='')}&cancelQuery=true&silent=true".encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "*/*"}
        self._aside(Call("POST", place, headers, body), _ASIDE_SECONDS)

    def _allowed(self, deadline: Deadline) -> int | None:
        """Return the milliseconds that the cluster allows a request, asked for once."""
        if not self._asked:
            told = self._aside(Call("GET", self._status, {"Accept": "application/json"}, None), deadline.remaining())
            if told is None:
                return None  # lost on the way: the next request asks again
            self._asked = True
            try:
                self._limit = int(json.loads(told)["settings"]["clusterQueryTimeoutInMs"])
            except (ValueError, KeyError, TypeError):
                _LOG.info("the server does not tell how long a request may take")
        return self._limit

    def _aside(self, call: Call, seconds: float) -> str | None:
        try:
            with self._send(call, self._pace.deadline(min(seconds, _ASIDE_SECONDS))) as reply:
                return reply.start(100_000)
        except (LostError, TooLargeError, UntrustedError):
            return None  # if it matters, the request itself fails for the same reason


def _start_of_where(text: str) -> int | None:
    """Return the place after the brace that opens the outer WHERE."""
    depth = 0
    for match in _TOKEN.finditer(text):
        if match["where"] and depth == 0:
            return match.end("where")
        if match["where"] or match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
    return None
