"""Instants that callers hand in, and other reported cases of the kind."""

from __future__ import annotations

import pytest

from kgrdf import Graph
from kgrdf.errors import InvalidValueError
from tests.runtime.statements.days import day

ANN = "entity::Person::ann"
WRONG = ["2024-01-01T00:00:00", "2024-02-30T00:00:00Z", "2024-13-01", "yesterday", "24:00", "0000-12-31T23:59:59Z", ""]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("field", ["validFrom", "validTo"])
def test_no_instant_without_a_zone_or_off_the_calendar_is_kept(graph: Graph, field: str, wrong: str) -> None:
    """time-28, time-32"""
    name = "valid_from" if field == "validFrom" else "valid_to"
    with pytest.raises(InvalidValueError, match=f"^{field}: "):
        graph.store_fact("red", [ANN], **{name: wrong})
    with pytest.raises(InvalidValueError, match=f"^{field}: "):
        graph.add_relationship("ann", "checkout", "uses", **{name: wrong})
    assert graph.facts.count() == graph.relationships.count() == 0


@pytest.mark.parametrize("field", ["asOf", "knownAt"])
def test_reads_refuse_what_writes_refuse(graph: Graph, field: str) -> None:
    name = "as_of" if field == "asOf" else "known_at"
    for read in (graph.get_entity_context, graph.get_timeline, graph.search_memory):
        with pytest.raises(InvalidValueError, match=f"^{field}: "):
            read("ann", **{name: "2024-01-01T00:00:00"})  # type: ignore[arg-type]


def test_one_instant_in_three_notations_is_one_instant(graph: Graph) -> None:
    first = graph.store_fact("red", [ANN], valid_from="2024-01-02T01:00:00+01:00")
    for same in (day(1), "2024-01-02T00:00:00.0009Z", int(day(1).timestamp() * 1000)):
        assert graph.store_fact("red", [ANN], valid_from=same).id == first.id


def test_the_same_relationship_from_two_documents_is_one_with_two_sources(graph: Graph) -> None:
    """identity-21"""
    first = graph.add_relationship("ann", "checkout", "uses", source_document_id="one")
    again = graph.add_relationship("ann", "checkout", "uses", source_document_id="two")
    assert (again.id, again.created) == (first.id, False)
    (neighbor,) = graph.get_entity_context(ANN).neighbors
    assert [sorted(via.source_ids) for via in neighbor.via] == [["doc::one", "doc::two"]]


@pytest.mark.parametrize("name", ["non-compliant", "由...组成", "definiert_ICP-Kriterien_für", "depends on; DROP"])
def test_an_undeclared_relation_type_is_kept_exactly_as_given(graph: Graph, name: str) -> None:
    """relation-19"""
    made = graph.add_relationship("ann", "checkout", name)
    kept = graph.relationships.get(made.id)
    assert kept is not None
    assert kept.relationship_type == name


@pytest.mark.parametrize("blank", ["", "   "])
def test_a_blank_relation_type_is_refused(graph: Graph, blank: str) -> None:
    with pytest.raises(InvalidValueError, match=r"^relationshipType: "):
        graph.add_relationship("ann", "checkout", blank)
