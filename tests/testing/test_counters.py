"""What a test learns of the requests that were made."""

from __future__ import annotations

import pytest

from kgrdf.testing import NeptuneEmulation
from tests.testing.client import Client

OWN = "GRAPH <urn:kgrdf:acme:graph:current> { ?s ?p ?o }"
GOOD = (
    f"SELECT * FROM NAMED <urn:kgrdf:acme:graph:history> WHERE {{ {OWN} }} LIMIT 5",
    f"ASK {{ {OWN} FILTER NOT EXISTS {{ GRAPH <urn:kgrdf:acme:graph:history> {{ ?s ?p ?o }} }} }}",
    "SELECT * { GRAPH <urn:kgrdf-store:registry> { ?s ?p ?o } }",
)
BAD = (
    "SELECT * { ?s ?p ?o }",
    f"SELECT * {{ {OWN} ?s <urn:p> ?x }}",
    "SELECT * { GRAPH ?g { ?s ?p ?o } }",
    "SELECT * { GRAPH <urn:kgrdf:other:graph:current> { ?s ?p ?o } }",
    f"SELECT * {{ {OWN} GRAPH <urn:kgrdf:other:graph:current> {{ ?s ?p ?o }} }}",
    f"SELECT * {{ {OWN} GRAPH <urn:kgrdf-store:registry> {{ ?s ?p ?o }} }}",
    f"SELECT * FROM <urn:kgrdf:other:graph:current> {{ {OWN} }}",
    f"SELECT * {{ {OWN} SERVICE <https://example.org/> {{ ?s ?p ?o }} }}",
    "DESCRIBE <urn:s>",
)


@pytest.fixture
def open_client() -> Client:
    with NeptuneEmulation(iam=False) as neptune:
        yield Client(neptune)  # type: ignore[misc]


def test_requests_that_keep_to_one_tenant_or_to_the_reserved_graphs_pass(open_client: Client) -> None:
    for text in GOOD:
        open_client.query(text)
    open_client.update(f"DELETE {{ {OWN} }} WHERE {{ {OWN} }}")
    open_client.update("DROP SILENT GRAPH <urn:kgrdf:acme:graph:history>")
    open_client.neptune.check("acme")
    with pytest.raises(AssertionError, match="4 requests broke the rules"):
        open_client.neptune.check("elsewhere")


@pytest.mark.parametrize("text", BAD)
def test_a_request_that_could_touch_anything_else_fails_the_run(open_client: Client, text: str) -> None:
    open_client.query(text)
    with pytest.raises(AssertionError, match="1 requests broke the rules"):
        open_client.neptune.check("acme")


@pytest.mark.parametrize(
    "text",
    [
        "INSERT DATA { <urn:s> <urn:p> 1 }",
        "DROP ALL",
        "LOAD <https://example.org/x> INTO GRAPH <urn:kgrdf:acme:graph:current>",
        "UNLOAD <https://example.org/x> FROM GRAPH <urn:kgrdf:acme:graph:current>",
        f"INSERT {{ GRAPH ?g {{ ?s ?p 1 }} }} WHERE {{ {OWN} BIND(IRI(STR(?o)) AS ?g) }}",
    ],
)
def test_an_update_that_could_touch_anything_else_fails_the_run(open_client: Client, text: str) -> None:
    open_client.update(text)
    with pytest.raises(AssertionError, match="1 requests broke the rules"):
        open_client.neptune.check("acme")


def test_requests_bytes_and_missing_limits_are_counted(open_client: Client) -> None:
    for text in GOOD:
        open_client.query(text)
    counters = open_client.neptune.counters
    assert counters.requests == len(GOOD)
    assert counters.received == sum(observation.received for observation in counters.observations) > len(GOOD[0])
    assert counters.sent > 0
    assert [observation.text for observation in counters.without_limit] == [GOOD[2]]
    assert counters.without_graph == []
    counters.reset()
    assert (counters.requests, counters.received) == (0, 0)
