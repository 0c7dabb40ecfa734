"""What is never true lets no row through: random conditions, held against a store with values of each kind."""

from __future__ import annotations

import random
from itertools import product

import pyoxigraph as ox
import pytest

from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.conditions import conditions_possible
from kgrdf_codegen.check.query import examine
from kgrdf_codegen.check.values import comparisons_possible
from kgrdf_codegen.reader import KG, read_ontology

GRAPH = ox.NamedNode("urn:example:current")
HEADER = f"# @name example\n# @mode many\n# @limit 20\n# Says something.\nPREFIX kg: <{KG}>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
TERMS = [
    "?thing",
    "?name",
    "?index",
    "?other",
    "1",
    "2",
    "2.0",
    '"a"',
    '"b"',
    '"B"',
    "STRLEN(?name)",
    "1.5",
    "?index + 1",
    "?index * 2",
    "3 - ?index",
    "?index / 2",
    "SUBSTR(?name, 1, 1)",
    'CONCAT(?name, "a")',
    "LCASE(?name)",
]
TESTS = [
    "isIRI({})",
    "isLiteral({})",
    "isNumeric({})",
    "isBlank({})",
    'LANG({}) = ""',
    'LANG({}) != "en"',
    "DATATYPE({}) = xsd:string",
    'STRSTARTS({}, "a")',
    'CONTAINS("ab", LCASE({}))',
    'STRENDS({}, "b")',
    'REGEX({}, "^[bc]")',
]
ABSENT = [
    "EXISTS {{ ?thing kg:alias ?other }}",
    "EXISTS {{ ?thing kg:alias ?any }}",
    'EXISTS {{ ?thing kg:alias "a" }}',
    "EXISTS {{ ?chunk kg:mentions ?thing }}",
    "EXISTS {{ ?any kg:mentions ?thing ; kg:chunkIndex ?which }}",
    "EXISTS {{ ?thing kg:name ?any FILTER(?any > ?name) }}",
    "BOUND(?other)",
    "BOUND(?name)",
]
PATTERN = "?chunk kg:mentions ?thing ; kg:chunkIndex ?index . ?thing kg:name ?name OPTIONAL { ?thing kg:alias ?other }"
QUERY = f"SELECT ?thing\nWHERE {{ GRAPH $current {{ {PATTERN} FILTERS }} }}\n"
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 12))]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary.from_graph(read_ontology().graph)


@pytest.fixture(scope="module")
def store() -> ox.Store:
    """A store with a thing and a chunk for each choice of name, aliases and index."""
    made = ox.Store()
    names, aliases = ("a", "b", "B"), ((), ("a",), ("b", "c"))
    for number, (name, others, index) in enumerate(product(names, aliases, (0, 1, 2, 3))):
        thing, chunk = (ox.NamedNode(f"urn:example:{kind}{number}") for kind in ("thing", "chunk"))
        for subject, key, value in (
            (thing, "name", ox.Literal(name)),
            *((thing, "alias", ox.Literal(other)) for other in others),
            (chunk, "mentions", thing),
            (chunk, "chunkIndex", ox.Literal(index)),
        ):
            made.add(ox.Quad(subject, ox.NamedNode(f"{KG}{key}"), value, GRAPH))
    return made


def simple(dice: random.Random) -> str:
    kind = dice.randrange(5)
    if kind < 2:
        return f"{dice.choice(TERMS)} {dice.choice(['=', '!=', '<', '<=', '>', '>='])} {dice.choice(TERMS)}"
    if kind == 2:
        return dice.choice(TESTS).format(dice.choice(TERMS[:4]))
    if kind == 3:
        return dice.choice(ABSENT).format()
    return f"{dice.choice(TERMS[:4])} {dice.choice(['IN', 'NOT IN'])} ({', '.join(dice.sample(TERMS[4:], 2))})"


def condition(dice: random.Random, depth: int = 0) -> str:
    kind = dice.randrange(9 if depth < 3 else 5)
    if kind < 5:
        return simple(dice)
    if kind == 5:
        return f"!({condition(dice, depth + 1)})"
    if kind == 6:
        return f"IF({condition(dice, depth + 1)}, {condition(dice, depth + 1)}, {condition(dice, depth + 1)})"
    joint = dice.choice(["&&", "&&", "||", "||", "=", "!="])
    return f"(({condition(dice, depth + 1)}) {joint} ({condition(dice, depth + 1)}))"


def said_of(filters: str, vocabulary: Vocabulary) -> list[str]:
    context = examine("example", HEADER + QUERY.replace("FILTERS", filters), vocabulary).context
    assert context is not None
    return [problem.message for rule in (conditions_possible, comparisons_possible) for problem in rule(context)]


def rows(filters: str, store: ox.Store) -> list[ox.QuerySolution]:
    answer = store.query(HEADER + QUERY.replace("FILTERS", filters).replace("$current", str(GRAPH)))
    assert isinstance(answer, ox.QuerySolutions)
    return [*answer]


@pytest.mark.parametrize("seed", SEEDS)
def test_conditions_of_which_nothing_matches_let_no_row_through(seed: int, vocabulary: Vocabulary, store: ox.Store) -> None:
    dice = random.Random(seed)
    refused = 0
    for _ in range(250):
        filters = " ".join(f"FILTER({condition(dice, dice.choice((0, 3, 3)))})" for _ in range(dice.randint(2, 4)))
        if any(said.startswith("nothing matches") for said in said_of(filters, vocabulary)):
            refused += 1
            assert rows(filters, store) == [], filters
    assert refused > 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_condition_that_is_never_true_lets_no_row_through(seed: int, vocabulary: Vocabulary, store: ox.Store) -> None:
    """As an alternative it is refused too, so it is tried where it stands alone."""
    dice = random.Random(seed)
    refused = 0
    for _ in range(150):
        filters = f"FILTER({simple(dice)})"
        if said_of(filters, vocabulary):
            refused += 1
            assert rows(filters, store) == [], filters
    assert refused > 5
