"""Hints steer a request, and never match anything."""

from __future__ import annotations

import pytest

from kgrdf.testing import NeptuneEmulation
from tests.testing.client import Client

PREFIX = "PREFIX hint: <http://aws.amazon.com/neptune/vocab/v01/QueryHints#> "


@pytest.fixture
def filled(client: Client) -> Client:
    client.update("INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> 1 } }")
    return client


@pytest.mark.parametrize(
    "where",
    [
        "hint:Query hint:queryTimeout 10000 . GRAPH <urn:g> { ?s ?p ?o }",
        "hint:Query hint:queryTimeout '10000'^^xsd:integer ; hint:queryId 'x' . GRAPH <urn:g> { ?s ?p ?o }",
        "GRAPH <urn:g> { hint:Group hint:joinOrder 'Ordered' . ?s ?p ?o }",
        "GRAPH <urn:g> { ?s ?p ?o . hint:Prior hint:rangeSafe true }",
        "{ SELECT ?s ?o { hint:SubQuery hint:evaluationStrategy 'BottomUp' . GRAPH <urn:g> { ?s ?p ?o } } }",
    ],
)
def test_a_query_with_hints_answers_as_without(filled: Client, where: str) -> None:
    assert filled.query(PREFIX + f"SELECT ?o {{ {where} }}").rows == [{"o": "1"}]
    assert not filled.neptune.counters.observations[-1].lacks_graph


def test_an_update_may_carry_hints_in_each_clause(filled: Client) -> None:
    hint = "hint:Query hint:queryTimeout 100 ."
    pattern = "GRAPH <urn:g> { ?s ?p ?o }"
    assert filled.update(PREFIX + f"DELETE {{ {pattern} }} WHERE {{ {hint} {pattern} }}").status == 200
    assert filled.update(PREFIX + f"INSERT {{ {hint} GRAPH <urn:g> {{ <urn:s> <urn:p> 2 }} }} WHERE {{}}").status == 200
    assert {str(quad.object.value) for quad in filled.neptune.dataset.quads()} == {"2"}  # type: ignore[union-attr]


def test_a_deadline_that_is_not_below_the_servers_is_refused() -> None:
    with NeptuneEmulation(iam=False, query_timeout=1000) as neptune:
        client = Client(neptune)
        ask = PREFIX + "ASK {{ hint:Query hint:queryTimeout {} . GRAPH <urn:g> {{ ?s ?p ?o }} }}"
        assert client.query(ask.format(999)).status == 200
        answer = client.query(ask.format(1000))
        assert answer.code == "MalformedQueryException"
        assert answer.detail == (
            "Malformed query: Query hint 'queryTimeout' must be less than neptune_query_timeout DB Parameter Group"
        )


def test_a_deadline_set_twice_in_a_request_is_refused(client: Client) -> None:
    hint = "hint:Query hint:queryTimeout 100 ."
    answer = client.query(PREFIX + f"ASK {{ {hint} {{ SELECT * {{ {hint} GRAPH <urn:g> {{ ?s ?p ?o }} }} }} }}")
    assert answer.code == "MalformedQueryException"
    assert answer.detail == "Malformed query: Query hint 'queryTimeout' must be set only once"
    delete = f"DELETE {{ GRAPH <urn:g> {{ ?s ?p ?o }} }} WHERE {{ {hint} GRAPH <urn:g> {{ ?s ?p ?o }} }}"
    assert client.update(PREFIX + f"{delete}; {delete}").code == "MalformedQueryException"
