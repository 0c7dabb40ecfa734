"""One request at a time to an endpoint, and what came back, whatever it was."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import quote, urlencode, urljoin

from pyoxigraph import Literal

from kgrdf.errors import StoreError
from kgrdf.query import Request
from kgrdf.store.base import Row
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.failures import told

__all__ = ["FORM", "NOBODY", "SCRATCH", "Line", "Seen", "terms"]

SCRATCH = "urn:kgrdf-store:scratch"
"""The graph that write probes use, and empty again."""
NOBODY = "http://127.0.0.1:9/"
"""An address of the server's own machine where nobody listens: what is sent there reaches nobody."""
FORM = "application/x-www-form-urlencoded"
_SHOWN = 160
_XSD = re.compile(r"\^\^<http://www\.w3\.org/2001/XMLSchema#(\w+)>$")


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer as it came."""

    status: int
    type: str
    """The content type."""
    text: str
    """The beginning of the body."""
    keeps: str = ""
    """What the server says of how long it keeps an idle connection."""

    @property
    def ok(self) -> bool:
        """Its status is that of a success."""
        return self.status in (200, 201, 204)

    @property
    def denied(self) -> bool:
        """It is one that the user or the role may not ask for."""
        return self.status in (401, 403)

    @property
    def short(self) -> str:
        """The status, and of a failure the text, in one line."""
        code, detail, _ = told(self.text)
        text = textwrap.shorten(f"{code}: {detail}" if code else detail, _SHOWN, placeholder=" …")
        return str(self.status) if self.ok else f"{self.status or 'no answer:'} {text}"


class Line:
    """Speaks to one endpoint without the care that a store takes: nothing is repeated, no answer is taken for an error.

    Everything goes to the writer: a reader that is behind would tell of another state than the probes left.

    Probes are constants: they ask for what no query of kgrdf may contain, so they are no templates and take no values.
    """

    def __init__(self, store: EndpointStore) -> None:
        self.store = store

    def post(self, fields: Mapping[str, str], *, accept: str, update: bool = False) -> Seen:
        """Send a form and return what came back."""
        endpoint = self.store.endpoint
        url = endpoint.update_url if update else endpoint.query_url
        return self.send("POST", url, urlencode(fields, quote_via=quote), accept=accept)

    def send(self, method: str, url: str, body: str | None = None, *, type: str = FORM, accept: str = "*/*") -> Seen:
        """Send a request to a URL, or a path of the server, and return what came back; status 0 where nothing did."""
        endpoint = self.store.endpoint
        sent = None if body is None else (type, body.encode())
        try:
            with self.store.call(method, urljoin(endpoint.query_url, url), body=sent, accept=accept) as reply:
                return Seen(
                    reply.status,
                    reply.headers.get("Content-Type", ""),
                    endpoint.without_secrets(reply.start()),
                    reply.headers.get("Keep-Alive") or reply.headers.get("Connection", ""),
                )
        except StoreError as error:
            return Seen(0, "", error.message.removeprefix(f"store: {self.store.location}: "))

    def query(self, text: str, **fields: str) -> Seen:
        """Send a query, with more form fields if there are any."""
        return self.post({"query": text, **fields}, accept="application/sparql-results+json")

    def update(self, text: str) -> Seen:
        """Send an update."""
        return self.post({"update": text}, accept="*/*", update=True)

    def ask(self, text: str) -> bool | None:
        """Return the answer of an ASK, or None where there was none."""
        try:
            with self.store.up_to_date():
                return self.store.ask(Request(text, "probe"))
        except StoreError:
            return None

    def rows(self, text: str) -> Sequence[Row] | None:
        """Return the solutions of a SELECT, or None where there were none to be had."""
        try:
            with self.store.up_to_date():
                return list(self.store.select(Request(text, "probe")))
        except StoreError:
            return None

    def number(self, text: str) -> int | None:
        """Return the number that a SELECT answers with."""
        rows = self.rows(text)
        first = rows[0][0] if rows else None
        return int(first.value) if isinstance(first, Literal) and first.value.lstrip("-").isdigit() else None

    def pace(self, text: str, times: int = 20) -> float:
        """Return the least time that a query took, in milliseconds."""
        least = float("inf")
        for _ in range(times):
            started = perf_counter()
            self.query(text)
            least = min(least, perf_counter() - started)
        return least * 1000


def terms(rows: Sequence[Row] | None) -> str:
    """Return the terms of an answer for a person to read."""
    if rows is None:
        return "refused"
    return ", ".join(_XSD.sub(r"^^xsd:\1", str(term)) for row in rows for term in row) or "nothing"
