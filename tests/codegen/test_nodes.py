"""Enums and relations are nodes of the intermediate form, and typed values in the code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kgrdf_codegen.build import build
from kgrdf_codegen.ir import FORMAT, Enum, to_json
from kgrdf_codegen.reader import read_ontology

from .conftest import CASES, Python


@pytest.fixture(scope="module")
def enums() -> dict[str, Enum]:
    ontology = build(read_ontology([CASES / "enums" / "ontology.ttl"])).ontology
    return {enum.name: enum for enum in ontology.enums}


@pytest.mark.parametrize(
    ("name", "things", "is_open", "members"),
    [
        ("ContradictionResolution", False, False, ["keep", "both", "neither"]),
        ("ExSize", False, False, ["large", "small"]),
        ("State", False, False, ["closed", "open"]),
        ("TicketLabel", False, False, ["ui", "data", "core"]),
        ("BugLabel", False, False, ["ui", "data"]),
        ("TicketRank", False, False, ["1", "2", "3"]),
        ("TicketColour", True, False, ["ex:Red", "ex:Green"]),
        ("ColourValue", True, False, ["ex:Green", "ex:Red"]),
        ("StageValue", True, False, ["ex:Draft", "ex:Review"]),
        ("TeamValue", True, True, ["ex:platform"]),
        ("TopicsValue", True, True, ["ex:speed"]),
    ],
)
def test_a_list_of_values_is_a_node_in_whatever_form_it_is_written(
    name: str, things: bool, is_open: bool, members: list[str], enums: dict[str, Enum]
) -> None:
    enum = enums[name]
    found = [member.value.raw.replace("https://example.org/enums#", "ex:") for member in enum.members]
    assert (enum.things, enum.open, found) == (things, is_open, members)


def test_there_is_no_other_enum(enums: dict[str, Enum]) -> None:
    assert len(enums) == 11


def test_the_things_of_an_enum_keep_their_words(enums: dict[str, Enum]) -> None:
    red = next(member for member in enums["ColourValue"].members if member.value.raw.endswith("Red"))
    assert (red.label.raw, red.doc.raw) == ("red", "Urgent.")
    assert (enums["TopicsValue"].label.raw, enums["TopicsValue"].doc.raw) == ("Topics", "What tickets are about.")


def test_a_closed_enum_is_a_type_that_a_checker_and_pydantic_hold_values_to(python: Python, tmp_path: Path) -> None:
    script = """
import json
from typing import get_args
from case_enums import enums, models
from pydantic import TypeAdapter, ValidationError
print(get_args(enums.State))
print(TypeAdapter(enums.TicketColour).validate_python("https://example.org/enums#Red"))
try:
    TypeAdapter(models.Ticket.model_fields["state"].annotation).validate_python("half open")
except ValidationError:
    print("refused")
"""
    assert python("-c", script).splitlines() == ["('closed', 'open')", "https://example.org/enums#Red", "refused"]


def test_a_value_that_is_not_listed_does_not_pass_the_type_checker(packages: Path, repository: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text('from case_enums.enums import State\n\nnow: State = "half open"\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(wrong)],
        env={"MYPYPATH": f"{packages}:{repository}"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "wrong.py:3: error: Incompatible types in assignment" in done.stdout


def test_the_edges_of_the_core_are_relations_with_their_two_ends_and_their_time() -> None:
    relations = {row.cls: row for row in build(read_ontology()).ontology.relations}
    ends = {name: (row.subject, row.object, row.interval, row.recorded) for name, row in relations.items()}
    assert ends == {
        "Contradiction": ("fact_id", "other_fact_id", None, "detected_at"),
        "Derivation": ("derived_id", "source_document_id", None, "extracted_at"),
        "Mention": ("chunk_id", "entity_id", None, "recorded_at"),
        "Relationship": ("from_id", "to_id", ("valid_from", "valid_to"), "recorded_at"),
        "Supersession": ("newer_id", "older_id", None, "recorded_at"),
    }
    assert relations["Mention"].properties == ("confidence", "count", "span_end", "span_start")
    assert "weight" in relations["Relationship"].properties


def test_the_form_says_which_version_of_it_this_is() -> None:
    form = json.loads(to_json(build(read_ontology()).ontology))
    assert form["format"] == FORMAT == 2
    assert {"classes", "enums", "relations", "shapes", "headers", "losses"} <= form["ontology"].keys()
