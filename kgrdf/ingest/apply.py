"""Importing lines: read, set aside by kind, and carried out so that what is referred to goes in first."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING

from kgrdf.errors import CallerError
from kgrdf.ingest.carriers import Outcome, carrier_for
from kgrdf.ingest.plan import KINDS, Step, plan
from kgrdf.ingest.read import Line, read_lines
from kgrdf.ingest.report import Rejection, Report
from kgrdf.ingest.spool import Spool

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["import_lines"]

_AT_ONCE = 500


def import_lines(
    graph: BaseGraph,
    sources: Iterable[tuple[str, IO[bytes]]],
    *,
    reject: Callable[[Rejection], None] = lambda rejection: None,
    advance: Callable[[int, int | None], None] = lambda done, total: None,
) -> Report:
    """Import JSON lines from streams, each with the name that messages give it.

    The lines go in kind by kind, in their order within a kind, so a line may stand before those that it refers to. One that
    cannot go in is given to `reject` and the others go in. A line that was imported before changes nothing, even if what it
    made was changed or retracted since. Memory stays bounded. `advance` hears how many lines are done, and of how many.
    To a server, many lines go in one update, each line whole.
    """
    report = Report()

    def refuse(rejection: Rejection) -> None:
        report.rejected += 1
        reject(rejection)

    with Spool() as spool:
        for name, stream in sources:
            for line in read_lines(stream, name):
                step = line if isinstance(line, Rejection) else plan(line, graph.schema)
                if isinstance(step, Rejection):
                    refuse(step)
                elif isinstance(line, Line):
                    spool.put(step.kind, line)
        counter = itertools.count(1)

        def settle(step: Step, outcome: Outcome) -> None:
            if isinstance(outcome, CallerError):
                refuse(Rejection(step.place, outcome.message, outcome.hint))
            report.added += outcome == "added"
            report.updated += outcome == "updated"
            report.unchanged += outcome == "unchanged"
            advance(next(counter), spool.lines)

        with carrier_for(graph, spool.lines, settle) as carrier:
            for kind in KINDS:
                steps = (step for line in spool.take(kind) if isinstance(step := plan(line, graph.schema), Step))
                while some := list(itertools.islice(steps, _AT_ONCE)):
                    carrier.carry(some)
            carrier.finish()
    return report
