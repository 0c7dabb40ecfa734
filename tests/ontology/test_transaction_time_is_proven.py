"""What the checker accepts as known, or as learned since, is run: nothing of another transaction time decides an answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgrdf_codegen.reader import KG
from tests.ontology.interference import Answer, Quad, Stores, accepted, answer, filled

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
SOURCES = BELIEVED - {"sourced_late"}
LEARNED = {"late", "late_and_withdrawn"}
LEARNED_SOURCES = LEARNED | {"sourced_late"}
VISIBLE = {"known": (BELIEVED, SOURCES), "since": (LEARNED, LEARNED_SOURCES)}
"""The claims, and the claims of which the sources are told."""
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
    "FILTER NOT EXISTS {{ {0} }}",
    "BIND(EXISTS {{ {0} }} AS ?has)",
    "MINUS {{ {0} }}",
    "{{ SELECT ?f ?d WHERE {{ {0} }} }}",
    "{{ SELECT (?g AS ?f) ?d WHERE {{ {0} }} }}",
    "{{ SELECT DISTINCT ?f ?c WHERE {{ {0} }} LIMIT 100 }}",
    "{{ SELECT ?e (COUNT(?f) AS ?has) WHERE {{ {0} }} GROUP BY ?e HAVING (NOT EXISTS {{ {1} }}) }}",
    "{{ {0} }} UNION {{ {1} }}",
    "{{ {0} }} UNION {{ {1} }}",
)


def groups(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    whole = st.tuples(st.sampled_from(WHOLE), st.sampled_from(PARTS[14:22])).map(" ".join)
    return st.lists(parts | whole, min_size=1, max_size=5).map(" ".join)


def wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(str.format, st.sampled_from(WRAPPED), groups(inner), groups(inner))


BODIES = groups(st.recursive(st.sampled_from(PARTS), wrapped, max_leaves=6))


def quads(claims: Mapping[str, Claim], told: Callable[[str], bool], sourced: Callable[[str], bool]) -> Iterator[Quad]:
    """Yield the claims that are told, all of one thing, and the sources of some."""
    thing = ox.NamedNode("urn:example:thing")
    for graph in ("current", "history"):  # a graph in which nothing lies is none
        yield graph, "thing", "name", "thing"
    for name, claim in claims.items():
        if told(name):
            yield claim.graph, name, "claim", name
            yield claim.graph, name, "about", thing
            yield claim.graph, name, "recordedAt", claim.recorded
            yield claim.graph, name, "retractedAt", claim.retracted
        if sourced(name):
            source = f"derivation:{name}"
            yield claim.graph, source, "derived", ox.NamedNode(f"urn:example:{name}")
            yield claim.graph, source, "derivedFrom", ox.NamedNode(f"urn:example:source:{name}")
            yield claim.graph, source, "extractedAt", claim.sourced


@cache
def stores(time: str) -> list[Stores]:
    """With withdrawn statements and without: an OPTIONAL that finds nothing binds nothing."""
    told, sourced = VISIBLE[time]
    lasting = {name: claim for name, claim in CLAIMS.items() if claim.retracted is None}
    return [
        Stores(
            filled(quads(claims, lambda _: True, lambda _: True)),
            filled(quads(claims, told.__contains__, sourced.__contains__)),
        )
        for claims in (CLAIMS, lasting)
    ]


def query(time: str, body: str, graph: str) -> str:
    return (
        f"# @name any\n# @mode many\n# @time {time}\n# @limit 100\n# @param knownAt: instant = now\n# Says something.\n"
        f"PREFIX kg: <{KG}>\nSELECT ?c ?has\nWHERE {{ GRAPH ${graph} {{ {body} }} }}\n"
    )


def rows(store: ox.Store, text: str) -> Answer:
    return answer(store, text, {"$knownAt": KNOWN_AT}) or []


def tells_nothing_of_another_time(body: str, graph: str) -> list[Answer]:
    """Return the answers of a body as it is accepted; each is the same without what is of another time."""
    found = []
    for time, (told, sourced) in VISIBLE.items():
        text = query(time, body, graph)
        if accepted(text, CODES):
            for whole, visible in stores(time):
                answered = rows(whole, text)
                assert answered == rows(visible, text), text
                right = {f'"{name}"' for name in told} | {f"<urn:example:source:{name}>" for name in sourced}
                assert {row[0] for row in answered} <= {None, *right}, text
            found.append(rows(stores(time)[0].whole, text))
    return found


GRAPHS = st.sampled_from(("current", "history"))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES, graph=GRAPHS)
def test_an_accepted_query_shows_nothing_of_another_transaction_time(body: str, graph: str) -> None:
    tells_nothing_of_another_time(body, graph)


@pytest.mark.proof
@settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES, graph=GRAPHS)
def test_no_accepted_query_of_thousands_shows_anything_of_another_transaction_time(body: str, graph: str) -> None:
    tells_nothing_of_another_time(body, graph)


def test_the_queries_that_are_thrown_together_are_accepted_often_enough() -> None:
    """So that the tests above cannot pass by refusing everything, nor by showing nothing."""
    dice, found, tried = random.Random(7), list[Answer](), 80
    for _ in range(tried):
        whole = [" ".join((dice.choice(WHOLE), dice.choice(PARTS[14:16]))) for _ in range(2)]
        parts = [whole[0], dice.choice(WRAPPED).format(whole[1], dice.choice(PARTS))]
        dice.shuffle(parts)
        found += tells_nothing_of_another_time(" ".join(parts), dice.choice(("current", "history")))

    assert 15 < len(found) < tried
    assert sum(bool(answered) for answered in found) > 5


@pytest.mark.parametrize(
    ("time", "graph", "parts", "found"),
    [
        ("known", "current", (WHOLE[0],), {'"open"', '"then"', '"sourced_late"'}),
        ("known", "history", (WHOLE[0], PARTS[14]), {'"over"', '"withdrawn_later"'}),
        (
            "known",
            "history",
            (WHOLE[2], PARTS[15]),
            {f"<urn:example:source:{x}>" for x in ("over", "withdrawn_later")},
        ),
        ("since", "current", (WHOLE[1],), {'"late"'}),
        ("since", "history", (WHOLE[3],), {"<urn:example:source:late_and_withdrawn>"}),
    ],
)
def test_what_is_thrown_together_is_accepted_where_it_is_right(
    time: str, graph: str, parts: tuple[str, ...], found: set[str]
) -> None:
    text = query(time, " ".join(parts), graph)

    assert accepted(text, CODES)
    assert {row[0] for row in rows(stores(time)[0].whole, text)} == found
