"""The same ontology gives the same bytes. Reported as codegen-73."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib import BNode, Graph
from rdflib.term import Node

from kgrdf_codegen.build import build
from kgrdf_codegen.generate import generate
from kgrdf_codegen.ir import to_json
from kgrdf_codegen.reader import Reading, read_ontology

from .conftest import CASES, Python

SCRIPT = """
import sys
from pathlib import Path
from kgrdf_codegen.generate import generate
case, out = map(Path, sys.argv[1:])
queries = [case / "queries"] if (case / "queries").is_dir() else []
assert generate([case / "ontology.ttl"], out, queries=queries, docs=out.parent / "schema.md").ok
"""


@pytest.mark.parametrize("name", ["pharmacy", "hostile_text", "unions"])
def test_two_hash_seeds_give_the_same_bytes(name: str, python: Python, tmp_path: Path) -> None:
    written = []
    for seed in ("0", "1"):
        out = tmp_path / seed / "package"
        python("-c", SCRIPT, str(CASES / name), str(out), env={"PYTHONHASHSEED": seed})
        written.append({path.relative_to(out.parent): path.read_bytes() for path in out.parent.rglob("*.*")})
    assert written[0] == written[1]
    assert len(written[0]) > 100


@pytest.mark.parametrize("name", ["pharmacy", "hostile_text", "unions", "inheritance", "cycles", "names"])
@pytest.mark.parametrize("seed", range(3))
def test_shuffled_triples_give_the_same_intermediate_form(name: str, seed: int) -> None:
    reading = read_ontology([CASES / name / "ontology.ttl"])
    expected = to_json(build(reading).ontology)
    assert to_json(build(shuffled(reading, seed)).ontology) == expected


@pytest.mark.parametrize("name", ["pharmacy", "enums", "losses"])
@pytest.mark.parametrize("seed", range(2))
def test_turtle_in_another_order_gives_the_same_package(name: str, seed: int, tmp_path: Path) -> None:
    """Only the lines at which a loss stands are others."""
    case = CASES / name
    parsed = ox.parse(path=case / "ontology.ttl", format=ox.RdfFormat.TURTLE, base_iri="file:///ontology.ttl")
    triples = [ox.Triple(quad.subject, quad.predicate, quad.object) for quad in parsed]
    prefixes = "".join(f"@prefix {prefix}: <{space}> .\n" for prefix, space in parsed.prefixes.items())
    written = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        body = re.sub(r"_:(\w+)", rf"_:n{number * seed}\1", ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES).decode())
        (folder / "ontology.ttl").write_text(prefixes + body, encoding="utf-8")
        queries = [case / "queries"] if (case / "queries").is_dir() else []
        assert generate([folder / "ontology.ttl"], folder / "package", queries=queries).ok
        files = (path for path in (folder / "package").rglob("*.*") if "__pycache__" not in path.parts)
        texts = {path.relative_to(folder): path.read_text(encoding="utf-8") for path in files}
        written.append({path: re.sub(r'"line": \d+', "", text) for path, text in texts.items()})
        random.Random(seed).shuffle(triples)
    assert written[0] == written[1]


class Shuffled(Graph):
    """Gives its triples in an order of its own at every question."""

    random = random.Random(0)

    def triples(self, triple: object) -> Iterator[tuple[Node, Node, Node]]:  # type: ignore[override]
        found = list(super().triples(triple))  # type: ignore[arg-type]
        self.random.shuffle(found)
        return iter(found)


def shuffled(reading: Reading, seed: int) -> Reading:
    """Return the same reading, its triples in another order and its blank nodes under other names."""
    Shuffled.random = random.Random(seed)
    triples = list(reading.graph)
    Shuffled.random.shuffle(triples)
    names: dict[Node, BNode] = {}

    def renamed(term: Node) -> Node:
        return names.setdefault(term, BNode(f"b{Shuffled.random.random()}")) if isinstance(term, BNode) else term

    graph = Shuffled()
    for subject, predicate, object_ in triples:
        graph.add((renamed(subject), predicate, renamed(object_)))
    return replace(reading, graph=graph)
