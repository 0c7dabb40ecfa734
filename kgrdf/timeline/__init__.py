"""Why-chains: every version of a statement, or of all statements about an entity, and what replaced what."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import TimelineAnswer
from kgrdf.arguments import checked_integer, checked_text
from kgrdf.context.briefs import read_briefs
from kgrdf.context.disputes import read_disputes
from kgrdf.context.viewing import is_visible
from kgrdf.cursors import read_cursor, write_cursor
from kgrdf.errors import InvalidValueError, NotFoundError
from kgrdf.ids import MAX_ID_BYTES, kind_of
from kgrdf.lookup import find_entity
from kgrdf.temporal import Instant, Viewpoint
from kgrdf.timeline.spans import Span, connected, of_entity
from kgrdf.timeline.versions import read_versions

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["get_timeline"]

MAX_LIMIT = 200
MAX_CONTRADICTIONS = 200
"""The most contradictions told with one page."""


def get_timeline(
    graph: BaseGraph,
    id: str,
    *,
    limit: int = 50,
    cursor: str | None = None,
    as_of: Instant | None = None,
    known_at: Instant | None = None,
) -> TimelineAnswer:
    """Return at most `limit` (1 to 200) versions, by `validFrom`, then by when they were recorded, then by id.

    Of an entity or concept: every version of every statement about or at it. Of a fact or relationship: every version that
    it is connected with by what replaced, amended or repeated it. Without `as_of` and `known_at` this is the whole history,
    withdrawn versions included. With each page come the contradictions among its versions and others, at most 200, the first
    detected first. `as_of` keeps what held at that instant; `known_at` tells everything as it was known then.
    Raises `NotFoundError` for an id that does not exist, belongs to another tenant or was recorded later than `known_at`,
    and `InvalidValueError` for a cursor of another call.
    """
    limit = checked_integer(limit, "limit", minimum=1, maximum=MAX_LIMIT)
    view = graph.viewpoint(as_of, known_at)
    public_id = checked_text(id, "id", max_bytes=MAX_ID_BYTES)
    spans = [span for span in _spans(graph, public_id, view) if _shows(view, span, held=as_of is not None)]
    call = ("timeline", graph.tenant.id, public_id, view.known, view.valid if as_of is not None else "")
    first = 0
    if cursor is not None:
        start, recorded, iri = read_cursor(cursor, call, (int, int, str))
        first = bisect_right(spans, (start, recorded, iri), key=lambda span: span[:3])
    page = spans[first : first + limit]
    more = len(spans) > first + limit
    return TimelineAnswer(
        versions=read_versions(graph, view, page, strict=not (as_of is None and known_at is None)),
        contradictions=read_disputes(graph, view, [NamedNode(span.iri) for span in page], settled=True)[:MAX_CONTRADICTIONS],
        next_cursor=write_cursor(call, (page[-1].start, page[-1].recorded, page[-1].iri)) if more else None,
    )


def _spans(graph: BaseGraph, public_id: str, view: Viewpoint) -> list[Span]:
    """Return the versions of the timeline of this id, or raise `NotFoundError` if there was no such thing by then."""
    kind = kind_of(public_id)
    if kind in ("fact", "rel"):
        node = graph.tenant.iri(public_id)
        spans = connected(graph, node)
        if any(span.iri == node.value and span.recorded <= view.known for span in spans):
            return spans
        raise NotFoundError(f"id: no statement {public_id!r}", hint="search for its id")
    if kind not in (None, "entity", "concept"):
        raise InvalidValueError(
            f"id: {public_id!r} is an id of kind {kind}", hint="an entity, a concept, a fact or a relationship"
        )
    node = graph.tenant.iri(find_entity(graph, public_id, "id").id if kind is None else public_id)
    found = read_briefs(graph, [node]).get(node.value)
    if found is None or found.recorded > view.known:
        raise NotFoundError(f"id: no entity {public_id!r}", hint=view.hint)
    return of_entity(graph, node)


def _shows(view: Viewpoint, span: Span, *, held: bool) -> bool:
    if held:
        return is_visible(view, span.start, span.end, span.recorded, span.learned, span.retracted)
    return span.recorded <= view.known
