"""Writing a tenant's memory as TriG."""

from __future__ import annotations

import heapq
import itertools
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING

from kgrdf.snapshot import snapshot
from kgrdf.standing import is_mark
from kgrdf.store.parts import all_rows
from kgrdf.temporal import Instant

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["export_trig", "sorted_lines"]

_SORTED_AT_ONCE = 200_000


def export_trig(graph: BaseGraph, out: IO[bytes], *, as_of: Instant | None = None, known_at: Instant | None = None) -> None:
    """Write both graphs of the tenant: one triple a line, sorted by its text, so that two exports can be compared.

    With `as_of` or `known_at`, the current graph holds just what is visible from there and the history is empty. The same
    memory gives the same bytes whatever the store. Memory stays bounded, but for the ids of what is visible: what does not
    fit is sorted through temporary files. Writers wait meanwhile.
    """
    tenant = graph.tenant
    with graph.store.writing():
        view = graph.viewpoint(as_of, known_at)
        for name, node in (("current", tenant.current), ("history", tenant.history)):
            rows: Iterable[tuple[object, ...]] = ()
            if view.current:
                found = all_rows(graph.store, f"all_{name}", tenant)
                rows = (row for row in found if not is_mark(tenant, row[0], row[1]))
            elif name == "current":
                rows = snapshot(graph, view)
            out.write(f"{node} {{\n".encode())
            for line in sorted_lines(f"{s} {p} {o} .\n".encode() for s, p, o in rows):
                out.write(line)
            out.write(b"}\n")


def sorted_lines(lines: Iterable[bytes], at_once: int = _SORTED_AT_ONCE) -> Iterator[bytes]:
    """Yield lines, each with its end, in the order of their bytes; at most `at_once` of them are held in memory.

    >>> list(sorted_lines([b"b\\\\n", b"c\\\\n", b"a\\\\n"], at_once=2))
    [b'a\\\\n', b'b\\\\n', b'c\\\\n']
    """
    source = iter(lines)
    with ExitStack() as files:
        runs: list[IO[bytes]] = []
        while True:
            run = sorted(itertools.islice(source, at_once))
            if len(run) < at_once:
                break
            file = files.enter_context(tempfile.TemporaryFile())
            file.writelines(run)
            file.seek(0)
            runs.append(file)
        yield from heapq.merge(run, *runs)
