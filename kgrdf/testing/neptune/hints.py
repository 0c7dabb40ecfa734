"""Query hints: triples that tell Neptune how to run a request, and that match nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.text import Pattern, Text
from kgrdf.testing.neptune.tokens import Token

__all__ = ["HINTS", "Hints", "without_hints"]

HINTS = "http://aws.amazon.com/neptune/vocab/v01/QueryHints#"


@dataclass
class Hints:
    """What a request asked for by hints."""

    given: list[tuple[str, str]] = field(default_factory=list)
    """(name, value) in the order of the text."""

    def value(self, name: str) -> str | None:
        """Return the value of the first hint of this name."""
        return next((value for key, value in self.given if key == name), None)

    def timeout(self, limit: int) -> int:
        """Return the milliseconds that the request may take, on a server that allows `limit`."""
        asked = [value for key, value in self.given if key == "queryTimeout"]
        if len(asked) > 1:
            raise Refusal("MalformedQueryException", "Malformed query: Query hint 'queryTimeout' must be set only once")
        if not asked:
            return limit
        if not asked[0].isdecimal():
            raise Refusal("MalformedQueryException", "Malformed query: Query hint 'queryTimeout' must be a number")
        if int(asked[0]) >= limit:
            raise Refusal(
                "MalformedQueryException",
                "Malformed query: Query hint 'queryTimeout' must be less than neptune_query_timeout DB Parameter Group",
            )
        return int(asked[0])


def without_hints(text: Text) -> tuple[Text, Hints]:
    """Return the request with spaces for its hints, so that every place in it stays, and the hints."""
    hints, blank, kept = Hints(), list(text.text), []
    for pattern in text.patterns:
        rest: list[Token] = []
        for statement in _statements(pattern):
            if not _is_hint(text, statement):
                rest.extend(statement)
                continue
            hints.given.extend(_given(text, statement))
            start, end = statement[0].start, statement[-1].end
            after = end + len(text.text[end:]) - len(text.text[end:].lstrip())
            if text.text[after : after + 1] == ".":
                end = after + 1
            blank[start:end] = " " * (end - start)
        if rest:
            kept.append(Pattern(pattern.graph, tuple(rest)))
    return replace(text, text="".join(blank), patterns=kept), hints


def _statements(pattern: Pattern) -> Iterator[list[Token]]:
    statement: list[Token] = []
    for token in pattern.tokens:
        if token.word == ".":
            if statement:
                yield statement
            statement = []
        else:
            statement.append(token)
    if statement:
        yield statement


def _is_hint(text: Text, statement: list[Token]) -> bool:
    return any((text.resolve(token) or "").startswith(HINTS) for token in statement[:2])


def _given(text: Text, statement: list[Token]) -> Iterator[tuple[str, str]]:
    for name, value in pairwise(statement[1:]):
        iri = text.resolve(name) or ""
        if iri.startswith(HINTS):
            yield iri.removeprefix(HINTS), text.resolve(value) or value.text.strip("\"'")
