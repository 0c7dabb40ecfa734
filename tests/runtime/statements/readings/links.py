"""The accessors of what joins statements: supersessions, contradictions and derivations."""

from __future__ import annotations

from kgrdf.generated.models import Contradiction, Derivation, Supersession
from tests.runtime.statements.lockstep.steps import at
from tests.runtime.statements.readings.sight import Sight

__all__ = ["compare_links"]


def compare_links(sight: Sight) -> None:
    """A link counts if it was recorded by then and both its ends were believed; a contradiction, until it is resolved."""
    _compare_supersessions(sight)
    _compare_contradictions(sight)
    _compare_derivations(sight)


def _compare_supersessions(sight: Sight) -> None:
    accessor, known = sight.graph.supersessions, sight.known_at
    counting = sight.view.links()
    links = {
        (sight.ids[link.newer], sight.ids[link.older], at(link.superseded_at), at(link.recorded_at))
        for link in sight.oracle.links
        if link.recorded_at <= sight.view.k and (link.newer, link.older) in counting
    }

    def told(items: tuple[Supersession, ...]) -> set[object]:
        return {(str(item.newer_id), str(item.older_id), item.superseded_at, item.recorded_at) for item in items}

    assert told(accessor.list(limit=1000, known_at=known).items) == links
    assert accessor.count(known_at=known) == len(links)
    for s in sight.oracle.statements[-3:]:
        id = sight.ids[s.id]
        assert told(accessor.by_newer(id, known_at=known).items) == {link for link in links if link[0] == id}
        assert told(accessor.by_older(id, known_at=known).items) == {link for link in links if link[1] == id}


def _compare_contradictions(sight: Sight) -> None:
    accessor, known = sight.graph.contradictions, sight.known_at
    found = {
        (*sorted(sight.ids[i] for i in c.pair), at(c.detected_at))
        for c in sight.view.contradictions()
        if c.resolved_at is None
    }

    def told(items: tuple[Contradiction, ...]) -> set[object]:
        assert all(item.resolved_at is None and item.resolution is None for item in items)
        return {(str(item.fact_id), str(item.other_fact_id), item.detected_at) for item in items}

    assert told(accessor.list(limit=1000, known_at=known).items) == found
    assert accessor.count(known_at=known) == len(found)
    for s in sight.oracle.statements[-3:]:
        id = sight.ids[s.id]
        assert told(accessor.by_fact(id, known_at=known).items) == {c for c in found if c[0] == id}
        assert told(accessor.by_other_fact(id, known_at=known).items) == {c for c in found if c[1] == id}
    for c in sight.oracle.contradictions[-2:]:
        node = sight.stored.contradictions[frozenset(sight.ids[i] for i in c.pair)].id
        kept = accessor.get(node, known_at=known)
        assert (kept is None) == (c.detected_at > sight.view.k), "a node can be cited whatever became of its ends"
        if kept is not None:
            done = c.resolved_at is not None and c.resolved_at <= sight.view.k
            assert (kept.resolved_at, kept.resolution) == ((at(c.resolved_at), c.resolution) if done else (None, None))


def _compare_derivations(sight: Sight) -> None:
    accessor, known, view = sight.graph.derivations, sight.known_at, sight.view
    found = {
        (sight.ids[s.id], name, at(source.at), None if source.confidence is None else float(source.confidence))
        for s in sight.oracle.statements
        if view.believes(s)
        for name, source in view.sources(s).items()
    }

    def told(items: tuple[Derivation, ...]) -> set[object]:
        return {
            (
                str(item.derived_id),
                str(item.source_document_id),
                item.extracted_at,
                None if item.confidence is None else float(item.confidence),
            )
            for item in items
        }

    assert told(accessor.list(limit=1000, known_at=known).items) == found
    assert accessor.count(known_at=known) == len(found)
    for s in sight.oracle.statements[-3:]:
        id = sight.ids[s.id]
        assert told(accessor.by_derived(id, known_at=known).items) == {edge for edge in found if edge[0] == id}
    for name in sorted({edge[1] for edge in found})[:2]:
        by_source = accessor.by_source_document(name, limit=1000, known_at=known)
        assert told(by_source.items) == {edge for edge in found if edge[1] == name}
