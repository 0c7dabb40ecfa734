"""The text index of one tenant: SQLite FTS5 beside the graph, derived from it and thrown away when in doubt."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgrdf.errors import KgrdfError, StoreUnavailableError
from kgrdf.search.source import read_items
from kgrdf.search.tables import Candidate, Entry, Tables
from kgrdf.standing import Head
from kgrdf.store import Store
from kgrdf.transaction import IndexChange

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["SearchIndex"]

_PAUSE = 0.1
"""Seconds until changes are on disk; a search sees them at once."""
_MANY = 256
"""Changes that are written out without waiting."""
_MAX_OPEN = 64
"""How many tenants' files a store keeps open; each takes three of the process's file handles."""
_registry = threading.Lock()


class SearchIndex:
    """The words of one tenant's entities, concepts, documents, chunks and facts.

    The index holds the revision of the graph that it was made from. Where that is not the graph's, or the file is missing,
    foreign or damaged, it is made again from the graph, so that no crash can make it wrong. Several threads may use it.

    A commit costs the file as much as the update costs the graph, so the changes of a tenth of a second share one. A process
    that dies within it leaves a file that is behind its graph.
    """

    def __init__(self, graph: BaseGraph) -> None:
        self._graph = graph
        folder = self._folder(graph.store)
        self._tables = Tables(graph.tenant.id, None if folder is None else folder / f"{graph.tenant.id}.sqlite")
        self._lock = threading.RLock()
        self._pending = 0
        """Changes made since the last commit."""

    @classmethod
    def of(cls, graph: BaseGraph) -> SearchIndex:
        """Return the one index of this store and tenant."""
        from kgrdf.search.distant import DistantIndex  # it is a kind of this one

        kind = DistantIndex if graph.store.keeps_registry else SearchIndex
        beside, name = graph.store.beside, f"search:{graph.tenant.id}"
        with _registry:
            # Taken out and put back, so that the order of the dictionary is that of the last use.
            found = beside.pop(name, None)
            index = found if isinstance(found, SearchIndex) else kind(graph)
            beside[name] = index
            for item in [item for item in list(beside.values()) if isinstance(item, SearchIndex)][:-_MAX_OPEN]:
                item.rest()
        return index

    def apply(self, changes: Sequence[IndexChange], before: Head | None, after: Head) -> None:
        """Bring the index from the head before a write to the one after it; the caller holds the store's writer lock.

        A failure is not the caller's: what is written is written. The index is then made again when it is next asked.
        """
        with self._lock:
            try:
                self._apply(changes, before, after)
            except (sqlite3.Error, OSError, RuntimeError, KgrdfError):  # the third where no thread can be started
                self._drop()

    def follow(
        self, patience: float | None = None, advance: Callable[[int, int | None], None] = lambda done, total: None
    ) -> int | None:
        """Bring the index to where the graph is; return the instant that it is of where it stays behind, else None.

        `patience` is for how many seconds to wait for it, where waiting can help. `advance` hears how many entries are made.
        """
        return None

    def match(self, expression: str, *, everything: bool, now: int, limit: int) -> list[Candidate]:
        """Return what matches an FTS5 expression, best first: what is not a statement closed by `now`, or everything.

        The index is made again first where it is not that of the graph. Raises `StoreUnavailableError` where it cannot be.
        """
        try:
            try:
                return self._match(expression, everything, now, limit)
            except sqlite3.DatabaseError:
                self.discard()
                return self._match(expression, everything, now, limit)
        except (sqlite3.Error, OSError) as error:
            raise StoreUnavailableError(f"the search index cannot be kept: {error}", hint="is the disk full?") from error

    def turned(self) -> int:
        """Return the instant by which facts with a planned end lie among the open or the closed ones."""
        with self._followed() as tables:
            return tables.turned()

    def entry(self, public_id: str) -> Entry | None:
        """Return what is kept of an id; None if it cannot be found."""
        with self._followed() as tables:
            return tables.entry(public_id)

    def size(self) -> int:
        """Return how many entries there are."""
        with self._followed() as tables:
            return tables.size()

    def close(self) -> None:
        """Write out what is pending, and close the file."""
        with self._lock:
            self._settle()
            self._drop()

    def discard(self) -> None:
        """Remove the index, with all words in it; it comes back from the graph when it is asked."""
        with self._lock:
            self._pending = 0
            self._tables.discard()

    def rest(self) -> None:
        """Let go of the file until it is next used, unless it is in use."""
        if self._tables.path is not None and self._lock.acquire(blocking=False):
            try:
                SearchIndex.close(self)
            finally:
                self._lock.release()

    @staticmethod
    def _folder(store: Store) -> Path | None:
        """Return where the file lies; None for an index in memory."""
        return None if store.folder is None else store.folder / "search"

    def _apply(self, changes: Sequence[IndexChange], before: Head | None, after: Head) -> None:
        if self._revision() == after.revision - 1:
            self._put(changes, after)
        else:
            self._rebuild(after)

    def _put(self, changes: Sequence[IndexChange], head: Head) -> None:
        """Make changes within a transaction that is committed a little later."""
        if self._tables.begin():
            timer = threading.Timer(_PAUSE, self._settle)
            timer.daemon = True
            timer.start()
        self._tables.put(changes, head)
        self._pending += len(changes)
        if self._pending >= _MANY:
            self._commit()

    def _settle(self) -> None:
        with self._lock:
            try:
                self._commit()
            except sqlite3.Error:
                self._drop()

    def _commit(self) -> None:
        self._tables.commit()
        self._pending = 0

    def _match(self, expression: str, everything: bool, now: int, limit: int) -> list[Candidate]:
        with self._followed() as tables:
            if tables.due(now):
                tables.begin()
                tables.turn(now)
                self._commit()
            return tables.match(expression, everything=everything, limit=limit)

    @contextlib.contextmanager
    def _followed(self) -> Iterator[Tables]:
        """Hold the index as the graph says that it is; while it is held, nobody changes, closes or discards it."""
        with self._lock:
            if self._revision() == self._wanted().revision:
                yield self._tables
                return
        # A writer may be between its update and the index: wait for it before doubting the index.
        with self._graph.store.writing(), self._lock:
            head = self._wanted()
            if self._revision() != head.revision:
                self._rebuild(head)
            yield self._tables

    def _wanted(self) -> Head:
        return self._graph.head() or Head(0, 0)

    def _revision(self) -> int | None:
        head = self._tables.head()
        return None if head is None else head.revision

    def _rebuild(self, head: Head) -> None:
        self._pending = 0
        self._tables.fill(read_items(self._graph), head)

    def _drop(self) -> None:
        self._pending = 0
        self._tables.close()
