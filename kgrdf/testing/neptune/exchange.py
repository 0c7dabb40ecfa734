"""One request and one answer, without the socket between them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from kgrdf.testing.neptune.counters import Observation
from kgrdf.testing.neptune.faults import Fault
from kgrdf.testing.neptune.refusals import Refusal

__all__ = ["Call", "Reply"]

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Call:
    """A request as it came in."""

    method: str
    path: str
    query: str
    """After the `?`, as sent."""
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes
    arrived: float = field(default_factory=time.monotonic)
    """By `time.monotonic`; the time in the queue counts."""

    @property
    def content_type(self) -> str:
        """The media type of the body, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def fields(self) -> dict[str, list[str]]:
        """Return the parameters of the URL, and those of the body where it is a form."""
        found = _parsed(self.query)
        if self.content_type == _FORM:
            for name, values in _parsed(self._text()).items():
                found.setdefault(name, []).extend(values)
        return found

    def sparql(self) -> tuple[str, str, dict[str, list[str]]]:
        """Return `query` or `update`, the text, and the other parameters. Raises `Refusal` unless there is one text."""
        fields = self.fields()
        direct = {"application/sparql-query": "query", "application/sparql-update": "update"}.get(self.content_type)
        if direct:
            fields[direct] = [self._text()]
        given = [name for name in ("query", "update") if name in fields]
        if not given:
            raise Refusal("MissingParameterException", "Missing parameter: query or update")
        if len(given) > 1 or len(fields[given[0]]) > 1:
            raise Refusal("BadRequestException", "Bad request: one query or one update")
        if given == ["update"] and self.method != "POST":
            raise Refusal("MethodNotAllowedException", "An update has to be sent by POST")
        return given[0], fields.pop(given[0])[0], fields

    def _text(self) -> str:
        try:
            return self.body.decode()
        except UnicodeDecodeError as error:
            raise Refusal("BadRequestException", f"Bad request: the body is not UTF-8: {error}") from None


def _parsed(text: str) -> dict[str, list[str]]:
    return parse_qs(text, keep_blank_values=True, errors="strict")


@dataclass
class Reply:
    """An answer before it is sent."""

    status: int
    content_type: str
    body: bytes
    request_id: str
    observation: Observation
    fault: Fault | None = None
    refusal: Refusal | None = None
    """What ends a broken answer."""
    headers: dict[str, str] = field(default_factory=dict)
