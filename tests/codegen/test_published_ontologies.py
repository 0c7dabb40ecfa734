"""Ontologies that others wrote come out whole: what the generator says of its losses is held to a limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgrdf_codegen.generate import generate

from .conftest import Python

NAMES = ["prov-o", "skos", "foaf", "doap", "org", "dcterms"]


@pytest.fixture(scope="module")
def folder(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    for name in NAMES:
        path = shared / "data" / "ontologies" / f"{name}.ttl"
        if not path.is_file():
            pytest.skip(f"no {path}")
        assert generate([path], folder / module(name)).ok
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_a_published_ontology_loses_few_terms_and_no_class(name: str, folder: Path, record_property: object) -> None:
    lock = json.loads((folder / module(name) / "schema.lock.json").read_text(encoding="utf-8"))["ontology"]
    terms = [term for space in lock["namespaces"] if "kgrdf" not in space["iri"] for term in space["terms"]]
    classes = {row["iri"] for row in lock["classes"]}
    lost = {loss["iri"] for loss in lock["losses"] if loss["code"] in ("L001", "L002")}
    assert [term["iri"] for term in terms if term["sort"] == "class" and term["iri"] not in classes] == []
    assert len(lost) <= 0.05 * len(terms)


def test_the_packages_of_published_ontologies_are_clean(folder: Path, python: Python, repository: Path) -> None:
    env = dict.fromkeys(("PYTHONPATH", "MYPYPATH"), f"{folder}:{repository}:{repository / 'codegen'}")
    rules = ("--config", str(repository / "pyproject.toml"))
    for name in NAMES:
        python("-c", f"import {module(name)}", env=env)
    python("-m", "ruff", "check", *rules, "--config", 'lint.per-file-ignores = {"**" = ["A"]}', str(folder))
    python("-m", "ruff", "format", "--check", *rules, str(folder))
    wanted = [argument for name in NAMES for argument in ("-p", module(name))]
    python("-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), *wanted, env=env)


def module(name: str) -> str:
    return f"published_{name.replace('-', '_')}"
