"""The text index of one tenant: SQLite FTS5 beside the graph, derived from it and thrown away when in doubt."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgrdf.errors import KgrdfError, StoreUnavailableError
from kgrdf.search.source import read_items
from kgrdf.search.words import indexed_text
from kgrdf.transaction import IndexChange

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Candidate", "SearchIndex"]

_FORMAT = "kgrdf search 1"
_PAUSE = 0.1
"""Seconds until changes are on disk; a search sees them at once."""
_MANY = 256
"""Changes that are written out without waiting."""
_MAX_OPEN = 64
"""How many tenants' files a store keeps open; each takes three of the process's file handles."""
_registry = threading.Lock()
_TABLES = ("open", "closed")
_SCHEMA = """
CREATE TABLE state (format TEXT, tenant TEXT, revision INTEGER);
CREATE VIRTUAL TABLE open USING fts5(id UNINDEXED, kind UNINDEXED, text, tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE closed USING fts5(id UNINDEXED, kind UNINDEXED, text, tokenize='porter unicode61 remove_diacritics 2');
"""
# One statement for each table and verb: names of tables cannot be bound, and none is made from data.
_DELETE = {"open": "DELETE FROM open WHERE rowid = ?", "closed": "DELETE FROM closed WHERE rowid = ?"}
_INSERT = {
    "open": "INSERT INTO open(rowid, id, kind, text) VALUES (?, ?, ?, ?)",
    "closed": "INSERT INTO closed(rowid, id, kind, text) VALUES (?, ?, ?, ?)",
}
_FILL = {
    "open": "INSERT INTO open(rowid, id, kind, text) SELECT place, id, kind, text FROM new WHERE state = ? ORDER BY 1",
    "closed": "INSERT INTO closed(rowid, id, kind, text) SELECT place, id, kind, text FROM new WHERE state = ? ORDER BY 1",
}
_MATCH_OPEN = "SELECT id, kind, -rank FROM open WHERE open MATCH ?1 ORDER BY rank, rowid LIMIT ?2"
_MATCH_ALL = """
SELECT id, kind, -score FROM (
    SELECT id, kind, rank AS score, rowid AS place FROM open WHERE open MATCH ?1
    UNION ALL
    SELECT id, kind, rank AS score, rowid AS place FROM closed WHERE closed MATCH ?1
) ORDER BY score, place LIMIT ?2
"""
_ENTRY = """
SELECT 'open', kind, text FROM open WHERE rowid = ?1 AND id = ?2
UNION ALL
SELECT 'closed', kind, text FROM closed WHERE rowid = ?1 AND id = ?2
"""
_SIZE = "SELECT (SELECT COUNT(*) FROM open) + (SELECT COUNT(*) FROM closed)"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something whose words match; whether it may be shown, only the graph knows."""

    id: str
    kind: str
    score: float
    """BM25; higher is better."""


class SearchIndex:
    """The words of one tenant's entities, concepts, documents, chunks and facts.

    The index holds the revision of the graph that it was made from. Where that is not the graph's, or the file is missing,
    foreign or damaged, it is made again from the graph, so that no crash can make it wrong. Several threads may use it.

    A commit costs the file as much as the update costs the graph, so the changes of a tenth of a second share one. A process
    that dies within it leaves a file that is behind its graph.
    """

    def __init__(self, graph: BaseGraph) -> None:
        self._graph = graph
        self._tenant = graph.tenant.id
        folder = graph.store.folder
        self._path = None if folder is None else folder / "search" / f"{self._tenant}.sqlite"
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None
        self._pending = 0
        """Changes made since the last commit."""

    @classmethod
    def of(cls, graph: BaseGraph) -> SearchIndex:
        """Return the one index of this store and tenant."""
        beside, name = graph.store.beside, f"search:{graph.tenant.id}"
        with _registry:
            # Taken out and put back, so that the order of the dictionary is that of the last use.
            found = beside.pop(name, None)
            index = found if isinstance(found, SearchIndex) else cls(graph)
            beside[name] = index
            for item in [item for item in list(beside.values()) if isinstance(item, SearchIndex)][:-_MAX_OPEN]:
                item._rest()
        return index

    def apply(self, changes: Sequence[IndexChange], revision: int) -> None:
        """Bring the index from the revision before to this one; the caller holds the store's writer lock.

        A failure is not the caller's: what is written is written. The index is then made again when it is next asked.
        """
        with self._lock:
            try:
                db = self._opened()
                if self._revision(db) != revision - 1:
                    self._rebuild(revision)
                    return
                self._begin(db)
                _put(db, changes)
                db.execute("UPDATE state SET revision = ?", (revision,))
                self._pending += len(changes)
                if self._pending >= _MANY:
                    self._commit()
            except (sqlite3.Error, OSError, KgrdfError):
                self._drop()

    def _begin(self, db: sqlite3.Connection) -> None:
        """Open a transaction that is committed a little later, unless one is open."""
        if not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
            timer = threading.Timer(_PAUSE, self._settle)
            timer.daemon = True
            timer.start()

    def _settle(self) -> None:
        with self._lock:
            try:
                self._commit()
            except sqlite3.Error:
                self._drop()

    def _commit(self) -> None:
        if self._db is not None and self._db.in_transaction:
            self._db.execute("COMMIT")
        self._pending = 0

    def match(self, expression: str, *, everything: bool, limit: int) -> list[Candidate]:
        """Return what matches an FTS5 expression, best first: open statements and all else, or closed ones too.

        The index is made again first where it is not that of the graph. Raises `StoreUnavailableError` where it cannot be.
        """
        try:
            try:
                return self._match(expression, everything, limit)
            except sqlite3.DatabaseError:
                self.discard()
                return self._match(expression, everything, limit)
        except (sqlite3.Error, OSError) as error:
            raise StoreUnavailableError(f"the search index cannot be kept: {error}", hint="is the disk full?") from error

    def entry(self, public_id: str) -> tuple[str, str, str] | None:
        """Return what is kept of an id: `open` or `closed`, its kind and its text; None if it cannot be found."""
        with self._followed() as db:
            return next((tuple(row) for row in db.execute(_ENTRY, (_place(public_id), public_id))), None)

    def size(self) -> int:
        """Return how many entries there are."""
        with self._followed() as db:
            return int(db.execute(_SIZE).fetchone()[0])

    def close(self) -> None:
        """Write out what is pending, and close the file."""
        with self._lock:
            self._settle()
            self._drop()

    def discard(self) -> None:
        """Remove the index, with all words in it; it comes back from the graph when it is asked."""
        with self._lock:
            self._discard()

    def _match(self, expression: str, everything: bool, limit: int) -> list[Candidate]:
        with self._followed() as db:
            return [Candidate(*row) for row in db.execute(_MATCH_ALL if everything else _MATCH_OPEN, (expression, limit))]

    @contextlib.contextmanager
    def _followed(self) -> Iterator[sqlite3.Connection]:
        """Hold the index as the graph says that it is; while it is held, nobody changes, closes or discards it."""
        with self._lock:
            db = self._opened()
            if self._revision(db) == self._wanted():
                yield db
                return
        # A writer may be between its update and the index: wait for it before doubting the index.
        with self._graph.store.writing(), self._lock:
            revision = self._wanted()
            if self._revision(self._opened()) != revision:
                self._rebuild(revision)
            yield self._opened()

    def _wanted(self) -> int:
        head = self._graph.head()
        return 0 if head is None else head.revision

    def _revision(self, db: sqlite3.Connection) -> int | None:
        row = db.execute("SELECT revision FROM state WHERE format = ? AND tenant = ?", (_FORMAT, self._tenant)).fetchone()
        return None if row is None else int(row[0])

    def _opened(self) -> sqlite3.Connection:
        """Return the open file, made anew where it is missing, foreign or damaged."""
        if self._db is None:
            try:
                self._db = self._connect()
                self._revision(self._db)
            except sqlite3.DatabaseError:
                self._discard()
                self._db = self._connect()
                self._db.executescript(_SCHEMA)
        return self._db

    def _connect(self) -> sqlite3.Connection:
        if self._path is not None:
            self._path.parent.mkdir(exist_ok=True)
        # Transactions are written out here, so the module must not open any of its own.
        db = sqlite3.connect(self._path or ":memory:", isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _rebuild(self, revision: int) -> None:
        self._discard()
        db = self._opened()
        with _transaction(db):
            _fill(db, read_items(self._graph))
            db.execute("INSERT INTO state VALUES (?, ?, ?)", (_FORMAT, self._tenant, revision))

    def _drop(self) -> None:
        """Close the file as it is on disk."""
        self._pending = 0
        if self._db is not None:
            self._db.close()
            self._db = None

    def _discard(self) -> None:
        self._drop()
        if self._path is not None:
            for suffix in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _rest(self) -> None:
        """Let go of the file until it is next used, unless it is in use."""
        if self._path is not None and self._lock.acquire(blocking=False):
            try:
                self.close()
            finally:
                self._lock.release()


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _put(db: sqlite3.Connection, changes: Iterable[IndexChange]) -> None:
    """Replace what the index holds of some ids."""
    last = {_place(change.id): change for change in changes if change.kind != "relationship"}
    # In the order of the rows: the engine starts a new segment at each row that comes before its last one.
    for place, change in sorted(last.items(), key=lambda item: item[0]):
        for table in _TABLES:
            db.execute(_DELETE[table], (place,))
        if change.state != "gone":
            db.execute(_INSERT[change.state], _row(place, change))


def _fill(db: sqlite3.Connection, items: Iterable[IndexChange]) -> None:
    """Put all items into the empty tables, through a table that brings them into the order of the rows."""
    db.execute("CREATE TEMP TABLE new (place INTEGER PRIMARY KEY, id TEXT, kind TEXT, text TEXT, state TEXT)")
    rows = ((*_row(_place(item.id), item), item.state) for item in items)
    db.executemany("INSERT OR REPLACE INTO new VALUES (?, ?, ?, ?, ?)", rows)
    for table in _TABLES:
        db.execute(_FILL[table], (table,))
    db.execute("DROP TABLE new")


def _row(place: int, change: IndexChange) -> tuple[int, str, str, str]:
    return place, change.id, change.kind, indexed_text(change.text)


def _place(public_id: str) -> int:
    """Return the row of an id, 63 bits of its hash: rows are found by id, and ties are broken alike after a rebuild."""
    return int.from_bytes(hashlib.sha256(public_id.encode()).digest()[:8]) >> 1
