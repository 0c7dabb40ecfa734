"""No answer is larger than clients take, and what is left out can be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kgrdf.chunking import token_count
from kgrdf.mcp.fitting import BUDGET, fitted
from kgrdf.mcp.ontology import tool_table

if TYPE_CHECKING:
    from kgrdf import Graph
    from kgrdf.answers import Answer


def ask(graph: Graph, tool: str, **values: Any) -> tuple[Any, str]:
    answer: Answer
    answer, text = fitted(tool_table(graph.schema, "full")[tool], graph, values)
    return answer, text


def cost(answer: Answer, text: str) -> int:
    return max(token_count(answer.to_json()), token_count(text))


@pytest.fixture
def hub(graph: Graph) -> str:
    """An entity with 60 neighbours, each reached by three relationships, 120 facts and 8 long passages."""
    entity = graph.store_entity("hub", "Service").id
    chunks = graph.store_document("notes", chunks=[f"{n} hub " + "word " * 395 for n in range(8)]).chunk_ids or []
    for chunk in chunks:
        graph.add_mention(chunk, entity)
    for number in range(60):
        other = graph.store_entity(f"neighbour {number}", "Service", description="d" * 2048).id
        for relation in ("calls", "uses", "feeds"):
            graph.add_relationship(entity, other, relation, source_document_id=chunks[0])
    for number in range(120):
        graph.store_fact(f"Claim {number} {'x' * 300}", [entity], source_document_id=chunks[number % 8])
    return entity


def test_a_context_that_would_be_too_large_gets_a_budget_and_says_so(graph: Graph, hub: str) -> None:
    whole = graph.get_entity_context(hub)
    assert token_count(whole.to_json()) > BUDGET
    answer, text = ask(graph, "get_entity_context", entity_id=hub)
    assert cost(answer, text) <= BUDGET
    assert answer.truncated
    assert answer.facts == whole.facts
    assert "truncated" in text
    assert ask(graph, "get_entity_context", entity_id=hub, max_tokens=1_000_000)[0] == whole


def test_a_page_that_would_be_too_large_is_shorter_and_its_cursor_goes_on(graph: Graph, hub: str) -> None:
    whole: list[str] = []
    cursor: str | None = None
    while True:
        page = graph.get_timeline(hub, limit=200, cursor=cursor)
        whole += [version.id for version in page.versions]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(whole) == 300
    seen: list[str] = []
    more: dict[str, str] = {}
    while True:
        answer, text = ask(graph, "get_timeline", id=hub, limit=200, **more)
        assert cost(answer, text) <= BUDGET
        seen += [version.id for version in answer.versions]
        if answer.next_cursor is None:
            break
        assert answer.next_cursor in text
        more = {"cursor": answer.next_cursor}
    assert seen == whole


def test_a_search_that_would_be_too_large_keeps_the_best_and_says_so(graph: Graph, hub: str) -> None:
    whole = graph.search_memory("hub claim word", limit=100).hits
    answer, text = ask(graph, "search_memory", query="hub claim word", limit=100)
    assert cost(answer, text) <= BUDGET + 20
    assert 1 < len(answer.hits) < len(whole)
    assert [hit.score for hit in answer.hits] == [hit.score for hit in whole[: len(answer.hits)]]
    assert text.endswith(f"the first {len(answer.hits)} only, to keep the answer short")


def test_a_write_is_made_once_and_only_its_text_is_cut(graph: Graph) -> None:
    answer, text = ask(graph, "store_document", title="many", chunks=[f"chunk {n}" for n in range(1500)])
    assert answer.created
    assert len(answer.chunk_ids) == 1500
    assert token_count(text) <= BUDGET + 20
    assert text.endswith("the structured content has all of it")
