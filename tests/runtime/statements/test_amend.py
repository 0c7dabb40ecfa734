"""Amend: what was recorded was wrong in a detail; it stays readable as known before."""

from __future__ import annotations

import pytest

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day, owners, refusal, span

ANN = "entity::Person::ann"


def test_a_corrected_copy_takes_the_place_of_the_statement(graph: Graph, clock: FrozenClock) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), source_document_id="one")
    clock.advance(days=1)
    made = graph.amend_statement(held.id, valid_from=day(20))
    assert made.id != held.id
    assert (claims(graph, 15), claims(graph, 15, known_at=day(100))) == (set(), {"red"})
    (line,) = graph.get_entity_context(ANN).facts
    assert (line.id, line.source_ids) == (made.id, ["doc::one"])
    version = next(v for v in graph.get_timeline(made.id).versions if v.id == made.id)
    assert version.amends_id == held.id


def test_a_superseded_statement_may_be_amended_and_keeps_its_successor(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    made = graph.amend_statement(old.id, claim="crimson")
    versions = {v.id: v for v in graph.get_timeline(new.id, known_at=day(101)).versions}
    assert versions[made.id].superseded_by_id == new.id
    assert versions[new.id].supersedes_ids == [made.id]


def test_moving_the_start_of_a_successor_moves_the_end_of_what_it_replaced(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    moved = graph.amend_statement(new.id, valid_from=day(30))
    assert moved.superseded_ids is not None
    (copy,) = moved.superseded_ids
    assert span(graph, copy) == (10, 30)
    assert claims(graph, 25) == {"red"}


def test_a_start_cannot_move_before_what_the_statement_replaced(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    with refusal("before_start"):
        graph.amend_statement(new.id, valid_from=day(9))


def test_an_end_is_taken_back_by_reopening(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    graph.amend_statement(held.id, reopen=True)
    assert claims(graph) == {"red"}


def test_a_superseded_statement_cannot_be_reopened(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.supersede_fact(old.id, "green", valid_from=day(20))
    with refusal("overlaps"):
        graph.amend_statement(old.id, reopen=True)


def test_after_the_successor_is_retracted_the_old_statement_may_be_reopened(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    graph.retract_statement(new.id)
    graph.amend_statement(old.id, reopen=True)
    assert claims(graph) == {"red"}


@pytest.mark.parametrize(
    ("start", "end", "code"), [(20, 15, "reversed"), (20, 20, "empty_interval"), (10, None, "no_change")]
)
def test_an_interval_that_is_none_or_no_other_is_refused(graph: Graph, start: int, end: int | None, code: str) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    with refusal(code):
        graph.amend_statement(held.id, valid_from=day(start), valid_to=None if end is None else day(end))


def test_a_correction_cannot_run_into_the_same_claim(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    other = graph.store_fact("red", [ANN], valid_from=day(30))
    with refusal("overlaps") as told:
        graph.amend_statement(held.id, valid_to=day(31))
    assert other.id in told.message
    assert graph.amend_statement(held.id, valid_to=day(30)).created


def test_a_correction_cannot_run_into_the_slot_unless_the_two_contradict_each_other(graph: Graph) -> None:
    ann = graph.add_relationship("checkout", "ann", "primary_owner", valid_from=day(10), valid_to=day(20))
    graph.add_relationship("checkout", "bob", "primary_owner", valid_from=day(30))
    with refusal("overlaps"):
        graph.amend_statement(ann.id, valid_to=day(40))
    cem = graph.add_relationship("checkout", "cem", "primary_owner", valid_from=day(25), valid_to=day(35))
    assert len(cem.contradiction_ids or ()) == 1
    graph.amend_statement(cem.id, valid_to=day(40))
    assert owners(graph, 39) == {"bob", "cem"}


def test_the_same_correction_again_is_a_repeat_and_another_one_a_conflict(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    made = graph.amend_statement(held.id, claim="green")
    again = graph.amend_statement(held.id, claim="green")
    assert (again.id, again.created) == (made.id, False)
    with refusal("conflict") as told:
        graph.amend_statement(held.id, claim="blue")
    assert made.id in told.message


def test_a_retracted_statement_cannot_be_amended(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.retract_statement(held.id)
    with refusal("conflict"):
        graph.amend_statement(held.id, claim="green")


def test_a_weight_alone_is_amended(graph: Graph) -> None:
    held = graph.add_relationship("ann", "checkout", "uses", weight=0.2)
    made = graph.amend_statement(held.id, weight=0.8)
    shown = graph.relationships.get(made.id)
    assert shown is not None
    assert str(shown.weight) == "0.8"


def test_reopening_and_an_end_exclude_each_other(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    with refusal("invalid_value"):
        graph.amend_statement(held.id, reopen=True, valid_to=day(30))
