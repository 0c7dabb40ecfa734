"""Each right query says, in the file beside it, which module is made of it; all of them pass type checker and linter.

`KGRDF_REGENERATE=1 pytest tests/codegen/test_right_queries.py` writes the modules anew; the diff is for a reviewer to read.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kgrdf_codegen.build import build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.emit import render_package
from kgrdf_codegen.generate import generate
from kgrdf_codegen.ir import Ontology
from kgrdf_codegen.queries import read_queries
from kgrdf_codegen.reader import read_ontology

from .conftest import CASES

RIGHT = Path(__file__).parent / "queries" / "right"
ONTOLOGY = CASES / "pharmacy" / "ontology.ttl"
NAMES = sorted(path.stem for path in RIGHT.glob("*.rq"))


@pytest.fixture(scope="module")
def known() -> tuple[Ontology, Vocabulary]:
    reading = read_ontology([ONTOLOGY])
    return build(reading).ontology, Vocabulary.from_graph(reading.graph)


def test_there_are_enough_right_queries_and_no_module_without_one() -> None:
    assert len(NAMES) >= 60
    assert sorted(path.stem for path in RIGHT.glob("*.py")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_right_query_becomes_the_module_beside_it(name: str, known: tuple[Ontology, Vocabulary]) -> None:
    ontology, vocabulary = known
    queries, problems = read_queries([RIGHT / f"{name}.rq"], ontology, vocabulary)
    assert problems == []
    made = render_package(replace(ontology, queries=queries))["queries.py"]
    path = RIGHT / f"{name}.py"
    if os.environ.get("KGRDF_REGENERATE"):
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8")


def test_all_modules_of_right_queries_pass_the_strict_type_checker_and_the_linter(tmp_path: Path, repository: Path) -> None:
    package = tmp_path / "pharmacy"
    assert generate([ONTOLOGY], package, queries=[RIGHT]).ok
    for name in NAMES:
        shutil.copy(RIGHT / f"{name}.py", package / f"right_{name}.py")
    path = os.pathsep.join(map(str, (tmp_path, repository, repository / "codegen")))
    config = str(repository / "pyproject.toml")
    for command in (
        ["mypy", "--strict", "--config-file", "", "--package", "pharmacy"],
        ["ruff", "check", "--config", config, "pharmacy", "--extend-ignore", "A"],
        ["ruff", "format", "--check", "--config", config, "pharmacy"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path, "MYPYPATH": path},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
