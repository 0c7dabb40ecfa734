from __future__ import annotations

import keyword
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from kgrdf_codegen import naming


@given(st.text(min_size=1).filter(naming.words))
def test_a_name_made_of_any_words_is_an_identifier(text: str) -> None:
    for name in (naming.snake(text), naming.capwords(text), naming.plural(text)):
        assert name.isidentifier()
    assert not keyword.iskeyword(naming.snake(text))
    assert naming.capwords(text)[0].isupper()


@pytest.mark.parametrize("form", [naming.snake, naming.capwords, naming.upper, naming.plural, naming.camel])
@given(
    st.text(min_size=1).filter(naming.words)
    | st.sampled_from(["a\xa8b", "A\xb4", "\u0390", "\u0149x", "\ufb01", "\u0928\u093e"])
)
def test_a_name_is_what_python_reads_it_as(form: naming.Form, text: str) -> None:
    name = form(text)
    assert name == unicodedata.normalize("NFKC", name)
    assert form in (naming.camel, naming.capwords) or name == form(unicodedata.normalize("NFKC", text))


@given(st.text())
def test_naming_is_blind_to_the_normal_form_of_the_text(text: str) -> None:
    assert naming.snake(unicodedata.normalize("NFD", text)) == naming.snake(unicodedata.normalize("NFC", text))


def test_names_that_pydantic_needs_are_reserved() -> None:
    members = {name for name in dir(BaseModel) if not name.startswith("_")}
    assert {name for name in members if not naming.field_reserved(name)} == set()


def test_names_that_a_graph_needs_are_reserved() -> None:
    from kgrdf import Graph
    from kgrdf.graph import BaseGraph
    from kgrdf.store import open_store

    with open_store("memory:") as store:
        members = {name for name in {*dir(BaseGraph), *vars(Graph(store, "acme"))} if not name.startswith("_")}
    assert {name for name in members if not naming.plural_reserved(name)} == set()


@pytest.mark.parametrize(
    ("iri", "local"),
    [
        ("https://example.org/ns#Thing", "Thing"),
        ("https://example.org/Thing/", "Thing"),
        ("urn:example:Thing", "Thing"),
        ("https://example.org/caf%C3%A9", "café"),
        ("https://example.org/ns#---", "---"),
    ],
)
def test_a_term_is_called_by_the_last_part_of_its_iri(iri: str, local: str) -> None:
    assert naming.local_name(iri) == local
