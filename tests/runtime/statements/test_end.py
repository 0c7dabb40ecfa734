"""End: a statement holds no longer, from now or from an instant on."""

from __future__ import annotations

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day, refusal, span

ANN = "entity::Person::ann"


def test_an_open_statement_ends_in_place(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    answer = graph.end_statement(held.id, valid_to=day(20))
    assert (answer.id, answer.created) == (held.id, True)
    assert span(graph, held.id) == (10, 20)


def test_without_an_instant_it_ends_now(graph: Graph, clock: FrozenClock) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    clock.set(day(120))
    graph.end_statement(held.id)
    assert span(graph, held.id) == (10, 120)
    assert claims(graph) == set()


def test_a_planned_statement_that_is_ended_now_never_holds(graph: Graph) -> None:
    planned = graph.store_fact("red", [ANN], valid_from=day(200))
    first = graph.end_statement(planned.id)
    again = graph.end_statement(planned.id)
    assert span(graph, planned.id) == (200, 200)
    assert (first.created, again.created, again.id) == (True, False, first.id)


def test_a_planned_end_is_moved_earlier_or_later_by_a_copy(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(200))
    earlier = graph.end_statement(held.id, valid_to=day(150))
    assert earlier.id != held.id
    later = graph.end_statement(earlier.id, valid_to=day(250))
    assert span(graph, later.id) == (10, 250)
    assert claims(graph, 220) == {"red"}


def test_a_future_end_stays_a_plan_that_every_read_filters(graph: Graph, clock: FrozenClock) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.end_statement(held.id, valid_to=day(150))
    assert claims(graph) == {"red"}
    clock.set(day(150))
    assert claims(graph) == set()
    assert graph.get_entity_context(ANN).facts == []
    assert graph.sweep() == 1
    assert claims(graph) == set()
    assert claims(graph, 149) == {"red"}


def test_an_end_before_the_start_is_reversed(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    with refusal("reversed"):
        graph.end_statement(held.id, valid_to=day(9))


def test_an_ended_statement_cannot_end_elsewhere(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.end_statement(held.id, valid_to=day(20))
    with refusal("conflict"):
        graph.end_statement(held.id, valid_to=day(30))


def test_the_same_end_or_no_end_named_is_a_repeat(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.end_statement(held.id, valid_to=day(20))
    for at in (day(20), None):
        again = graph.end_statement(held.id, valid_to=at)
        assert (again.id, again.created) == (held.id, False)


def test_ending_what_was_superseded_names_the_winner(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    winner = graph.supersede_fact(held.id, "green", valid_from=day(20))
    with refusal("conflict") as told:
        graph.end_statement(held.id)
    assert winner.id in told.message


def test_a_planned_end_cannot_be_moved_into_the_same_claim_or_past_a_successor(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(200))
    graph.store_fact("red", [ANN], valid_from=day(220))
    with refusal("overlaps"):
        graph.end_statement(held.id, valid_to=day(221))
    followed = graph.store_fact("blue", [ANN], valid_from=day(10))
    graph.supersede_fact(followed.id, "green", valid_from=day(200))
    with refusal("overlaps"):
        graph.end_statement(followed.id, valid_to=day(201))
    assert graph.end_statement(followed.id, valid_to=day(190)).created


def test_a_planned_end_of_an_owner_cannot_be_moved_into_the_next_one(graph: Graph) -> None:
    held = graph.add_relationship("checkout", "ann", "primary_owner", valid_from=day(10), valid_to=day(200))
    graph.add_relationship("checkout", "bob", "primary_owner", valid_from=day(200))
    with refusal("overlaps"):
        graph.end_statement(held.id, valid_to=day(201))
