"""A long chain of supersessions, read page by page."""

from __future__ import annotations

import tracemalloc

from kgrdf import Graph, open_store
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day

__all__ = ["supersede_and_read"]

ANN = "entity::Person::ann"
PAGE = 100


def supersede_and_read(length: int) -> int:
    """Make a chain, read all of it by cursor, and return the most bytes that reading one page took after the first."""
    with open_store("memory:") as store:
        graph = Graph(store, "acme", clock=FrozenClock(day(0)))
        graph.store_entity("ann", "Person", id="ann")
        current = first = graph.store_fact("0", [ANN]).id
        for number in range(1, length):
            current = graph.supersede_fact(current, str(number)).id
        assert claims(graph) == {str(length - 1)}

        answer = graph.get_timeline(first, limit=PAGE)
        told = [(version.claim, version.superseded_by_id) for version in answer.versions]
        ids = [version.id for version in answer.versions]
        most = 0
        while answer.next_cursor is not None:
            tracemalloc.start()
            answer = graph.get_timeline(first, limit=PAGE, cursor=answer.next_cursor)
            most = max(most, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            told += [(version.claim, version.superseded_by_id) for version in answer.versions]
            ids += [version.id for version in answer.versions]
        assert told == [(str(number), following) for number, following in enumerate([*ids[1:], None])]
        return most
