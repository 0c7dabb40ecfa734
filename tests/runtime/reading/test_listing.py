"""Entities page by page."""

from __future__ import annotations

import pytest

from kgrdf import Graph
from kgrdf.errors import InvalidValueError, UnknownTypeError


def every(graph: Graph, *, limit: int, entity_type: str | None = None) -> list[str]:
    """Return the ids of all pages."""
    seen: list[str] = []
    cursor = None
    while True:
        page = graph.list_entities(entity_type, limit=limit, cursor=cursor)
        assert len(page.entities) <= limit
        seen += [entity.id for entity in page.entities]
        cursor = page.next_cursor
        if cursor is None:
            return seen


@pytest.fixture
def made(graph: Graph) -> list[str]:
    """The ids of five of each of three types."""
    types = ("Service", "Person", "Concept")
    return [graph.store_entity(f"{type_name} {n}", type_name).id for type_name in types for n in range(5)]


@pytest.mark.parametrize("limit", [1, 2, 4, 5, 14, 15, 16])
def test_pages_give_each_entity_and_concept_once(graph: Graph, made: list[str], limit: int) -> None:
    seen = every(graph, limit=limit)
    assert len(seen) == len(made)
    assert set(seen) == set(made)


def test_a_type_includes_its_subclasses_and_nothing_else(graph: Graph, made: list[str]) -> None:
    assert set(every(graph, limit=3, entity_type="Entity")) == set(made[:10])
    assert set(every(graph, limit=3, entity_type="Person")) == set(made[5:10])
    assert set(every(graph, limit=3, entity_type="Concept")) == set(made[10:])


def test_writing_between_pages_neither_repeats_nor_hides_what_was_there(graph: Graph, made: list[str]) -> None:
    seen: list[str] = []
    cursor = None
    for n in range(100):
        page = graph.list_entities(limit=2, cursor=cursor)
        seen += [entity.id for entity in page.entities]
        cursor = page.next_cursor
        if cursor is None:
            break
        if n < 10:
            graph.store_entity(f"more {n}", "Person")
    assert len(seen) == len(set(seen))
    assert set(seen) >= set(made)


def test_unknown_types_and_cursors_are_refused_by_name(graph: Graph, made: list[str]) -> None:
    with pytest.raises(UnknownTypeError, match=r"^entityType: "):
        graph.list_entities("Servise")
    cursor = graph.list_entities(limit=1).next_cursor
    for entity_type, text in (("Person", cursor), (None, "nonsense")):
        with pytest.raises(InvalidValueError, match=r"^cursor: "):
            graph.list_entities(entity_type, cursor=text)
    with pytest.raises(InvalidValueError, match=r"^limit: "):
        graph.list_entities(limit=0)


def test_a_cursor_of_another_tenant_is_refused(graph: Graph, made: list[str]) -> None:
    graph.store_fact("one", made[:1])
    graph.store_fact("two", made[:1])
    theirs = Graph(graph.store, "other")
    assert theirs.store_entity("Service 0", "Service").id == made[0]
    with pytest.raises(InvalidValueError, match=r"^cursor: "):
        theirs.list_entities(limit=1, cursor=graph.list_entities(limit=1).next_cursor)
    with pytest.raises(InvalidValueError, match=r"^cursor: "):
        theirs.get_timeline(made[0], cursor=graph.get_timeline(made[0], limit=1).next_cursor)


def test_an_empty_memory_has_an_empty_list(graph: Graph) -> None:
    page = graph.list_entities()
    assert (page.entities, page.next_cursor) == ([], None)
