"""Ontology text has five ways out, and each one keeps it."""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2 import Environment

from kgrdf_codegen import text
from kgrdf_codegen.text import OntText

ANY = st.text(st.characters(exclude_categories=["Cs"]))
QUOTED = st.text(st.sampled_from("\"'\\ \n{}%#ax\t\x00"), max_size=12)


@pytest.mark.parametrize("spell", [str, "{}".format, lambda value: f"{value}"])
def test_ontology_text_cannot_become_a_string_by_accident(spell: object) -> None:
    with pytest.raises(TypeError, match="must go through a filter"):
        spell(OntText("x"))  # type: ignore[operator]


def test_a_template_cannot_print_ontology_text() -> None:
    with pytest.raises(TypeError, match="must go through a filter"):
        Environment().from_string("{{ x }}").render(x=OntText("x"))


@given(ANY | QUOTED)
def test_a_string_literal_has_the_value_of_the_text(raw: str) -> None:
    assert ast.literal_eval(text.pystr(OntText(raw))) == raw


@given(ANY | QUOTED)
def test_a_text_block_has_the_value_of_the_text(raw: str) -> None:
    assert ast.literal_eval(text.text_block(OntText(raw))) == raw


@given(ANY | QUOTED)
@example("\n \n0")
@example("\n0\n 0")
def test_a_docstring_reads_as_the_text(raw: str) -> None:
    source = f"class A:\n    {text.docstring(OntText(raw), 4, 'Nothing.')}\n"
    [node] = ast.parse(source).body
    assert isinstance(node, ast.ClassDef)
    text_alone = re.sub(r"\A([ \t]*\n)+|(\n[ \t]*)+\Z", "", inspect.cleandoc(raw if raw.strip() else "Nothing."))
    expected = inspect.cleandoc(text_alone)
    # A tab in the middle of a line is widened by its column, which the indentation of the code moves.
    found = ast.get_docstring(node)
    assert found is not None
    assert re.sub(r"\s+", " ", found) == re.sub(r"\s+", " ", expected)
    if "\t" not in raw:
        assert found == expected


@given(ANY | QUOTED)
def test_a_comment_is_one_line_of_sparql(raw: str) -> None:
    pyoxigraph.Store().query(f"# {text.rq_comment(OntText(raw))}\nASK {{}}")
    assert text.rq_comment(OntText(raw)).isprintable()


@given(ANY | QUOTED)
def test_a_table_cell_is_one_cell(raw: str) -> None:
    cell = text.markdown(OntText(raw))
    assert "\n" not in cell
    assert re.findall(r"(?<!\\)(?:\\\\)*[|<`]", cell) == []


@pytest.mark.parametrize("iri", ["https://example.org/> } ; DROP ALL", 'urn:x"', "urn:a b", "urn:a\nb", "urn:a\\"])
def test_what_could_leave_its_brackets_is_no_iri(iri: str) -> None:
    with pytest.raises(ValueError, match="not an IRI"):
        text.iri_literal(iri)


def test_naughty_strings_survive_every_way_out(shared: Path) -> None:
    for raw in json.loads((shared / "data" / "naughty-strings" / "blns.json").read_text(encoding="utf-8")):
        assert ast.literal_eval(text.pystr(OntText(raw))) == raw
        assert ast.literal_eval(text.text_block(OntText(raw))) == raw
        ast.parse(f"class A:\n    {text.docstring(OntText(raw), 4, 'x')}\n")
