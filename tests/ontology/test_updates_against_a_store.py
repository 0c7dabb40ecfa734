"""An update that passes changes nothing where the caller means nothing: random patterns, and a name that no thing has."""

from __future__ import annotations

import random

import pyoxigraph as ox
import pytest

from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.query import examine
from kgrdf_codegen.check.updates import subjects_bound
from kgrdf_codegen.reader import KG

GRAPH = ox.NamedNode("urn:example:current")
HEADER = f"# @name example\n# @mode update\n# @param given: string\n# Says something.\nPREFIX kg: <{KG}>\n"
CHANGE = "DELETE {{ GRAPH $current {{ ?x kg:description {} }} }}\nWHERE {{ GRAPH $current {{ {} }} }}\n"
PATTERNS = [
    "?x kg:description ?o .",
    "?x kg:name ?n .",
    "?x kg:alias ?a .",
    "?x kg:name $given .",
    "?y kg:name ?n .",
    "?y kg:name $given .",
    "VALUES ?n { 'a' 'b' }",
    "BIND(CONCAT(?n, $given) AS ?k)",
    "BIND(?n AS ?k)",
    "BIND(?n = $given AS ?k)",
    "{ SELECT ?x WHERE { ?x kg:name $given } }",
    "{ SELECT ?y (MAX(?m) AS ?n) WHERE { ?y kg:name ?m } GROUP BY ?y }",
]
TESTS = [
    "?n = $given",
    "?o = $given",
    "$given = ?a",
    "?k = $given",
    "?n != $given",
    "?n = ?a",
    "?k",
    "true",
    "BOUND(?n)",
    "BOUND(?o)",
    "CONTAINS(?n, $given)",
    "?n IN ($given, ?a)",
    "?n NOT IN ($given, ?a)",
    "COALESCE(?a = $given, true)",
    "COALESCE(?a, ?n) = $given",
]


@pytest.fixture(scope="module")
def quads() -> list[ox.Quad]:
    """Things with each choice of what is said of one; none is called as the caller says."""
    made = []
    for number in range(8):
        said = [("description", "d"), ("description", "a")]
        said += [("name", "ab"[number % 2])] if number & 2 else []
        said += [("alias", "a"), ("alias", "c")] if number & 4 else []
        thing = ox.NamedNode(f"urn:example:{number}")
        made += [ox.Quad(thing, ox.NamedNode(f"{KG}{key}"), ox.Literal(text), GRAPH) for key, text in said]
    return made


def group(dice: random.Random, depth: int = 0) -> str:
    return " ".join(element(dice, depth) for _ in range(dice.randint(1, 3)))


def element(dice: random.Random, depth: int) -> str:
    kind = dice.randrange(9 if depth < 2 else 5)
    if kind < 3:
        return dice.choice(PATTERNS)
    if kind < 5:
        return f"FILTER({condition(dice, depth)})"
    inside = group(dice, depth + 1)
    return {
        5: f"OPTIONAL {{ {inside} }}",
        6: f"{{ {inside} }} UNION {{ {group(dice, depth + 1)} }}",
        7: f"MINUS {{ {inside} }}",
        8: f"FILTER(EXISTS {{ {inside} }})",
    }[kind]


def condition(dice: random.Random, depth: int) -> str:
    kind = dice.randrange(8 if depth < 2 else 4)
    if kind < 4:
        return dice.choice(TESTS)
    if kind == 4:
        return f"!({condition(dice, depth + 1)})"
    if kind == 5:
        return f"EXISTS {{ {group(dice, depth + 1)} }}"
    return f"({condition(dice, depth + 1)} {'&&' if kind == 6 else '||'} {condition(dice, depth + 1)})"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 12))])
def test_an_update_that_passes_changes_nothing_where_the_caller_means_nothing(
    seed: int, vocabulary: Vocabulary, quads: list[ox.Quad]
) -> None:
    dice = random.Random(seed)
    passed = refused = 0
    for _ in range(120):
        pattern = f"?x kg:description ?o . {group(dice)}" if dice.random() < 0.7 else group(dice)
        text = HEADER + CHANGE.format(dice.choice(["?o", "?n", "'d'"]), pattern)
        context = examine("example", text, vocabulary).context
        store = ox.Store()
        store.extend(quads)
        try:
            store.update(text.replace("$current", str(GRAPH)).replace("$given", "'Zed'"))
        except SyntaxError:
            continue  # BIND of what has a value already
        changed = len(store) < len(quads)
        said = [problem.message for problem in subjects_bound(context)] if context is not None else ["cannot be read"]
        assert not changed or said, pattern
        passed, refused = passed + (not said), refused + bool(said and changed)
    assert passed > 10
    assert refused > 10
