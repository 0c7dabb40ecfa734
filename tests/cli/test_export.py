from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgrdf import Graph
from kgrdf.ingest import import_lines
from kgrdf.store import EmbeddedStore, open_store

Lines = Callable[..., str]
PREFIX = "urn:kgrdf:acme:"
KG = "https://w3id.org/kgrdf/ns#"

DATA = [
    {"kind": "document", "id": "d1", "title": "Minutes", "text": 'l1\r\nl2\rl3\u2028l4\tend "quoted" \\ \U0001f680'},
    {"kind": "entity", "name": 'Danh mục "bài toán lớn"', "entityType": "Service", "id": "checkout"},
    {"kind": "entity", "name": "C:\\repo\\src\\main.py", "entityType": "Service", "id": "payments"},
    {"kind": "concept", "name": "由...组成"},
    {"kind": "chunk", "id": "c1", "documentId": "d1", "text": "checkout uses payments"},
    {"kind": "mention", "chunkId": "c1", "entityId": "checkout"},
    {
        "kind": "relationship",
        "fromId": "checkout",
        "toId": "payments",
        "relationshipType": "depends on; DROP",
        "weight": 0.25,
        "sourceDocumentId": "chunk::c1",
        "validFrom": "2020-01-01T00:00:00Z",
    },
    {
        "kind": "relationship",
        "fromId": "checkout",
        "toId": "payments",
        "relationshipType": "uses",
        "validFrom": "2020-01-01T00:00:00Z",
        "validTo": "2021-01-01T00:00:00Z",
    },
    {"kind": "fact", "claim": "It is old.", "aboutIds": ["checkout"], "validFrom": "2020-01-01T00:00:00Z"},
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a memory with a superseded and a retracted fact, a past and a current relationship."""
    folder = tmp_path_factory.mktemp("prepared") / "memory"
    with open_store(folder) as store:
        graph = Graph(store, "acme")
        data = "".join(f"{json.dumps(line)}\n" for line in DATA).encode()
        assert import_lines(graph, [("data", io.BytesIO(data))]).added == len(DATA)
        (hit,) = [hit for hit in graph.search_memory("old").hits if hit.kind == "fact"]
        newer = graph.supersede_fact(hit.id, "It is new.", valid_from="2022-01-01T00:00:00Z")
        wrong = graph.store_fact("It is red.", ["checkout"])
        graph.retract_statement(wrong.id, reason="never was")
        graph.retract_statement(newer.id)
    return folder


@pytest.fixture
def filled(kgrdf: Any, prepared: Path, tmp_path: Path) -> Any:
    shutil.copytree(prepared, tmp_path / "memory")
    return kgrdf


def export(kgrdf: Any, *options: str) -> str:
    text: str = kgrdf("export", *options).stdout
    return text


def other_store(tmp_path: Path) -> tuple[str, str]:
    return "--store", str(tmp_path / "other")


def test_an_export_comes_back_exactly_in_an_empty_tenant_of_the_same_name(filled: Any, tmp_path: Path) -> None:
    before = export(filled)
    file = tmp_path / "acme.trig"
    filled("export", "--out", str(file))
    assert file.read_bytes() == before.encode()
    added = filled("import", str(file), *other_store(tmp_path)).stdout
    assert added == f"{before.count(chr(10)) - 4:,} quads added\n"
    assert export(filled, *other_store(tmp_path)) == before
    filled("validate", *other_store(tmp_path))
    assert filled("import", str(file), *other_store(tmp_path)).stdout == "0 quads added\n"
    assert export(filled, *other_store(tmp_path)) == before


def test_what_came_back_is_found_and_goes_on_after_everything_recorded(filled: Any, answer: Any, tmp_path: Path) -> None:
    file = tmp_path / "acme.trig"
    filled("export", "--out", str(file))
    filled("import", str(file), *other_store(tmp_path))
    assert [hit["id"] for hit in answer("search", "minutes", *other_store(tmp_path))["hits"]] != []
    made = answer("fact", "It is back.", "--about", "checkout", *other_store(tmp_path))
    assert made["created"]
    filled("validate", *other_store(tmp_path))


def test_an_export_is_one_sorted_triple_a_line(filled: Any) -> None:
    text = export(filled)
    first, rest = text.split("}\n", 1)
    for block, graph in ((first, "current"), (rest.removesuffix("}\n"), "history")):
        head, *triples = block.removesuffix("\n").split("\n")
        assert head == f"<{PREFIX}graph:{graph}> {{"
        assert triples == sorted(triples, key=str.encode)
        assert triples
        assert all(re.fullmatch(r"<urn:kgrdf:acme:[^>]*> <[^>]+> .+ \.", triple) for triple in triples)


def test_an_export_of_nothing_has_two_empty_graphs(kgrdf: Any) -> None:
    kgrdf("import", "-", stdin="")
    assert export(kgrdf) == f"<{PREFIX}graph:current> {{\n}}\n<{PREFIX}graph:history> {{\n}}\n"


def refused(kgrdf: Any, tmp_path: Path, text: str) -> str:
    """Import TriG into an empty store, ask that nothing came in, and return what was said."""
    file = tmp_path / "changed.trig"
    file.write_text(text, encoding="utf-8")
    result = kgrdf("import", str(file), *other_store(tmp_path), code=1)
    assert result.stdout == "0 quads added\n"
    assert kgrdf("tenant", "list", *other_store(tmp_path)).stdout == ""
    error: str = result.stderr
    assert error.startswith(f"{file}: ")
    return error


FACT = f"<{PREFIX}fact::"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("<urn:kgrdf:acme2:entity::Service::x> <urn:p> 1 .", "which is not of tenant acme"),
        ("<urn:kgrdf:acm:entity::Service::x> <urn:p> 1 .", "which is not of tenant acme"),
        ("<http://example.com/x> <urn:p> 1 .", "which is not of tenant acme"),
        ("_:b <urn:p> 1 .", "which is no IRI"),
        ("<urn:kgrdf:acme:entity::Service::a%62> <urn:p> 1 .", "which is not of tenant acme"),
        ("<urn:kgrdf:acme:entity::Service::%ff> <urn:p> 1 .", "which is not of tenant acme"),
        ("<urn:kgrdf:acme:graph:current> <urn:p> 1 .", "which is not of tenant acme"),
        (
            f"<{PREFIX}entity::Service::checkout> <urn:p> <urn:kgrdf:acme2:entity::Service::x> .",
            "points at <urn:kgrdf:acme2:",
        ),
        (f"<{PREFIX}entity::Service::checkout> <urn:p> _:b .", "which is neither an IRI nor a literal"),
    ],
)
def test_a_quad_that_is_not_the_tenants_refuses_the_whole_file(filled: Any, tmp_path: Path, line: str, words: str) -> None:
    text = export(filled).replace("{\n", "{\n" + line + "\n", 1)
    assert words in refused(filled, tmp_path, text)


@pytest.mark.parametrize("graph", ["urn:kgrdf:acme2:graph:current", "urn:kgrdf:acme:graph:other", "http://example.com/g"])
def test_a_quad_in_another_graph_refuses_the_whole_file(filled: Any, tmp_path: Path, graph: str) -> None:
    text = export(filled) + f"<{graph}> {{ <{PREFIX}entity::Service::checkout> <urn:p> 1 . }}\n"
    assert "lies in no graph of tenant acme" in refused(filled, tmp_path, text)


def test_a_triple_in_the_default_graph_refuses_the_whole_file(filled: Any, tmp_path: Path) -> None:
    text = export(filled) + f"<{PREFIX}entity::Service::checkout> <urn:p> 1 .\n"
    assert "lies in no graph of tenant acme" in refused(filled, tmp_path, text)


def test_another_tenants_export_is_not_a_rename(filled: Any, tmp_path: Path) -> None:
    file = tmp_path / "acme.trig"
    filled("export", "--out", str(file))
    result = filled("import", str(file), "--tenant", "acme2", *other_store(tmp_path), code=1)
    assert result.stderr.splitlines() == [
        f"{file}: tenant: is the memory of tenant acme, and goes into no other: import it with --tenant acme"
    ]
    assert filled("tenant", "list", *other_store(tmp_path)).stdout == ""


def test_a_file_that_breaks_a_shape_is_refused(filled: Any, tmp_path: Path) -> None:
    name = f'<{PREFIX}entity::Service::payments> <{KG}name> "Second name" .\n'
    assert "shapes: entity::Service::payments: name" in refused(
        filled, tmp_path, export(filled).replace("{\n", "{\n" + name, 1)
    )


def test_a_file_whose_statement_lies_in_the_wrong_graph_is_refused(filled: Any, tmp_path: Path) -> None:
    current, history = export(filled).split("}\n", 1)
    swapped = current.replace("graph:current", "graph:x") + "}\n" + history.replace("graph:history", "graph:current")
    swapped = swapped.replace("graph:x", "graph:history")
    assert "graphs: " in refused(filled, tmp_path, re.sub(rf"<{PREFIX}state> [^\n]*\n", "", swapped))


def test_what_is_no_trig_is_refused_with_its_line(filled: Any, tmp_path: Path) -> None:
    text = export(filled)
    cut = text[: text.index("\n", 2000) - 3]
    assert f"{cut.count(chr(10)) + 1}: is not TriG" in refused(filled, tmp_path, cut)
    assert "holds nothing" in refused(filled, tmp_path, "")


def test_derived_triples_and_a_clock_that_is_behind_are_made_anew(filled: Any, tmp_path: Path) -> None:
    whole = export(filled)
    bare = re.sub(rf"<[^>]*> <{KG}(?:adj\d|mentions)> [^\n]*\n", "", whole)
    bare = re.sub(rf"<{PREFIX}state> <{KG}(head|revision)> [^\n]*\n", "", bare)
    assert whole.count(f"<{KG}adj") == 2
    assert bare.count("\n") == whole.count("\n") - 5
    file = tmp_path / "bare.trig"
    file.write_text(bare, encoding="utf-8")
    filled("import", str(file), *other_store(tmp_path))
    back = export(filled, *other_store(tmp_path))
    clock = re.compile(rf"<{PREFIX}state> <{KG}revision> [^\n]*\n")
    assert clock.sub("", back) == clock.sub("", whole)


def test_a_tenant_with_other_data_is_not_overwritten(filled: Any, answer: Any, tmp_path: Path) -> None:
    file = tmp_path / "acme.trig"
    filled("export", "--out", str(file))
    answer("fact", "It is blue.", "--about", "checkout")
    before = export(filled)
    assert "acme has other data already" in filled("import", str(file), code=2).stderr
    assert export(filled) == before


def test_an_import_that_was_interrupted_is_replaced_by_the_next_one(
    filled: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, load = tmp_path / "acme.trig", EmbeddedStore.load

    def failing(self: EmbeddedStore, quads: Any) -> None:
        if self.folder == tmp_path / "other":
            load(self, list(quads)[:50])
            raise OSError("the disk is gone")
        load(self, quads)

    filled("export", "--out", str(file))
    with monkeypatch.context() as fault:
        fault.setattr(EmbeddedStore, "load", failing)
        filled("import", str(file), *other_store(tmp_path), code=3)
    assert "clock: acme: has 0 pairs" in filled("validate", *other_store(tmp_path), code=1).stdout
    filled("import", str(file), *other_store(tmp_path))
    assert export(filled, *other_store(tmp_path)) == export(filled)


def test_a_trig_file_goes_in_alone(filled: Any, lines: Lines) -> None:
    assert "goes in alone" in filled("import", "a.trig", lines(), code=2).stderr


def test_a_failed_export_leaves_the_file_that_was_there(kgrdf: Any, tmp_path: Path) -> None:
    kgrdf("import", "-", stdin="")
    file = tmp_path / "none" / "acme.trig"
    assert "cannot be written" in kgrdf("export", "--out", str(file), code=2).stderr
