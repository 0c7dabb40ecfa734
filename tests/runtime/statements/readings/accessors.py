"""The typed accessors: `get`, `get_many`, `list`, `count` and `by_…`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kgrdf.models import Model
from tests.runtime.statements.lockstep.steps import CONCEPT, ENTITIES, P1, S2
from tests.runtime.statements.oracle.statement import Statement
from tests.runtime.statements.readings.sight import Sight
from tests.runtime.statements.readings.wire import Json, fields, instant

__all__ = ["compare_accessors"]


def compare_accessors(sight: Sight) -> None:
    """Read statements as of both instants; what is not versioned, as known at `knownAt`."""
    _compare_statements(sight)
    _compare_unversioned(sight)


def _compare_statements(sight: Sight) -> None:
    graph, view = sight.graph, sight.view
    dated: Any = {"as_of": sight.as_of, "known_at": sight.known_at}
    facts = [s for s in view.visible if s.kind == "fact"]
    relations = [s for s in view.visible if s.kind == "rel"]
    assert _wire(graph.facts.list(limit=1000, **dated).items) == _expected(sight, facts)
    assert _wire(graph.relationships.list(limit=1000, **dated).items) == _expected(sight, relations)
    assert graph.facts.count(**dated) == len(facts)
    assert graph.relationships.count(**dated) == len(relations)
    assert graph.statements.count(**dated) == len(view.visible)
    assert _wire(graph.facts.by_about(P1, **dated).items) == _expected(sight, view.about(P1))
    from_there = [s for s in relations if s.subject[0] == S2]
    assert _wire(graph.relationships.by_from(S2, **dated).items) == _expected(sight, from_there)
    to_there = [s for s in relations if s.target == P1]
    assert _wire(graph.relationships.by_to(P1, **dated).items) == _expected(sight, to_there)
    last = sight.oracle.statements[-4:]
    asked = [sight.ids[s.id] for s in last]
    found = [item.id for item in graph.statements.get_many(asked, **dated)]
    assert found == [sight.ids[s.id] for s in last if s in view.visible]


def _wire(items: Iterable[Model]) -> dict[str, Json]:
    return {(found := item.wire())["id"]: found for item in items}


def _expected(sight: Sight, statements: list[Statement]) -> dict[str, Json]:
    return {sight.ids[s.id]: _statement(sight, s) for s in statements}


def _statement(sight: Sight, s: Statement) -> Json:
    """Return the fields of a statement: an accessor shows what is stored, so the confidence is its own."""
    fact, end = s.kind == "fact", sight.view.end(s)
    return fields(
        id=sight.ids[s.id],
        claim=s.label if fact else None,
        aboutIds=sorted(s.subject) if fact else None,
        confidence=None if s.confidence is None else float(s.confidence),
        fromId=None if fact else s.subject[0],
        toId=s.target,
        relationshipType=None if fact else s.label,
        weight=None if s.weight is None else float(s.weight),
        validFrom=instant(s.valid_from),
        validTo=instant(end),
        recordedAt=instant(s.recorded_at),
        endRecordedAt=None if end is None else instant(s.end_recorded_at),
        amendsId=None if s.amends is None else sight.ids[s.amends],
    )


def _compare_unversioned(sight: Sight) -> None:
    graph, oracle, k, at = sight.graph, sight.oracle, sight.view.k, sight.known_at
    things = {thing.id: thing for thing in oracle.things.values() if thing.recorded_at <= k}
    services = [thing for thing in things.values() if thing.type == "Service"]
    assert graph.services.count(known_at=at) == len(services)
    for entity in ENTITIES[-2:]:
        found = (graph.concepts if entity == CONCEPT else graph.entities).get(entity, known_at=at)
        assert (None if found is None else str(found.id)) == (entity if entity in things else None)
    documents = {id for id, recorded in oracle.documents.items() if recorded <= k}
    assert {str(item.id) for item in graph.documents.list(known_at=at).items} == documents
    chunks = [chunk for chunk in oracle.chunks.values() if chunk.recorded_at <= k]
    # A withdrawn chunk is out of lists, and can still be read by its id.
    standing = {chunk.id for chunk in chunks if not chunk.withdrawn}
    assert {str(item.id) for item in graph.chunks.list(known_at=at).items} == standing
    asked = graph.chunks.get_many(oracle.chunks, known_at=at)
    assert {str(item.id): item.text for item in asked} == {chunk.id: chunk.text for chunk in chunks}
    mentions = {ends for ends, recorded in oracle.mentions.items() if recorded <= k}
    assert {(str(item.chunk_id), str(item.entity_id)) for item in graph.mentions.list(known_at=at).items} == mentions
