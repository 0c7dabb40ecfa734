"""The export of a viewpoint: a memory that holds just what was visible, as it was known."""

from __future__ import annotations

import io
from collections import defaultdict
from dataclasses import replace

from pyoxigraph import RdfFormat, parse

from kgrdf.export import export_trig
from tests.runtime.statements.lockstep.pair import adjacency
from tests.runtime.statements.lockstep.steps import BASE
from tests.runtime.statements.lockstep.stored import Contents, Kept, Triple, contents_of, everything
from tests.runtime.statements.oracle.statement import Statement
from tests.runtime.statements.readings.sight import Sight

__all__ = ["compare_exports"]


def compare_exports(sight: Sight) -> None:
    """Export from the viewpoint, and read the file as triples."""
    out = io.BytesIO()
    export_trig(sight.graph, out, as_of=sight.as_of, known_at=sight.known_at)
    tenant = sight.graph.tenant
    names = {tenant.current: "current", tenant.history: "history"}
    graphs: dict[str, list[Triple]] = defaultdict(list)
    for quad in parse(out.getvalue(), format=RdfFormat.TRIG):
        graphs[names[quad.graph_name]].append((quad.subject, quad.predicate, quad.object))
    if sight.whole:
        told = [(side, str(s), str(p), str(o)) for side, triples in graphs.items() for s, p, o in triples]
        assert sorted(told) == sorted(everything(sight.graph).elements())
        return
    assert "history" not in graphs
    exported = contents_of(tenant, graphs)
    _compare_statements(sight, exported)
    _compare_unversioned(sight, graphs["current"])


def _compare_statements(sight: Sight, exported: Contents) -> None:
    view, ids = sight.view, sight.ids
    assert exported.statements == {ids[s.id]: _as_known(sight, s) for s in view.visible}
    assert not exported.links
    open_ones = [c for c in view.contradictions() if c.resolved_at is None]
    shown = [c for c in open_ones if c.pair <= {s.id for s in view.visible}]
    assert {(pair, c.detected_at, c.resolved_at) for pair, c in exported.contradictions.items()} == {
        (frozenset(ids[i] for i in c.pair), c.detected_at + BASE, None) for c in shown
    }
    assert exported.adjacency == {
        (side, at, band, s.id) for s in exported.statements.values() for side, at, band in adjacency(s)
    }


def _as_known(sight: Sight, s: Statement) -> Kept:
    view, ids = sight.view, sight.ids
    end = view.end(s)
    amended = None if s.amends is None else sight.oracle.statements[s.amends]
    return Kept(
        id=ids[s.id],
        side="current",
        kind=s.kind,
        label=s.label,
        subject=s.subject,
        target=s.target,
        weight=s.weight,
        valid_from=s.valid_from + BASE,
        valid_to=None if end is None else end + BASE,
        recorded_at=s.recorded_at + BASE,
        end_recorded_at=None if end is None or s.end_recorded_at is None else s.end_recorded_at + BASE,
        retracted_at=None,
        reason=None,
        amends=ids[amended.id] if amended in view.visible and amended is not None else None,
        confidence=s.confidence,
        sources={name: replace(source, at=source.at + BASE) for name, source in view.sources(s).items()},
    )


def _compare_unversioned(sight: Sight, triples: list[Triple]) -> None:
    """Entities, documents, passages and mentions are as they are today, if they were recorded by then."""
    oracle, k, tenant = sight.oracle, sight.view.k, sight.graph.tenant
    things = {id for id, thing in oracle.things.items() if thing.recorded_at <= k}
    documents = {id for id, recorded in oracle.documents.items() if recorded <= k}
    chunks = {chunk.id for chunk in oracle.chunks.values() if chunk.recorded_at <= k}
    mentions = {ends for ends, recorded in oracle.mentions.items() if recorded <= k}
    kinds = ("entity", "concept", "doc", "chunk")
    told = {id for s, _, _ in triples if (id := tenant.public_id(s)).split("::")[0] in kinds}
    assert told == things | documents | chunks
    by_name: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for s, p, o in triples:
        by_name[p.value.rpartition("#")[2]].add((tenant.public_id(s), o.value))
    named = {(chunk, tenant.iri(entity).value) for chunk, entity in mentions}
    assert by_name["mentions"] == named
    chunk_of = dict(by_name["inChunk"])
    assert {(tenant.public_id(chunk_of[node]), entity) for node, entity in by_name["ofEntity"]} == named
