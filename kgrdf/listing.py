"""Entities page by page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import EntityPage
from kgrdf.arguments import checked_integer
from kgrdf.context.briefs import read_briefs
from kgrdf.cursors import read_cursor, write_cursor
from kgrdf.errors import InvalidValueError
from kgrdf.query import load
from kgrdf.temporal import FOREVER, Instant, Viewpoint

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["list_entities"]

MAX_LIMIT = 200


def list_entities(
    graph: BaseGraph,
    entity_type: str | None = None,
    *,
    limit: int = 50,
    cursor: str | None = None,
    as_of: Instant | None = None,
    known_at: Instant | None = None,
) -> EntityPage:
    """Return at most `limit` (1 to 200) entities and concepts, of a type and its subclasses if one is given.

    The order is the store's own and means nothing, but it is the same for every page: following `next_cursor` gives each
    entity once, and adding others meanwhile neither repeats nor hides one. Entities are not versioned: `as_of` leaves them
    all, `known_at` hides those recorded later. Raises `UnknownTypeError` for a type that the ontology does not have, and
    `InvalidValueError` for a cursor of another call.
    """
    limit = checked_integer(limit, "limit", minimum=1, maximum=MAX_LIMIT)
    view = graph.viewpoint(as_of, known_at)
    classes = _classes(graph, entity_type)
    call = ("list", graph.tenant.id, entity_type or "", view.known)
    place, offset, last = 0, 0, ""
    if cursor is not None:
        place, offset, last = _position(cursor, call, len(classes))
    page: list[NamedNode] = []
    following: tuple[int, int, str] | None = None
    for number in range(place, len(classes)):
        if number > place:
            offset, last = 0, ""
        room = limit - len(page)
        rows = _following(graph, view, classes[number], offset, last, room + 1)
        page += rows[:room]
        if len(rows) > room:
            following = (number, offset + room, rows[room - 1].value if room else "")
            break
    briefs = read_briefs(graph, page) if page else {}
    return EntityPage(
        entities=[briefs[node.value].entity for node in page if node.value in briefs],
        next_cursor=None if following is None else write_cursor(call, following),
    )


def _position(cursor: str, call: tuple[str | int, ...], classes: int) -> tuple[int, int, str]:
    place, offset, last = read_cursor(cursor, call, (int, int, str))
    assert isinstance(place, int)
    assert isinstance(offset, int)
    assert isinstance(last, str)
    if not (0 <= place < classes and 0 <= offset < 2**53 and (offset > 0 or not last)):
        raise InvalidValueError("cursor: is not one that a page gave", hint="send nextCursor of the last page as it is")
    return place, offset, last


def _classes(graph: BaseGraph, entity_type: str | None) -> list[NamedNode]:
    """Return the class asked for, or the topmost classes of entities and of concepts."""
    schema = graph.schema
    rows = [row for row in schema.classes if row.kind in ("entity", "concept")]
    if entity_type is not None:
        # An abstract class has no members of its own, but its subclasses' are listed too.
        row = next((row for row in rows if row.name == entity_type), None) or schema.storable(entity_type)
        return [NamedNode(row.iri)]
    names = {row.name for row in rows}
    return [NamedNode(row.iri) for row in rows if not names.intersection(row.ancestors)]


def _following(
    graph: BaseGraph, view: Viewpoint, type_iri: NamedNode, offset: int, last: str, count: int
) -> list[NamedNode]:
    """Return the next `count` members of a class, after `last` where one is named.

    A store keeps the order of what is there while more is added. So where `last` no longer stands just before `offset`, it
    is looked for, and the page goes on behind it.
    """
    if not last:
        return list(_members(graph, view, type_iri, offset, count))
    rows = list(_members(graph, view, type_iri, offset - 1, count + 1))
    if rows and rows[0].value == last:
        return rows[1:]
    stream = _members(graph, view, type_iri, 0, None)
    if any(node.value == last for node in stream):
        return list(islice(stream, count))
    return rows[1:]


def _members(graph: BaseGraph, view: Viewpoint, type_iri: NamedNode, offset: int, count: int | None) -> Iterator[NamedNode]:
    if view.known == FOREVER:
        request = load("members_of").bind(graph.tenant, type=type_iri, limit=count, offset=offset)
    else:
        request = load("members_known").bind(graph.tenant, type=type_iri, knownAt=view.known, limit=count, offset=offset)
    for (node,) in graph.store.select(request):
        assert isinstance(node, NamedNode)
        yield node
