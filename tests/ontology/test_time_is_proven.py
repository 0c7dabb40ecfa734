"""What the checker accepts is run: however filters, braces and unions are mixed, no past or future claim appears."""

from __future__ import annotations

from functools import cache

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.reader import KG, read_ontology

NOW = 10
CLAIMS = {
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
)
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
    "MINUS {{ {0} }}",
    "{{ SELECT ?f WHERE {{ {0} }} }}",
    "{{ SELECT DISTINCT ?f ?c WHERE {{ {0} }} LIMIT 3 }}",
    "{{ {0} }} UNION {{ {1} }}",
    "{{ {0} }} UNION {{ {1} }}",
)


def groups(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    whole = st.tuples(st.just(WHOLE), st.sampled_from(PARTS[9:15]))
    return st.lists(parts | whole.map(" ".join), min_size=1, max_size=5).map(" ".join)


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


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.from_graph(read_ontology().graph)


@cache
def stores() -> list[ox.Store]:
    """One with ended facts and one without: an OPTIONAL that finds nothing binds nothing."""
    return [filled(CLAIMS), filled({name: span for name, span in CLAIMS.items() if span[1] is None})]


def filled(claims: dict[str, tuple[int, int | None]]) -> ox.Store:
    store, graph = ox.Store(), ox.NamedNode("urn:example:current")
    for name, (start, end) in claims.items():
        node = ox.NamedNode(f"urn:example:{name}")
        values = {"claim": name, "validFrom": start, "validTo": end, "about": ox.NamedNode("urn:example:thing")}
        for property_, value in values.items():
            if value is not None:
                term = value if isinstance(value, ox.NamedNode) else ox.Literal(value)
                store.add(ox.Quad(node, ox.NamedNode(KG + property_), term, graph))
    return store


def shown(store: ox.Store, text: str) -> set[str]:
    bound = text.replace("$now", str(NOW)).replace("$current", "<urn:example:current>")
    try:
        solutions = store.query(bound)
    except SyntaxError:  # Q002 asks the store too, but only of what no other rule refuses
        return set()
    assert isinstance(solutions, ox.QuerySolutions)
    return {claim.value for solution in solutions if isinstance(claim := solution["c"], ox.Literal)}


def never_shows_what_is_not_visible(body: str) -> None:
    text = (
        "# @name any\n# @mode many\n# @limit 100\n# @param now: instant = now\n# Says something.\n"
        f"PREFIX kg: <{KG}>\nSELECT ?c\nWHERE {{ GRAPH $current {{ {body} }} }}\n"
    )
    if not {problem.code for problem in check_query("any.rq", text, vocabulary())} & TIME:
        for store in stores():
            assert shown(store, text) <= VISIBLE


@settings(max_examples=90, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES | SPELLED)
def test_an_accepted_query_shows_no_claim_outside_its_interval(body: str) -> None:
    never_shows_what_is_not_visible(body)


@pytest.mark.proof
@settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES | SPELLED)
def test_no_accepted_query_of_thousands_shows_a_claim_outside_its_interval(body: str) -> None:
    never_shows_what_is_not_visible(body)


def test_the_queries_that_are_thrown_together_are_accepted_often_enough() -> None:
    """So that the tests above cannot pass by refusing everything, nor by showing nothing."""
    right = f"{WHOLE} {PARTS[9]}"

    never_shows_what_is_not_visible(right)
    assert shown(stores()[0], f"PREFIX kg: <{KG}> SELECT ?c WHERE {{ GRAPH $current {{ {right} }} }}") == VISIBLE
    assert shown(stores()[0], f"PREFIX kg: <{KG}> SELECT ?c WHERE {{ GRAPH $current {{ {WHOLE} }} }}") > VISIBLE
