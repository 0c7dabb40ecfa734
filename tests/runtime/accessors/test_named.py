"""Named queries as functions: what goes in is checked, what comes out has the types that the signature says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgrdf import Graph
from kgrdf.errors import InvalidValueError
from kgrdf.generated import queries

JANUARY, JUNE = "2024-01-01T00:00:00Z", "2024-06-01T00:00:00Z"


def test_a_query_answers_rows_of_its_own_type(graph: Graph) -> None:
    service = graph.services.add("Checkout").id
    fact = graph.facts.add("It is slow", [service], valid_from=JANUARY).id
    assert queries.current_facts_about(graph, entity=service) == [
        queries.CurrentFactsAboutRow(
            fact=fact,  # type: ignore[arg-type]
            claim="It is slow",
            confidence=None,
            valid_from=datetime(2024, 1, 1, tzinfo=UTC),
            valid_to=None,
        )
    ]


def test_an_instant_that_is_not_given_is_the_moment_of_the_call(graph: Graph) -> None:
    service = graph.services.add("Checkout").id
    graph.facts.add("It is slow", [service], valid_from=JANUARY, valid_to=JUNE)
    assert queries.current_facts_about(graph, entity=service) == []
    assert len(queries.facts_as_of(graph, entity=service, as_of="2024-02-01T00:00:00Z")) == 1


def test_a_limit_is_kept(graph: Graph) -> None:
    service = graph.services.add("Checkout").id
    for number in range(5):
        graph.facts.add(f"Fact {number}", [service])
    assert len(queries.current_facts_about(graph, entity=service, limit=2)) == 2


@pytest.mark.parametrize("value", ["", "a\x00b", "\ud800"])
def test_an_argument_that_cannot_be_an_id_is_refused_by_name(graph: Graph, value: str) -> None:
    with pytest.raises(InvalidValueError, match="entity"):
        queries.current_facts_about(graph, entity=value)


def test_an_argument_is_a_value_and_never_a_part_of_the_query(graph: Graph) -> None:
    service = graph.services.add("Checkout").id
    graph.facts.add("It is slow", [service])
    assert queries.current_facts_about(graph, entity=f"{service}> ?p ?o . <urn:x") == []


@pytest.mark.parametrize("value", ["Checkout", "fact::1", "entity::", "urn:kgrdf:acme:entity::Service::checkout"])
def test_what_can_be_no_id_of_the_class_is_refused_instead_of_finding_nothing(graph: Graph, value: str) -> None:
    with pytest.raises(InvalidValueError, match="is no Entity id") as caught:
        queries.current_facts_about(graph, entity=value)
    assert caught.value.hint == "concept::… or entity::…, as answers give it"
