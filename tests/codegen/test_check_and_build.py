"""What the check of single files says is what the generator says: a file that passes it becomes a function."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kgrdf_codegen.build import build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.files import check_files
from kgrdf_codegen.check.folder import check_folder
from kgrdf_codegen.emit import render_package
from kgrdf_codegen.generate import generate
from kgrdf_codegen.queries import read_queries
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import core_queries

from .conftest import CASES

PROBLEMS = CASES / "problem_queries"
HEADER = "# @name {}\n# @mode {}\n# @limit none\n# Says something.\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\n"
NAMED = "SELECT {} WHERE {{ GRAPH $current {{ ?e kg:name ?name ; kg:alias {} }} }}\n"


@pytest.fixture
def right(repository: Path) -> list[Path]:
    return sorted((repository / "tests/ontology/cases/right").glob("*.rq"))


def test_what_the_check_lets_through_becomes_a_module_and_what_it_does_not_has_a_code_of_its_own(right: list[Path]) -> None:
    told = check_files(right).problems
    assert {problem.code for problem in told} <= {"F001", "F007", "F008", "F009", "F010"}
    refused = {Path(problem.path).name for problem in told}
    passed = [path for path in right if path.name not in refused]
    assert len(passed) > 150

    reading = read_ontology()
    ontology = build(reading).ontology
    queries, problems = read_queries(passed, ontology, Vocabulary.from_graph(reading.graph))

    assert problems == []
    compile(render_package(replace(ontology, queries=queries))["queries.py"], "queries.py", "exec")


def test_the_check_of_files_says_what_the_generator_says(tmp_path: Path) -> None:
    files, ontology = sorted((PROBLEMS / "queries").glob("*.rq")), PROBLEMS / "ontology.ttl"
    made = generate([ontology], tmp_path / "out", queries=files)
    told = [problem for problem in made.problems if problem.path.endswith(".rq")]

    assert {problem.code for problem in told} >= {"F003", "F004", "F005", "F007", "F008", "F009", "F010"}
    assert list(check_files(files, [ontology]).problems) == told


def test_the_check_of_a_folder_says_what_the_generator_says(tmp_path: Path) -> None:
    (tmp_path / "queries").mkdir()
    (tmp_path / "own.ttl").write_bytes((PROBLEMS / "ontology.ttl").read_bytes())
    (tmp_path / "queries/takes_a_tool.rq").write_bytes((PROBLEMS / "queries/takes_a_tool.rq").read_bytes())

    assert {"F005"} <= {problem.code for problem in check_folder(tmp_path).problems}


@pytest.mark.parametrize("ours", sorted(core_queries().glob("*.rq")), ids=lambda path: path.stem)
def test_a_file_alone_may_not_be_called_as_a_query_of_the_core(ours: Path, tmp_path: Path) -> None:
    path = tmp_path / ours.name
    path.write_text(HEADER.format(ours.stem, "many") + NAMED.format("?name", "?alias"), encoding="utf-8")

    assert [problem.code for problem in check_files([path]).problems] == ["F004"]
    assert check_files([ours]).ok


def test_a_column_is_told_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "alike.rq"
    path.write_text(HEADER.format("alike", "many") + NAMED.format("?name ?Name", "?Name"), encoding="utf-8")

    [problem] = check_files([path]).problems

    assert (problem.line, problem.col, problem.code) == (6, 14, "F003")


OF_STORE = "# @scope store", "SELECT ?x WHERE { GRAPH <urn:kgrdf-store:registry> { ?x kg:tenantId $e } }\n"
OF_ROWS = "# @rows add: s p o", "INSERT { GRAPH $current { $s $p $o } } WHERE { GRAPH $current { ?x kg:name $e } }\n"


@pytest.mark.parametrize(("mode", "own"), [("many", OF_STORE), ("update", OF_ROWS)])
def test_what_is_for_the_runtime_alone_is_told_where_it_stands(mode: str, own: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "own.rq"
    line, text = own
    limit = "# @limit none\n" if mode == "many" else ""
    head = HEADER.format("own", mode).replace("# @limit none\n", f"{line}\n# @param e: string\n{limit}")
    path.write_text(head + text, encoding="utf-8")

    assert [(problem.line, problem.code) for problem in check_files([path]).problems] == [(3, "F001")]
