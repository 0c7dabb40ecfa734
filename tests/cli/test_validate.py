from __future__ import annotations

import io
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kgrdf.generated import SCHEMA
from kgrdf.graph import BaseGraph
from kgrdf.ingest import import_lines
from kgrdf.store import open_store
from kgrdf.terms import RDF_TYPE, kg
from kgrdf.transaction import Transaction
from kgrdf.validation import validate

Change = Callable[[Transaction], None]
SERVICE = "entity::Service::"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a memory in which all is well."""
    folder = tmp_path_factory.mktemp("prepared") / "memory"
    with open_store(folder) as store:
        lines = [
            {"kind": "document", "id": "d", "title": "t"},
            {"kind": "chunk", "id": "c", "documentId": "d", "text": "a and b"},
            {"kind": "entity", "name": "a", "entityType": "Service"},
            {"kind": "entity", "name": "b", "entityType": "Service"},
            {"kind": "mention", "chunkId": "c", "entityId": "a"},
            {"kind": "relationship", "fromId": "a", "toId": "b", "relationshipType": "uses", "weight": 0.5, "validFrom": 0},
            {"kind": "fact", "claim": "a is", "aboutIds": ["a"], "validFrom": 0},
            {"kind": "fact", "claim": "a was", "aboutIds": ["a"], "validFrom": 0, "validTo": 9},
        ]
        graph = BaseGraph(store, "acme", schema=SCHEMA)
        data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        assert import_lines(graph, [("data", io.BytesIO(data))]).added == len(lines)
        assert list(validate(graph)) == []
    return folder


@pytest.fixture
def damage(tmp_path: Path, prepared: Path) -> Callable[[Change], None]:
    """Changes the triples of the memory behind the back of every rule."""
    shutil.copytree(prepared, tmp_path / "memory")

    def change(work: Change) -> None:
        with _graph(tmp_path) as graph:
            graph.write(work)

    return change


@contextmanager
def _graph(tmp_path: Path) -> Iterator[BaseGraph]:
    with open_store(tmp_path / "memory") as store:
        yield BaseGraph(store, "acme", schema=SCHEMA)


def statement(tmp_path: Path, text: str) -> Any:
    """Return the IRI of the statement with this claim or relationship type."""
    from pyoxigraph import Store

    name = "claim" if " " in text else "relationshipType"
    store = Store.read_only(str(tmp_path / "memory" / "graph"))
    rows = store.query(f'SELECT ?s {{ GRAPH ?g {{ ?s <{kg(name).value}> "{text}" }} }}')
    (row,) = list(rows)  # type: ignore[arg-type]
    return row[0]


def problems(kgrdf: Any, *options: str) -> list[str]:
    found: list[str] = kgrdf("validate", *options, code=1).stdout.splitlines()
    return found


def test_adjacency_that_is_missing_or_stray_is_found_and_mended(kgrdf: Any, damage: Any, tmp_path: Path) -> None:
    relationship = statement(tmp_path, "uses")

    def work(tx: Transaction) -> None:
        a, b = (tx.graph.tenant.iri(SERVICE + name) for name in "ab")
        tx.drop("current", a, kg("adj5"), relationship)
        tx.add("current", b, kg("adj9"), relationship)
        tx.add("current", b, kg("adj0"), tx.graph.tenant.iri("rel::gone"))

    damage(work)
    public = relationship.value.removeprefix("urn:kgrdf:acme:")
    assert sorted(problems(kgrdf)) == [
        f"adjacency: {SERVICE}a: lacks adj5 {public}",
        f"adjacency: {SERVICE}b: should not have adj0 rel::gone",
        f"adjacency: {SERVICE}b: should not have adj9 {public}",
    ]
    assert kgrdf("validate", "--mend").stdout == "3 mended\n"
    kgrdf("validate")


def test_a_mention_shortcut_that_is_missing_or_stray_is_found_and_mended(kgrdf: Any, damage: Any) -> None:
    def work(tx: Transaction) -> None:
        iri = tx.graph.tenant.iri
        tx.drop("current", iri("chunk::c"), kg("mentions"), iri(SERVICE + "a"))
        tx.add("current", iri("chunk::c"), kg("mentions"), iri(SERVICE + "b"))

    damage(work)
    assert sorted(problems(kgrdf)) == [
        f"mentions: chunk::c: lacks mentions {SERVICE}a",
        f"mentions: chunk::c: should not have mentions {SERVICE}b",
    ]
    assert kgrdf("validate", "--mend").stdout == "2 mended\n"


def test_what_is_not_derived_is_told_and_not_mended(kgrdf: Any, damage: Any, tmp_path: Path) -> None:
    fact = statement(tmp_path, "a is")
    damage(lambda tx: tx.add("current", fact, kg("retractedAt"), tx.k))
    public = fact.value.removeprefix("urn:kgrdf:acme:")
    expected = [f"graphs: {public}: is retracted, but lies in the current graph"]
    assert problems(kgrdf) == expected
    assert problems(kgrdf, "--mend") == ["0 mended", *expected]


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (
            lambda tx, fact: tx.add("history", fact, kg("recordedAt"), 5),
            "lies in both graphs",
        ),
        (
            lambda tx, fact: tx.add("history", tx.graph.tenant.iri("doc::x"), RDF_TYPE, kg("Document")),
            "graphs: doc::x: is not versioned, but lies in the history graph",
        ),
        (
            lambda tx, fact: tx.add("current", tx.graph.tenant.iri("super::x"), RDF_TYPE, kg("Supersession")),
            "graphs: super::x: is a supersession, but lies in the current graph",
        ),
        (
            lambda tx, fact: tx.add("current", fact, kg("confidence"), Decimal("1.5")),
            "shapes: ",
        ),
        (
            lambda tx, fact: tx.add("current", fact, kg("claim"), "something else"),
            "claim: ",
        ),
        (
            lambda tx, fact: tx.add("current", tx.graph.tenant.iri(SERVICE + "a"), kg("recordedAt"), tx.k + 10**9),
            "clock: acme: stands at ",
        ),
        (
            lambda tx, fact: tx.add("current", tx.graph.tenant.state, kg("head"), 5),
            "clock: acme: has 2 pairs of head and revision instead of one",
        ),
        (
            lambda tx, fact: tx.add("current", kg("stranger"), kg("name"), "x"),
            "which is not of tenant acme",
        ),
    ],
)
def test_each_broken_promise_is_found(
    kgrdf: Any, damage: Any, tmp_path: Path, work: Callable[[Transaction, Any], None], words: str
) -> None:
    fact = statement(tmp_path, "a is")
    damage(lambda tx: work(tx, fact))
    assert words in "\n".join(problems(kgrdf))


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        ("DELETE FROM open WHERE kind = 'chunk'", "search: chunk::c: cannot be found by its words"),
        ("UPDATE open SET text = 'other' WHERE kind = 'chunk'", "search: chunk::c: is found by words that it does not have"),
        ("INSERT INTO open(id, kind, text) VALUES ('fact::x', 'fact', 'x')", "search: acme: has 1 entries that the graph"),
    ],
)
def test_a_text_index_that_is_not_the_graphs_is_found_and_mended(
    kgrdf: Any, damage: Any, tmp_path: Path, change: str, trouble: str
) -> None:
    with sqlite3.connect(tmp_path / "memory" / "search" / "acme.sqlite") as index:
        index.execute(change)
    index.close()
    (problem,) = problems(kgrdf)
    assert problem.startswith(trouble)
    assert kgrdf("validate", "--mend").stdout == "1 mended\n"
    kgrdf("validate")


def test_a_text_index_that_is_lost_is_no_problem(kgrdf: Any, damage: Any, tmp_path: Path) -> None:
    (tmp_path / "memory" / "search" / "acme.sqlite").unlink()
    kgrdf("validate")


def test_two_statements_that_say_the_same_at_one_time_are_found(kgrdf: Any, damage: Any, tmp_path: Path) -> None:
    fact, past = statement(tmp_path, "a is"), statement(tmp_path, "a was")

    def work(tx: Transaction) -> None:
        rows = list(tx.graph.store.select(_value(tx, fact)))
        tx.add("history", past, kg("key"), str(rows[0][0].value))  # type: ignore[union-attr]

    damage(work)
    assert "says the same as fact::" in "\n".join(problems(kgrdf, "--no-shapes"))


def _value(tx: Transaction, node: Any) -> Any:
    from kgrdf.testing import compiled

    text = (
        f"# @name key\n# @mode one\n# @param node: iri\nSELECT ?key WHERE {{ GRAPH $current {{ $node {kg('key')} ?key }} }}"
    )
    return compiled(text).bind(tx.graph.tenant, node=node)


def test_shapes_of_the_users_own_are_held_against_the_data(kgrdf: Any, damage: Any, tmp_path: Path) -> None:
    shapes = tmp_path / "mine.ttl"
    shapes.write_text(
        "@prefix kg: <https://w3id.org/kgrdf/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n"
        "<urn:mine> a sh:NodeShape ; sh:targetClass kg:Service ; sh:property [ sh:path kg:description ; sh:minCount 1 ] .\n"
    )
    found = problems(kgrdf, "--ontology", str(shapes))
    assert [line.partition(": description")[0] for line in found] == [f"shapes: {SERVICE}a", f"shapes: {SERVICE}b"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("garbage", "is not Turtle"),
        ("\\xff", "is not Turtle"),
        ('<urn:s> sh:property [ sh:path kg:name ; sh:pattern "(" ] .', "cannot be applied"),
        ('<urn:s> sh:property [ sh:path kg:name ; sh:minCount "x" ] .', "cannot be applied"),
        ('<urn:s> sh:sparql [ sh:select "SELECT garbage" ] .', "cannot be applied"),
    ],
)
def test_shapes_of_the_users_own_that_are_wrong_are_told_as_theirs(
    kgrdf: Any, tmp_path: Path, text: str, reason: str
) -> None:
    kgrdf("import", "-", stdin='{"kind": "entity", "name": "A", "entityType": "Service"}\n')
    file = tmp_path / "own.ttl"
    prefixes = "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix kg: <https://w3id.org/kgrdf/ns#> .\n"
    start = "<urn:s> a sh:NodeShape ; sh:targetClass kg:Entity .\n"
    file.write_bytes(f"{prefixes}{start}{text}\n".replace("\\xff", "\xff").encode("latin-1"))
    result = kgrdf("validate", "--ontology", str(file), code=2)
    assert result.stderr.startswith("error: ontology: ")
    assert reason in result.stderr
