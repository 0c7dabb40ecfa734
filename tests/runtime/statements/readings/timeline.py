"""`get_timeline` of entities and of statements, whole and page by page."""

from __future__ import annotations

import pytest

from kgrdf.errors import NotFoundError
from tests.runtime.statements.lockstep.steps import ENTITIES, P1, S1
from tests.runtime.statements.oracle.statement import Statement
from tests.runtime.statements.readings.sight import Sight, told_disputes
from tests.runtime.statements.readings.wire import Json, fields, instant

__all__ = ["compare_timelines", "expected_timeline", "of_entity"]

WHOLE, PAGE = 200, 3
SOURCES = 5


def compare_timelines(sight: Sight) -> None:
    """Ask for the timeline of every entity, and of the statements made last."""
    for entity in ENTITIES:
        thing = sight.oracle.things.get(entity)
        known = thing is not None and thing.recorded_at <= sight.view.k
        _compare(sight, entity, of_entity(sight, entity) if known else None, PAGE if entity in (P1, S1) else WHOLE)
    for s in sight.oracle.statements[-3:]:
        found = _connected(sight, s) if s.recorded_at <= sight.view.k else None
        _compare(sight, sight.ids[s.id], found, WHOLE)


def of_entity(sight: Sight, entity: str) -> list[Statement]:
    """Return every statement about or at an entity."""
    return [s for s in sight.oracle.statements if entity in (*s.subject, s.target)]


def _compare(sight: Sight, id: str, statements: list[Statement] | None, limit: int) -> None:
    def ask(cursor: str | None = None) -> Json:
        answer = sight.graph.get_timeline(id, limit=limit, cursor=cursor, as_of=sight.as_of, known_at=sight.known_at)
        return answer.wire()

    if statements is None:
        with pytest.raises(NotFoundError):
            ask()
        return
    shown = _shown(sight, statements)
    pages = [shown[first : first + limit] for first in range(0, len(shown), limit)] or [[]]
    cursor = None
    for page in pages:
        answer = ask(cursor)
        cursor = answer.pop("nextCursor", None)
        assert answer == expected_timeline(sight, page)
        assert (cursor is None) == (page is pages[-1])


def _shown(sight: Sight, statements: list[Statement]) -> list[Statement]:
    """Return what held then, or where no `asOf` asks for that, all that was recorded; by start, recording and id."""
    view = sight.view
    held = statements if sight.as_of is None else [s for s in statements if s in view.visible]
    known = [s for s in held if s.recorded_at <= view.k]
    return sorted(known, key=lambda s: (s.valid_from, s.recorded_at, sight.ids[s.id]))


def _connected(sight: Sight, start: Statement) -> list[Statement]:
    """Return what start superseded, amended or repeats, or was superseded or amended by, at any distance."""
    statements, links = sight.oracle.statements, sight.oracle.links
    found, new = set[int](), {start.id}
    while new:
        found |= new
        keys = {statements[i].key for i in found}
        reached = {s.id for s in statements if s.key in keys or s.amends in found}
        reached |= {i for s in statements if s.id in found and (i := s.amends) is not None}
        reached |= {i for link in links if found & {link.newer, link.older} for i in (link.newer, link.older)}
        new = reached - found
    return [statements[i] for i in sorted(found)]


def expected_timeline(sight: Sight, page: list[Statement]) -> Json:
    """Return what a page of these versions must be, to the letter."""
    view, here = sight.view, {s.id for s in page}
    counting = [c for c in view.contradictions() if c.resolved_at is None]
    disputes = [c for c in (*counting, *view.settled()) if c.pair & here]
    links = _links(sight)
    return {
        "versions": [_version(sight, s, links) for s in page],
        "contradictions": told_disputes(sight, disputes),
    }


def _links(sight: Sight) -> set[tuple[str, str]]:
    """Return (newer, older): those that count, or where no viewpoint is named all that were ever recorded."""
    if sight.whole:
        return set(sight.stored.links)
    return {(sight.ids[newer], sight.ids[older]) for newer, older in sight.view.links()}


def _version(sight: Sight, s: Statement, links: set[tuple[str, str]]) -> Json:
    view, id = sight.view, sight.ids[s.id]
    learned = view.end(s) is not None
    fact = s.kind == "fact"
    newer = [t for t in sight.oracle.statements if (sight.ids[t.id], id) in links]
    best = max(newer, key=lambda t: (view.believes(t), t.recorded_at, sight.ids[t.id]), default=None)
    return fields(
        id=id,
        kind="fact" if fact else "relationship",
        claim=s.label if fact else None,
        fromId=None if fact else s.subject[0],
        toId=s.target,
        relationshipType=None if fact else s.label,
        weight=None if s.weight is None else float(s.weight),
        validFrom=instant(s.valid_from),
        validTo=instant(view.end(s)),
        recordedAt=instant(s.recorded_at),
        endRecordedAt=instant(s.end_recorded_at) if learned else None,
        retractedAt=None if view.believes(s) else instant(s.retracted_at),
        amendsId=None if s.amends is None else sight.ids[s.amends],
        supersedesIds=sorted(older for newer, older in links if newer == id),
        supersededById=None if best is None else sight.ids[best.id],
        sources=[_passage(sight, name) for name in list(view.sources(s))[:SOURCES]],
    )


def _passage(sight: Sight, name: str) -> Json:
    chunk = sight.oracle.chunks.get(name)
    if chunk is None:
        return {"id": name, "documentId": name}
    return {"id": name, "documentId": chunk.document, "text": chunk.text}
