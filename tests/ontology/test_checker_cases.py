"""A case is a file: `wrong/CODE-…/x.rq` with what is said of it in `x.txt`, and `right/x.rq` of which nothing is said.

Those in `lab/` are written for the ontology that lies there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.check.query import RULES, bindable
from kgrdf_codegen.reader import read_ontology

CASES = Path(__file__).parent / "cases"
WRONG = sorted((CASES / "wrong").glob("*/*.rq"))
RIGHT = sorted((CASES / "right").glob("*.rq"))
LAB_WRONG = sorted((CASES / "lab/wrong").glob("*.rq"))
LAB_RIGHT = sorted((CASES / "lab/right").glob("*.rq"))


@pytest.fixture(scope="module")
def lab() -> Vocabulary:
    return Vocabulary.from_graph(read_ontology([CASES / "lab/lab.ttl"]).graph)


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.stem)
def test_a_wrong_query_is_refused_with_exactly_this_message(case: Path, vocabulary: Vocabulary) -> None:
    problems = check_query(case.name, case.read_text(encoding="utf-8"), vocabulary)

    assert [str(problem) for problem in problems] == case.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert problems


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case.stem)
def test_a_right_query_is_accepted(case: Path, vocabulary: Vocabulary) -> None:
    assert check_query(case.name, case.read_text(encoding="utf-8"), vocabulary) == []


@pytest.mark.parametrize("case", LAB_WRONG, ids=lambda case: case.stem)
def test_a_query_that_is_wrong_for_an_ontology_is_refused_with_exactly_this_message(case: Path, lab: Vocabulary) -> None:
    problems = check_query(case.name, case.read_text(encoding="utf-8"), lab)

    assert [str(problem) for problem in problems] == case.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert problems


@pytest.mark.parametrize("case", LAB_RIGHT, ids=lambda case: case.stem)
def test_a_query_that_is_right_for_an_ontology_is_accepted(case: Path, lab: Vocabulary) -> None:
    assert check_query(case.name, case.read_text(encoding="utf-8"), lab) == []


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.stem)
def test_a_wrong_query_breaks_the_rule_of_its_folder(case: Path) -> None:
    told = case.with_suffix(".txt").read_text(encoding="utf-8")

    assert f" {case.parent.name.partition('-')[0]} " in told


def test_every_rule_has_a_wrong_query_that_it_alone_or_first_refuses() -> None:
    """A rule without a case could be deleted and no test would fail."""
    refused = {code for case in WRONG for code in re.findall(r"\b[HQ]\d{3}\b", case.with_suffix(".txt").read_text("utf-8"))}
    codes = {str(rule.__doc__).split(":", 1)[0] for rule in (*RULES, bindable)}

    assert codes <= refused
    assert {"Q001", "Q003", "Q004"} <= refused


def test_every_rule_has_wrong_queries_of_more_than_one_shape() -> None:
    """A single query tells a rule apart from none, but not from one that knows this query alone."""
    shapes = {folder.name: len(list(folder.glob("*.rq"))) for folder in (CASES / "wrong").iterdir()}

    assert [name for name, count in shapes.items() if count < 2] == []


def test_every_expectation_belongs_to_a_query() -> None:
    stray = [path.name for path in (CASES / "wrong").glob("*/*.txt") if not path.with_suffix(".rq").exists()]

    assert stray == []


def test_a_case_is_called_what_its_query_is_called() -> None:
    for case in (*WRONG, *RIGHT):
        named = re.search(r"^# @name (\S+)$", case.read_text(encoding="utf-8"), re.MULTILINE)
        assert named is None or named[1] == case.stem


HOSTILE = [
    *(f'"{text}"^^xsd:{kind}' for kind in ("integer", "decimal", "double") for text in ("NaN", "sNaN1", "-INF", "9" * 5000)),
    *('"1e9999999999999999999"^^xsd:double', "1e999999999", "1e300 * '1e999999'^^xsd:double", "1 / 0"),
    *('"[[a-m]"', '"a{99999999999}"', '"' + "(" * 5000 + '"'),
]


HEADER = """
# @name large
# @mode many
# @time all
# @limit 20
# Something large.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""


