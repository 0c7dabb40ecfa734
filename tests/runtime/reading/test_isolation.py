"""Two tenants in one store, on both kinds of default graph: the same answers, and nothing of the other's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgrdf import Graph
from kgrdf.query import Request
from kgrdf.store import EmbeddedStore
from kgrdf.testing import FrozenClock


class UnionStore(EmbeddedStore):
    """Reads with the union of all graphs as the default graph, as some endpoints do."""

    def _query(self, request: Request) -> object:
        return self._store.query(request.text, use_default_graph_as_union=True)


@pytest.fixture(params=[EmbeddedStore, UnionStore])
def two(request: pytest.FixtureRequest) -> Iterator[tuple[Graph, Graph]]:
    """Two tenants, one's id the beginning of the other's, who store the same names."""
    with request.param(None) as store:
        clock = FrozenClock("2025-01-01T00:00:00Z")
        graphs = (Graph(store, "acme", clock=clock), Graph(store, "acme2", clock=clock))
        for graph, fruit in zip(graphs, ("apples", "baseball"), strict=True):
            charlie = graph.store_entity("Charlie", "Person").id
            liked = graph.store_entity(fruit, "Concept").id
            (chunk,) = graph.store_document("d", chunks=[f"Charlie likes {fruit}"], id="d").chunk_ids or []
            graph.add_mention(chunk, charlie)
            graph.add_relationship(charlie, liked, "likes", valid_from="2024-01-01T00:00:00Z", source_document_id=chunk)
            old = graph.store_fact(f"hated {fruit}", [charlie], valid_from="2023-01-01T00:00:00Z", source_document_id=chunk)
            new = graph.supersede_fact(old.id, f"likes {fruit}", valid_from="2024-01-01T00:00:00Z")
            rival = graph.store_fact(f"is indifferent to {fruit}", [charlie], valid_from="2024-01-01T00:00:00Z")
            graph.mark_contradiction(new.id, rival.id)
        yield graphs


@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize("view", [{}, {"as_of": "2023-06-01T00:00:00Z"}, {"as_of": "2024-06-01T00:00:00Z"}])
def test_each_tenant_sees_its_own_alone(two: tuple[Graph, Graph], hops: int, view: dict[str, str]) -> None:
    for graph, own, foreign in ((two[0], "apples", "baseball"), (two[1], "baseball", "apples")):
        charlie = "entity::Person::charlie"
        answer = graph.get_entity_context(charlie, hops=hops, **view)  # type: ignore[arg-type]
        timeline = graph.get_timeline(charlie, **view)  # type: ignore[arg-type]
        listed = graph.list_entities(**view)  # type: ignore[arg-type]
        for text in (answer.to_json(), timeline.to_json()):
            assert own in text
            assert foreign not in text
        assert sorted(entity.name for entity in listed.entities) == sorted(["Charlie", own])
        assert len(answer.source_chunks) == 1
        assert answer.omitted.neighbors == 0
        assert len(timeline.versions) == {None: 4, "2023-06-01T00:00:00Z": 1, "2024-06-01T00:00:00Z": 3}[view.get("as_of")]


def test_both_kinds_of_default_graph_give_the_same_answers() -> None:
    texts = []
    for kind in (EmbeddedStore, UnionStore):
        with kind(None) as store:
            graph = Graph(store, "acme", clock=FrozenClock("2025-01-01T00:00:00Z"))
            entity = graph.store_entity("Checkout", "Service").id
            first = graph.store_fact("old", [entity], valid_from="2024-01-01T00:00:00Z")
            graph.supersede_fact(first.id, "new", valid_from="2024-06-01T00:00:00Z")
            graph.add_relationship(entity, graph.store_entity("Payments", "Service").id, "uses")
            texts.append(
                [
                    graph.get_entity_context(entity).to_json(),
                    graph.get_entity_context(entity, as_of="2024-02-01T00:00:00Z").to_json(),
                    graph.get_timeline(first.id).to_json(),
                    graph.list_entities().to_json(),
                ]
            )
    assert texts[0] == texts[1]
