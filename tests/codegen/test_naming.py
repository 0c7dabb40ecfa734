from __future__ import annotations

import itertools
import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from kgrdf_codegen import naming
from kgrdf_codegen.naming import Wish


@given(st.text(min_size=1).filter(naming.words))
def test_a_name_made_of_any_words_is_an_identifier(text: str) -> None:
    for name in (naming.snake(text), naming.capwords(text), naming.plural(text)):
        assert name.isidentifier()
    assert not keyword.iskeyword(naming.snake(text))
    assert naming.capwords(text)[0].isupper()


@given(st.text())
def test_naming_is_blind_to_the_normal_form_of_the_text(text: str) -> None:
    import unicodedata

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


def test_two_terms_of_one_name_both_take_their_prefix_in_any_order() -> None:
    wishes = [Wish("b:name", "name", "b_name"), Wish("a:name", "name", "a_name"), Wish("a:age", "age", "a_age")]
    for order in itertools.permutations(wishes):
        assert naming.allocate(order) == ({"a:age": "age", "a:name": "a_name", "b:name": "b_name"}, [])


def test_a_newcomer_alone_takes_its_prefix_where_the_other_name_is_fixed() -> None:
    names, clashes = naming.allocate([Wish("kg:name", "name", "kg_name", fixed=True), Wish("a:name", "name", "a_name")])
    assert names == {"kg:name": "name", "a:name": "a_name"}
    assert clashes == []


def test_names_are_free_where_nothing_has_both_terms() -> None:
    names, _ = naming.allocate(
        [Wish("a:name", "name", "a_name"), Wish("b:name", "name", "b_name")], rivals=lambda one, other: False
    )
    assert set(names.values()) == {"name"}


def test_what_a_prefix_cannot_tell_apart_is_a_clash() -> None:
    _, clashes = naming.allocate([Wish("a:fooBar", "foo_bar", "a_foo_bar"), Wish("a:foo_bar", "foo_bar", "a_foo_bar")])
    assert [(clash.name, clash.iris) for clash in clashes] == [("a_foo_bar", ("a:fooBar", "a:foo_bar"))]


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
