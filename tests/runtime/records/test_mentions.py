from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kgrdf.copying import content_of
from kgrdf.errors import InvalidValueError, NotFoundError

if TYPE_CHECKING:
    from kgrdf import Graph


@pytest.fixture
def chunk(graph: Graph) -> str:
    """A chunk with this text, in a memory that also has a service and a concept."""
    graph.store_entity("checkout", "Service")
    graph.store_entity("retry", "Concept")
    return (graph.store_document("notes", chunks=["🚀 checkout"]).chunk_ids or [""])[0]


def test_a_mention_is_made_once_and_new_values_replace_old_ones(graph: Graph, chunk: str) -> None:
    first = graph.add_mention(chunk, "entity::Service::checkout", count=2, confidence=0.5, span_start=2, span_end=10)
    before = content_of(graph.store, graph.tenant)
    again = graph.add_mention(chunk, "checkout", count="2", confidence="0.50", span_start=2, span_end=10)  # type: ignore[arg-type]
    assert again == first.model_copy(update={"created": False})
    assert content_of(graph.store, graph.tenant) == before
    graph.add_mention(chunk, "checkout", count=3)
    (found,) = graph.mentions.list().items
    assert (found.id, found.count, str(found.confidence), found.span_start, found.span_end) == (first.id, 3, "0.5", 2, 10)
    assert content_of(graph.store, graph.tenant).quads == before.quads


def test_the_chunk_leads_to_the_entity_in_one_step(graph: Graph, chunk: str) -> None:
    graph.add_mention(chunk, "checkout")
    assert list(graph.chunks.get(chunk).mentioned_ids) == ["entity::Service::checkout"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"count": 0}, "count"),
        ({"count": 1.5}, "count"),
        ({"confidence": -0.1}, "confidence"),
        ({"span_start": 1}, "spanEnd"),
        ({"span_end": 1}, "spanStart"),
        ({"span_start": 5, "span_end": 4}, "spanEnd"),
        ({"span_start": 0, "span_end": 11}, "spanEnd"),
        ({"span_start": -1, "span_end": 4}, "spanStart"),
        ({"entity_id": "concept::retry"}, "entityId"),
        ({"chunk_id": "doc::notes"}, "chunkId"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_field(graph: Graph, chunk: str, arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidValueError, match=f"^{field}: "):
        graph.add_mention(**({"chunk_id": chunk, "entity_id": "checkout"} | arguments))


def test_both_ends_must_be_there(graph: Graph, chunk: str) -> None:
    with pytest.raises(NotFoundError, match=r"^chunkId: no chunk 'ghost'"):
        graph.add_mention("ghost", "checkout")
    with pytest.raises(NotFoundError, match=r"^entityId: no entity 'ghost'"):
        graph.add_mention(chunk, "ghost")
