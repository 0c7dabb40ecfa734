"""No value breaks out of its slot: hostile text in every parameter of every query, beside a tenant that must not notice.

The canary's graphs are compared byte by byte after every call, on a store whose default graph is empty and on one whose
default graph is the union of all graphs. What comes back is what went in, or the call is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode

from kgrdf.errors import CallerError, KgrdfError
from kgrdf.generated.segments import TEMPLATES as GENERATED
from kgrdf.models import LangString
from kgrdf.query import Choice, Request, Slot, Template
from kgrdf.schema import QueryRow
from kgrdf.sparql.segments import TEMPLATES as RUNTIME
from kgrdf.store import EmbeddedStore
from kgrdf.tenancy import Tenant
from kgrdf.testing import FrozenClock

CANARY = "canary-7f3a"
ATTACKS = (
    '" } } ; DROP ALL #',
    "> } } ; DROP ALL #",
    '"""',
    "'''",
    "\\",
    '\\"',
    "\\u0022 } DROP ALL #",
    "\\U00000022",
    "\n} } ; CLEAR ALL\n#",
    "\r\n\t",
    "\x00",
    "\x85\u2028\u2029",
    "\ud800",
    "$current",
    "$history } GRAPH ?g { ?s ?p ?o",
    "?g",
    "UNDEF",
    "UNDEF } VALUES ?g { UNDEF",
    "FROM NAMED <urn:kgrdf:other:graph:current>",
    "LIMIT 0",
    "1 LIMIT 1000000",
    "<urn:kgrdf:other:graph:current>",
    "urn:kgrdf:other:graph:current",
    "other::entity::Service::secret",
    "entity::Service::x> <urn:p> <urn:o",
    "../other/entity::Service::secret",
    "%3E%20%7D%20DROP%20ALL",
    "# comment",
    "{{ 7*7 }}",
    '"@en } #',
    "en> }",
    '"^^<urn:x>',
    "BOUND($x)",
    "\u202e\u200b\ufeff",
    "🦀" * 3,
)
# Surrogates too: Python text may hold them, and no store can.
HOSTILE = st.one_of(
    st.sampled_from(ATTACKS),
    st.text(st.characters(), max_size=12),
    st.tuples(st.sampled_from(ATTACKS), st.sampled_from(ATTACKS)).map("".join),
)
SLICE = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class UnionStore(EmbeddedStore):
    """A store whose default graph is the union of all graphs, as Neptune's is."""

    def _query(self, request: Request) -> Any:
        return self._store.query(request.text, use_default_graph_as_union=True)


@pytest.fixture(scope="module", params=[EmbeddedStore, UnionStore], ids=["plain", "union"])
def store(request: pytest.FixtureRequest, right: Any) -> Iterator[EmbeddedStore]:
    with request.param(None) as store:
        other = right.Graph(store, "other", clock=FrozenClock())
        secret = other.store_entity(f"{CANARY} secret", "Service", description=CANARY).id
        other.store_fact(f"{CANARY} is known", [secret])
        other.drugs.add(f"{CANARY} drug", dose=1, form="tablet", over_the_counter=True)
        yield store


@pytest.fixture
def graph(store: EmbeddedStore, right: Any, clock: FrozenClock) -> Any:
    graph = right.Graph(store, "acme", clock=clock)
    if graph.drugs.count() == 0:
        graph.drugs.add("Aspirin", dose=500, form="tablet", over_the_counter=True, description="Against pain")
    return graph


def canary(store: EmbeddedStore) -> bytes:
    """Return the other tenant's two graphs and the default graph, in an order of their own."""
    tenant = Tenant("other")
    quads = [quad for quad in store._store if quad.graph_name in (tenant.current, tenant.history, pyoxigraph.DefaultGraph())]
    return "\n".join(sorted(map(str, quads))).encode()


def slots(template: Template) -> dict[str, str]:
    """Return the type of each parameter."""

    def deep(pieces: Any) -> Iterator[Slot]:
        for piece in pieces:
            if isinstance(piece, Choice):
                yield from deep((*piece.given, *piece.absent))
            elif isinstance(piece, Slot) and piece.type not in ("graph", "dataset"):
                yield piece

    return {slot.name: slot.type for slot in deep(template.pieces)}


def term(type_: str, text: str) -> Any:
    """Return a value of a type that carries a hostile text as far as the type can."""
    match type_:
        case "iri":
            return Tenant("acme").iri(f"entity::Drug::{text}")
        case "rows":
            node = Tenant("acme").iri(f"entity::Drug::{text}")
            return [(node, NamedNode("urn:p"), Literal(text)), (node, NamedNode("urn:p"), Literal(text, language="en"))]
        case "string":
            return text
        case "langString":
            return Literal(text, language="en")
        case "integer" | "instant":
            return len(text)
        case "decimal":
            return Decimal(len(text)) / 8
        case "boolean":
            return bool(len(text) % 2)
        case _:
            return [term(type_.removeprefix("list[").removesuffix("]"), text) for _ in range(2)]


