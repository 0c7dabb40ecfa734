"""Recorded time only grows, whatever the machine's clock does."""

from __future__ import annotations

from datetime import datetime

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day

ANN = "entity::Person::ann"


def recorded(graph: Graph, statement_id: str) -> datetime:
    return next(v.recorded_at for v in graph.get_timeline(statement_id).versions if v.id == statement_id)


def test_two_writes_in_one_millisecond_are_recorded_in_order_with_ids_of_their_own(graph: Graph) -> None:
    first = graph.store_fact("red", [ANN])
    second = graph.store_fact("green", [ANN])
    assert first.id != second.id
    assert (recorded(graph, second.id) - recorded(graph, first.id)).total_seconds() == 0.001


def test_a_frozen_clock_still_tells_versions_apart(graph: Graph) -> None:
    ids = [graph.store_fact("0", [ANN]).id]
    for number in range(1, 20):
        ids.append(graph.supersede_fact(ids[-1], str(number)).id)
    assert len(set(ids)) == 20
    times = [recorded(graph, statement_id) for statement_id in ids]
    assert times == sorted(set(times))
    assert claims(graph) == {"19"}


def test_a_clock_that_was_set_back_records_after_what_it_recorded_before(graph: Graph, clock: FrozenClock) -> None:
    first = graph.store_fact("red", [ANN])
    clock.set(day(50))
    second = graph.supersede_fact(first.id, "green")
    assert recorded(graph, second.id) > recorded(graph, first.id)
    assert claims(graph) == {"green"}


def test_now_is_never_earlier_than_the_last_write(graph: Graph, clock: FrozenClock) -> None:
    graph.store_fact("red", [ANN])
    clock.set(day(1))
    assert claims(graph) == {"red"}


def test_a_call_that_changes_nothing_takes_no_instant(graph: Graph) -> None:
    graph.store_fact("red", [ANN], valid_from=day(1))
    before = graph.head()
    graph.store_fact("red", [ANN], valid_from=day(1))
    assert graph.head() == before


def test_a_sweep_changes_no_answer(graph: Graph, clock: FrozenClock) -> None:
    for number in range(5):
        graph.store_fact(str(number), [ANN], valid_from=day(number), valid_to=day(200 + number))
    clock.set(day(202))
    views = [(None, None), (150, None), (203, None), (150, day(100))]
    before = [claims(graph, v, k) for v, k in views]
    assert graph.sweep() == 3
    assert [claims(graph, v, k) for v, k in views] == before


def test_a_later_write_moves_what_has_ended_since(graph: Graph, clock: FrozenClock) -> None:
    graph.store_fact("red", [ANN], valid_from=day(1), valid_to=day(200))
    clock.set(day(300))
    graph.store_fact("green", [ANN])
    assert graph.sweep() == 0
