"""Assert: what is held already stays one statement, only what is not yet held is made."""

from __future__ import annotations

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day, days_of, refusal, span

ANN = "entity::Person::ann"


def test_what_is_asserted_without_a_start_holds_from_the_instant_of_recording(graph: Graph) -> None:
    made = graph.store_fact("red", [ANN])
    assert made.created
    assert span(graph, made.id) == (100, None)


def test_an_end_before_the_start_is_refused_as_reversed(graph: Graph) -> None:
    with refusal("reversed") as told:
        graph.store_fact("red", [ANN], valid_from="2014-01-01T00:00:00Z", valid_to="2007-12-31T00:00:00Z")
    assert told.message.startswith("validTo:")
    assert graph.facts.count() == 0


def test_an_end_at_the_start_is_refused_as_an_empty_interval(graph: Graph) -> None:
    with refusal("empty_interval"):
        graph.store_fact("red", [ANN], valid_from=day(3), valid_to=day(3))


def test_an_end_in_the_past_without_a_start_is_refused_where_nothing_is_held(graph: Graph) -> None:
    with refusal("reversed"):
        graph.store_fact("red", [ANN], valid_to=day(99))


def test_the_same_claim_again_is_the_same_statement_with_one_more_source(graph: Graph) -> None:
    first = graph.store_fact("red", [ANN], valid_from=day(10), source_document_id="one")
    again = graph.store_fact("red", [ANN], valid_from=day(20), source_document_id="two")
    assert (again.id, again.created) == (first.id, False)
    (line,) = graph.get_entity_context(ANN).facts
    assert sorted(line.source_ids) == ["doc::one", "doc::two"]


def test_a_part_that_nobody_holds_is_made_and_the_rest_stays_as_it_is(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    later = graph.store_fact("red", [ANN], valid_from=day(30), valid_to=day(40))
    answer = graph.store_fact("red", [ANN], valid_from=day(15), valid_to=day(50), source_document_id="one")
    assert answer.ids is not None
    assert [span(graph, part) for part in answer.ids] == [(10, 20), (20, 30), (30, 40), (40, 50)]
    assert answer.ids[0] == held.id
    assert answer.ids[2] == later.id
    assert answer.id == answer.ids[1]
    sources = {version.id: len(version.sources) for version in graph.get_timeline(ANN).versions}
    assert set(sources.values()) == {1}


def test_an_open_claim_before_one_that_is_held_ends_where_that_one_starts(graph: Graph) -> None:
    later = graph.store_fact("red", [ANN], valid_from=day(30))
    earlier = graph.store_fact("red", [ANN], valid_from=day(10))
    assert span(graph, earlier.id) == (10, 30)
    assert span(graph, later.id) == (30, None)


def test_an_open_claim_inside_one_that_ends_does_not_lengthen_it(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    assert graph.store_fact("red", [ANN], valid_from=day(15)).id == held.id
    assert claims(graph, 20) == set()


def test_the_end_of_an_open_statement_is_learned_in_place(graph: Graph, clock: FrozenClock) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    clock.advance(days=1)
    answer = graph.store_fact("red", [ANN], valid_to=day(20))
    assert (answer.id, answer.created) == (held.id, True)
    assert span(graph, held.id) == (10, 20)
    assert claims(graph, 25) == set()
    assert claims(graph, 25, known_at=day(100)) == {"red"}
    (version,) = graph.get_timeline(held.id).versions
    assert days_of(version.end_recorded_at) == 101


def test_an_end_told_again_is_a_repeat_even_after_it_has_passed(graph: Graph, clock: FrozenClock) -> None:
    held = graph.store_fact("red", [ANN], valid_to=day(110))
    clock.set(day(200))
    answer = graph.store_fact("red", [ANN], valid_to=day(110))
    assert (answer.id, answer.created) == (held.id, False)


def test_an_end_told_with_a_later_start_does_not_move_the_end(graph: Graph) -> None:
    held = graph.store_fact("red", [ANN], valid_from=day(10))
    answer = graph.store_fact("red", [ANN], valid_from=day(15), valid_to=day(20))
    assert (answer.id, answer.created) == (held.id, False)
    assert span(graph, held.id) == (10, None)


def test_an_end_before_a_planned_start_makes_a_statement_of_its_own(graph: Graph) -> None:
    planned = graph.store_fact("red", [ANN], valid_from=day(300))
    now = graph.store_fact("red", [ANN], valid_to=day(200))
    assert span(graph, now.id) == (100, 200)
    assert span(graph, planned.id) == (300, None)


def test_a_claim_that_was_superseded_may_be_made_again(graph: Graph) -> None:
    first = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.supersede_fact(first.id, "green", valid_from=day(20))
    again = graph.store_fact("red", [ANN], valid_from=day(30))
    assert again.created
    assert again.id != first.id


def test_one_claim_about_two_things_is_one_statement_whatever_their_order(graph: Graph) -> None:
    first = graph.store_fact("work together", [ANN, "bob"], valid_from=day(10))
    again = graph.store_fact("work together", ["entity::Person::bob", ANN], valid_from=day(10))
    assert (again.id, again.created) == (first.id, False)
    for name in (ANN, "entity::Person::bob"):
        assert [fact.id for fact in graph.get_entity_context(name).facts] == [first.id]


def test_the_same_claim_about_one_of_the_two_things_is_another_statement(graph: Graph) -> None:
    both = graph.store_fact("works", [ANN, "bob"])
    one = graph.store_fact("works", [ANN])
    assert one.created
    assert one.id != both.id


def test_a_symmetric_relationship_is_one_statement_from_either_end(graph: Graph) -> None:
    first = graph.add_relationship("checkout", "cart", "related_to", valid_from=day(1))
    again = graph.add_relationship("cart", "checkout", "related_to", valid_from=day(1))
    assert (again.id, again.created) == (first.id, False)


def test_an_inverse_relationship_is_the_same_statement_said_the_other_way(graph: Graph) -> None:
    first = graph.add_relationship("checkout", "cart", "depends_on", valid_from=day(1))
    again = graph.add_relationship("cart", "checkout", "dependency_of", valid_from=day(1))
    assert (again.id, again.created) == (first.id, False)


def test_an_undeclared_type_is_neither_symmetric_nor_single_valued(graph: Graph) -> None:
    made = [
        graph.add_relationship("ann", "checkout", "uses", valid_from=day(1)),
        graph.add_relationship("ann", "cart", "uses", valid_from=day(2)),
    ]
    assert all(answer.created and not answer.superseded_ids for answer in made)
    assert len(graph.relationships.list(as_of=day(3)).items) == 2


def test_a_relationship_may_lead_to_a_concept(graph: Graph) -> None:
    made = graph.add_relationship("checkout", "concept::payments", "implements")
    assert graph.relationships.get(made.id) is not None


def test_confidence_is_combined_from_the_sources_known_by_then(graph: Graph, clock: FrozenClock) -> None:
    graph.store_fact("red", [ANN], confidence=0.8, valid_from=day(10), source_document_id="one")
    clock.advance(days=1)
    graph.store_fact("red", [ANN], confidence=0.5, valid_from=day(10), source_document_id="two")
    (now,) = graph.get_entity_context(ANN).facts
    (before,) = graph.get_entity_context(ANN, as_of=day(50), known_at=day(100)).facts
    assert (str(now.confidence), str(before.confidence)) == ("0.9", "0.8")
