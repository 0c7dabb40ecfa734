"""Which graphs a request reads and writes."""

from __future__ import annotations

from typing import Any

import pytest
from pyoxigraph import Literal, NamedNode, Quad, QuerySolutions

from kgrdf.testing import NeptuneEmulation
from kgrdf.testing.neptune.dataset import Change, Dataset, Solutions
from tests.testing.client import Client

A, B = "<urn:g:a>", "<urn:g:b>"
DEFAULT = "http://aws.amazon.com/neptune/vocab/v01/DefaultNamedGraph"


@pytest.fixture
def two_graphs(client: Client) -> Client:
    """One triple in both graphs, and one in each."""
    client.update(
        f"INSERT DATA {{ GRAPH {A} {{ <urn:s> <urn:p> 'both', 'a' }} GRAPH {B} {{ <urn:s> <urn:p> 'both', 'b' }} }}"
    )
    return client


def values(client: Client, text: str, **fields: object) -> list[str]:
    return sorted(row["o"] for row in client.query(text, **fields).rows)


def test_a_pattern_outside_graph_reads_every_named_graph_and_each_triple_once(two_graphs: Client) -> None:
    assert values(two_graphs, "SELECT ?o { ?s ?p ?o }") == ["a", "b", "both"]


def test_from_reads_those_graphs_alone_and_each_triple_once(two_graphs: Client) -> None:
    assert values(two_graphs, f"SELECT ?o FROM {A} {{ ?s ?p ?o }}") == ["a", "both"]
    assert values(two_graphs, f"SELECT ?o FROM {A} FROM {B} {{ ?s ?p ?o }}") == ["a", "b", "both"]
    assert values(two_graphs, f"SELECT ?o FROM {A} {{ GRAPH ?g {{ ?s ?p ?o }} }}") == []


def test_from_named_alone_leaves_the_default_graph_empty(two_graphs: Client) -> None:
    assert values(two_graphs, f"SELECT ?o FROM NAMED {A} {{ ?s ?p ?o }}") == []
    assert values(two_graphs, f"SELECT ?o FROM NAMED {A} {{ GRAPH ?g {{ ?s ?p ?o }} }}") == ["a", "both"]


def test_the_dataset_of_the_protocol_comes_before_that_of_the_text(two_graphs: Client) -> None:
    text = f"SELECT ?o FROM {A} {{ ?s ?p ?o }}"
    assert values(two_graphs, text, **{"default-graph-uri": "urn:g:b"}) == ["b", "both"]
    assert values(two_graphs, text, **{"named-graph-uri": "urn:g:b"}) == []


def test_a_triple_that_leaves_one_graph_stays_in_the_union_while_another_has_it(two_graphs: Client) -> None:
    two_graphs.update(f"DELETE DATA {{ GRAPH {A} {{ <urn:s> <urn:p> 'both' }} }}")
    assert values(two_graphs, "SELECT ?o { ?s ?p ?o }") == ["a", "b", "both"]
    two_graphs.update(f"DELETE DATA {{ GRAPH {B} {{ <urn:s> <urn:p> 'both' }} }}")
    assert values(two_graphs, "SELECT ?o { ?s ?p ?o }") == ["a", "b"]


def test_what_is_inserted_without_a_graph_lies_in_an_ordinary_named_one(client: Client) -> None:
    client.update("INSERT DATA { <urn:s> <urn:p> 1 }")
    assert [row["g"] for row in client.query("SELECT ?g { GRAPH ?g { ?s ?p ?o } }").rows] == [DEFAULT]
    client.update("DROP DEFAULT")
    assert client.query("SELECT ?s { ?s ?p ?o }").rows == []


def test_describe_reads_every_graph(two_graphs: Client) -> None:
    answer = two_graphs.query("DESCRIBE <urn:s>", accept="application/n-triples")
    assert len(answer.text.splitlines()) == 3


