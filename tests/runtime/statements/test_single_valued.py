"""Single-valued relation types: V1 to V6, as `docs/time.md` explains and DESIGN names them."""

from __future__ import annotations

from kgrdf import Graph
from kgrdf.answers import WriteAnswer
from tests.runtime.statements.days import day, owners, span


def own(graph: Graph, who: str, start: int | None = None, end: int | None = None, source: str | None = None) -> WriteAnswer:
    return graph.add_relationship(
        "checkout",
        who,
        "primary_owner",
        valid_from=None if start is None else day(start),
        valid_to=None if end is None else day(end),
        source_document_id=source,
    )


def test_v2_a_new_owner_ends_the_one_before_where_it_begins(graph: Graph) -> None:
    ann = own(graph, "ann", 10)
    bob = own(graph, "bob", 20)
    assert bob.superseded_ids == [ann.id]
    assert span(graph, ann.id) == (10, 20)
    assert owners(graph, 19) == {"ann"}
    assert owners(graph, 20) == {"bob"}


def test_v1_an_owner_told_late_ends_where_the_next_one_begins(graph: Graph) -> None:
    bob = own(graph, "bob", 20)
    ann = own(graph, "ann", 10)
    assert span(graph, ann.id) == (10, 20)
    (version,) = [v for v in graph.get_timeline(ann.id).versions if v.id == ann.id]
    assert version.superseded_by_id == bob.id
    assert not ann.contradiction_ids


def test_v1_v2_an_owner_told_between_two_takes_its_place_in_the_chain(graph: Graph) -> None:
    ann = own(graph, "ann", 10)
    cem = own(graph, "cem", 30)
    bob = own(graph, "bob", 20)
    assert span(graph, bob.id) == (20, 30)
    assert [owners(graph, at) for at in (10, 19, 20, 29, 30)] == [{"ann"}, {"ann"}, {"bob"}, {"bob"}, {"cem"}]
    versions = {v.id: v for v in graph.get_timeline("checkout").versions}
    (copy,) = [v for v in versions.values() if v.amends_id == ann.id]
    assert copy.superseded_by_id == bob.id
    assert versions[bob.id].superseded_by_id == cem.id
    assert bob.superseded_ids == [copy.id]


def test_v3_an_owner_from_the_same_instant_replaces_the_other_where_no_two_sources_disagree(graph: Graph) -> None:
    ann = own(graph, "ann", 10)
    bob = own(graph, "bob", 10, source="one")
    assert bob.superseded_ids == [ann.id]
    assert span(graph, ann.id) == (10, 10)
    assert owners(graph, 10) == {"bob"}


def test_v3_two_sources_that_name_different_owners_from_one_instant_contradict_each_other(graph: Graph) -> None:
    own(graph, "ann", 10, source="one")
    bob = own(graph, "bob", 10, source="two")
    assert len(bob.contradiction_ids or ()) == 1
    assert owners(graph, 10) == {"ann", "bob"}


def test_v4_a_told_end_of_the_one_before_is_not_cut(graph: Graph) -> None:
    ann = own(graph, "ann", 10, 30)
    bob = own(graph, "bob", 20)
    assert len(bob.contradiction_ids or ()) == 1
    assert span(graph, ann.id) == (10, 30)
    assert owners(graph, 25) == {"ann", "bob"}


def test_v4_a_told_end_past_a_later_start_is_not_cut(graph: Graph) -> None:
    own(graph, "bob", 20)
    ann = own(graph, "ann", 10, 30)
    assert len(ann.contradiction_ids or ()) == 1
    assert span(graph, ann.id) == (10, 30)
    assert owners(graph, 40) == {"bob"}


def test_v5_an_owner_of_the_past_never_ends_the_present_one(graph: Graph) -> None:
    ann = own(graph, "ann", 10)
    bob = own(graph, "bob", 20, 30)
    assert len(bob.contradiction_ids or ()) == 1
    assert span(graph, ann.id) == (10, None)
    assert owners(graph) == {"ann"}


def test_v6_a_later_part_of_an_assertion_cuts_nobody(graph: Graph) -> None:
    own(graph, "ann", 10)
    bob = own(graph, "bob", 50)
    again = own(graph, "ann", 10, 150)
    assert span(graph, again.id) == (50, 150)
    assert len(again.contradiction_ids or ()) == 1
    assert span(graph, bob.id) == (50, None)


def test_a_planned_owner_ends_the_present_one_only_when_the_day_comes(graph: Graph) -> None:
    own(graph, "ann", 10)
    own(graph, "bob", 200)
    assert owners(graph) == {"ann"}
    assert owners(graph, 200) == {"bob"}


def test_owners_of_two_services_do_not_meet(graph: Graph) -> None:
    own(graph, "ann", 10)
    other = graph.add_relationship("cart", "bob", "primary_owner", valid_from=day(20))
    assert not other.superseded_ids
    assert owners(graph) == {"ann"}


def test_an_empty_statement_is_no_rival(graph: Graph) -> None:
    own(graph, "ann", 10)
    own(graph, "bob", 10)
    cem = own(graph, "cem", 5)
    assert span(graph, cem.id) == (5, 10)
    assert owners(graph, 10) == {"bob"}


def test_repeating_an_assertion_that_reached_over_a_rival_changes_nothing(graph: Graph) -> None:
    """Ann held, Bob took over, Ann again: told once more that she holds over all of it, the memory keeps Bob's time."""
    own(graph, "ann", 40)
    own(graph, "bob", 50)
    first = own(graph, "bob", 10, 150)
    again = own(graph, "bob", 10, 150)
    assert first.created
    assert not again.created
    assert again.ids == first.ids
    assert owners(graph, 45) == {"ann"}
    assert owners(graph, 10) == owners(graph, 50) == {"bob"}
