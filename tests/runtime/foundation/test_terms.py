from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode

from kgrdf.errors import CorruptGraphError
from kgrdf.store import EmbeddedStore, open_store
from kgrdf.tenancy import Tenant
from kgrdf.terms import Value, integer_of, kg, node_of, to_term, to_value
from kgrdf.testing import compiled

texts = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)
shares = st.decimals(min_value=0, max_value=1, places=6)

PUT = compiled(
    "# @name put\n# @mode update\n"
    "INSERT { GRAPH $current { $s <urn:p> $o } } WHERE { FILTER NOT EXISTS { GRAPH $current { $s <urn:p> $o } } }"
)
GET = compiled("# @name get\n# @mode many\nSELECT ?o WHERE { GRAPH $current { $s <urn:p> ?o } }")
GET_BY_VALUE = compiled("# @name find\n# @mode many\nSELECT ?s WHERE { GRAPH $current { ?s <urn:p> $o } }")
CLEAR = compiled(
    "# @name clear\n# @mode update\nDELETE { GRAPH $current { ?s ?p ?o } } WHERE { GRAPH $current { ?s ?p ?o } }"
)


@pytest.fixture(scope="module")
def memory() -> Iterator[EmbeddedStore]:
    with open_store("memory:") as store:
        yield store


def kept(store: EmbeddedStore, public_id: str, value: Value) -> tuple[list[object], list[str]]:
    """Write one triple, read it by its subject and by its value, and take it out again."""
    tenant = Tenant("acme")
    subject = tenant.iri(public_id)
    store.update(PUT.bind(tenant, s=subject, o=value))
    values = [row[0] for row in store.select(GET.bind(tenant, s=subject))]
    found = [row[0] for row in store.select(GET_BY_VALUE.bind(tenant, o=value))]
    store.update(CLEAR.bind(tenant))
    return [to_value(term) for term in values], [tenant.public_id(iri) for iri in found if isinstance(iri, NamedNode)]


@given(texts, texts)
def test_every_accepted_text_comes_back_from_an_id_and_from_a_literal(memory: EmbeddedStore, rest: str, value: str) -> None:
    assert kept(memory, f"entity::Service::{rest}", value) == ([value], [f"entity::Service::{rest}"])


@pytest.mark.parametrize(
    "value",
    [
        'Danh mục "bài toán lớn"',
        "C:\\repo\\src\\main.py",
        "Cruise / En route",
        "a|b",
        "l1\r\nl2\rl3\u2028l4\tend",
        "x> } } ; DROP ALL #",
        "$o ?o $current",
        "\"\"\"'''\\",
        "\\u0041\\",
        "\ufeff\u200b\U0001f680",
        "\x01\x1f\x7f\x85",
    ],
)
def test_text_that_looks_like_syntax_stays_text(memory: EmbeddedStore, value: str) -> None:
    assert kept(memory, f"fact::{value}", value) == ([value], [f"fact::{value}"])


@given(st.integers(min_value=-(2**53), max_value=2**53))
def test_an_integer_comes_back(memory: EmbeddedStore, value: int) -> None:
    assert kept(memory, "fact::x", value)[0] == [value]


@given(shares)
def test_a_share_comes_back_as_the_same_number(memory: EmbeddedStore, value: Decimal) -> None:
    assert kept(memory, "fact::x", value)[0] == [value]


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_comes_back(memory: EmbeddedStore, value: bool) -> None:
    assert kept(memory, "fact::x", value)[0] == [value]


@pytest.mark.parametrize(
    ("text", "datatype", "value"),
    [
        ("1717200000000", "long", 1_717_200_000_000),
        ("7", "int", 7),
        ("0.50", "decimal", Decimal("0.5")),
        ("1", "boolean", True),
    ],
)
def test_only_the_value_of_a_rewritten_datatype_counts(text: str, datatype: str, value: object) -> None:
    """Case type-41: a store may give `xsd:long` back as `xsd:integer`, and `0.50` as `0.5`."""
    found = to_value(Literal(text, datatype=NamedNode(f"http://www.w3.org/2001/XMLSchema#{datatype}")))
    assert found == value
    assert type(found) is type(value)


def test_a_decimal_is_written_without_an_exponent() -> None:
    assert to_term(Decimal("0.0000001")) == Literal(
        "0.0000001", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
    )


def test_what_a_tenants_graph_cannot_hold_is_called_corrupt() -> None:
    with pytest.raises(CorruptGraphError):
        to_value(BlankNode())
    with pytest.raises(CorruptGraphError):
        integer_of(Literal("soon"))
    with pytest.raises(CorruptGraphError):
        integer_of(to_term(True))


def test_a_core_term_is_made_of_its_local_name() -> None:
    assert kg("Fact").value == "https://w3id.org/kgrdf/ns#Fact"


def test_an_iri_is_taken_and_anything_else_in_its_place_refused() -> None:
    assert node_of(NamedNode("urn:a")) == NamedNode("urn:a")
    for term in (Literal("urn:a"), BlankNode("a"), None):
        with pytest.raises(CorruptGraphError, match="expected an IRI"):
            node_of(term)
