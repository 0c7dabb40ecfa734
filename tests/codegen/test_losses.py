"""Nothing that an ontology says is dropped in silence: a triple is represented or lost, and a loss is known or stops."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rdflib import Graph

from kgrdf_codegen.build import build
from kgrdf_codegen.generate import generate
from kgrdf_codegen.ir import to_json
from kgrdf_codegen.ledger import Triple
from kgrdf_codegen.losses import RULES, UNKNOWN, losses_of, verdict
from kgrdf_codegen.reader import Reading, read_ontology

from .conftest import CASES, PREFIXES
from .test_cases import same_as_recorded
from .test_published_ontologies import NAMES

EVERYTHING = CASES / "losses" / "ontology.ttl"
# Said of one thing by two properties, or of the whole that another part of it says too.
SAID_TWICE = frozenset(
    {"rdf:type", "owl:onProperty", "rdfs:subClassOf", "rdfs:domain", "sh:path", "sh:property", "owl:imports"}
)

Ontology = Callable[[str], Path]


@pytest.fixture(scope="module")
def everything() -> Reading:
    return read_ontology([EVERYTHING])


def unaccounted(reading: Reading, rules: tuple[object, ...] = RULES) -> list[Triple]:
    ledger = build(reading).ledger
    return [triple for triple in reading.graph if verdict(ledger, triple, rules) == UNKNOWN]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(case.name for case in CASES.iterdir()))
def test_every_triple_of_every_case_is_represented_or_lost(name: str) -> None:
    assert unaccounted(read_ontology([CASES / name / "ontology.ttl"])) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_triple_of_a_published_ontology_is_represented_or_lost(name: str, shared: Path) -> None:
    path = shared / "data" / "ontologies" / f"{name}.ttl"
    if not path.is_file():
        pytest.skip(f"no {path}")
    assert unaccounted(read_ontology([path])) == []


def test_every_triple_of_an_ontology_in_many_files_is_represented_or_lost(shared: Path) -> None:
    paths = sorted((shared / "data" / "ontologies" / "uco").glob("*.ttl"))
    if not paths:
        pytest.skip(f"no UCO in {shared}")
    assert unaccounted(read_ontology(paths)) == []


@pytest.mark.parametrize("code", [rule.code for rule in RULES])
def test_without_any_one_rule_something_is_unaccounted_for(code: str, everything: Reading) -> None:
    assert unaccounted(everything, tuple(rule for rule in RULES if rule.code != code)) != []


def test_every_loss_is_told_with_its_term_and_its_line(everything: Reading) -> None:
    told = [
        f"{loss.source}:{loss.line} {loss.code} {everything.short(loss.iri)}: {loss.message.raw}\n"
        for loss in build(everything).ontology.losses
        if loss.source == "ontology.ttl"
    ]
    same_as_recorded(CASES / "losses" / "losses.txt", "".join(sorted(told)))


def test_a_loss_is_told_once_however_many_triples_it_has(everything: Reading) -> None:
    losses = losses_of(build(everything).ledger)
    assert len({(loss.code, loss.iri) for loss in losses}) == len(losses)


def without(reading: Reading, triple: Triple) -> str:
    """Return the intermediate form, losses aside, of the same ontology without one triple."""
    graph = Graph()
    for other in reading.graph:
        if other != triple:
            graph.add(other)
    return to_json(replace(build(replace(reading, graph=graph)).ontology, losses=()))


def triples_of(reading: Reading) -> list[tuple[Triple, str | None]]:
    ledger = build(reading).ledger
    own = {str(subject) for subject in reading.own}
    found = [triple for triple in sorted(reading.graph, key=str) if str(ledger.root(triple[0])) in own]
    return [(triple, verdict(ledger, triple, RULES)) for triple in found]


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.proof) for part in range(1, 8))])
def test_what_is_lost_makes_no_difference_and_what_is_represented_does(part: int, everything: Reading) -> None:
    """The two lists are true: taking a lost triple away changes nothing, taking another one away does."""
    whole = to_json(replace(build(everything).ontology, losses=()))
    for triple, code in triples_of(everything)[part::8]:
        words = " ".join(everything.short(str(term)) for term in triple)
        if code is None:
            assert without(everything, triple) != whole or everything.short(str(triple[1])) in SAID_TWICE, words
        elif code != "L001":  # a property with no class because of its domain would have one without it
            assert without(everything, triple) == whole, words


SHIP = """
ex:Ship a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:label "ship"@en , "navire"@fr ; rdfs:comment "It floats." .
"""


def errors(path: Path, tmp_path: Path, **options: bool) -> list[str]:
    result = generate([path], tmp_path / "fleet", strict=True, **options)
    return [str(problem).split("/")[-1] for problem in result.problems if problem.level == "error"]


def test_a_strict_run_fails_on_a_loss_at_its_place_and_says_what_to_write(ontology: Ontology, tmp_path: Path) -> None:
    assert errors(ontology(SHIP), tmp_path) == [
        "test.ttl:10:1 L008 ex:Ship a text beside the one that is shown: rdfs:label; represent it, or list "
        "`L008 ex:Ship <reason>` in losses.allow"
    ]
    assert not (tmp_path / "fleet").exists()
    assert generate([ontology(SHIP)], tmp_path / "fleet").ok


@pytest.mark.parametrize("term", ["ex:Ship", "<https://example.org/test#Ship>", "https://example.org/test#Ship"])
def test_a_strict_run_passes_over_a_loss_that_is_listed_with_a_reason(term: str, ontology: Ontology, tmp_path: Path) -> None:
    (tmp_path / "losses.allow").write_text(f"# French\n\nL008 {term} nobody reads French here\n", encoding="utf-8")
    assert errors(ontology(SHIP), tmp_path) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("L008 ex:Boat it is gone", "2:1 A002 L008 ex:Boat matches no loss; delete the line"),
        ("L009 ex:Ship another code", "2:1 A002 L009 ex:Ship matches no loss; delete the line"),
        ("L008 ex:Ship said twice", "2:1 A002 L008 ex:Ship is there already; delete the line"),
        ("L008 ex:Ship", "2:1 A001 is no entry: a code, a term and a reason, as in `L012 ex:Shape the importer checks it`"),
        ("all of it", "2:1 A001 is no entry: a code, a term and a reason, as in `L012 ex:Shape the importer checks it`"),
    ],
)
def test_an_exemption_without_a_cause_or_a_reason_is_an_error(
    line: str, told: str, ontology: Ontology, tmp_path: Path
) -> None:
    (tmp_path / "losses.allow").write_text(f"L008 ex:Ship nobody reads French here\n{line}\n", encoding="utf-8")
    assert errors(ontology(SHIP), tmp_path) == [f"losses.allow:{told}"]


def test_the_core_has_no_loss_that_nobody_has_looked_at() -> None:
    assert generate([], strict=True).problems == ()


def test_a_loss_is_placed_in_its_own_file_where_two_have_one_name(tmp_path: Path) -> None:
    for folder, term in (("one", "ex:first"), ("two", "ex:second")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.ttl").write_text(
            PREFIXES + f"{term} a owl:DatatypeProperty ; rdfs:domain ex:Nowhere .\n", encoding="utf-8"
        )
    paths = [tmp_path / "one" / "a.ttl", tmp_path / "two" / "a.ttl"]
    problems = generate(paths, tmp_path / "package", strict=True).problems
    told = {(Path(problem.path).parent.name, problem.message.split(" ")[0]) for problem in problems}
    assert told == {("one", "ex:first"), ("two", "ex:second")}
    assert generate(paths, tmp_path / "package").ok
    lock = json.loads((tmp_path / "package" / "schema.lock.json").read_text(encoding="utf-8"))["ontology"]
    assert lock["sources"][:2] == ["one/a.ttl", "two/a.ttl"]
    assert {loss["source"] for loss in lock["losses"]} >= {"one/a.ttl", "two/a.ttl"}
