"""The walk from an entity to its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyoxigraph import Quad

from kgrdf import Graph, open_store
from kgrdf.answers import ContextAnswer
from kgrdf.context import walk
from kgrdf.errors import InvalidValueError, NotFoundError, UnknownRelationError
from kgrdf.generated import SCHEMA
from kgrdf.graph import BaseGraph
from kgrdf.statements.model import Statement, relationship
from kgrdf.temporal import parse_instant
from kgrdf.terms import RDF_TYPE, kg, to_term
from kgrdf.testing import FrozenClock

NOW = parse_instant("2025-01-01T00:00:00Z", "now")


@pytest.fixture
def services(graph: Graph) -> list[str]:
    """The ids of services A to E."""
    return [graph.store_entity(name, "Service").id for name in "ABCDE"]


def hops(answer: ContextAnswer) -> dict[str, int]:
    """Return how far each neighbour is."""
    assert len({near.entity.id for near in answer.neighbors}) == len(answer.neighbors)
    return {near.entity.name: near.hops for near in answer.neighbors}


def test_each_neighbour_comes_once_at_its_least_distance_and_a_self_relation_is_ignored(
    graph: Graph, services: list[str]
) -> None:
    a, b, c, d, _ = services
    for source, target in ((a, b), (b, c), (c, d), (a, c), (a, a)):
        graph.add_relationship(source, target, "uses")
    assert hops(graph.get_entity_context(a, hops=2)) == {"B": 1, "C": 1, "D": 2}
    assert hops(graph.get_entity_context(a, hops=1)) == {"B": 1, "C": 1}


def test_the_target_of_a_relation_sees_its_source_with_type_and_direction(graph: Graph, services: list[str]) -> None:
    a, b = services[:2]
    made = graph.add_relationship(a, b, "由...组成", weight=0.5, valid_from="2024-05-01T00:00:00Z")
    (near,) = graph.get_entity_context(b, hops=1).neighbors
    (via,) = near.via
    assert near.entity.id == a
    assert (via.id, via.from_id, via.to_id, via.direction, via.relationship_type) == (made.id, a, b, "in", "由...组成")
    assert via.wire()["weight"] == 0.5
    assert via.wire()["validFrom"] == "2024-05-01T00:00:00Z"


def test_a_neighbour_says_every_relationship_from_the_layer_before(graph: Graph, services: list[str]) -> None:
    a, b, c = services[:3]
    ids = {
        graph.add_relationship(a, b, "uses", weight=0.2).id,
        graph.add_relationship(a, b, "owns", weight=0.9).id,
        graph.add_relationship(b, a, "uses").id,
    }
    graph.add_relationship(b, c, "uses")
    near = graph.get_entity_context(a, hops=2).neighbors
    assert {via.id for via in near[0].via} == ids
    assert near[0].via[-1].wire()["weight"] == 0.2
    assert near[1].entity.id == c


def test_neighbours_of_one_distance_come_by_band_of_strength_then_by_id(graph: Graph) -> None:
    centre = graph.store_entity("centre", "Service").id
    for name, weight in (("weak", 0.05), ("b", 0.95), ("a", 0.91), ("middle", 0.55), ("none", None)):
        graph.add_relationship(centre, graph.store_entity(name, "Service").id, "uses", weight=weight)
    names = [near.entity.name for near in graph.get_entity_context(centre).neighbors]
    assert names == ["a", "b", "none", "middle", "weak"]


def test_a_direction_is_relative_to_the_node_that_the_walk_stands_on(graph: Graph, services: list[str]) -> None:
    a, b, c, d, e = services
    for source, target in ((a, b), (b, c), (d, a), (e, d)):
        graph.add_relationship(source, target, "uses")
    assert hops(graph.get_entity_context(a, direction="out")) == {"B": 1, "C": 2}
    assert hops(graph.get_entity_context(a, direction="in")) == {"D": 1, "E": 2}


def test_a_symmetric_type_is_followed_from_both_ends_whatever_the_direction(graph: Graph, services: list[str]) -> None:
    a, b = services[:2]
    graph.add_relationship(a, b, "related_to")
    for entity, direction in product((a, b), ("out", "in", "both")):
        answer = graph.get_entity_context(entity, direction=direction, relationship_types=["related_to"])
        assert len(answer.neighbors) == 1, (entity, direction)


@pytest.mark.parametrize(("stored", "asked"), list(product(("depends_on", "dependency_of"), repeat=2)))
def test_an_inverse_name_is_read_from_the_other_side(graph: Graph, services: list[str], stored: str, asked: str) -> None:
    a, b = services[:2]
    graph.add_relationship(a, b, stored)
    out_of_a = "out" if stored == asked else "in"
    answer = graph.get_entity_context(a, relationship_types=[asked], direction=out_of_a)
    assert hops(answer) == {"B": 1}
    assert answer.neighbors[0].via[0].relationship_type == stored
    other = "in" if out_of_a == "out" else "out"
    assert hops(graph.get_entity_context(a, relationship_types=[asked], direction=other)) == {}


def test_only_the_types_asked_for_are_followed(graph: Graph, services: list[str]) -> None:
    a, b, c, d, _ = services
    graph.add_relationship(a, b, "uses")
    graph.add_relationship(a, c, "owns")
    graph.add_relationship(b, d, "owns")
    assert hops(graph.get_entity_context(a, relationship_types=["uses"])) == {"B": 1}
    assert hops(graph.get_entity_context(a, relationship_types=["uses", "owns"])) == {"B": 1, "C": 1, "D": 2}


def test_a_concept_is_a_neighbour_and_has_neighbours(graph: Graph, services: list[str]) -> None:
    a, b = services[:2]
    concept = graph.store_entity("latency", "Concept", description="time to answer").id
    graph.add_relationship(a, concept, "suffers_from")
    graph.add_relationship(b, concept, "suffers_from")
    assert hops(graph.get_entity_context(a)) == {"latency": 1, "B": 2}
    answer = graph.get_entity_context(concept, hops=1)
    assert answer.entity.entity_type == "Concept"
    assert hops(answer) == {"A": 1, "B": 1}


@pytest.mark.parametrize("arguments", [{"hops": 0}, {"hops": 4}, {"hops": True}, {"direction": "up"}, {"max_tokens": 0}])
def test_arguments_out_of_form_are_refused_by_their_names(
    graph: Graph, services: list[str], arguments: dict[str, object]
) -> None:
    wire = {"hops": "hops", "direction": "direction", "max_tokens": "maxTokens"}[next(iter(arguments))]
    with pytest.raises(InvalidValueError, match=rf"^{wire}: "):
        graph.get_entity_context(services[0], **arguments)  # type: ignore[arg-type]


def test_an_undeclared_type_is_refused_only_where_the_schema_is_strict(graph: Graph, services: list[str]) -> None:
    assert graph.get_entity_context(services[0], relationship_types=["nonsense"]).neighbors == []
    strict = BaseGraph(graph.store, graph.tenant, schema=replace(SCHEMA, strict=True))
    with pytest.raises(UnknownRelationError):
        strict.get_entity_context(services[0], relationship_types=["nonsense"])


def test_a_missing_entity_and_a_foreign_one_give_the_same_words(graph: Graph) -> None:
    other = Graph(graph.store, "other", clock=graph.clock)
    foreign = other.store_entity("secret", "Service").id
    with pytest.raises(NotFoundError) as of_foreign:
        graph.get_entity_context(foreign)
    with pytest.raises(NotFoundError) as of_missing:
        graph.get_entity_context(foreign.replace("secret", "nobody"))
    assert str(of_foreign.value).replace("secret", "nobody") == str(of_missing.value)


# -- a naive walk beside it ----------------------------------------------------------------------------------------------

TYPES = ("uses", "related_to", "depends_on", "dependency_of")
EDGES = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from(TYPES), st.sampled_from((None, 0, 0.35, 0.9, 1))),
    max_size=24,
    unique_by=lambda edge: edge[:3],
)


def naive(edges: list[tuple[int, int, str, object]], hops: int, types: tuple[str, ...], direction: str) -> dict[int, int]:
    """Return how far each node is from node 0, by the words of the contract."""
    inverse = {"depends_on": "dependency_of", "dependency_of": "depends_on"}
    steps: dict[int, set[int]] = {}
    # The same said twice, from either end, is one relationship, kept as it was said first.
    first: dict[tuple[int, int, str], tuple[int, int, str]] = {}
    for source, target, name, _ in edges:
        first.setdefault(
            (target, source, "depends_on") if name == "dependency_of" else (source, target, name), (source, target, name)
        )
    for source, target, name in first.values():
        # Every way of saying the same, each from its subject.
        said = [(source, name, target)]
        if name == "related_to":
            said.append((target, name, source))
        if types and name in inverse:
            said.append((target, inverse[name], source))
        for subject, verb, object_ in said:
            if not types or verb in types:
                if direction in ("out", "both"):
                    steps.setdefault(subject, set()).add(object_)
                if direction in ("in", "both"):
                    steps.setdefault(object_, set()).add(subject)
    far, layer = {0: 0}, {0}
    for hop in range(1, hops + 1):
        layer = {node for near in layer for node in steps.get(near, ())} - far.keys()
        far |= dict.fromkeys(layer, hop)
    del far[0]
    return far


@given(EDGES, st.integers(1, 3), st.sets(st.sampled_from(TYPES), max_size=3), st.sampled_from(("out", "in", "both")))
@example([(0, 1, "uses", None), (1, 2, "uses", None), (2, 3, "uses", None), (0, 2, "uses", None)], 2, set(), "both")
@example([(0, 2, "uses", None), (1, 2, "dependency_of", None), (2, 1, "depends_on", None)], 2, set(), "out")
def test_it_reaches_what_a_naive_walk_reaches_now_and_as_of(
    edges: list[tuple[int, int, str, object]], hops_asked: int, types: set[str], direction: str
) -> None:
    with open_store("memory:") as store:
        graph = Graph(store, "acme", clock=FrozenClock("2025-01-01T00:00:00Z"))
        ids = [graph.store_entity(f"n{n}", "Service").id for n in range(8)]
        for source, target, name, weight in edges:
            graph.add_relationship(ids[source], ids[target], name, weight=weight, valid_from="2024-01-01T00:00:00Z")  # type: ignore[arg-type]
        for as_of in (None, "2024-06-01T00:00:00Z"):
            answer = graph.get_entity_context(
                ids[0], hops=hops_asked, relationship_types=sorted(types), direction=direction, as_of=as_of
            )
            expected = naive(edges, hops_asked, tuple(types), direction)
            assert {near.entity.id: near.hops for near in answer.neighbors} == {ids[n]: far for n, far in expected.items()}
            assert not answer.truncated
            before = {ids[0]: 0} | {near.entity.id: near.hops for near in answer.neighbors}
            for near in answer.neighbors:
                for via in near.via:
                    (other,) = {via.from_id, via.to_id} - {near.entity.id}
                    assert before[other] == near.hops - 1
                    assert (via.direction == "out") == (via.to_id == near.entity.id)


# -- crowds --------------------------------------------------------------------------------------------------------------


def crowd(graph: Graph, count: int, share: Callable[[int, int], Decimal] | None = None) -> Iterator[Quad]:
    """Yield `count` services, each used by the service that is called hub, with weights 0 to 0.999."""
    tenant = graph.tenant
    for n in range(count):
        spoke = f"entity::Service::spoke {n:05}"
        node = tenant.iri(spoke)
        for name in ("Service", "Entity"):
            yield Quad(node, RDF_TYPE, kg(name), tenant.current)
        for name, value in {"name": spoke, "entityType": kg("Service"), "recordedAt": 0}.items():
            yield Quad(node, kg(name), to_term(value), tenant.current)
        draft = relationship(SCHEMA, "entity::Service::hub", "uses" if n else "owns", spoke, (share or to_share)(n, count))
        made = Statement(f"rel::{n:05}", draft, 0, None, 0, None, "test")
        for subject, predicate, value in made.triples(tenant, "current"):
            yield Quad(subject, predicate, value, tenant.current)


def to_share(n: int, count: int) -> Decimal:
    """Return a weight that grows with n."""
    return Decimal(n * 999 // count) / 1000


@pytest.mark.parametrize("count", [131, 159, 160, 161, 900])
@pytest.mark.parametrize("as_of", [None, "2024-01-01T00:00:00Z"])
def test_a_crowd_shows_its_strongest_and_counts_the_others_to_a_hundred(graph: Graph, count: int, as_of: str | None) -> None:
    hub = graph.store_entity("hub", "Service").id
    graph.store.load(crowd(graph, count))
    answer = graph.get_entity_context(hub, as_of=as_of)
    assert len(answer.neighbors) == walk.SHOWN
    assert answer.truncated
    assert answer.omitted.neighbors == 100
    weakest = min(near.via[0].weight or 0 for near in answer.neighbors)
    stronger = sum(n * 999 // count >= int(weakest * 10) * 100 + 100 for n in range(count))
    assert stronger < walk.SHOWN


@pytest.mark.parametrize("count", [30, 31, 129, 130])
def test_what_is_left_out_is_counted_exactly_to_a_hundred(graph: Graph, count: int) -> None:
    hub = graph.store_entity("hub", "Service").id
    graph.store.load(crowd(graph, count))
    answer = graph.get_entity_context(hub)
    assert answer.omitted.neighbors == count - 30
    assert answer.truncated == (count > 30)


def test_a_rare_type_and_a_rare_direction_are_found_in_a_crowd(graph: Graph) -> None:
    hub = graph.store_entity("hub", "Service").id
    graph.store.load(crowd(graph, 900))
    source = graph.store_entity("source", "Service").id
    graph.add_relationship(source, hub, "watches", weight=0)
    typed = graph.get_entity_context(hub, relationship_types=["owns"])
    assert [near.entity.id for near in typed.neighbors] == ["entity::Service::spoke 00000"]
    assert [near.entity.id for near in graph.get_entity_context(hub, direction="in").neighbors] == [source]


@pytest.mark.parametrize("asked", [{"relationship_types": ["uses"]}, {"direction": "out"}])
@pytest.mark.parametrize("as_of", [None, "2024-01-01T00:00:00Z"])
def test_of_a_crowd_of_one_type_or_one_direction_the_strongest_come(
    graph: Graph, asked: dict[str, Any], as_of: str | None
) -> None:
    hub = graph.store_entity("hub", "Service").id
    graph.store.load(crowd(graph, 900, lambda n, _: Decimal("0.1") if n % 25 else Decimal(1)))
    source = graph.store_entity("source", "Service").id
    graph.add_relationship(source, hub, "watches", valid_from="2023-01-01T00:00:00Z")
    shown = graph.get_entity_context(hub, hops=1, as_of=as_of, **asked).neighbors
    assert len(shown) == walk.SHOWN
    assert min(near.via[0].weight or 0 for near in shown) >= Decimal("0.9")


def test_a_rare_type_is_found_among_many_that_are_past(graph: Graph, services: list[str]) -> None:
    a, b, c = services[:3]

    def past() -> Iterator[Quad]:
        for n in range(900):
            draft = relationship(SCHEMA, a, "owns" if n == 899 else f"verb {n}", c if n == 899 else b, None)
            made = Statement(f"rel::{n:05}", draft, 0, 10, 0, 0, "test")
            for subject, predicate, value in made.triples(graph.tenant, "history"):
                yield Quad(subject, predicate, value, graph.tenant.history)

    graph.store.load(past())
    assert graph.get_entity_context(a, as_of="1970-01-01T00:00:00Z").truncated
    for name, other in (("owns", c), ("verb 7", b), ("verb 888", b)):
        (near,) = graph.get_entity_context(a, hops=1, relationship_types=[name], as_of="1970-01-01T00:00:00Z").neighbors
        assert near.entity.id == other


def test_many_relationships_between_few_neighbours_hide_none(graph: Graph, services: list[str]) -> None:
    a, b, c = services[:3]

    def many() -> Iterator[Quad]:
        for n in range(400):
            draft = relationship(SCHEMA, a, f"verb {n}", b, None)
            made = Statement(f"rel::{n:05}", draft, 0, None, 0, None, "test")
            for subject, predicate, value in made.triples(graph.tenant, "current"):
                yield Quad(subject, predicate, value, graph.tenant.current)

    graph.store.load(many())
    graph.add_relationship(a, c, "uses", weight=0.01)
    answer = graph.get_entity_context(a)
    assert hops(answer) == {"B": 1, "C": 1}
    assert answer.omitted.neighbors == 0
