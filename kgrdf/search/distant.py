"""The text index of a tenant on a server, where other processes may write and reading all words again takes its time."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgrdf.errors import StoreUnavailableError
from kgrdf.search.folder import IndexFolder
from kgrdf.search.index import SearchIndex
from kgrdf.search.source import read_items
from kgrdf.search.tables import Tables
from kgrdf.standing import Head
from kgrdf.store import Store
from kgrdf.transaction import IndexChange

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["DistantIndex"]

_LOG = logging.getLogger("kgrdf.search")
_REST = 4
"""After making it, the index is left as it is for so many times as long as that took, however fast others write."""
_SHORT = 0.25
"""Seconds. An index that is made in less is made whenever it is behind."""


class DistantIndex(SearchIndex):
    """An index that may be behind its graph, and is made again in the background.

    This process's own writes reach it at once. Where another process wrote, a search waits a little for the index to be
    made again, and then answers from the one there is, whose instant it tells.
    """

    def __init__(self, graph: BaseGraph) -> None:
        super().__init__(graph)
        self._build: _Build | None = None
        self._since: list[tuple[Sequence[IndexChange], Head]] = []
        """What this process wrote while the index is being made."""
        self._rest_until = 0.0

    def follow(
        self,
        patience: float | None = None,
        advance: Callable[[int, int | None], None] = lambda done, total: None,
    ) -> int | None:
        """Bring the index to where the graph is, or wait so many seconds for it; None waits as long as it takes.

        Return the instant of the index where it is behind after all. Raises `StoreUnavailableError` where there is none yet
        and none can be made.
        """
        wanted = self._wanted().revision
        if self._stands_at(wanted):
            return None
        # A writer of this process may be between its update and the index: wait for it before doubting the index.
        with self._graph.store.writing():
            wanted = self._wanted().revision
        if self._stands_at(wanted):
            return None
        with self._lock:
            there = self._tables.head()
            build = self._building(at_once=there is None or patience is None)
        if build is not None:
            build.wait(None if there is None else patience, advance)
            if build.error is not None and there is None:
                raise StoreUnavailableError(f"the search index cannot be made: {build.error}", hint="try again")
        with self._lock:
            there = self._tables.head()
            return None if there is None or there.revision >= wanted else there.instant

    def close(self) -> None:
        """Stop making the index, write out what is pending, and close the file."""
        self._stop()
        super().close()

    def discard(self) -> None:
        """Remove the index, with all words in it, and stop making another."""
        self._stop()
        super().discard()

    def take(self, build: _Build) -> None:
        """Hold what was made, with all that this process wrote meanwhile."""
        with self._lock:
            if build is not self._build:
                return
            self._commit()
            self._tables.become(build.tables)
            for changes, head in self._since:
                if self._revision() == head.revision - 1:
                    self._put(changes, head)
            self._rest_until = time.monotonic() + (_REST * build.took if build.took > _SHORT else 0.0)

    @staticmethod
    def _folder(store: Store) -> Path | None:
        return IndexFolder.of(store).path

    def _stands_at(self, revision: int) -> bool:
        with self._lock:
            return self._revision() == revision

    def _apply(self, changes: Sequence[IndexChange], before: Head | None, after: Head) -> None:
        if self._build is not None and not self._build.done:
            self._since.append((changes, after))
        if before is None:
            self._tables.fill((), Head(after.instant, after.revision - 1))
        if self._revision() == after.revision - 1:
            self._put(changes, after)

    @contextlib.contextmanager
    def _followed(self) -> Iterator[Tables]:
        with self._lock:
            missing = self._tables.head() is None
        if missing:
            self.follow(None)
        with self._lock:
            yield self._tables

    def _building(self, *, at_once: bool) -> _Build | None:
        """Return what makes the index, begun now if it is time; the caller holds the lock."""
        if self._build is not None and not self._build.done:
            return self._build
        if not at_once and time.monotonic() < self._rest_until:
            return None
        path = self._tables.path
        tables = Tables(self._graph.tenant.id, None if path is None else path.with_suffix(".building"))
        self._since.clear()
        self._build = _Build(self._graph, tables, self.take)
        self._build.start()
        return self._build

    def _stop(self) -> None:
        with self._lock:
            build, self._build = self._build, None
        if build is not None:
            build.cancel()


class _Build(threading.Thread):
    """Reads all words of a tenant into tables of their own."""

    def __init__(self, graph: BaseGraph, tables: Tables, take: Callable[[_Build], None]) -> None:
        super().__init__(name="kgrdf-search", daemon=True)
        self.tables = tables
        self.error: Exception | None = None
        self.took = 0.0
        self._graph = graph
        self._take = take
        self._count = 0
        self._cancelled = False
        self._finished = threading.Event()

    @property
    def done(self) -> bool:
        """Say that there is nothing more to wait for."""
        return self._finished.is_set()

    def run(self) -> None:
        """Make the tables, and hand them over."""
        started = time.monotonic()
        try:
            with self._graph.store.up_to_date():
                # What is written while it is read may be in it or not, so it counts as of before.
                head = self._graph.head() or Head(0, 0)
                self.tables.fill(self._counted(), head)
            self.took = time.monotonic() - started
            if not self._cancelled:
                self._take(self)
            _LOG.info("%s: %d entries indexed in %.1f s", self._graph.tenant.id, self._count, self.took)
        except Exception as error:  # whatever it is, who waits for the index must not take it for an empty one
            self.error = error
        finally:
            with contextlib.suppress(sqlite3.Error, OSError):
                self.tables.discard()
            self._finished.set()

    def wait(self, seconds: float | None, advance: Callable[[int, int | None], None]) -> None:
        """Wait until it is done, or for so long."""
        until = None if seconds is None else time.monotonic() + seconds
        while not self._finished.wait(0.05 if until is None else max(0.0, min(0.05, until - time.monotonic()))):
            advance(self._count, None)
            if until is not None and time.monotonic() >= until:
                return

    def cancel(self) -> None:
        """Make an end of it, and wait for that."""
        self._cancelled = True
        if self is not threading.current_thread():
            self._finished.wait()

    def _counted(self) -> Iterator[IndexChange]:
        for item in read_items(self._graph):
            if self._cancelled:
                raise _CancelledError
            self._count += 1
            yield item


class _CancelledError(Exception):
    """Nobody wants the index any more."""