@SLICE
@given(text=HOSTILE)
def test_no_template_lets_a_value_out_of_its_slot(store: EmbeddedStore, right: Any, text: str) -> None:
    own = {query.name: query.template for query in right.queries.QUERIES}
    templates = [t for t in (*RUNTIME.values(), *GENERATED.values(), *own.values()) if t.scope == "tenant"]
    before = canary(store)
    for template in templates:
        try:
            request = template.bind(Tenant("acme"), **{name: term(type_, text) for name, type_ in slots(template).items()})
        except (KgrdfError, ValueError):
            # Half a surrogate pair is no text; an IRI or a literal of it cannot be made.
            assert re.search("[\ud800-\udfff]", text)
            continue
        form = next(word for word in re.findall(r"^\w+", request.text, re.MULTILINE) if word != "PREFIX")
        if form in ("INSERT", "DELETE"):
            store.update(request)
            assert canary(store) == before, template.name
        elif form == "ASK":
            store.ask(request)
        else:
            rows = store.construct(request) if form == "CONSTRUCT" else store.select(request)
            assert CANARY not in "".join(map(str, rows)), template.name
    assert canary(store) == before


def value(kind: str, text: str) -> Any:
    """Return an argument of a named query that is as hostile as can be said, whatever the type asks for."""
    if kind.startswith("list["):
        return [value(kind[5:-1], text), text]
    if kind == "langString":
        return LangString(text, "en")
    return f"entity::Drug::{text}" if kind.startswith("Ref[") else text


@SLICE
@given(text=HOSTILE, plain=st.booleans())
def test_no_argument_of_a_named_query_reaches_another_tenant(
    store: EmbeddedStore, right: Any, graph: Any, text: str, plain: bool
) -> None:
    before = canary(store)
    for query in right.queries.QUERIES:
        arguments = {param.python: text if plain else value(param.type, text) for param in query.params}
        # A value that is refused is; a query that a store refuses was broken by its value.
        with suppress(CallerError):
            assert CANARY not in repr(getattr(right.queries, query.name)(graph, **arguments)), query.name
    assert canary(store) == before


@SLICE
@given(text=HOSTILE, form=st.sampled_from(["tablet", "syrup"]))
def test_text_that_goes_in_by_an_update_comes_back_exactly(
    store: EmbeddedStore, right: Any, graph: Any, text: str, form: str
) -> None:
    before = canary(store)
    drug = "entity::Drug::aspirin"
    right.queries.mode_update(graph, drug=drug, form=form)
    try:
        right.queries.update_of_text(graph, drug=drug, description=text)
        right.queries.update_in_a_language(graph, drug=drug, leaflet=LangString(text, "en"))
    except KgrdfError:
        assert re.search("[\ud800-\udfff\x00]", text)
        return
    found = graph.drugs.get(drug)
    assert (found.description, found.form) == (text, form)
    assert (text, "en") in [(leaflet, leaflet.language) for leaflet in found.leaflet]
    assert [row.drug for row in right.queries.parameter_language(graph, value=LangString(text, "en"))] == [drug]
    assert canary(store) == before


@SLICE
@given(text=HOSTILE)
def test_ids_iris_and_languages_come_back_exactly_or_are_refused(
    store: EmbeddedStore, right: Any, graph: Any, text: str
) -> None:
    before = canary(store)
    for address in (text, f"https://example.org/{text}"):
        try:
            drug = graph.drugs.add("Paper", dose=1, page=[address]).id
            assert [row.drug for row in right.queries.parameter_iri(graph, value=address)] == [drug]
            assert right.queries.update_that_takes_away(graph, drug=drug, page=address) == [drug]
        except KgrdfError:
            assert not re.fullmatch(r"[a-z]+:[\w/.]+", address, re.ASCII)
    try:
        right.queries.update_in_a_language(graph, drug="entity::Drug::aspirin", leaflet=LangString("x", text))
    except KgrdfError:
        assert not re.fullmatch(r"[A-Za-z]{2,8}", text)
    try:
        made = graph.store_entity(text, "Person").id
        assert [row.id for row in right.queries.construct_by_name(graph, name=text)] == [made]
    except KgrdfError:
        assert not text.strip() or re.search("[\ud800-\udfff\x00-\x1f\x7f-\x9f\u2028\u2029]", text) or len(text) > 100
    assert canary(store) == before


@pytest.mark.parametrize("wanted", ["mode_many", "mode_construct"])
def test_a_limit_that_is_no_number_is_refused(right: Any, graph: Any, store: EmbeddedStore, wanted: str) -> None:
    before = canary(store)
    for limit in ("1 } DROP ALL", "1", True, -1, 2.5):
        with pytest.raises(KgrdfError):
            getattr(right.queries, wanted)(graph, limit=limit)
    assert canary(store) == before


def test_every_kind_of_parameter_is_attacked(right: Any) -> None:
    queries: tuple[QueryRow, ...] = right.queries.QUERIES
    kinds = {re.sub(r"Ref\[.*?\]", "Ref", param.type) for query in queries for param in query.params}
    assert kinds >= {"string", "langString", "integer", "decimal", "boolean", "instant", "iri", "Ref", "list[Ref]"}
    assert {query.mode for query in queries} == {"one", "optional", "many", "ask", "construct", "update"}
