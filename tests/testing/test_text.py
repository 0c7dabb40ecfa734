"""What the emulation reads in a SPARQL text, held against rdflib's algebra and against noise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.algebra import translateUpdate
from rdflib.plugins.sparql.parser import parseUpdate
from rdflib.plugins.sparql.parserutils import CompValue

from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.text import Text, read_text
from kgrdf.testing.neptune.tokens import tokens_of

GRAPHS = {"$current": "<urn:kgrdf:t:graph:current>", "$history": "<urn:kgrdf:t:graph:history>"}


def texts(repository: Path) -> Iterator[tuple[str, str]]:
    """Every query written by hand, with constants for its graphs and variables for the rest of its slots."""
    for path in sorted([*(repository / "kgrdf" / "sparql").glob("*.rq"), *(repository / "ontology").rglob("*.rq")]):
        text = path.read_text(encoding="utf-8")
        for slot, graph in GRAPHS.items():
            text = text.replace(slot, graph)
        yield path.name, text


def graphs_of(node: Any) -> set[str]:
    """Return the IRIs of all GRAPH clauses below a node of rdflib's algebra."""
    if isinstance(node, (list, tuple)):
        return set().union(*map(graphs_of, node))
    if not isinstance(node, dict):
        return set()
    own = (
        {str(dict.get(node, "term"))}
        if isinstance(node, CompValue) and node.name in ("Graph", "GraphGraphPattern")
        else set()
    )
    own |= {str(graph) for graph in dict.get(node, "quads") or {}}
    return own.union(*map(graphs_of, dict.values(node)))


def test_the_graphs_of_every_query_are_those_that_rdflib_finds(repository: Path) -> None:
    compared = 0
    for name, text in texts(repository):
        found = read_text(text)
        if found.is_update:
            algebra: Any = [translateUpdate(parseUpdate(text)).algebra]
        else:
            algebra = prepareQuery(text).algebra
        assert found.graphs == graphs_of(algebra), name
        assert not any(pattern.graph is None for pattern in found.patterns), name
        compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("SELECT * { GRAPH <urn:g> { ?s ?p ?o } }", False),
        ("SELECT * { GRAPH <urn:g> { ?s ?p ?o } ?s ?q ?r }", True),
        ("SELECT * { GRAPH <urn:g> { ?s ?p ?o } FILTER NOT EXISTS { ?s <urn:q> ?r } }", True),
        ("SELECT * { GRAPH <urn:g> { ?s ?p ?o FILTER NOT EXISTS { ?s <urn:q> ?r } } }", False),
        ("SELECT * { GRAPH <urn:g> { ?s ?p ?o } FILTER(?o > 1 && EXISTS { ?s <urn:q> ?r }) }", True),
        ("SELECT (EXISTS { ?a ?b ?c } AS ?e) { { SELECT ?s { GRAPH <urn:g> { ?s ?p ?o } } LIMIT 1 } }", True),
        ("SELECT * { { SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING(COUNT(*) > 1) } }", True),
        ("SELECT * { VALUES (?s ?p) { (<urn:s> <urn:p>) } BIND('GRAPH {' AS ?x) # ?s ?p ?o\n }", False),
        ("SELECT * { GRAPH <urn:g> { ?s (<urn:p>/<urn:q>)* [ <urn:r> (1 2) ] } }", False),
        ("INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> 1 } . <urn:s> <urn:p> 2 }", True),
        ("DELETE WHERE { GRAPH <urn:g> { ?s ?p ?o } }", False),
        ("WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", False),
    ],
)
def test_a_pattern_outside_graph_is_found_wherever_it_hides(text: str, outside: bool) -> None:
    assert any(pattern.graph is None for pattern in read_text(text).patterns) is outside


def test_a_graph_that_is_a_variable_may_be_any_graph() -> None:
    assert read_text("SELECT * { GRAPH ?g { ?s ?p ?o } }").wild
    assert read_text("DROP ALL").wild
    assert not read_text("DROP GRAPH <urn:g>").wild


def test_a_limit_counts_only_at_the_end() -> None:
    def limited(text: str) -> bool:
        (operation,) = read_text(text).operations
        return operation.limited

    assert limited("SELECT * { ?s ?p ?o } ORDER BY DESC(?o) LIMIT 5 OFFSET 2")
    assert not limited("SELECT * { { SELECT * { ?s ?p ?o } LIMIT 5 } }")
    assert not limited("SELECT ('LIMIT' AS ?x) { } # LIMIT 5")


@given(st.text(alphabet="{}()[].;,<>|?$@#'\"\\:_-^ \nabGRPHSELCTINDUWO0123", max_size=60))
def test_tokens_cover_every_text_in_order(text: str) -> None:
    tokens = tokens_of(text)
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
    assert all(before.end <= after.start for before, after in pairwise(tokens))


NOISE = (
    "SELECT ASK CONSTRUCT INSERT DELETE DATA WHERE GRAPH FILTER NOT EXISTS VALUES BIND SERVICE WITH USING FROM NAMED CLEAR "
    "LOAD PREFIX BASE OPTIONAL UNION { } ( ) [ ] . ; , ?x <urn:x> a:b 'x' 1 * AS LIMIT"
)
WORDS = st.sampled_from(NOISE.split(" "))


@given(st.lists(WORDS, max_size=30).map(" ".join))
def test_noise_is_read_or_refused_and_never_breaks_the_reader(text: str) -> None:
    with suppress(Refusal):
        assert isinstance(read_text(text), Text)
