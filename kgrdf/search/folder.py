"""Where the index files of a server's tenants are: in a folder that one process uses at a time."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import IO

from kgrdf.search.index import SearchIndex
from kgrdf.store import Store

__all__ = ["IndexFolder"]

_NAME = "search-folder"


class IndexFolder:
    """The folder `search` in the store's cache; where another process uses that, one of this process alone.

    What is in the second kind is gone when the store is closed. Without a cache, or where it cannot be written, there is no
    folder, and indexes are in memory.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock: IO[str] | None = None
        self._own: tempfile.TemporaryDirectory[str] | None = None
        self.path: Path | None = None
        if store.folder is None:
            return
        shared = store.folder / "search"
        try:
            shared.mkdir(exist_ok=True)
            self._lock = _taken(shared / "lock")
            if self._lock is None:
                self._own = tempfile.TemporaryDirectory(prefix="kgrdf-")
                self.path = Path(self._own.name)
                return
            for suffix in ("", "-wal", "-shm"):
                for left in shared.glob(f"*.building{suffix}"):
                    left.unlink()
            self.path = shared
        except OSError:
            # A write asks for the folder when it is in the graph already: it must not fail for that.
            return

    @classmethod
    def of(cls, store: Store) -> IndexFolder:
        """Return the one folder of this store."""
        found = store.beside.get(_NAME)
        if not isinstance(found, cls):
            found = cls(store)
            store.beside[_NAME] = found
        return found

    def close(self) -> None:
        """Let the folder go, with the indexes in it."""
        for item in list(self._store.beside.values()):
            if isinstance(item, SearchIndex):
                item.close()
        if self._lock is not None:
            self._lock.close()
        if self._own is not None:
            self._own.cleanup()


def _taken(path: Path) -> IO[str] | None:
    import fcntl  # POSIX only, and needed only for a folder

    lock = path.open("a", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock
