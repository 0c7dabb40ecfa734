"""What the checker accepts is run: no claim of the past or the future decides an answer, however it is spelled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgrdf_codegen.reader import KG
from tests.ontology.interference import Quad, Stores, accepted, answer, filled

NOW = 10
Claims: TypeAlias = Mapping[str, tuple[int, int | None]]
"""When each claim begins and ends."""
CLAIMS: Claims = {
    "open": (0, None),
    "planned": (0, 30),
    "over": (-5, NOW),
    "past": (0, 5),
    "future": (20, None),
    "far": (20, 30),
    "begins": (NOW, None),
}
VISIBLE = {"open", "planned", "begins"}
TIME = {"Q001", "Q002", "Q040", "Q041", "Q042"}
"""The codes by which a query is refused here: the proof of time must need no other rule."""
PARTS = (
    "?f kg:claim ?c .",
    "?f kg:claim ?c ; kg:validFrom ?from .",
    "?f kg:validFrom ?from .",
    "?f kg:about ?e .",
    "?g kg:about ?e ; kg:claim ?c .",
    "?g kg:validFrom ?from .",
    "?e kg:name ?c .",
    "?f kg:about ?e ; kg:claim 'past' .",
    "FILTER(?from <= $now)",
    "FILTER($now >= ?from && (!BOUND(?to) || ?to > $now))",
    "FILTER(?from <= $now || ?c = 'past')",
    "FILTER NOT EXISTS { ?f kg:validTo ?to FILTER(?to <= $now) }",
    "FILTER NOT EXISTS { ?f kg:validTo ?to { FILTER(?to <= $now) } }",
    "FILTER NOT EXISTS { ?f kg:validTo ?to ; kg:confidence ?sure FILTER(?to <= $now) }",
    "OPTIONAL { ?f kg:validTo ?to }",
    "OPTIONAL { ?f kg:validTo ?to FILTER(?to <= $now) }",
    "FILTER(!BOUND(?to) || $now < ?to)",
    "FILTER(!BOUND(?to))",
    "BIND(?f AS ?g)",
    "VALUES ?to { 5 }",
    "MINUS { ?f kg:validTo ?to FILTER(?to <= $now) }",
    "OPTIONAL { ?f kg:validTo ?to FILTER(?to <= $now) OPTIONAL { ?f kg:claim ?c } }",
    "OPTIONAL { ?f kg:validTo ?to BIND(?to <= $now AS ?c) FILTER(?c) }",
    "FILTER(COALESCE(?to, $now + 1) > $now)",
    "BIND(IF(BOUND(?to) && ?to <= $now, 'over', 'open') AS ?state) FILTER(?state = 'open')",
    "BIND($now AS ?t)",
    "OPTIONAL { ?f kg:validTo ?to FILTER(?to <= ?t) }",
)
INTERVALS = tuple(
    f"?f kg:claim ?c ; kg:validFrom ?from . FILTER(?from <= $now) {end}"
    for end in (
        "FILTER NOT EXISTS { ?f kg:validTo ?to FILTER(?to <= $now) }",
        "OPTIONAL { ?f kg:validTo ?to } FILTER(!BOUND(?to) || ?to > $now)",
        "OPTIONAL { ?f kg:validTo ?to FILTER(?to <= $now) } FILTER(!BOUND(?to))",
        "MINUS { ?f kg:validTo ?to FILTER(?to <= $now) }",
    )
)
"""A statement with all that it needs."""
ATOMS = (
    *(
        f"{one} {sign} {other}"
        for one in ("?from", "?to", "?until")
        for sign in ("<", "<=", ">", "=")
        for other in ("$now", "?t")
    ),
    "$now < ?to",
    "BOUND(?to)",
    "BOUND(?until)",
    "?ok",
    "true",
    "false",
    "?c = 'past'",
    "?from IN ($now, 3)",
    "COALESCE(?to, 253402300799999) > $now",
    "EXISTS { ?f kg:validTo ?end }",
    "EXISTS { ?f kg:validTo ?end FILTER(?end <= $now) }",
    "NOT EXISTS { ?f kg:validTo ?end FILTER(!(?end > ?t)) }",
    "NOT EXISTS { ?f kg:validTo ?to FILTER(?to <= $now || false) }",
)
JOINED = ("!({0})", "({0} && {1})", "({0} || {1})", "IF({0}, {1}, {2})", "COALESCE({0}, {1})", "({0}) = true")
ASKED = (
    "FILTER({0})",
    "FILTER({0})",
    "FILTER({0} && ({1}))",
    "BIND({0} AS ?ok) FILTER(?ok)",
    "BIND({0} AS ?ok)",
    "MINUS {{ ?f kg:validTo ?until FILTER({0}) }}",
    "FILTER NOT EXISTS {{ ?f kg:validTo ?until FILTER({0}) }}",
    "FILTER NOT EXISTS {{ ?f kg:validTo ?until ; kg:confidence ?sure FILTER({0}) }}",
    "OPTIONAL {{ ?f kg:validTo ?until FILTER({0}) }}",
    "OPTIONAL {{ ?f kg:validTo ?to }} FILTER({0})",
    "FILTER({0}) OPTIONAL {{ ?f kg:validTo ?to }}",
    "{{ FILTER({0}) }} UNION {{ ?f kg:validTo ?until FILTER({1}) }}",
    "BIND($now AS ?t)",
    "OPTIONAL {{ BIND($now AS ?t) }}",
    "?f kg:validTo ?to .",
)
"""Ways to ask what two conditions say of the facts; some of them let none through, or all."""
WHOLE = "?f kg:claim ?c ; kg:validFrom ?from . FILTER(?from <= $now)"
WRAPPED = (
    "{{ {0} }}",
    "OPTIONAL {{ {0} }}",
    "FILTER EXISTS {{ {0} }}",
    "FILTER NOT EXISTS {{ {0} }}",
    "BIND(EXISTS {{ {0} }} AS ?has)",
    "MINUS {{ {0} }}",
    "MINUS {{ {0} MINUS {{ {1} }} }}",
    "OPTIONAL {{ {0} OPTIONAL {{ {1} }} }}",
    "{{ SELECT ?f WHERE {{ {0} }} }}",
    "{{ SELECT (?g AS ?f) ?e WHERE {{ {0} }} }}",
    "{{ SELECT DISTINCT ?f ?c WHERE {{ {0} }} LIMIT 100 }}",
    "{{ SELECT ?f (COUNT(?e) AS ?has) WHERE {{ {0} }} GROUP BY ?f HAVING (NOT EXISTS {{ {1} }}) }}",
    "{{ SELECT ?e (COUNT(?f) AS ?has) WHERE {{ {0} }} GROUP BY ?e HAVING (EXISTS {{ {1} }}) }}",
    "{{ {0} }} UNION {{ {1} }}",
    "{{ {0} }} UNION {{ {1} }}",
)


def groups(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(parts | st.sampled_from(INTERVALS), min_size=1, max_size=5).map(" ".join)


def conditions() -> st.SearchStrategy[str]:
    """Any mixture of comparisons of a beginning and an end."""
    atoms = st.sampled_from(ATOMS)
    return st.recursive(
        atoms, lambda inner: st.builds(str.format, st.sampled_from(JOINED), inner, inner, inner), max_leaves=4
    )


def wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(str.format, st.sampled_from(WRAPPED), groups(inner), groups(inner))


SPELLED = st.lists(
    st.builds(str.format, st.sampled_from(ASKED), conditions(), conditions()) | st.just(WHOLE), min_size=1, max_size=3
).map(lambda parts: " ".join((WHOLE, *parts)))
BODIES = groups(st.recursive(st.sampled_from(PARTS), wrapped, max_leaves=6))
APART = st.permutations(range(3)).flatmap(
    lambda order: st.tuples(st.sampled_from(INTERVALS), wrapped(st.sampled_from(PARTS)), st.sampled_from(PARTS)).map(
        lambda parts: " ".join(parts[index] for index in order)
    )
)
"""A whole interval before, after and between what is decided apart."""


def quads(claims: Claims) -> Iterator[Quad]:
    """Yield the claims, all of one thing, whose name is one of them."""
    thing = ox.NamedNode("urn:example:thing")
    yield "current", "thing", "name", "past"
    for name, (start, end) in claims.items():
        for property_, value in (("claim", name), ("validFrom", start), ("validTo", end), ("about", thing)):
            yield "current", name, property_, value


@cache
def stores() -> list[Stores]:
    """With all claims, with none that ends and with those that do: an OPTIONAL that finds nothing binds nothing."""
    ending = {name: span for name, span in CLAIMS.items() if span[1] is not None}
    open_ = {name: span for name, span in CLAIMS.items() if span[1] is None}
    return [
        Stores(filled(quads(claims)), filled(quads({name: claims[name] for name in claims.keys() & VISIBLE})))
        for claims in (CLAIMS, open_, ending)
    ]


def query(body: str) -> str:
    return (
        "# @name any\n# @mode many\n# @limit 100\n# @param now: instant = now\n# Says something.\n"
        f"PREFIX kg: <{KG}>\nSELECT ?c ?has\nWHERE {{ GRAPH $current {{ {body} }} }}\n"
    )


def tells_nothing_of_what_is_not_visible(body: str) -> bool:
    """Return whether a body is accepted; if so, its answer is the same without the claims that are not visible."""
    text = query(body)
    if not accepted(text, TIME):
        return False
    for whole, visible in stores():
        found = answer(whole, text, {"$now": NOW})
        assert found == answer(visible, text, {"$now": NOW}), text
        named = {"past"} if "kg:name ?c" in body else set()
        assert {row[0] for row in found or ()} <= {None, *(f'"{name}"' for name in VISIBLE | named)}, text
    return True


@settings(max_examples=90, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES | SPELLED | APART)
def test_an_accepted_query_is_answered_alike_without_the_claims_outside_their_interval(body: str) -> None:
    tells_nothing_of_what_is_not_visible(body)


@pytest.mark.proof
@settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES | SPELLED | APART)
def test_thousands_of_accepted_queries_are_answered_alike_without_the_claims_outside_their_interval(body: str) -> None:
    tells_nothing_of_what_is_not_visible(body)


def test_the_queries_that_are_thrown_together_are_accepted_often_enough() -> None:
    """So that the tests above cannot pass by refusing everything, nor by showing nothing."""
    dice, found = random.Random(7), []
    for _ in range(80):
        parts = [dice.choice(INTERVALS), dice.choice(WRAPPED).format(dice.choice(INTERVALS), dice.choice(PARTS))]
        dice.shuffle(parts)
        body = " ".join(parts)
        if tells_nothing_of_what_is_not_visible(body):
            found.append(answer(stores()[0].whole, query(body), {"$now": NOW}))

    assert 20 < len(found) < 80
    assert sum(bool(rows) for rows in found) > 15


def test_the_stores_tell_a_query_that_shows_all_claims_from_one_that_does_not() -> None:
    for interval in INTERVALS:
        [[claims, _], *_] = [[answer(store.whole, query(interval), {"$now": NOW}), store] for store in stores()]
        assert claims == [(f'"{name}"', None) for name in sorted(VISIBLE)]
    every = query(WHOLE)
    assert not accepted(every, TIME)
    assert answer(stores()[0].whole, every, {"$now": NOW}) != answer(stores()[0].visible, every, {"$now": NOW})
