"""What is never true lets no row through: random conditions on values of each type, held against a store."""

from __future__ import annotations

import random
from itertools import product

import pyoxigraph as ox
import pytest

from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.conditions import conditions_possible
from kgrdf_codegen.check.query import examine
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import KG

GRAPH = ox.NamedNode("urn:example:current")
HEADER = f"""# @name example
# @mode many
# @time all
# @limit 20
# Says something.
PREFIX kg: <{KG}>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""
CONSTANTS = [
    *(
        "0",
        "1",
        "2",
        "3",
        "1.0",
        "1.5",
        "2.0",
        "0.25",
        "1e0",
        "3.5e0",
        '"NaN"^^xsd:double',
        '"1"^^xsd:int',
        '"INF"^^xsd:double',
    ),
    *('""', '"a"', '"b"', '"B"', '"1"', '"2"', '"10"', '"a"^^xsd:string', '"10"^^xsd:string', '"true"', '"0"'),
    *('"a"@en', '"a"@EN', '"a"@de', '"b"@en'),
    *("true", "false", '"1"^^xsd:boolean', '"0"^^xsd:boolean', "kg:name", "<urn:example:thing0>"),
    *('"2020-01-01"^^xsd:date', '"2020-01-01Z"^^xsd:date', '"2020-01-01-10:00"^^xsd:date', '"a"^^<urn:example:type>'),
]
VARIABLES = ["?thing", "?name", "?index", "?other", "?sure", "?made", "?made", "?made"]
COMPUTED = [
    *("STRLEN({})", "{} + 1", "{} * 2", "3 - {}", "{} / 2", "-{}", "+{}", "ABS({})", "CEIL({})", "{} - {}"),
    *(
        "SUBSTR({}, 1, 1)",
        'CONCAT({}, "a")',
        "LCASE({})",
        "UCASE({})",
        "STR({})",
        "LANG({})",
        "DATATYPE({})",
        "REPLACE({}, {}, {})",
    ),
    *("IF(?index > 1, {}, {})", "COALESCE({}, {})", 'COALESCE(?other = "a", {})', "BOUND(?other)"),
]
TESTS = [
    *("isIRI({})", "isLiteral({})", "isNumeric({})", "isBlank({})", 'LANG({}) = ""', 'LANG({}) != "en"'),
    *('LANG({}) = "EN"', "DATATYPE({}) = xsd:string", "DATATYPE({}) = xsd:boolean", "langMatches(LANG({}), {})"),
    *('STRSTARTS({}, "a")', 'CONTAINS("ab", LCASE({}))', 'STRENDS({}, "b")', 'REGEX({}, "^[bc]")', "CONTAINS({}, {})"),
    *(
        "{}",
        "sameTerm({}, {})",
        "{} IN ({})",
        "{} NOT IN ({})",
        "{} NOT IN ({}, {})",
        "({}) = true",
        "({}) != false",
    ),
    "EXISTS {{ ?thing kg:alias ?other }}",
    "EXISTS {{ ?thing kg:alias ?any }}",
    'EXISTS {{ ?thing kg:alias "a" }}',
    "EXISTS {{ ?chunk kg:mentions ?thing }}",
    "EXISTS {{ ?any kg:mentions ?thing ; kg:chunkIndex ?which }}",
    "EXISTS {{ ?thing kg:name ?any FILTER(?any > ?name) }}",
    "BOUND(?other)",
    "BOUND(?name)",
    "BOUND(?made)",
]
PATTERN = """?chunk kg:mentions ?thing ; kg:chunkIndex ?index . ?thing kg:name ?name ; kg:confidence ?sure
OPTIONAL { ?thing kg:alias ?other }"""
NEWLINE = "\n"
MANY = [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 25))]


@pytest.fixture(scope="module")
def store() -> ox.Store:
    """A store with a thing and a chunk for each choice of name, aliases, index and confidence."""
    made = ox.Store()
    decimal = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
    choices = product(("a", "b", "B", "2", "10", "true"), ((), ("a",), ("b", "1")), (0, 1, 2, 3), ("0.25", "1.0"))
    for number, (name, aliases, index, sure) in enumerate(choices):
        thing, chunk = (ox.NamedNode(f"urn:example:{kind}{number}") for kind in ("thing", "chunk"))
        for subject, key, value in (
            (thing, "name", ox.Literal(name)),
            (thing, "confidence", ox.Literal(sure, datatype=decimal)),
            *((thing, "alias", ox.Literal(alias)) for alias in aliases),
            (chunk, "mentions", thing),
            (chunk, "chunkIndex", ox.Literal(index)),
        ):
            made.add(ox.Quad(subject, ox.NamedNode(f"{KG}{key}"), value, GRAPH))
    return made


class Dice(random.Random):
    """Makes values, conditions and queries; each simple condition stands on a line of its own."""

    def filled(self, form: str, depth: int = 0) -> str:
        return form.format(*(self.value(depth) for _ in range(form.count("{}"))))

    def value(self, depth: int = 0) -> str:
        kind = self.randrange(8 if depth < 2 else 6)
        if kind < 3:
            return self.choice(VARIABLES)
        return self.choice(CONSTANTS) if kind < 6 else f"({self.filled(self.choice(COMPUTED), depth + 1)})"

    def simple(self) -> str:
        if self.randrange(5) < 3:
            return f"{self.value()} {self.choice(['=', '!=', '<', '<=', '>', '>='])} {self.value()}"
        return self.filled(self.choice(TESTS), 1)

    def of_a_variable(self) -> str:
        """Return a condition of which the place is known: literals alone are taken for equal ones nearby."""
        while "?" not in (text := self.simple()):
            pass
        return text

    def condition(self, depth: int = 0) -> str:
        kind = self.randrange(9 if depth < 3 else 5)
        if kind < 5:
            return f"\n{self.of_a_variable()}\n"
        if kind == 5:
            return f"!({self.condition(depth + 1)})"
        if kind == 6:
            return f"IF({self.condition(depth + 1)}, {self.condition(depth + 1)}, {self.condition(depth + 1)})"
        joint = self.choice(["&&", "&&", "||", "||", "=", "!="])
        text = f"(({self.condition(depth + 1)}) {joint} ({self.condition(depth + 1)}))"
        return text if joint in ("&&", "||") else f"\n{text.replace(NEWLINE, ' ')}\n"  # it is one condition then

    def given(self) -> str:
        """Return what gives `?made` its value, as a query may compute it."""
        match self.randrange(7):
            case 0:
                return f"VALUES ?made {{ {' '.join(self.sample(CONSTANTS, self.randint(1, 3)))} }}"
            case 1:
                return f"BIND({self.choice(CONSTANTS)} AS ?made)"
            case 2:
                chosen = self.sample(CONSTANTS, 2)
                return f"BIND(IF(\n{self.simple()}\n, {chosen[0]}, {chosen[1]}) AS ?made)".replace("?made ", "?name ")
            case 3:
                return f"BIND(COALESCE(?other, {self.choice(CONSTANTS)}) AS ?made)"
            case 4:
                one, other = self.sample(CONSTANTS, 2)
                return f"{{ BIND({one} AS ?made) }} UNION {{ BIND({other} AS ?made) }}"
            case 5:
                return f"BIND({self.simple()} AS ?made)".replace("?made ", "?name ")
            case _:
                return f"BIND({self.filled(self.choice(COMPUTED))} AS ?made)"


def query_of(given: str, filters: str) -> str:
    return f"{HEADER}SELECT ?thing\nWHERE {{ GRAPH $current {{ {PATTERN}\n{given}\n{filters}\n}} }}\n"


def never_true(text: str, vocabulary: Vocabulary) -> list[Problem]:
    context = examine("example", text, vocabulary).context
    assert context is not None, text
    return [*conditions_possible(context)]


def any_row(text: str, store: ox.Store) -> bool:
    answer = store.query(text.replace("$current", str(GRAPH)))
    assert isinstance(answer, ox.QuerySolutions)
    return next(answer, None) is not None


def refuted(given: str, filters: str, vocabulary: Vocabulary, store: ox.Store) -> int:
    """Hold what is said of a query against the store, and return how much that is.

    Of a condition that is never true in itself, perhaps as an alternative, the line is tried where it stands alone.
    """
    text = query_of(given, filters)
    problems = never_true(text, vocabulary)
    lines, first = text.splitlines(), query_of(given, "").count("\n") - 1
    places = [(problem.line, problem.col) for problem in problems]
    assert len(places) == len({*places}), f"a condition is refused twice: {problems}\n{text}"
    for problem in problems:
        assert problem.line > HEADER.count("\n") + 1, f"{problem}\n{text}"
        if problem.message.startswith("nothing matches"):
            assert not any_row(text, store), f"{problem}\n{text}"
        elif problem.line >= first:
            alone = query_of(given, f"FILTER(\n{lines[problem.line - 1]}\n)")
            assert not any_row(alone, store), f"{problem}\n{text}"
    return len(problems)


@pytest.mark.parametrize("seed", MANY)
def test_what_is_never_true_lets_no_row_through(seed: int, vocabulary: Vocabulary, store: ox.Store) -> None:
    dice = Dice(seed)
    refused = 0
    for _ in range(200):
        given = dice.given()
        filters = " ".join(f"FILTER({dice.condition(dice.choice((0, 3, 3)))})" for _ in range(dice.randint(1, 3)))
        refused += bool(refuted(given, filters, vocabulary, store))
    assert refused > 5
