"""The named queries of the core ontology."""

from __future__ import annotations

from kgrdf.generated.queries import (
    current_facts_about,
    facts_as_of,
    open_contradictions,
    relationships_between,
    statements_from_document,
)
from tests.runtime.statements.lockstep.furniture import DOCUMENTS
from tests.runtime.statements.lockstep.steps import ENTITIES, P1, S1, S2, at
from tests.runtime.statements.oracle.statement import Statement
from tests.runtime.statements.readings.sight import Sight

__all__ = ["compare_queries"]


def compare_queries(sight: Sight) -> None:
    """Ask those that take instants from the viewpoint, and those that show the present where none is named."""
    if sight.whole:
        _compare_present(sight)
    else:
        _compare_dated(sight)


def _latest_first(sight: Sight, statements: list[Statement]) -> list[Statement]:
    return sorted(statements, key=lambda s: (-s.valid_from, sight.ids[s.id]))


def _compare_dated(sight: Sight) -> None:
    view = sight.view
    for entity in (S1, P1, ENTITIES[-2]):
        shown = [
            (str(row.fact), row.claim, None if row.confidence is None else float(row.confidence), row.valid_from)
            for row in facts_as_of(sight.graph, entity=entity, as_of=sight.as_of, known_at=sight.known_at)
        ]
        assert shown == [
            (sight.ids[s.id], s.label, None if s.confidence is None else float(s.confidence), at(s.valid_from))
            for s in _latest_first(sight, view.about(entity))
        ]
    for first, second in ((S1, S2), (P1, S1)):
        between = [
            (str(row.relationship), row.direction, row.relationship_type, row.valid_from)
            for row in relationships_between(
                sight.graph, first=first, second=second, as_of=sight.as_of, known_at=sight.known_at
            )
        ]
        assert between == [
            (sight.ids[s.id], "out" if s.subject[0] == first else "in", s.label, at(s.valid_from))
            for s in _latest_first(sight, view.at(first))
            if second in (s.subject[0], s.target)
        ]


def _compare_present(sight: Sight) -> None:
    graph, view, oracle = sight.graph, sight.view, sight.oracle
    for entity in (S1, P1):
        now = [(str(row.fact), row.valid_from, row.valid_to) for row in current_facts_about(graph, entity=entity)]
        about = _latest_first(sight, view.about(entity))
        assert now == [(sight.ids[s.id], at(s.valid_from), at(s.valid_to)) for s in about]
    for document in DOCUMENTS:
        parts = {document, *(chunk.id for chunk in oracle.chunks.values() if chunk.document == document)}
        derived = [str(row.statement) for row in statements_from_document(graph, document=document)]
        from_there = [s for s in view.visible if parts & view.sources(s).keys()]
        assert derived == [sight.ids[s.id] for s in _latest_first(sight, from_there)]
    listed = {frozenset((str(row.first), str(row.second))): row.detected_at for row in open_contradictions(graph)}
    unresolved = [c for c in view.contradictions() if c.resolved_at is None]
    assert listed == {frozenset(sight.ids[i] for i in c.pair): at(c.detected_at) for c in unresolved}
