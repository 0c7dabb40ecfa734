"""Named queries that a user adds: what reaches the generated module, and the wire, under which name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kgrdf.mcp.tools import TOOLS
from kgrdf_codegen import naming
from kgrdf_codegen.build import build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.generate import generate
from kgrdf_codegen.queries import read_queries
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import core_queries

QUERY = """\
# @name wards
# @mode many
# @param head_nurse: Ref[k:Person]
# @limit 10
# The wards that a nurse is head of.
PREFIX k: <https://w3id.org/kgrdf/ns#>
SELECT ?bed_count
WHERE { GRAPH $current { $head_nurse k:name ?bed_count } }
"""


def test_the_names_of_the_tools_are_reserved() -> None:
    assert {row.name for row in TOOLS if not naming.tool_reserved(row.name)} == set()


def test_names_are_camel_case_in_json_and_a_class_is_found_by_the_prefix_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "wards.rq"
    path.write_text(QUERY, encoding="utf-8")
    reading = read_ontology()
    (query,), problems = read_queries([path], build(reading).ontology, Vocabulary.from_graph(reading.graph))
    assert problems == []
    assert [(row.name, row.python, row.wire, row.cls) for row in query.params] == [
        ("head_nurse", "head_nurse", "headNurse", "Person")
    ]
    assert [(row.name, row.python, row.wire) for row in query.columns] == [("bed_count", "bed_count", "bedCount")]


def test_a_query_that_is_not_there_is_a_problem_and_no_crash(tmp_path: Path) -> None:
    result = generate(queries=[tmp_path / "nothing.rq"], out=tmp_path / "out")
    assert [f"{problem.code} {problem.message}" for problem in result.problems] == [
        "Q019 cannot be read: No such file or directory"
    ]
    assert result.touched == ()


def test_a_property_that_is_only_called_transitive_is_a_property(ontology: Callable[[str], Path]) -> None:
    text = "ex:Part a owl:Class . ex:inside a owl:TransitiveProperty ; rdfs:domain ex:Part ; rdfs:range ex:Part ."
    built = build(read_ontology([ontology(text)])).ontology
    field = built.cls("Part").field("https://example.org/test#inside")
    assert field is not None
    assert (field.value, field.range) == ("ref", ("Part",))


def test_a_query_that_is_given_twice_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "wards.rq"
    path.write_text(QUERY, encoding="utf-8")
    assert generate(queries=[tmp_path, path, core_queries(), tmp_path / "." / "wards.rq"], out=tmp_path / "out").ok
