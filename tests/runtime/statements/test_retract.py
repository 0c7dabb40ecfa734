"""Retract: a statement was never right."""

from __future__ import annotations

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day, refusal, span

ANN = "entity::Person::ann"


def test_a_retracted_statement_is_out_of_every_read_but_those_known_before(graph: Graph, clock: FrozenClock) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    clock.advance(days=1)
    graph.retract_statement(held.id, reason="a misreading")
    assert claims(graph) == claims(graph, 50) == set()
    assert claims(graph, 50, known_at=day(100)) == {"red"}


def test_what_it_superseded_is_not_revived_but_named(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    answer = graph.retract_statement(new.id)
    assert answer.superseded_ids == [old.id]
    assert span(graph, old.id) == (10, 20)
    assert claims(graph) == set()


def test_an_ended_or_superseded_statement_needs_include_ended(graph: Graph) -> None:
    ended = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    superseded = graph.store_fact("blue", [ANN], valid_from=day(10))
    graph.supersede_fact(superseded.id, "green", valid_from=day(200))
    for held in (ended, superseded):
        with refusal("conflict"):
            graph.retract_statement(held.id)
        assert graph.retract_statement(held.id, include_ended=True).created


def test_retracting_twice_is_a_repeat(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN])
    first = graph.retract_statement(held.id, reason="a misreading")
    again = graph.retract_statement(held.id, reason="another")
    assert again == first.model_copy(update={"created": False})


def test_a_version_that_was_amended_cannot_be_retracted_in_place_of_the_one_that_stands(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN])
    amended = graph.amend_statement(held.id, claim="green")
    with refusal("conflict") as told:
        graph.retract_statement(held.id)
    assert amended.id in told.message


def test_a_retracted_claim_may_be_made_anew(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.retract_statement(held.id)
    anew = graph.store_fact("red", [ANN], valid_from=day(10))
    assert anew.created
    assert anew.id != held.id
