"""Contradictions: found or marked, shown until they are resolved, never resolved in silence."""

from __future__ import annotations

import pytest

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day, refusal

ANN = "entity::Person::ann"


@pytest.fixture
def pair(graph: Graph) -> tuple[str, str, str]:
    """Two facts and their contradiction."""
    red = graph.store_fact("red", [ANN], valid_from=day(10))
    green = graph.store_fact("green", [ANN], valid_from=day(10))
    return red.id, green.id, graph.mark_contradiction(red.id, green.id).id


def shown(graph: Graph, known_at: object = None) -> list[str]:
    return [c.id for c in graph.get_entity_context(ANN, known_at=known_at).contradictions]  # type: ignore[arg-type]


def test_an_unresolved_one_is_shown_beside_the_facts(graph: Graph, pair: tuple[str, str, str]) -> None:
    red, green, found = pair
    (one,) = graph.get_entity_context(ANN).contradictions
    assert (one.id, set(one.statement_ids)) == (found, {red, green})
    assert claims(graph) == {"red", "green"}


def test_marking_it_twice_and_from_the_other_end_is_a_repeat(graph: Graph, pair: tuple[str, str, str]) -> None:
    again = graph.mark_contradiction(pair[1], pair[0])
    assert (again.id, again.created) == (pair[2], False)


def test_keeping_one_retracts_the_other(graph: Graph, clock: FrozenClock, pair: tuple[str, str, str]) -> None:
    clock.advance(days=1)
    graph.resolve_contradiction(pair[2], "keep", keep_id=pair[0], by="ann")
    assert claims(graph) == {"red"}
    assert shown(graph) == []
    assert shown(graph, known_at=day(100) + (day(1) - day(0)) / 2) == [pair[2]]
    (told,) = graph.get_timeline(ANN).contradictions
    assert (told.resolution, told.resolved_at) == ("keep", day(101))


def test_keeping_neither_retracts_both(graph: Graph, pair: tuple[str, str, str]) -> None:
    graph.resolve_contradiction(pair[2], "neither")
    assert claims(graph) == set()


def test_keeping_both_retracts_none(graph: Graph, pair: tuple[str, str, str]) -> None:
    graph.resolve_contradiction(pair[2], "both")
    assert claims(graph) == {"red", "green"}
    assert shown(graph) == []


@pytest.mark.parametrize("resolution", ["keep", "both", "neither"])
def test_the_same_decision_again_is_a_repeat_and_another_a_conflict(
    graph: Graph, pair: tuple[str, str, str], resolution: str
) -> None:
    keep = pair[0] if resolution == "keep" else None
    graph.resolve_contradiction(pair[2], resolution, keep_id=keep)
    again = graph.resolve_contradiction(pair[2], resolution, keep_id=keep)
    assert (again.id, again.created) == (pair[2], False)
    with refusal("conflict"):
        graph.resolve_contradiction(pair[2], "neither" if resolution == "both" else "both")
    if keep:
        with refusal("conflict"):
            graph.resolve_contradiction(pair[2], "keep", keep_id=pair[1])


def test_what_a_loser_superseded_is_named(graph: Graph) -> None:
    old = graph.store_fact("blue", [ANN], valid_from=day(1))
    new = graph.supersede_fact(old.id, "red", valid_from=day(10))
    rival = graph.store_fact("green", [ANN], valid_from=day(10))
    found = graph.mark_contradiction(new.id, rival.id)
    answer = graph.resolve_contradiction(found.id, "keep", keep_id=rival.id)
    assert answer.superseded_ids == [old.id]


def test_a_retracted_statement_cannot_be_kept(graph: Graph, pair: tuple[str, str, str]) -> None:
    graph.retract_statement(pair[0])
    with refusal("conflict"):
        graph.resolve_contradiction(pair[2], "keep", keep_id=pair[0])


def test_an_amended_end_carries_it_on(graph: Graph, pair: tuple[str, str, str]) -> None:
    amended = graph.amend_statement(pair[0], claim="crimson")
    (one,) = graph.get_entity_context(ANN).contradictions
    assert set(one.statement_ids) == {amended.id, pair[1]}
    answer = graph.resolve_contradiction(pair[2], "keep", keep_id=pair[0])
    assert answer.id == one.id
    assert claims(graph) == {"crimson"}


def test_a_statement_does_not_contradict_itself_nor_one_of_another_kind(graph: Graph, pair: tuple[str, str, str]) -> None:
    rel = graph.add_relationship("ann", "checkout", "uses")
    with refusal("invalid_value"):
        graph.mark_contradiction(pair[0], pair[0])
    with refusal("invalid_value"):
        graph.mark_contradiction(pair[0], rel.id)


def test_what_was_retracted_contradicts_nothing(graph: Graph) -> None:
    red = graph.store_fact("red", [ANN], valid_from=day(10))
    green = graph.store_fact("green", [ANN], valid_from=day(10))
    graph.retract_statement(red.id)
    with refusal("conflict"):
        graph.mark_contradiction(red.id, green.id)


@pytest.mark.parametrize(("subject", "target"), [("checkout", "cart"), ("cart", "checkout")])
@pytest.mark.parametrize("type_name", ["depends_on", "dependency_of"])
def test_disjoint_types_between_the_same_two_contradict_each_other_from_either_end(
    graph: Graph, subject: str, target: str, type_name: str
) -> None:
    graph.add_relationship("checkout", "cart", "independent_of", valid_from=day(10))
    found = graph.add_relationship(subject, target, type_name, valid_from=day(20))
    assert len(found.contradiction_ids or ()) == 1


def test_disjoint_types_that_hold_one_after_the_other_do_not_contradict_until_one_is_moved(graph: Graph) -> None:
    apart = graph.add_relationship("checkout", "cart", "independent_of", valid_from=day(10), valid_to=day(20))
    joined = graph.add_relationship("checkout", "cart", "depends_on", valid_from=day(20))
    assert not joined.contradiction_ids
    moved = graph.amend_statement(apart.id, valid_to=day(21))
    assert len(moved.contradiction_ids or ()) == 1
