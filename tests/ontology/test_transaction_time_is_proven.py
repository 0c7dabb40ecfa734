"""What the checker accepts as known, or as learned since, is run: nothing of another transaction time appears."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.reader import KG, read_ontology

KNOWN_AT = 10


class Claim(NamedTuple):
    """A statement, and the two links that it is an end of: a source, and what it took the place of."""

    graph: str
    recorded: int
    retracted: int | None = None
    sourced: int = 0
    """When its source was noted."""


CLAIMS = {
    "open": Claim("current", 0),
    "then": Claim("current", KNOWN_AT, sourced=KNOWN_AT),
    "late": Claim("current", 20, sourced=20),
    "sourced_late": Claim("current", 0, sourced=20),
    "over": Claim("history", 0),
    "withdrawn": Claim("history", 0, retracted=5),
    "withdrawn_then": Claim("history", 0, retracted=KNOWN_AT),
    "withdrawn_later": Claim("history", 0, retracted=30),
    "late_and_withdrawn": Claim("history", 20, retracted=30, sourced=20),
}
BELIEVED = {"open", "then", "sourced_late", "over", "withdrawn_later"}
SOURCES = {f"urn:example:source:{name}" for name in BELIEVED - {"sourced_late"}}
LEARNED = {"late", "late_and_withdrawn"}
LEARNED_SOURCES = {f"urn:example:source:{name}" for name in (*LEARNED, "sourced_late")}
CODES = {"Q001", "Q002", "Q040", "Q041", "Q044"}
"""The codes by which a query is refused here: the proof of time must need no other rule."""
PARTS = (
    "?f kg:claim ?c .",
    "?f kg:recordedAt ?at .",
    "?f kg:claim ?c ; kg:recordedAt ?at .",
    "?g kg:about ?e ; kg:claim ?c .",
    "?g kg:recordedAt ?at .",
    "?f kg:about ?e .",
    "?d kg:derived ?f ; kg:derivedFrom ?c .",
    "?d kg:derivedFrom ?c .",
    "?d kg:extractedAt ?at .",
    "?d kg:extractedAt ?told .",
    "FILTER(?at <= $knownAt)",
    "FILTER(?at > $knownAt)",
    "FILTER(?at < $knownAt)",
    "FILTER(?told <= $knownAt)",
    "FILTER NOT EXISTS { ?f kg:retractedAt ?gone FILTER(?gone <= $knownAt) }",
    "FILTER NOT EXISTS { GRAPH $history { ?f kg:retractedAt ?gone FILTER(?gone <= $knownAt) } }",
    "FILTER NOT EXISTS { GRAPH $current { ?f kg:retractedAt ?gone FILTER(?gone <= $knownAt) } }",
    "FILTER NOT EXISTS { GRAPH $history { ?g kg:retractedAt ?gone FILTER(?gone <= $knownAt) } }",
    "FILTER NOT EXISTS { GRAPH $history { ?f kg:retractedAt ?gone ; kg:about ?gone FILTER(?gone <= $knownAt) } }",
    "OPTIONAL { GRAPH $history { ?f kg:retractedAt ?gone } }",
    "OPTIONAL { ?f kg:retractedAt ?gone FILTER(?gone <= $knownAt) }",
    "FILTER(!BOUND(?gone) || $knownAt < ?gone)",
    "FILTER(!BOUND(?gone))",
    "VALUES ?gone { 30 }",
    "BIND(?f AS ?g)",
)
WHOLE = (
    "?f kg:claim ?c ; kg:recordedAt ?at . FILTER(?at <= $knownAt)",
    "?f kg:claim ?c ; kg:recordedAt ?at . FILTER(?at > $knownAt)",
    "?d kg:derived ?f ; kg:derivedFrom ?c ; kg:extractedAt ?told . FILTER(?told <= $knownAt)",
    "?d kg:derived ?f ; kg:derivedFrom ?c ; kg:extractedAt ?told . FILTER(?told > $knownAt)",
)
WRAPPED = (
    "{{ {0} }}",
    "OPTIONAL {{ {0} }}",
    "GRAPH $history {{ {0} }}",
    "GRAPH $current {{ {0} }}",
    "FILTER EXISTS {{ {0} }}",
    "MINUS {{ {0} }}",
    "{{ SELECT ?f ?d WHERE {{ {0} }} }}",
    "{{ SELECT DISTINCT ?f ?c WHERE {{ {0} }} LIMIT 3 }}",
    "{{ {0} }} UNION {{ {1} }}",
    "{{ {0} }} UNION {{ {1} }}",
)


def groups(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    whole = st.tuples(st.sampled_from(WHOLE), st.sampled_from(PARTS[14:22])).map(" ".join)
    return st.lists(parts | whole, min_size=1, max_size=5).map(" ".join)


def wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(str.format, st.sampled_from(WRAPPED), groups(inner), groups(inner))


BODIES = groups(st.recursive(st.sampled_from(PARTS), wrapped, max_leaves=6))


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.from_graph(read_ontology().graph)


@cache
def stores() -> list[ox.Store]:
    """One with withdrawn statements and one without: an OPTIONAL that finds nothing binds nothing."""
    return [filled(CLAIMS), filled({name: claim for name, claim in CLAIMS.items() if claim.retracted is None})]


def filled(claims: dict[str, Claim]) -> ox.Store:
    store = ox.Store()
    for name, claim in claims.items():
        node, source = ox.NamedNode(f"urn:example:{name}"), ox.NamedNode(f"urn:example:source:{name}")
        derivation = ox.NamedNode(f"urn:example:derivation:{name}")
        for subject, property_, value in (
            (node, "claim", name),
            (node, "about", ox.NamedNode("urn:example:thing")),
            (node, "recordedAt", claim.recorded),
            (node, "retractedAt", claim.retracted),
            (derivation, "derived", node),
            (derivation, "derivedFrom", source),
            (derivation, "extractedAt", claim.sourced),
        ):
            if value is not None:
                term = value if isinstance(value, ox.NamedNode) else ox.Literal(value)
                graph = ox.NamedNode(f"urn:example:graph:{claim.graph}")
                store.add(ox.Quad(subject, ox.NamedNode(KG + property_), term, graph))
    return store


def query(time: str, body: str, graph: str) -> str:
    return (
        f"# @name any\n# @mode many\n# @time {time}\n# @limit 100\n# @param knownAt: instant = now\n# Says something.\n"
        f"PREFIX kg: <{KG}>\nSELECT ?c\nWHERE {{ GRAPH ${graph} {{ {body} }} }}\n"
    )


def shown(store: ox.Store, text: str) -> set[str]:
    bound = text.replace("$knownAt", str(KNOWN_AT))
    for graph in ("current", "history"):
        bound = bound.replace(f"${graph}", f"<urn:example:graph:{graph}>")
    try:
        solutions = store.query(bound)
    except SyntaxError:  # Q002 asks the store too, but only of what no other rule refuses
        return set()
    assert isinstance(solutions, ox.QuerySolutions)
    return {found.value for solution in solutions if isinstance(found := solution["c"], ox.Literal | ox.NamedNode)}


def accepted(text: str) -> bool:
    return not {problem.code for problem in check_query("any.rq", text, vocabulary())} & CODES


def never_shows_what_is_of_another_time(body: str, graph: str) -> None:
    for time, right in (("known", BELIEVED | SOURCES), ("since", LEARNED | LEARNED_SOURCES)):
        text = query(time, body, graph)
        if accepted(text):
            for store in stores():
                assert shown(store, text) <= right, text


GRAPHS = st.sampled_from(("current", "history"))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES, graph=GRAPHS)
def test_an_accepted_query_shows_nothing_of_another_transaction_time(body: str, graph: str) -> None:
    never_shows_what_is_of_another_time(body, graph)


@pytest.mark.proof
@settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES, graph=GRAPHS)
def test_no_accepted_query_of_thousands_shows_anything_of_another_transaction_time(body: str, graph: str) -> None:
    never_shows_what_is_of_another_time(body, graph)


@pytest.mark.parametrize(
    ("time", "graph", "parts", "found"),
    [
        ("known", "current", (WHOLE[0],), {"open", "then", "sourced_late"}),
        ("known", "history", (WHOLE[0], PARTS[14]), {"over", "withdrawn_later"}),
        ("known", "history", (WHOLE[2], PARTS[15]), {f"urn:example:source:{name}" for name in ("over", "withdrawn_later")}),
        ("since", "current", (WHOLE[1],), {"late"}),
        ("since", "history", (WHOLE[3],), {"urn:example:source:late_and_withdrawn"}),
    ],
)
def test_what_is_thrown_together_is_accepted_where_it_is_right(
    time: str, graph: str, parts: tuple[str, ...], found: set[str]
) -> None:
    """So that the tests above cannot pass by refusing everything, nor by showing nothing."""
    text = query(time, " ".join(parts), graph)

    assert accepted(text)
    assert shown(stores()[0], text) == found
