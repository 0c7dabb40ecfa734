"""The embedded store: Oxigraph in this process, in a folder or in memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal, TypeVar

import pyoxigraph

from kgrdf.errors import InvalidValueError, QueryRejectedError, StoreLockedError, StoreUnavailableError
from kgrdf.query import Request
from kgrdf.store.base import Closeable, Row, UpdateLimits

__all__ = ["EmbeddedStore", "Sync"]

Sync = Literal["os", "always"]
T = TypeVar("T")
_LOCK = "kgrdf.lock"
_FORMAT = "kgrdf 1\n"
# The second is what pyoxigraph raises where the files are damaged.
_ENGINE_FAILURES = (OSError, RuntimeError)
_FAILED = "is the disk full, or are its files damaged? A copy or an export brings back what they held"


class EmbeddedStore:
    """Oxigraph in a folder (made if it does not exist), or in memory with `folder=None`.

    One process owns a folder; a second one gets `StoreLockedError` with the number of the first. A write that returned
    survives the death of the process. It is not fsynced, so a power cut can take the last ones with it, unless
    `sync="always"`, which costs about 20 ms a write.
    """

    def __init__(self, folder: Path | None, *, sync: Sync = "os") -> None:
        self.location = "memory:" if folder is None else str(folder)
        self.exclusive = True
        self.limits: UpdateLimits | None = None
        self.walks_paths = True
        self.keeps_registry = False
        self.folder = folder
        self.beside: dict[str, Closeable] = {}
        self._sync = sync
        self._writer = threading.RLock()
        self._lock: IO[str] | None = None
        self._opened: pyoxigraph.Store | None = None
        if folder is None:
            self._opened = pyoxigraph.Store()
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailableError(
                f"store: {folder} cannot be made a folder: {error.strerror}", hint="name another folder"
            ) from error
        try:
            self._lock = _take_lock(folder)
            _check_format(folder)
            self._opened = pyoxigraph.Store(str(folder / "graph"))
        except BaseException as error:
            self._release()
            if isinstance(error, _ENGINE_FAILURES):
                raise StoreUnavailableError(f"store: {folder} cannot be opened: {error}", hint=_FAILED) from error
            raise

    def __enter__(self) -> EmbeddedStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def select(self, request: Request) -> Iterator[Row]:
        """Yield solutions lazily; the snapshot is the one of the call."""
        solutions = self._query(request)
        assert isinstance(solutions, pyoxigraph.QuerySolutions)
        return _taken(request, map(tuple, solutions))

    def ask(self, request: Request) -> bool:
        """Return the answer of an ASK."""
        return bool(self._query(request))

    def construct(self, request: Request) -> Iterator[pyoxigraph.Triple]:
        """Yield the triples of a CONSTRUCT, lazily."""
        triples = self._query(request)
        assert isinstance(triples, pyoxigraph.QueryTriples)
        return _taken(request, triples)

    def update(self, request: Request) -> None:
        """Run one update under the writer lock: Oxigraph loses concurrent updates without an error."""
        with self._writer, _translated(request):
            self._store.update(request.text)
            if self._sync == "always":
                self._store.flush()

    def load(self, quads: Iterable[pyoxigraph.Quad]) -> None:
        """Bulk load, under the writer lock."""
        with self._writer:
            self._store.bulk_extend(quads)
            self.forget()

    def forget(self) -> None:
        """Let go of what lies beside the graph; it is made anew when needed."""
        with self._writer:
            for item in list(self.beside.values()):
                item.close()
            self.beside.clear()

    def graphs(self) -> list[str]:
        """Return the names of all named graphs, sorted; for the owner of the store, never for a tenant."""
        return sorted(name.value for name in self._store.named_graphs() if isinstance(name, pyoxigraph.NamedNode))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the one writer lock of this store; a thread that holds it may take it again."""
        with self._writer:
            yield

    @contextmanager
    def up_to_date(self) -> Iterator[None]:
        """Do nothing: there are no copies."""
        yield

    def close(self) -> None:
        """Close what lies beside the graph, flush, and let the folder go. Closing twice does nothing."""
        with self._writer:
            self.forget()
            if self.folder is not None and self._opened is not None:
                self._opened.flush()
            # Oxigraph has no close: the folder is let go when the last reference is.
            self._opened = None
            self._release()

    @property
    def _store(self) -> pyoxigraph.Store:
        if self._opened is None:
            raise StoreUnavailableError(f"store: {self.location} is closed", hint="open it again")
        return self._opened

    def _query(self, request: Request) -> object:
        with _translated(request):
            return self._store.query(request.text)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _taken(request: Request, items: Iterable[T]) -> Iterator[T]:
    # An answer of Oxigraph belongs to its thread: one that goes in another thread is never freed, and neither is its
    # snapshot. A generator lets go of it at the end, so that an error which leaves its thread takes none along.
    with _translated(request):
        yield from items


@contextmanager
def _translated(request: Request) -> Iterator[None]:
    try:
        yield
    except (SyntaxError, ValueError) as error:
        raise QueryRejectedError(f"query {request.name} was refused: {error}", hint="a bug: please report it") from error
    except _ENGINE_FAILURES as error:
        raise StoreUnavailableError(f"query {request.name} failed: {error}", hint=_FAILED) from error


def _take_lock(folder: Path) -> IO[str]:
    import fcntl  # POSIX only, and needed only for a folder

    lock = (folder / _LOCK).open("a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise StoreLockedError(
            f"store: {folder} is in use by process {holder}",
            hint="one process owns a folder: stop that one, or name another folder",
        ) from error
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def _check_format(folder: Path) -> None:
    path = folder / "format"
    if not path.exists():
        foreign = [entry.name for entry in folder.iterdir() if entry.name != _LOCK]
        if foreign:
            raise InvalidValueError(
                f"store: {folder} holds other files ({', '.join(sorted(foreign)[:3])}) and is no kgrdf store",
                hint="name an empty folder, or one that kgrdf made",
            )
        path.write_text(_FORMAT, encoding="utf-8")
    elif path.read_bytes() != _FORMAT.encode():
        raise StoreUnavailableError(
            f"store: {folder} was written by another version of kgrdf",
            hint="export it with that version and import it with this one",
        )