ASKED = (
    "?e kg:confidence ?v FILTER(?v > 0 && ?v < {})",
    "?e kg:resolution ?v FILTER(REGEX(?v, {}) || ?v < {})",
    "?e a kg:Fact OPTIONAL { ?e kg:confidence ?v OPTIONAL { ?e kg:source ?s FILTER(?v < {} || ?s = {}) } }",
    "{ ?e kg:confidence {} } UNION { ?e kg:claim ?v FILTER(?v IN ({}, 'a')) } UNION { { ?e kg:source ?v BIND({} AS ?w) } }",
    "VALUES ?v { {} 1.0 } { { ?e kg:confidence ?v } MINUS { ?e kg:confidence {} } } FILTER NOT EXISTS { ?e kg:weight {} }",
)
"""The places of a value: a condition, a pattern, and those inside OPTIONALs, UNIONs and braces."""


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: value[:24])
def test_a_value_without_measure_is_answered_and_never_breaks_the_checker(value: str, vocabulary: Vocabulary) -> None:
    for asked in ASKED:
        text = HEADER + "SELECT ?e WHERE { GRAPH $history { " + asked.replace("{}", value) + " } }"
        codes = {problem.code for problem in check_query("large.rq", text, vocabulary)}
        assert "Q000" not in codes
        assert all(code.startswith("Q") for code in codes)


ENDLESS = {
    "parentheses": "FILTER(" + "(" * 300 + "?name" + ")" * 300 + ")",
    "calls": "FILTER(" + "STR(" * 300 + "?name" + ")" * 300 + " = 'x')",
    "braces": "{" * 300 + " ?thing kg:alias ?alias " + "}" * 300,
    "OPTIONALs": "OPTIONAL { ?thing kg:alias ?name " * 300 + "}" * 300,
    "EXISTS": "FILTER EXISTS { ?thing kg:alias ?name " * 300 + "}" * 300,
    "subselects": "{ SELECT ?thing { ?thing kg:alias ?name " * 300 + "}}" * 300,
    "a path": "?thing " + "^(" * 300 + "kg:name" + ")" * 300 + " ?other",
    "a sum": "FILTER(STRLEN(?name) < " + " + ".join(["1"] * 2000) + ")",
    "differences": "FILTER(1 < " + "-(" * 300 + "1" + ")" * 300 + ")",
    "words": "FILTER(" + " || ".join(["?name"] * 8000) + ")",
}
"""What is beyond the stack of a grammar, of a rule or of the store: the last ends the process."""


