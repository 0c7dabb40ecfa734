"""A tenant seen from one viewpoint, in the memory and in the oracle."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kgrdf.generated import Graph
from tests.runtime.statements.lockstep.pair import Pair
from tests.runtime.statements.lockstep.steps import BASE, at
from tests.runtime.statements.lockstep.stored import Contents
from tests.runtime.statements.oracle.oracle import Oracle
from tests.runtime.statements.oracle.statement import Contradiction
from tests.runtime.statements.oracle.view import View
from tests.runtime.statements.readings.wire import Json, fields, instant

__all__ = ["Sight", "Viewpoint", "told_disputes"]

LATER = 10**12


@dataclass(frozen=True)
class Viewpoint:
    """`asOf` and `knownAt` of a read, small numbers as in a program, and which way a walk goes."""

    as_of: int | None = None
    known_at: int | None = None
    hops: int = 1
    types: tuple[str, ...] = ()
    direction: str = "both"


class Sight:
    """Both sides of a tenant, and the viewpoint in the form that each side takes."""

    def __init__(self, pair: Pair, viewpoint: Viewpoint, clock: int) -> None:
        self.graph: Graph = pair.graph
        self.oracle: Oracle = pair.oracle
        self.ids = pair.ids
        self.viewpoint = viewpoint
        self.as_of: datetime | None = at(viewpoint.as_of)
        self.known_at: datetime | None = at(viewpoint.known_at)
        self.whole = viewpoint.as_of is None and viewpoint.known_at is None
        """Neither instant is named."""
        k = LATER if viewpoint.known_at is None else viewpoint.known_at
        v = viewpoint.as_of if viewpoint.as_of is not None else viewpoint.known_at
        self.view = View(self.oracle, self.oracle.now(clock - BASE) if v is None else v, k)
        self.stored: Contents = pair.contents
        """What lies in the graphs, for the ids of what the oracle has no names for."""


def told_disputes(sight: Sight, disputes: list[Contradiction]) -> list[Json]:
    """Return contradictions as an answer lists them, the first detected first."""
    found = []
    for c in disputes:
        ends = sorted(sight.ids[i] for i in c.pair)
        told = fields(
            id=sight.stored.contradictions[frozenset(ends)].id,
            statementIds=ends,
            detectedAt=instant(c.detected_at),
            resolvedAt=instant(c.resolved_at),
            resolution=c.resolution,
        )
        found.append((c.detected_at, ends, told))
    return [told for *_, told in sorted(found, key=lambda item: item[:2])]
