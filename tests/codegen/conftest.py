"""Packages generated for the tests: from the case folders, and from Turtle written in a test."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgrdf_codegen.generate import Result, generate

CASES = Path(__file__).parent / "cases"
RIGHT = Path(__file__).parent / "queries" / "right"
PREFIXES = """\
@prefix ex:   <https://example.org/test#> .
@prefix kg:   <https://w3id.org/kgrdf/ns#> .
@prefix kgc:  <https://w3id.org/kgrdf/codegen#> .
@prefix owl:  <http://www.w3.org/2002/07/owl#> .
@prefix rdf:  <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh:   <http://www.w3.org/ns/shacl#> .
@prefix xsd:  <http://www.w3.org/2001/XMLSchema#> .
"""

Python = Callable[..., str]
Generate = Callable[..., Result]


@pytest.fixture
def ontology(tmp_path: Path) -> Callable[[str], Path]:
    """Write a Turtle file; the usual prefixes stand in front of what a test gives."""

    def write(body: str) -> Path:
        path = tmp_path / "test.ttl"
        path.write_text(PREFIXES + body, encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package for each case that generates, named `case_<name>`."""
    folder = tmp_path_factory.mktemp("packages")
    for case in sorted(CASES.iterdir()):
        if not (case / "problems.txt").is_file():
            generate_case(case, folder / f"case_{case.name}")
    return folder


@pytest.fixture(scope="session")
def python(packages: Path, repository: Path) -> Python:
    """Run Python with warnings as errors, where the generated packages can be imported; return what it prints."""

    def run(*arguments: str, env: dict[str, str] | None = None) -> str:
        path = os.pathsep.join(map(str, (packages, repository, repository / "codegen")))
        done = subprocess.run(
            [sys.executable, "-W", "error", *arguments],
            cwd=packages,
            env={**os.environ, "PYTHONPATH": path, "MYPYPATH": path, **(env or {})},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def generate_case(case: Path, out: Path, **options: bool) -> Result:
    """Generate the package and the page of a case folder."""
    queries = [case / "queries"] if (case / "queries").is_dir() else []
    return generate([case / "ontology.ttl"], out, queries=queries, docs=out.parent / f"{out.name}.md", **options)


@pytest.fixture(scope="session")
def right(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The package of the pharmacy with all right queries, imported."""
    folder = tmp_path_factory.mktemp("right")
    result = generate([CASES / "pharmacy" / "ontology.ttl"], folder / "right_pharmacy", queries=[RIGHT])
    assert result.ok, [str(problem) for problem in result.problems]
    sys.path.insert(0, str(folder))
    try:
        importlib.import_module("right_pharmacy.queries")
        return importlib.import_module("right_pharmacy")
    finally:
        sys.path.remove(str(folder))
