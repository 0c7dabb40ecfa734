"""Lines set aside by kind, so that what is referred to goes in before what refers to it, wherever it stands."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO

from kgrdf.ingest.read import Line
from kgrdf.ingest.report import Place

__all__ = ["Spool"]

_IN_MEMORY = 1024 * 1024


class Spool:
    """Lines kept in temporary files, one a kind, in the order in which they came.

    Memory stays bounded however much there is; the files are gone when the spool is closed.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._files: dict[str, IO[bytes]] = {}
        self.lines = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def put(self, kind: str, line: Line) -> None:
        """Set a line aside."""
        if kind not in self._files:
            self._files[kind] = self._open.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
        name = line.place.file.encode("utf-8", "surrogateescape")
        self._files[kind].write(b"%d %d %d\n%s%s" % (line.place.line, len(name), len(line.data), name, line.data))
        self.lines += 1

    def take(self, kind: str) -> Iterator[Line]:
        """Yield the lines of a kind."""
        file = self._files.get(kind)
        if file is None:
            return
        file.seek(0)
        while head := file.readline():
            number, name_size, size = map(int, head.split())
            name = file.read(name_size).decode("utf-8", "surrogateescape")
            yield Line(Place(name, number), file.read(size))
