"""When the next planned end of a tenant comes, so that a write need not look for ends that have not come."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from kgrdf.query import load
from kgrdf.temporal import FOREVER
from kgrdf.terms import integer_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Agenda"]


class Agenda:
    """The earliest planned end of a tenant.

    It may be too early (then one look finds nothing), never too late within one process. Another process's plans are found
    by its own writes and by a sweep.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._first: int | None = None

    @classmethod
    def of(cls, graph: BaseGraph) -> Agenda:
        """Return the one agenda of this store and tenant."""
        found = graph.store.beside.setdefault(f"agenda:{graph.tenant.id}", cls())
        assert isinstance(found, cls)
        return found

    def first(self, graph: BaseGraph) -> int:
        """Return the earliest end in the current graph; later than any instant if there is none."""
        with self._lock:
            if self._first is None:
                rows = graph.store.select(load("first_planned_end").bind(graph.tenant))
                self._first = next((found for row in rows if (found := integer_of(row[0])) is not None), FOREVER)
            return self._first

    def plan(self, end: int) -> None:
        """Learn of a new planned end."""
        with self._lock:
            if self._first is not None:
                self._first = min(self._first, end)

    def forget(self) -> None:
        """Look again at the next write; to be called where the graph was changed past the statements' rules."""
        with self._lock:
            self._first = None

    def close(self) -> None:
        """Do nothing: the agenda holds no resource."""
