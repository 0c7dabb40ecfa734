"""`get_entity_context`, whole: every field, the order, and what is said to be left out."""

from __future__ import annotations

import pytest

from kgrdf.errors import NotFoundError
from tests.runtime.statements.lockstep.steps import ENTITIES
from tests.runtime.statements.oracle.statement import Chunk, Statement
from tests.runtime.statements.oracle.walk import neighbours
from tests.runtime.statements.readings.sight import Sight, told_disputes
from tests.runtime.statements.readings.wire import Json, brief, fields, instant

__all__ = ["compare_contexts", "expected_context"]

NEIGHBOURS, VIA, FACTS, CHUNKS, COUNTED = 30, 5, 20, 5, 100


def compare_contexts(sight: Sight) -> None:
    """Ask for the context of every entity; of one that was recorded later there is none."""
    asked = sight.viewpoint
    for entity in ENTITIES:

        def ask(entity: str = entity) -> Json:
            answer = sight.graph.get_entity_context(
                entity,
                hops=asked.hops,
                relationship_types=asked.types,
                direction=asked.direction,
                as_of=sight.as_of,
                known_at=sight.known_at,
            )
            return answer.wire()

        thing = sight.oracle.things.get(entity)
        if thing is None or thing.recorded_at > sight.view.k:
            with pytest.raises(NotFoundError):
                ask()
        else:
            assert ask() == expected_context(sight, entity)


def expected_context(sight: Sight, entity: str) -> Json:
    """Return what a context must answer, to the letter."""
    view, asked, thing = sight.view, sight.viewpoint, sight.oracle.things[entity]
    near = neighbours(view, entity, asked.hops, asked.types, asked.direction)
    facts = sorted(view.about(entity), key=lambda s: (-s.valid_from, sight.ids[s.id]))
    chunks = _chunks(sight, entity, facts[:FACTS])
    here = {s.id for s in (*facts[:FACTS], *view.at(entity))}
    disputes = [c for c in view.contradictions() if c.resolved_at is None and c.pair & here]
    left = {
        "neighbors": min(COUNTED, max(0, len(near) - NEIGHBOURS)),
        "facts": min(COUNTED, max(0, len(facts) - FACTS)),
        "chunks": min(COUNTED, max(0, len(chunks) - CHUNKS)),
    }
    return fields(
        entity=brief(thing),
        neighbors=[
            {
                "entity": brief(sight.oracle.things[step.entity]),
                "hops": step.hops,
                "via": [_via(sight, s, way) for s, way in step.via[:VIA]],
            }
            for step in near[:NEIGHBOURS]
        ],
        facts=[_fact(sight, s) for s in facts[:FACTS]],
        contradictions=told_disputes(sight, disputes),
        sourceChunks=[{"id": c.id, "text": c.text, "documentId": c.document} for c in chunks[:CHUNKS]],
        truncated=any(left.values()),
        omitted={**left, **view.closed(entity)},
    )


def _fact(sight: Sight, s: Statement) -> Json:
    return fields(
        id=sight.ids[s.id],
        claim=s.label,
        confidence=sight.view.confidence(s),
        validFrom=instant(s.valid_from),
        validTo=instant(sight.view.end(s)),
        sourceIds=list(sight.view.sources(s)),
    )


def _via(sight: Sight, s: Statement, way: str) -> Json:
    return fields(
        id=sight.ids[s.id],
        fromId=s.subject[0],
        toId=s.target,
        direction=way,
        relationshipType=s.label,
        weight=None if s.weight is None else float(s.weight),
        validFrom=instant(s.valid_from),
        validTo=instant(sight.view.end(s)),
        sourceIds=list(sight.view.sources(s)),
    )


def _chunks(sight: Sight, entity: str, facts: list[Statement]) -> list[Chunk]:
    """Return the passages that the facts derive from, then those that mention the entity, the last recorded first."""
    oracle, k = sight.oracle, sight.view.k
    cited = [oracle.chunks[name] for s in facts for name in sight.view.sources(s) if name in oracle.chunks]
    mentioning = [
        oracle.chunks[chunk] for (chunk, named), noted in oracle.mentions.items() if named == entity and noted <= k
    ]
    mentioning.sort(key=lambda c: (-c.recorded_at, c.id))
    standing = (c for c in (*cited, *mentioning) if c.recorded_at <= k and not c.withdrawn)
    return list({c.id: c for c in standing}.values())
