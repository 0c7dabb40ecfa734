"""An edit of the ontology reaches everything that is made of it, and nothing else has to be written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from kgrdf_codegen.generate import generate

BEFORE = """
ex:Incident a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "Something that went wrong." .
ex:severity a owl:DatatypeProperty , owl:FunctionalProperty ;
    rdfs:comment "From 1 to 5." ; rdfs:domain ex:Incident ; rdfs:range xsd:integer .
"""
CLASS = """
ex:Runbook a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "What to do when." ;
    kgc:plural "runbooks" ; kgc:tool "store_runbook" .
"""
PROPERTY = """
ex:handles a owl:ObjectProperty ; rdfs:comment "What it is for." ; rdfs:domain ex:Runbook ; rdfs:range ex:Incident .
"""


def test_a_new_class_reaches_accessor_template_tool_schema_and_page(ontology: Callable[[str], Path], tmp_path: Path) -> None:
    out, docs = tmp_path / "memory", tmp_path / "schema.md"
    assert generate([ontology(BEFORE)], out, docs=docs).ok
    result = generate([ontology(BEFORE + CLASS)], out, docs=docs)
    assert result.ok
    touched = {path.name for path in result.touched}
    assert {"__init__.py", "accessors.py", "models.py", "schema.py", "schema.json", "vocab.py", "schema.md"} <= touched
    assert {name for name in touched if name.endswith(".rq")} == {
        f"runbook_{operation}.rq" for operation in ("get", "list", "list_asof", "count", "count_asof", "by_key")
    }
    assert "def runbooks(self) -> accessors.RunbookAccessor:" in text(out / "__init__.py")
    assert "class RunbookAccessor(runtime.NamedAccessor[models.Runbook]):" in text(out / "accessors.py")
    assert 'tool="store_runbook"' in text(out / "schema.py")
    assert json.loads(text(out / "schema.json"))["Runbook"]["description"] == "What to do when."
    assert "### Runbook" in text(docs)


def test_a_new_property_reaches_model_add_template_schema_and_page(ontology: Callable[[str], Path], tmp_path: Path) -> None:
    out, docs = tmp_path / "memory", tmp_path / "schema.md"
    assert generate([ontology(BEFORE + CLASS)], out, docs=docs).ok
    result = generate([ontology(BEFORE + CLASS + PROPERTY)], out, docs=docs)
    assert {path.name for path in result.touched if path.suffix == ".rq"} == {
        "runbook_get.rq",
        "runbook_by_handles.rq",
        "runbook_by_handles_asof.rq",
    }
    assert "    handles: tuple[Ref[Incident], ...] = ()" in text(out / "models.py")
    assert "        handles: Sequence[str] = ()," in text(out / "accessors.py")
    assert "def by_handles(" in text(out / "accessors.py")
    assert "https://example.org/test#handles" in text(out / "schema.py")
    assert json.loads(text(out / "schema.json"))["Runbook"]["properties"]["handles"]["type"] == "array"
    assert "Runbook --> Incident : handles" in text(docs)


def test_a_class_that_goes_takes_its_files_along(ontology: Callable[[str], Path], tmp_path: Path) -> None:
    out = tmp_path / "memory"
    assert generate([ontology(BEFORE + CLASS)], out).ok
    assert generate([ontology(BEFORE)], out).ok
    assert list(out.glob("sparql/runbook*")) == []


def test_a_file_that_does_not_parse_leaves_the_package_as_it_was(ontology: Callable[[str], Path], tmp_path: Path) -> None:
    out = tmp_path / "memory"
    assert generate([ontology(BEFORE)], out).ok
    before = {path: path.read_bytes() for path in out.rglob("*.*")}
    assert not generate([ontology(BEFORE + "ex:Broken a")], out).ok
    assert {path: path.read_bytes() for path in out.rglob("*.*")} == before


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
