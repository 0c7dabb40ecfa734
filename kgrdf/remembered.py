"""What a process remembers of a tenant's graph, so that it need not be read again at each call.

Only a process that owns its store may remember the head: with a second writer it would be out of date. It is worth the
trouble because the head changes at every write, and a log-structured engine reads past all its former values until it
compacts.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgrdf.query import load
from kgrdf.standing import Head, read_head
from kgrdf.temporal import FOREVER
from kgrdf.terms import integer_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Place", "Remembered"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next chunk of a document goes."""

    document: str
    index: int
    offset: int | None


class Remembered:
    """The head and the earliest planned end of one tenant in one store, and the end of the document written to last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._head: Head | None = None
        self._first_end: int | None = None
        self._place: Place | None = None

    @classmethod
    def of(cls, graph: BaseGraph) -> Remembered:
        """Return what is remembered of this store and tenant; one for all its users."""
        found = graph.store.beside.setdefault(f"remembered:{graph.tenant.id}", cls())
        assert isinstance(found, cls)
        return found

    @classmethod
    def forget(cls, graph: BaseGraph) -> None:
        """Remember nothing of this store and tenant: its graphs were changed otherwise than by a write."""
        graph.store.beside.pop(f"remembered:{graph.tenant.id}", None)

    def head(self, graph: BaseGraph) -> Head | None:
        """Return the tenant's head, or None before its first write."""
        head = self._head
        return head if head is not None and graph.store.exclusive else read_head(graph)

    def writes(self) -> None:
        """Learn that an update is on its way: until it is known to have been carried out, only the graph tells the head."""
        self._head = self._place = None

    def wrote(self, head: Head, place: Place | None) -> None:
        """Learn of the head that a write of this process left, and of the place after the chunk that it added, if any."""
        self._head, self._place = head, place

    def place(self, graph: BaseGraph, document: str) -> Place | None:
        """Return where the next chunk of a document goes, if the write before was to add its last one."""
        place = self._place
        return place if place is not None and place.document == document and graph.store.exclusive else None

    def first_end(self, graph: BaseGraph) -> int:
        """Return the earliest end in the current graph; later than any instant if there is none.

        It may be too early (then one look finds nothing), never too late within one process. Another process's plans are
        found by its own writes and by a sweep.
        """
        with self._lock:
            if self._first_end is None:
                rows = graph.store.select(load("first_planned_end").bind(graph.tenant))
                self._first_end = next((found for row in rows if (found := integer_of(row[0])) is not None), FOREVER)
            return self._first_end

    def plan(self, graph: BaseGraph, end: int) -> None:
        """Learn of a new planned end, which is not in the graph yet."""
        first = min(self.first_end(graph), end)
        with self._lock:
            self._first_end = first

    def moved(self) -> None:
        """Learn that planned ends were moved: look for the earliest again."""
        with self._lock:
            self._first_end = None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
