"""A store that several processes seem to share: each opening has a lock and a memory of its own, the quads are one."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pyoxigraph import Quad, Triple

from kgrdf.query import Request
from kgrdf.store import EmbeddedStore, UpdateLimits
from kgrdf.store.base import Closeable, Row

__all__ = ["SharedStore"]


class SharedStore:
    """One process's view of a store in which others write too."""

    def __init__(self, kept: EmbeddedStore, folder: Path | None = None, limits: UpdateLimits | None = None) -> None:
        self.kept = kept
        self.location = "shared:"
        self.exclusive = False
        self.keeps_registry = True
        self.walks_paths = True
        self.limits = limits
        self.folder = folder
        self.beside: dict[str, Closeable] = {}
        self._writer = threading.RLock()

    def select(self, request: Request) -> Iterator[Row]:
        return iter(list(self.kept.select(request)))

    def ask(self, request: Request) -> bool:
        return self.kept.ask(request)

    def construct(self, request: Request) -> Iterator[Triple]:
        return self.kept.construct(request)

    def update(self, request: Request) -> None:
        self.kept.update(request)

    def load(self, quads: Iterable[Quad]) -> None:
        self.kept.load(quads)
        self.forget()

    def forget(self) -> None:
        for item in self.beside.values():
            item.close()
        self.beside.clear()

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._writer:
            yield

    @contextmanager
    def up_to_date(self) -> Iterator[None]:
        yield

    def close(self) -> None:
        self.forget()
