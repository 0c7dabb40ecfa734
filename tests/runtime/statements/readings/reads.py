"""Every public way to read, held against what the oracle sees from the same viewpoint."""

from __future__ import annotations

from tests.runtime.statements.lockstep.lockstep import Lockstep
from tests.runtime.statements.readings.accessors import compare_accessors
from tests.runtime.statements.readings.context import compare_contexts
from tests.runtime.statements.readings.links import compare_links
from tests.runtime.statements.readings.queries import compare_queries
from tests.runtime.statements.readings.search import compare_lists, compare_searches
from tests.runtime.statements.readings.sight import Sight, Viewpoint
from tests.runtime.statements.readings.snapshot import compare_exports
from tests.runtime.statements.readings.timeline import compare_timelines

__all__ = ["compare_reads"]

_PATHS = (
    compare_accessors,
    compare_links,
    compare_contexts,
    compare_searches,
    compare_lists,
    compare_queries,
    compare_timelines,
    compare_exports,
)


def compare_reads(both: Lockstep, viewpoint: Viewpoint) -> None:
    """Ask every read path of every tenant, and compare."""
    for sight in _sights(both, viewpoint):
        for compare in _PATHS:
            compare(sight)


def _sights(both: Lockstep, viewpoint: Viewpoint) -> list[Sight]:
    """Return the tenants that hold statements, and the first one: one that holds nothing is enough."""
    told = [pair for number, pair in enumerate(both.pairs) if number == 0 or pair.oracle.statements]
    return [Sight(pair, viewpoint, both.clock.now()) for pair in told]
