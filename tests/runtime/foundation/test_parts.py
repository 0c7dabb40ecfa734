"""A server that ends its answers at some number of rows is read by parts, and nothing is missing or told twice."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

import pytest
from pyoxigraph import Quad

from kgrdf import Graph
from kgrdf.copying import content_of, copy_tenant, quads_of
from kgrdf.errors import AnswerCapError
from kgrdf.export import export_trig
from kgrdf.query import Request
from kgrdf.store import EmbeddedStore
from kgrdf.store.base import Row
from kgrdf.terms import RDF_TYPE, kg
from kgrdf.testing import FrozenClock
from kgrdf.transaction import Transaction
from kgrdf.validation import mend, validate

CAP = 40
MANY = 60
EARLY, LATE = "2024-01-01T00:00:00Z", "2024-06-01T00:00:00Z"


class CappedStore(EmbeddedStore):
    """Ends each answer at so many rows."""

    cap = 1 << 30

    def select(self, request: Request) -> Iterator[Row]:
        rows = list(super().select(request))
        if len(rows) >= self.cap:
            raise AnswerCapError(f"{request.name} ended")
        return iter(rows)


@pytest.fixture(scope="module")
def memory() -> list[Quad]:
    """More of everything than one answer takes, half of it recorded later, and a hub that all point at."""
    clock = FrozenClock(EARLY)
    with EmbeddedStore(None) as store:
        graph = Graph(store, "acme", clock=clock)
        chunks = graph.store_document("Book", chunks=[f"text {n}" for n in range(MANY)]).chunk_ids or []
        hub = graph.store_entity("hub", "Service").id
        for n, chunk in enumerate(chunks):
            if n == MANY // 2:
                clock.set(LATE)
            spoke = graph.store_entity(f"spoke {n}", "Service", aliases=[f"s{n}"]).id
            graph.add_relationship(hub, spoke, "uses", weight="0.5", source_document_id=chunk)
            graph.add_mention(chunk, hub)
            fact = graph.store_fact(f"spoke {n} is up", [spoke], source_document_id=chunk)
            if n % 4 == 1:
                graph.end_statement(fact.id)
            if n % 4 == 2:
                graph.mark_contradiction(fact.id, graph.store_fact(f"spoke {n} is down", [spoke]).id)
        return list(quads_of(store, graph.tenant))


@pytest.fixture
def graph(memory: list[Quad]) -> Iterator[Graph]:
    with CappedStore(None) as store:
        store.load(memory)
        yield Graph(store, "acme", clock=FrozenClock(LATE))


def capped(graph: Graph, cap: int = CAP) -> None:
    assert isinstance(graph.store, CappedStore)
    graph.store.cap = cap


def exported(graph: Graph, **view: str) -> bytes:
    out = io.BytesIO()
    export_trig(graph, out, **view)
    return out.getvalue()


def test_each_quad_comes_once_and_the_clock_last(graph: Graph) -> None:
    whole = list(quads_of(graph.store, graph.tenant))
    capped(graph)
    parts = list(quads_of(graph.store, graph.tenant))
    assert sorted(map(str, parts)) == sorted(map(str, whole))
    assert parts[-1].subject == graph.tenant.state


def test_what_is_too_much_in_its_smallest_parts_is_an_error(graph: Graph) -> None:
    capped(graph, 1)
    with pytest.raises(AnswerCapError):
        list(quads_of(graph.store, graph.tenant))


@pytest.mark.parametrize(
    "view", [{}, {"as_of": LATE}, {"as_of": EARLY}, {"known_at": EARLY}, {"as_of": LATE, "known_at": EARLY}], ids=str
)
def test_an_export_is_that_of_a_store_without_limits(graph: Graph, view: dict[str, str]) -> None:
    whole = exported(graph, **view)
    capped(graph)
    assert exported(graph, **view) == whole
    assert whole.count(b"\n") > MANY


def test_a_memory_is_copied(graph: Graph) -> None:
    capped(graph)
    with EmbeddedStore(None) as target:
        copied = copy_tenant(graph.store, target, graph.tenant)
        assert content_of(target, graph.tenant) == copied


def test_all_of_it_is_found(graph: Graph) -> None:
    capped(graph)
    assert [graph.search_memory(f"s{n}", limit=1).hits[0].text for n in (0, MANY - 1)] == ["spoke 0", f"spoke {MANY - 1}"]


def test_a_whole_memory_is_valid(graph: Graph) -> None:
    capped(graph)
    assert list(validate(graph)) == []


def test_the_faults_of_a_broken_memory_are_told_and_mended_as_without_limits(graph: Graph, memory: list[Quad]) -> None:
    """More of each kind than one answer takes."""

    def damage(tx: Transaction) -> None:
        here = [quad for quad in memory if quad.graph_name == graph.tenant.current]
        for quad in here:
            if quad.predicate == kg("claim"):
                tx.add("history", quad.subject, kg("recordedAt"), 5)
                tx.add("current", quad.subject, kg("confidence"), Decimal("1.5"))
            elif quad.predicate == kg("mentions"):
                tx.drop("current", quad.subject, kg("mentions"), quad.object)
                tx.add("current", quad.subject, kg("mentions"), quad.subject)
            elif quad.predicate == kg("adj5"):
                tx.drop("current", quad.subject, kg("adj5"), quad.object)
                tx.add("current", quad.subject, kg("adj3"), quad.object)
                tx.add("current", quad.subject, kg("adj0"), graph.tenant.iri(f"rel::{len(here)}"))
            elif quad.predicate == kg("alias"):
                tx.add("history", quad.subject, RDF_TYPE, kg("Entity"))

    graph.write(damage)
    whole = sorted(map(str, validate(graph)))
    capped(graph)
    assert sorted(map(str, validate(graph))) == whole
    kinds = Counter(problem.split(":")[0] for problem in whole)
    assert min(kinds[kind] for kind in ("adjacency", "mentions", "graphs", "shapes")) > CAP
    assert mend(graph) == kinds["adjacency"] + kinds["mentions"]
    assert {problem.check for problem in validate(graph, shapes=False)} == {"graphs"}