def test_with_and_using_choose_the_graph_that_where_reads(two_graphs: Client) -> None:
    two_graphs.update(f"WITH {A} DELETE {{ ?s ?p ?o }} INSERT {{ ?s <urn:q> ?o }} WHERE {{ ?s ?p ?o }}")
    assert values(two_graphs, f"SELECT ?o {{ GRAPH {A} {{ ?s <urn:q> ?o }} }}") == ["a", "both"]
    two_graphs.update(f"INSERT {{ GRAPH <urn:g:c> {{ ?s ?p ?o }} }} USING {B} WHERE {{ ?s ?p ?o }}")
    assert values(two_graphs, "SELECT ?o { GRAPH <urn:g:c> { ?s ?p ?o } }") == ["b", "both"]


def test_a_graph_in_a_template_may_be_a_variable(two_graphs: Client) -> None:
    two_graphs.update(
        "DELETE { GRAPH ?g { ?s ?p 'both' } } INSERT { GRAPH ?g { ?s ?p ?g } } WHERE { GRAPH ?g { ?s ?p 'both' } }"
    )
    assert values(two_graphs, f"SELECT ?o {{ GRAPH {A} {{ ?s ?p ?o }} }}") == ["a", "urn:g:a"]
    assert values(two_graphs, f"SELECT ?o {{ GRAPH {B} {{ ?s ?p ?o }} }}") == ["b", "urn:g:b"]


def test_whole_graphs_are_cleared_copied_moved_and_added(two_graphs: Client) -> None:
    two_graphs.update(f"COPY {A} TO <urn:g:c>; MOVE {B} TO {A}; ADD <urn:g:c> TO {A}")
    assert values(two_graphs, f"SELECT ?o {{ GRAPH {A} {{ ?s ?p ?o }} }}") == ["a", "b", "both"]
    assert values(two_graphs, f"SELECT ?o {{ GRAPH {B} {{ ?s ?p ?o }} }}") == []
    two_graphs.update(f"DROP SILENT GRAPH {A}; CLEAR NAMED")
    assert values(two_graphs, "SELECT ?o { ?s ?p ?o }") == []


def test_all_operations_of_an_update_count_or_none(two_graphs: Client) -> None:
    before = set(two_graphs.neptune.dataset.quads())
    answer = two_graphs.update(f"CLEAR GRAPH {A}; INSERT DATA {{ GRAPH {B} {{ <urn:s> <urn:p> 99999999999999999999 }} }}")
    assert answer.code == "InvalidNumericDataException"
    assert set(two_graphs.neptune.dataset.quads()) == before
    assert values(two_graphs, "SELECT ?o { ?s ?p ?o }") == ["a", "b", "both"]


def test_default_prefixes_and_the_base_iri_are_there(client: Client) -> None:
    client.update("INSERT DATA { GRAPH <g> { <s> rdfs:label 'x' } }")
    (row,) = client.query("SELECT * { GRAPH ?g { ?s ?p ?o } }").rows
    assert row["s"] == "http://aws.amazon.com/neptune/default/s"
    assert row["g"] == "http://aws.amazon.com/neptune/default/g"


def test_the_data_of_a_cluster_is_its_own(neptune: NeptuneEmulation, client: Client) -> None:
    client.update(f"INSERT DATA {{ GRAPH {A} {{ <urn:s> <urn:p> 1 }} }}")
    with NeptuneEmulation() as other:
        assert Client(other).query("SELECT ?s { ?s ?p ?o }").rows == []
    assert len(neptune.dataset) == 1


def test_a_query_that_met_half_of_a_change_is_run_again_on_the_whole() -> None:
    first, second = (Quad(NamedNode(f"urn:{n}"), NamedNode("urn:p"), Literal(n), NamedNode("urn:g")) for n in range(2))

    class Met(Dataset):
        def _answer(self, *query: Any) -> Solutions:
            self.add([first], Change())  # changes nothing when it is run again
            return super()._answer(*query)

    met = Met()
    rows = met.query("SELECT ?s { GRAPH ?g { ?s ?p ?o } }", again=lambda: met.add([second], Change()))
    assert isinstance(rows, QuerySolutions)
    assert len(list(rows)) == 2
