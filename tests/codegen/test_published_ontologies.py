"""Ontologies that others wrote come out whole: what the generator says of its losses is held to a limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgrdf_codegen.generate import generate

from .conftest import Python

CLASSES = {
    "prov-o": "http://www.w3.org/ns/prov#Agent",
    "skos": "http://www.w3.org/2004/02/skos/core#Concept",
    "foaf": "http://xmlns.com/foaf/0.1/Person",
    "doap": "http://usefulinc.com/ns/doap#Project",
    "org": "http://www.w3.org/ns/org#Organization",
    "dcterms": "http://purl.org/dc/terms/Agent",
}
"""A class of each."""
NAMES = list(CLASSES)
QUERIES = {
    "things_named.rq": """\
# @name things_named
# @mode many
# @limit 20
# @param text: string
# What has a name that begins so.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?thing ?label
WHERE {{ GRAPH $current {{ ?thing a <{cls}> ; kg:name ?label FILTER(STRSTARTS(?label, $text)) }} }}
ORDER BY ?label
""",
    "thing_count.rq": """\
# @name thing_count
# @mode one
# How many there are.
SELECT (COUNT(?thing) AS ?number)
WHERE {{ GRAPH $current {{ ?thing a <{cls}> }} }}
""",
}
USED = """
import sys
from importlib import import_module
from kgrdf.store import open_store
name, cls = sys.argv[1:]
package, queries = import_module(name), import_module(f"{name}.queries")
row = next(row for row in package.SCHEMA.classes if row.iri == cls)
with open_store("memory:") as store:
    graph = package.Graph(store, "acme")
    made = [getattr(graph, row.plural).add(text).id for text in ("Ann", "Anton", "Bob")]
    found = queries.things_named(graph, text="An")
    assert [row.thing for row in found] == made[:2], found
    assert [row.label for row in found] == ["Ann", "Anton"]
    assert queries.thing_count(graph).number == 3
"""


@pytest.fixture(scope="module")
def folder(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    for name in NAMES:
        path = shared / "data" / "ontologies" / f"{name}.ttl"
        if not path.is_file():
            pytest.skip(f"no {path}")
        queries = folder / f"queries of {name}"
        queries.mkdir()
        for file, text in QUERIES.items():
            (queries / file).write_text(text.format(cls=CLASSES[name]), encoding="utf-8")
        result = generate([path], folder / module(name), queries=[queries])
        assert result.ok, [str(problem) for problem in result.problems]
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_a_published_ontology_loses_few_terms_and_no_class(name: str, folder: Path, record_property: object) -> None:
    lock = json.loads((folder / module(name) / "schema.lock.json").read_text(encoding="utf-8"))["ontology"]
    terms = [term for space in lock["namespaces"] if "kgrdf" not in space["iri"] for term in space["terms"]]
    classes = {row["iri"] for row in lock["classes"]}
    lost = {loss["iri"] for loss in lock["losses"] if loss["code"] in ("L001", "L002")}
    assert [term["iri"] for term in terms if term["sort"] == "class" and term["iri"] not in classes] == []
    assert len(lost) <= 0.05 * len(terms)


@pytest.mark.parametrize("name", NAMES)
def test_queries_of_a_users_own_work_on_a_published_ontology(
    name: str, folder: Path, python: Python, repository: Path
) -> None:
    env = {"PYTHONPATH": f"{folder}:{repository}:{repository / 'codegen'}"}
    python("-c", USED, module(name), CLASSES[name], env=env)


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