@pytest.mark.parametrize("pattern", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_query_beyond_measure_is_told_so_at_its_place(pattern: str, vocabulary: Vocabulary) -> None:
    text = HEADER + "SELECT ?thing WHERE { GRAPH $current { ?thing kg:name ?name . " + pattern + " } }"

    [problem] = check_query("large.rq", text, vocabulary)

    assert problem.code == "Q001"
    assert "too deeply" in problem.message or "16,0" in problem.message
    assert problem.line > 1


WORDS = ", ".join(f'"{n}"' for n in range(400))
LARGE = {
    "a list of values": "VALUES ?name { " + " ".join(f'"{n}"' for n in range(2000)) + " } ?thing kg:name ?name",
    "a list of constants": f"?thing kg:name ?name FILTER(?name IN ({WORDS}))",
    "a list of what it is not": f"?thing kg:name ?name FILTER(?name NOT IN ({WORDS}))",
    "alternatives in each of many conditions": "?chunk kg:chunkIndex ?index ; kg:mentions ?thing . ?thing kg:name ?name "
    + " ".join(f'FILTER(?index > {n} || ?name = "{n}")' for n in range(200)),
    "patterns that are absent": " ".join(f"?thing kg:alias ?a{n} ." for n in range(9))
    + " FILTER NOT EXISTS { "
    + " ".join(f"?p{n} kg:alias ?q{n} ." for n in range(9))
    + " ?thing kg:name ?q0 }",
    "UNIONs of OPTIONALs": " ".join(
        f"{{ ?thing kg:name ?n{n} OPTIONAL {{ ?thing kg:alias ?a }} }} UNION {{ ?thing kg:alias ?n{n} }}" for n in range(40)
    ),
    "OPTIONALs of UNIONs": "?thing kg:name ?name "
    + " ".join(f"OPTIONAL {{ {{ ?thing kg:alias ?a{n} }} UNION {{ ?thing kg:name ?a{n} }} }}" for n in range(60)),
    "OPTIONALs that are nested": "?thing kg:name ?name " + "OPTIONAL { ?thing kg:alias ?name " * 14 + "}" * 14,
    "OPTIONALs of one name": "?thing kg:name ?name " + "OPTIONAL { ?thing kg:description ?text } " * 200,
    "UNIONs that are nested": "{ ?thing kg:name ?name } UNION { ?thing kg:alias ?name " * 12 + "}" * 12,
}


@pytest.mark.parametrize("pattern", LARGE.values(), ids=LARGE.keys())
def test_a_large_query_is_answered_in_good_time(pattern: str, vocabulary: Vocabulary) -> None:
    """The one took time by the square of its length, the other by the power of its patterns: minutes."""
    since = process_time()
    problems = check_query("large.rq", HEADER + "SELECT ?thing WHERE { GRAPH $current { " + pattern + " } }", vocabulary)

    assert process_time() - since < 10
    assert not {"Q000", "Q001"} & {problem.code for problem in problems}


def _several(form: str, count: int, between: str = " ") -> str:
    return between.join(form.replace("#", str(number)) for number in range(count))


NAMED = "?thing kg:name ?name "
GROWING: dict[str, tuple[int, Callable[[int], str]]] = {
    "arms of a UNION": (80, lambda n: _several('{ ?thing kg:name "#" }', n, " UNION ")),
    "OPTIONALs": (75, lambda n: NAMED + _several("OPTIONAL { ?thing kg:description ?text# }", n)),
    "OPTIONALs with a condition": (
        60,
        lambda n: NAMED + _several("OPTIONAL { ?thing kg:confidence ?c# FILTER(?c# > 0.5) }", n),
    ),
    "FILTERs": (50, lambda n: NAMED + _several('FILTER(?name != "#")', n)),
    "groups inside each other": (14, lambda n: "{ ?thing kg:name ?name " * n + "}" * n),
    "groups beside each other": (40, lambda n: NAMED + _several("{ ?thing kg:alias ?alias# }", n)),
    "subselects": (50, lambda n: NAMED + _several('{ SELECT ?thing WHERE { ?thing kg:alias "#" } }', n)),
    "BINDs": (40, lambda n: NAMED + _several('BIND(CONCAT(?name, "#") AS ?text#)', n)),
    "rows of VALUES": (600, lambda n: NAMED + "VALUES ?name { " + _several('"#"', n) + " }"),
    "alternatives of a condition": (50, lambda n: NAMED + "FILTER(" + _several('?name = "#"', n, " || ") + ")"),
}


@pytest.mark.parametrize(("count", "pattern"), GROWING.values(), ids=GROWING.keys())
def test_a_text_of_twice_the_length_is_checked_in_about_twice_the_time(
    count: int, pattern: Callable[[int], str], vocabulary: Vocabulary
) -> None:
    def took(count: int) -> float:
        text = HEADER + "SELECT ?thing WHERE { GRAPH $current { " + pattern(count) + " } }"
        since = process_time()
        problems = check_query("large.rq", text, vocabulary)
        assert {problem.code for problem in problems} <= {"Q055"}
        return process_time() - since

    once, twice = zip(*((took(count), took(2 * count)) for _ in range(3)), strict=True)

    assert min(twice) < 2.6 * min(once) + 0.02
