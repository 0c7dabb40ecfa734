"""Supersede: a new claim takes the place of an old one, which stays readable as of before."""

from __future__ import annotations

from kgrdf import Graph
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import claims, day, owners, refusal, span

ANN = "entity::Person::ann"


def test_the_old_claim_ends_where_the_new_one_begins(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    assert (new.created, new.superseded_ids) == (True, [old.id])
    assert (span(graph, old.id), span(graph, new.id)) == ((10, 20), (20, None))
    assert [claims(graph, at) for at in (10, 19, 20)] == [{"red"}, {"red"}, {"green"}]


def test_without_an_instant_the_new_claim_holds_from_now_on(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green")
    assert span(graph, new.id) == (100, None)


def test_a_planned_statement_is_superseded_from_its_own_start_at_the_earliest(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(200))
    new = graph.supersede_fact(old.id, "green")
    assert span(graph, new.id) == (200, None)
    assert span(graph, old.id) == (200, 200)


def test_superseding_from_the_start_leaves_the_old_claim_empty(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.supersede_fact(old.id, "green", valid_from=day(10))
    assert span(graph, old.id) == (10, 10)
    assert claims(graph, 10) == {"green"}


def test_a_planned_end_is_brought_forward_by_a_copy(graph: Graph, clock: FrozenClock) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(200))
    clock.advance(days=1)
    new = graph.supersede_fact(old.id, "green", valid_from=day(150))
    assert new.superseded_ids != [old.id]
    assert claims(graph, 160) == {"green"}
    assert claims(graph, 160, known_at=day(100)) == {"red"}


def test_after_a_planned_end_the_two_are_only_linked(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(200))
    new = graph.supersede_fact(old.id, "green", valid_from=day(250))
    assert new.superseded_ids == [old.id]
    assert span(graph, old.id) == (10, 200)
    assert claims(graph, 220) == set()


def test_a_claim_that_began_later_and_holds_takes_over_without_a_new_node(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    held = graph.store_fact("green", [ANN], valid_from=day(50))
    answer = graph.supersede_fact(old.id, "green")
    assert (answer.id, answer.created) == (held.id, False)
    assert span(graph, old.id) == (10, 50)
    assert graph.supersede_fact(old.id, "green").id == held.id


def test_a_claim_that_held_before_the_old_one_is_refused_as_already_held(graph: Graph) -> None:
    graph.store_fact("green", [ANN], valid_from=day(5))
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    with refusal("already_held"):
        graph.supersede_fact(old.id, "green", valid_from=day(20))


def test_a_claim_that_is_held_from_later_on_ends_the_new_one(graph: Graph) -> None:
    graph.store_fact("green", [ANN], valid_from=day(50))
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    assert span(graph, new.id) == (20, 50)


def test_a_fork_is_refused_and_names_the_winner(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    new = graph.supersede_fact(old.id, "green", valid_from=day(20))
    with refusal("conflict") as told:
        graph.supersede_fact(old.id, "blue", valid_from=day(30))
    assert new.id in told.message


def test_an_ended_or_retracted_statement_cannot_be_superseded(graph: Graph) -> None:
    ended = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(20))
    gone = graph.store_fact("blue", [ANN], valid_from=day(10))
    graph.retract_statement(gone.id)
    for old in (ended, gone):
        with refusal("conflict"):
            graph.supersede_fact(old.id, "green")


def test_the_same_claim_is_refused(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    with refusal("same_claim"):
        graph.supersede_fact(old.id, "red")


def test_an_instant_before_the_old_claim_began_is_refused(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    with refusal("before_start"):
        graph.supersede_fact(old.id, "green", valid_from=day(9))


def test_no_chain_can_be_made_to_bite_its_tail(graph: Graph) -> None:
    """A successor never begins before what it replaced, and neither can be moved past the other."""
    red = graph.store_fact("red", [ANN], valid_from=day(10), valid_to=day(200))
    green = graph.supersede_fact(red.id, "green", valid_from=day(210))
    assert claims(graph, 220) == {"green"}
    with refusal("before_start"):
        graph.supersede_fact(green.id, "red", valid_from=day(150))
    with refusal("overlaps"):
        graph.amend_statement(red.id, valid_from=day(10), valid_to=day(220))


def test_an_id_of_another_tenant_is_not_found_in_the_same_words(graph: Graph) -> None:
    mine = graph.store_fact("red", [ANN])
    other = Graph(graph.store, "acme2", clock=graph.clock)
    other.store_entity("ann", "Person", id="ann")
    with refusal("not_found") as foreign:
        other.supersede_fact(mine.id, "green")
    with refusal("not_found") as missing:
        other.supersede_fact("fact::nothing", "green")
    assert foreign.message.replace(mine.id, "X") == missing.message.replace("fact::nothing", "X")


def test_the_same_request_again_is_a_repeat(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    first = graph.supersede_fact(old.id, "green", valid_from=day(20), source_document_id="one")
    again = graph.supersede_fact(old.id, "green", valid_from=day(20), source_document_id="one")
    assert again == first.model_copy(update={"created": False})
    with refusal("conflict"):
        graph.supersede_fact(old.id, "green", valid_from=day(25))


def test_the_same_request_from_another_source_adds_that_source(graph: Graph) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    graph.supersede_fact(old.id, "green", valid_from=day(20), source_document_id="one")
    graph.supersede_fact(old.id, "green", valid_from=day(20), source_document_id="two")
    (line,) = graph.get_entity_context(ANN).facts
    assert sorted(line.source_ids) == ["doc::one", "doc::two"]


def test_a_relationship_gets_a_new_target_with_its_weight(graph: Graph) -> None:
    old = graph.add_relationship("ann", "checkout", "uses", weight=0.2, valid_from=day(10))
    new = graph.supersede_relationship(old.id, "cart", weight=0.9, valid_from=day(20))
    held = graph.relationships.get(new.id)
    assert held is not None
    assert (held.to_id, str(held.weight)) == ("entity::Service::cart", "0.9")


def test_superseding_in_a_single_valued_slot_ends_the_rivals_too(graph: Graph) -> None:
    first = graph.add_relationship("checkout", "ann", "primary_owner", valid_from=day(10), source_document_id="one")
    rival = graph.add_relationship("checkout", "bob", "primary_owner", valid_from=day(10), source_document_id="two")
    new = graph.supersede_relationship(first.id, "cem", valid_from=day(20))
    assert set(new.superseded_ids or ()) == {first.id, rival.id}
    assert owners(graph) == {"cem"}


def test_superseding_one_fact_leaves_the_like_of_others_alone(graph: Graph) -> None:
    """time-34"""
    ann = graph.add_relationship("ann", "checkout", "works_at", valid_from=day(1))
    bob = graph.add_relationship("bob", "checkout", "works_at", valid_from=day(1))
    graph.supersede_relationship(ann.id, "cart", valid_from=day(5))
    assert span(graph, ann.id) == (1, 5)
    assert span(graph, bob.id) == (1, None)


def test_a_claim_that_comes_back_is_a_third_version(graph: Graph) -> None:
    """time-35: A, then B, then A again."""
    alice = graph.store_fact("name is Alice", [ANN], valid_from=day(1))
    bob = graph.supersede_fact(alice.id, "name is Bob", valid_from=day(2))
    again = graph.supersede_fact(bob.id, "name is Alice", valid_from=day(3))
    assert len({alice.id, bob.id, again.id}) == 3
    assert [claims(graph, at) for at in (1, 2, 3)] == [{"name is Alice"}, {"name is Bob"}, {"name is Alice"}]
    assert [fact.id for fact in graph.facts.list().items] == [again.id]
    assert len(graph.get_timeline(again.id).versions) == 3
