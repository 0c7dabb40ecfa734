"""More planned ends that have passed than one write moves: no answer changes by when they move."""

from __future__ import annotations

from typing import Any

import pytest

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import day
from tests.runtime.statements.lockstep.stored import read_contents

ANN, BOB, CHECKOUT = "entity::Person::ann", "entity::Person::bob", "entity::Service::checkout"
PLANNED = 250
PASSED = 150


def waiting(graph: Graph) -> int:
    """Return how many statements have ended and still lie in the current graph."""
    now = graph.now()
    stored = read_contents(graph).statements.values()
    return sum(s.side == "current" and s.valid_to is not None and s.valid_to <= now for s in stored)


def answers(graph: Graph) -> list[object]:
    """Return what every read path says of these statements, now and from three viewpoints; of the latest write, nothing."""
    found: list[object] = []
    for as_of, known_at in ((None, None), (day(105), None), (day(PASSED), day(101)), (None, day(120))):
        both: Any = {"as_of": as_of, "known_at": known_at}
        contexts = [graph.get_entity_context(id, **both).wire() for id in (ANN, CHECKOUT)]
        found += contexts
        # Over a hundred closed statements, which of them are counted depends on where they lie.
        for context in contexts:
            omitted = context.pop("omitted")
            assert omitted["superseded"] == omitted["retracted"] == omitted["contradicted"] == 0
        found.append(sorted(str(fact.wire()) for fact in graph.facts.list(limit=1000, **both).items))
        found.append(graph.relationships.count(**both))
        for limit in (3, 100):
            found.append(graph.search_memory("plan week1 week14 week30", limit=limit, **both).wire())
        page = graph.get_timeline(ANN, limit=200, **both)
        found.append([version.wire() for version in page.versions])
    return found


@pytest.fixture
def planned(graph: Graph, clock: FrozenClock) -> Graph:
    """Holds 249 facts about Ann and a relationship, planned to end on the days after day 100; many of them have ended."""
    clock.set(day(100))
    for number in range(PLANNED - 1):
        end = day(101 + number) if number < PASSED - 1 else day(1000)
        graph.store_fact(f"plan {number} of week{number // 7}", [ANN], valid_from=day(50), valid_to=end)
    graph.add_relationship(CHECKOUT, BOB, "uses", valid_from=day(50), valid_to=day(110))
    clock.set(day(400))
    return graph


def test_a_write_moves_a_hundred_and_a_sweep_the_rest_and_no_answer_changes(planned: Graph) -> None:
    assert waiting(planned) == PASSED
    before = answers(planned)
    planned.add_relationship(CHECKOUT, ANN, "uses", valid_from=day(900))  # which has no words, and is not yet
    assert waiting(planned) == PASSED - 100
    assert answers(planned) == before
    assert planned.sweep() == PASSED - 100
    assert waiting(planned) == 0
    assert answers(planned) == before
    assert planned.sweep() == 0


def test_writes_move_them_a_hundred_at_a_time(planned: Graph) -> None:
    left = [waiting(planned)]
    for name in ("dora", "emil", "fred"):
        planned.store_entity(name, "Person")
        left.append(waiting(planned))
    assert left == [PASSED, PASSED - 100, 0, 0]
