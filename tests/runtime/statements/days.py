"""Days of a small calendar, and what is read on them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kgrdf import Graph
from kgrdf.errors import KgrdfError

__all__ = ["claims", "day", "days_of", "owners", "refusal", "span"]

_FIRST = datetime(2024, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    """Return the start of a day; the clock of the tests shows day 100."""
    return _FIRST + timedelta(days=number)


def days_of(moment: datetime | None) -> int | None:
    """Return the number of the day that an instant lies in."""
    return None if moment is None else (moment - _FIRST).days


def owners(graph: Graph, as_of: int | None = None, known_at: datetime | None = None) -> set[str]:
    """Return who owns the checkout on a day, as known at an instant."""
    at = None if as_of is None else day(as_of)
    items = graph.relationships.list(as_of=at, known_at=known_at).items
    owned = [r for r in items if r.relationship_type == "primary_owner" and r.from_id.endswith("checkout")]
    return {r.to_id.rpartition(":")[2] for r in owned}


def claims(graph: Graph, as_of: int | None = None, known_at: datetime | None = None) -> set[str]:
    """Return what is claimed on a day, as known at an instant."""
    at = None if as_of is None else day(as_of)
    return {fact.claim for fact in graph.facts.list(as_of=at, known_at=known_at).items}


def span(graph: Graph, statement_id: str) -> tuple[int | None, int | None]:
    """Return the days on which a statement begins and ends, wherever it lies."""
    versions = graph.get_timeline(statement_id, limit=200).versions
    version = next(v for v in versions if v.id == statement_id)
    return days_of(version.valid_from), days_of(version.valid_to)


class refusal:
    """Expect a refusal with this code; the message is there afterwards."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.message = ""
        self._raises = pytest.raises(KgrdfError)

    def __enter__(self) -> refusal:
        self._caught = self._raises.__enter__()
        return self

    def __exit__(self, *details: object) -> bool:
        caught = bool(self._raises.__exit__(*details))  # type: ignore[arg-type]
        assert self._caught.value.code == self.code, f"{self._caught.value.code}: {self._caught.value}"
        self.message = self._caught.value.message
        return caught
