"""`--explain` says what a query takes, gives and reads, and what proves its tenant and its time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kgrdf_codegen.build import build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.explain import explain
from kgrdf_codegen.check.files import check_files
from kgrdf_codegen.check.query import examine
from kgrdf_codegen.check.reads import reads
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import ontology_folder, shipped_query_folders

CASES = Path(__file__).parent / "cases"
SHIPPED = [path for folder in shipped_query_folders() for path in sorted(folder.glob("*.rq"))]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


def test_an_explanation_names_types_graphs_and_the_filters_of_each_branch() -> None:
    [explanation] = check_files([ontology_folder() / "queries/facts_as_of.rq"], explained=True).explanations

    assert explanation.split(":", 1)[1].splitlines() == [
        " facts_as_of, @mode many, @time asof, 20 rows, at most 200",
        "  takes",
        "    $entity: Ref[kg:Entity]",
        "    $asOf: instant, now where it is left out",
        "    $knownAt: instant, now where it is left out",
        "  gives",
        "    ?fact: Ref[Fact]",
        "    ?claim: string",
        "    ?confidence: decimal, or nothing",
        "    ?validFrom: instant",
        "  reads",
        "    properties: kg:about, kg:claim, kg:confidence, kg:endRecordedAt, kg:recordedAt, kg:retractedAt, kg:validFrom, "
        "kg:validTo",
        "  scope",
        "    GRAPH $current in line 14 holds what is in lines 15, 20, 22 and 25",
        "    GRAPH $history in line 28 holds what is in lines 29, 34, 36 and 39",
        "  time",
        "    ?fact, read in lines 15, 20, 22 and 25: kg:recordedAt by FILTER in line 19, kg:validFrom by FILTER in line 19, "
        "kg:retractedAt by FILTER NOT EXISTS in line 20, kg:validTo and kg:endRecordedAt by FILTER NOT EXISTS in line 22",
        "    ?fact, read in lines 29, 34, 36 and 39: kg:recordedAt by FILTER in line 33, kg:validFrom by FILTER in line 33, "
        "kg:retractedAt by FILTER NOT EXISTS in line 34, kg:validTo and kg:endRecordedAt by FILTER NOT EXISTS in line 36",
    ]


def test_an_explanation_marks_a_type_that_the_header_does_not_give(tmp_path: Path) -> None:
    text = (ontology_folder() / "queries/facts_as_of.rq").read_text(encoding="utf-8")
    file = tmp_path / "facts_then.rq"
    file.write_text(
        text.replace("@name facts_as_of", "@name facts_then")
        .replace(": Ref[kg:Entity]", "")
        .replace("asOf: instant", "asOf"),
        encoding="utf-8",
    )

    [explanation] = check_files([file], explained=True).explanations

    assert explanation.splitlines()[2:5] == [
        "    $entity: Ref[kg:Concept | kg:Entity], inferred from where it stands",
        "    $asOf: instant, inferred from where it stands, now where it is left out",
        "    $knownAt: instant, now where it is left out",
    ]


def test_an_allowance_is_told_with_its_reason() -> None:
    [explanation] = check_files([CASES / "right/allowed_union.rq"], explained=True).explanations

    assert explanation.endswith("  allowed\n    Q055: Any of them do.")


PROVEN = {
    "beginning_later_taken_away": [
        "?fact, read in lines 11, 12 and 13: kg:validFrom by MINUS in line 12, kg:validTo by MINUS in line 13"
    ],
    "interval_by_one_negation": [
        "?fact, read in lines 10 and 11: kg:validFrom by FILTER in line 12, kg:validTo by FILTER in line 12"
    ],
    "open_and_planned_in_two_arms": [
        "?fact, read in line 10: kg:validFrom by FILTER in lines 10 and 12, kg:validTo by FILTER NOT EXISTS in line 10, "
        "kg:validTo by FILTER in line 12",
        "?fact, read in line 12: kg:validFrom by FILTER in line 12, kg:validTo by FILTER in line 12",
    ],
    "one_half_of_the_past": [
        "?fact, read in lines 14, 15 and 16: kg:recordedAt by FILTER in line 14, kg:validFrom by FILTER in line 14, "
        "kg:retractedAt by FILTER NOT EXISTS in line 15, kg:validTo and kg:endRecordedAt by FILTER NOT EXISTS in line 16"
    ],
    "known_now": [
        "?fact, read in line 12: in $current, where nothing is withdrawn",
        "?fact, read in lines 16 and 17: kg:retractedAt by FILTER in line 18",
    ],
    "known_successor_by_a_backward_link": [
        "?change, read in line 11: kg:recordedAt by FILTER in line 11, "
        "kg:retractedAt by FILTER NOT EXISTS in lines 12 and 13",
        "?newer, read in lines 11 and 13: kg:retractedAt by FILTER NOT EXISTS in line 13; no younger than what points at it",
        "$fact, read in line 12: kg:retractedAt by FILTER NOT EXISTS in line 12; no younger than what points at it",
    ],
    "begun_with_the_end_told": [
        "?fact, read in lines 14 and 15: kg:recordedAt by FILTER in line 14, kg:validFrom by FILTER in line 14, "
        "kg:endRecordedAt told in line 15, kg:validTo told in line 15",
        "?fact, read in lines 19, 20 and 21: kg:recordedAt by FILTER in line 19, kg:validFrom by FILTER in line 19, "
        "kg:retractedAt by FILTER NOT EXISTS in line 20, kg:validTo and kg:endRecordedAt by FILTER NOT EXISTS in line 21",
    ],
    "recorded_since": ["?mention, read in line 10: kg:recordedAt by FILTER in line 10"],
    "every_version": ["@time all: every version is read, whenever it held"],
}
"""What is said of the time of right queries, of every promise and in several spellings."""


@pytest.mark.parametrize("name", PROVEN)
def test_an_explanation_says_which_condition_bounds_which_date(name: str) -> None:
    [explanation] = check_files([CASES / f"right/{name}.rq"], explained=True).explanations
    _, _, told = explanation.partition("\n  time\n")

    assert [line.strip() for line in told.splitlines() if line.startswith("    ")][: len(PROVEN[name])] == PROVEN[name]


def test_an_explanation_says_what_a_construct_makes_and_what_an_update_changes(tmp_path: Path) -> None:
    (tmp_path / "people.rq").write_text(
        "# @name people\n# @mode construct\n# @limit none\n# The people.\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\n"
        "CONSTRUCT { ?person a kg:Person ; kg:name ?name ; kg:entityType kg:Person ; kg:recordedAt ?at }\n"
        "WHERE { GRAPH $current { ?person a kg:Person ; kg:name ?name ; kg:recordedAt ?at } }\n",
        encoding="utf-8",
    )
    files = [tmp_path / "people.rq", CASES / "right/text_put_together_and_written.rq"]

    made, changed = check_files(files, explained=True).explanations

    assert "  gives\n    ?person: Person with kg:name (string), kg:entityType (Ref), kg:recordedAt (instant)\n" in made
    assert (
        "  gives\n    nothing; it is carried out whole or not at all\n"
        "  changes\n    deletes kg:description (string) ?old of $entity (Entity)\n"
        "    inserts kg:description (string) ?new of $entity (Entity)\n"
    ) in changed


def test_every_shipped_query_can_be_explained_and_every_statement_in_it_has_its_filters() -> None:
    reading = read_ontology()
    vocabulary, ontology = Vocabulary.from_graph(reading.graph), build(reading).ontology
    bounded = 0
    for path in SHIPPED:
        context = examine(path.name, path.read_text(encoding="utf-8"), vocabulary).context
        assert context is not None
        assert "\n  scope\n" in explain(context, ontology)
        if context.header.time != "all":
            statements = [read for read in reads(context) if read.cls == STATEMENT]
            in_current = context.header.time == "known"  # where nothing is withdrawn, so that no filter need say it
            assert all(read.proof or (in_current and read.proof == ()) for read in statements), path
            bounded += len(statements)

    assert bounded > 100


@pytest.mark.parametrize("command", [["-m", "kgrdf_codegen.check"], ["-m", "kgrdf.cli", "codegen", "check"]])
def test_one_file_is_checked_and_explained_from_the_command_line(command: list[str]) -> None:
    wrong = CASES / "wrong/Q026-property-not-on-class/property_of_another_class.rq"
    right = CASES / "right/current_statement.rq"

    refused = subprocess.run([sys.executable, *command, str(wrong)], capture_output=True, text=True, check=False)
    accepted = subprocess.run(
        [sys.executable, *command, str(right), "--explain"], capture_output=True, text=True, check=False
    )

    assert refused.returncode == 2
    assert refused.stderr.endswith(wrong.with_suffix(".txt").read_text(encoding="utf-8"))
    assert accepted.returncode == 0
    proven = "kg:validFrom by FILTER in line 12, kg:validTo by FILTER NOT EXISTS in line 13"
    assert f"?fact, read in lines 11, 12 and 13: {proven}\n" in accepted.stdout


def test_a_folder_stands_for_the_queries_in_it(tmp_path: Path) -> None:
    command = ["-m", "kgrdf.cli", "codegen", "check", str(tmp_path)]
    empty = run(*command)
    (tmp_path / "first.rq").write_text("# The first.\n", encoding="utf-8")
    (tmp_path / "second.rq").write_text("# The second.\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no query", encoding="utf-8")
    both = run(*command)

    assert (empty.returncode, both.returncode) == (2, 2)
    assert f"{tmp_path} holds no .rq file" in empty.stderr
    assert {line.split(":")[0] for line in both.stderr.splitlines()} == {
        str(tmp_path / "first.rq"),
        str(tmp_path / "second.rq"),
    }


@pytest.mark.parametrize("command", [["-m", "kgrdf_codegen.check"], ["-m", "kgrdf.cli", "codegen", "check"]])
def test_a_file_is_checked_with_the_ontology_that_it_is_written_for(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "clinic.ttl").write_text(
        "@prefix clinic: <https://example.org/clinic#> . @prefix kg: <https://w3id.org/kgrdf/ns#> .\n"
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        "<https://example.org/clinic> a owl:Ontology . clinic:Ward a owl:Class ; rdfs:subClassOf kg:Location .\n",
        encoding="utf-8",
    )
    (tmp_path / "wards.rq").write_text(
        "# @name wards\n# @mode many\n# @limit 20\n# The wards.\nPREFIX clinic: <https://example.org/clinic#>\n"
        "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?name\n"
        "WHERE { GRAPH $current { ?ward a clinic:Ward ; kg:name ?name } }\n",
        encoding="utf-8",
    )
    file, ontology = str(tmp_path / "wards.rq"), str(tmp_path / "clinic.ttl")

    alone = run(*command, file)
    given = run(*command, file, "--ontology", ontology)

    assert (alone.returncode, given.returncode) == (2, 0)
    hint = "if an ontology of yours declares it, give that with --ontology"
    assert f"wards.rq:8:34 Q022 unknown class clinic:Ward; {hint}\n" in alone.stderr
