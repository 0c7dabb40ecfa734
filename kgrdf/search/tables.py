"""The file of a text index: its tables, and every statement that reads or changes them."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgrdf.search.words import indexed_text
from kgrdf.standing import Head
from kgrdf.transaction import IndexChange

__all__ = ["Candidate", "Entry", "Tables"]

_FORMAT = "kgrdf search 3"
_TABLES = ("open", "closed")
_SCHEMA = """
CREATE TABLE state (format TEXT, tenant TEXT, revision INTEGER, instant INTEGER, turned INTEGER);
CREATE TABLE ends (place INTEGER PRIMARY KEY, until INTEGER NOT NULL);
CREATE INDEX ends_in_time ON ends(until);
CREATE VIRTUAL TABLE open USING fts5(id UNINDEXED, kind UNINDEXED, text, tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE closed USING fts5(id UNINDEXED, kind UNINDEXED, text, tokenize='porter unicode61 remove_diacritics 2');
"""
# One statement for each table and verb: names of tables cannot be bound, and none is made from data.
_DELETE = {"open": "DELETE FROM open WHERE rowid = ?", "closed": "DELETE FROM closed WHERE rowid = ?"}
_INSERT = {
    "open": "INSERT OR REPLACE INTO open(rowid, id, kind, text) VALUES (?, ?, ?, ?)",
    "closed": "INSERT OR REPLACE INTO closed(rowid, id, kind, text) VALUES (?, ?, ?, ?)",
}
_FILL = {
    "open": "INSERT INTO open(rowid, id, kind, text) SELECT place, id, kind, text FROM new WHERE side = ? ORDER BY 1",
    "closed": "INSERT INTO closed(rowid, id, kind, text) SELECT place, id, kind, text FROM new WHERE side = ? ORDER BY 1",
}
_MOVE = {
    "open": "INSERT INTO open(rowid, id, kind, text) SELECT rowid, id, kind, text FROM closed WHERE rowid = ?",
    "closed": "INSERT INTO closed(rowid, id, kind, text) SELECT rowid, id, kind, text FROM open WHERE rowid = ?",
}
_PASSED = "SELECT place FROM ends, state WHERE until > min(turned, ?1) AND until <= max(turned, ?1) ORDER BY place LIMIT ?2"
_MATCH_OPEN = "SELECT id, kind, -rank FROM open WHERE open MATCH ?1 ORDER BY rank, rowid LIMIT ?2"
_MATCH_ALL = """
SELECT id, kind, -score FROM (
    SELECT id, kind, rank AS score, rowid AS place FROM open WHERE open MATCH ?1
    UNION ALL
    SELECT id, kind, rank AS score, rowid AS place FROM closed WHERE closed MATCH ?1
) ORDER BY score, place LIMIT ?2
"""
_ENTRY = """
SELECT 'open', kind, text, until FROM open LEFT JOIN ends ON place = open.rowid WHERE open.rowid = ?1 AND id = ?2
UNION ALL
SELECT 'closed', kind, text, until FROM closed LEFT JOIN ends ON place = closed.rowid WHERE closed.rowid = ?1 AND id = ?2
"""
_SIZE = "SELECT (SELECT COUNT(*) FROM open) + (SELECT COUNT(*) FROM closed)"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something whose words match; whether it may be shown, only the graph knows."""

    id: str
    kind: str
    score: float
    """BM25; higher is better."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of one id."""

    side: Literal["open", "closed"]
    """Among which entries it is searched."""
    kind: str
    text: str
    until: int | None
    """The end that takes it from one side to the other."""


class Tables:
    """The words of a tenant in one SQLite file, or in memory, and the head of the graph that they are of.

    Opened when it is first used, and made anew where the file is missing, foreign or damaged. Who uses it from several
    threads holds a lock.
    """

    def __init__(self, tenant: str, path: Path | None) -> None:
        self.path = path
        self._tenant = tenant
        self._db: sqlite3.Connection | None = None

    def head(self) -> Head | None:
        """Return the head that the tables are of; None where they are of none and hold nothing that counts."""
        return self._head(self._opened())

    def begin(self) -> bool:
        """Open a transaction unless one is open, and say whether it was opened now."""
        db = self._opened()
        if db.in_transaction:
            return False
        db.execute("BEGIN IMMEDIATE")
        return True

    def put(self, changes: Sequence[IndexChange], head: Head) -> None:
        """Replace what the tables hold of some ids, within the open transaction."""
        db = self._opened()
        _put(db, changes, self.turned() if any(change.until is not None for change in changes) else 0)
        db.execute("UPDATE state SET revision = ?, instant = ?", (head.revision, head.instant))

    def turned(self) -> int:
        """Return the instant by which entries lie on their sides."""
        return int(self._opened().execute("SELECT turned FROM state").fetchone()[0])

    def due(self, now: int) -> bool:
        """Say that an end lies between the instant by which entries lie on their sides and another one."""
        return bool(self._opened().execute(_PASSED, (now, 1)).fetchall())

    def turn(self, now: int) -> None:
        """Bring each entry to the side where its end puts it at an instant, within the open transaction.

        Whether the graph has moved a statement whose end has passed must not show in an answer, and the scores of a table
        are of all its rows. A clock may be set back, too.
        """
        db = self._opened()
        old, new = ("open", "closed") if now >= self.turned() else ("closed", "open")
        passed = db.execute(_PASSED, (now, -1)).fetchall()
        for statement in (_MOVE[new], _DELETE[old]):
            db.executemany(statement, passed)
        db.execute("UPDATE state SET turned = ?", (now,))

    def commit(self) -> None:
        """Write out what is pending."""
        if self._db is not None and self._db.in_transaction:
            self._db.execute("COMMIT")

    def fill(self, items: Iterable[IndexChange], head: Head) -> None:
        """Hold these items and nothing else."""
        self.discard()
        db = self._opened()
        with _transaction(db):
            _fill(db, items, head.instant)
            row = (_FORMAT, self._tenant, head.revision, head.instant, head.instant)
            db.execute("INSERT INTO state VALUES (?, ?, ?, ?, ?)", row)

    def become(self, other: Tables) -> None:
        """Hold what other tables hold, of a file beside this one or in memory as these; those are used up."""
        self.discard()
        if self.path is None:
            self._db, other._db = other._opened(), None
        elif other.path is not None:
            other.close()
            other.path.replace(self.path)

    def match(self, expression: str, *, everything: bool, limit: int) -> list[Candidate]:
        """Return what matches an FTS5 expression, best first: what is not a closed statement, or everything."""
        rows = self._opened().execute(_MATCH_ALL if everything else _MATCH_OPEN, (expression, limit))
        return [Candidate(*row) for row in rows]

    def entry(self, public_id: str) -> Entry | None:
        """Return what is kept of an id; None if it cannot be found."""
        return next((Entry(*row) for row in self._opened().execute(_ENTRY, (_place(public_id), public_id))), None)

    def size(self) -> int:
        """Return how many entries there are."""
        return int(self._opened().execute(_SIZE).fetchone()[0])

    def close(self) -> None:
        """Close the file as it is on disk; what is in memory is gone."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def discard(self) -> None:
        """Remove the file, with all words in it."""
        self.close()
        if self.path is not None:
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _head(self, db: sqlite3.Connection) -> Head | None:
        found = db.execute("SELECT instant, revision FROM state WHERE format = ? AND tenant = ?", (_FORMAT, self._tenant))
        row = found.fetchone()
        return None if row is None else Head(int(row[0]), int(row[1]))

    def _opened(self) -> sqlite3.Connection:
        if self._db is None:
            try:
                self._db = self._connect()
                self._head(self._db)
            except sqlite3.DatabaseError:
                self.discard()
                self._db = self._connect()
                self._db.executescript(_SCHEMA)
        return self._db

    def _connect(self) -> sqlite3.Connection:
        if self.path is not None:
            self.path.parent.mkdir(exist_ok=True)
        # Transactions are written out here, so the module must not open any of its own.
        db = sqlite3.connect(self.path or ":memory:", isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error:
            db.close()
            raise
        return db


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


def _put(db: sqlite3.Connection, changes: Iterable[IndexChange], turned: int) -> None:
    """Replace what the index holds of some ids."""
    last = {_place(change.id): change for change in changes if change.kind != "relationship"}
    # In the order of the rows: the engine starts a new segment at each row that comes before its last one.
    for place, change in sorted(last.items(), key=lambda item: item[0]):
        side = "" if change.state == "gone" else change.side_at(turned)
        for table in _TABLES:
            if table == side:
                db.execute(_INSERT[table], _row(place, change))
            else:
                db.execute(_DELETE[table], (place,))
        if change.until is not None:
            db.execute("INSERT OR REPLACE INTO ends VALUES (?, ?)", (place, change.until))
        else:
            db.execute("DELETE FROM ends WHERE place = ?", (place,))


def _fill(db: sqlite3.Connection, items: Iterable[IndexChange], turned: int) -> None:
    """Put all items into the empty tables, through a table that brings them into the order of the rows."""
    db.execute("CREATE TEMP TABLE new (place INTEGER PRIMARY KEY, id TEXT, kind TEXT, text TEXT, side TEXT, until INTEGER)")
    rows = ((*_row(_place(item.id), item), item.side_at(turned), item.until) for item in items)
    db.executemany("INSERT OR REPLACE INTO new VALUES (?, ?, ?, ?, ?, ?)", rows)
    for table in _TABLES:
        db.execute(_FILL[table], (table,))
    db.execute("INSERT INTO ends SELECT place, until FROM new WHERE until IS NOT NULL")
    db.execute("DROP TABLE new")


def _row(place: int, change: IndexChange) -> tuple[int, str, str, str]:
    return place, change.id, change.kind, indexed_text(change.text)


def _place(public_id: str) -> int:
    """Return the row of an id, 63 bits of its hash: rows are found by id, and ties are broken alike after a rebuild."""
    return int.from_bytes(hashlib.sha256(public_id.encode()).digest()[:8]) >> 1
