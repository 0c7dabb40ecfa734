"""The versions of one page of a timeline, with all that is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import Passage, Version, moment
from kgrdf.chunking import excerpt
from kgrdf.context.briefs import shorten
from kgrdf.context.provenance import read_grounds
from kgrdf.context.viewing import shown_end
from kgrdf.ids import kind_of
from kgrdf.query import load
from kgrdf.temporal import FOREVER, Viewpoint, to_datetime
from kgrdf.terms import KG, integer_of, node_of, to_value
from kgrdf.timeline.spans import Span

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["read_versions"]

MAX_SOURCES = 5
"""The most sources told of one version."""
CLAIM_TOKENS = 2048


def read_versions(graph: BaseGraph, view: Viewpoint, spans: Sequence[Span], *, strict: bool) -> list[Version]:
    """Return the versions at these spans, in their order.

    A link is told if it was recorded by `view.known`; with `strict` also only if both its ends were believed then. So a
    whole history says what once took the place of what, and a view of it only what still counts.
    """
    if not spans:
        return []
    tenant = graph.tenant
    nodes = [NamedNode(span.iri) for span in spans]
    fields = _fields(graph, nodes)
    newer, older = _links(graph, view, nodes, strict=strict)
    passages = _passages(graph, view, nodes)
    versions = []
    for span in spans:
        row = fields.get(span.iri, {})
        known = span.learned is not None and span.learned <= view.known
        retracted = span.retracted if span.retracted is not None and span.retracted <= view.known else None
        claim, weight = row.get("claim"), row.get("weight")
        versions.append(
            Version(
                id=tenant.public_id(span.iri),
                kind="relationship" if "relationshipType" in row else "fact",
                claim=None if claim is None else shorten(claim, CLAIM_TOKENS),
                from_id=tenant.public_id(row["from"]) if "from" in row else None,
                to_id=tenant.public_id(row["to"]) if "to" in row else None,
                relationship_type=row.get("relationshipType"),
                weight=None if weight is None else Decimal(weight),
                valid_from=to_datetime(span.start),
                valid_to=moment(shown_end(view, span.end, span.learned)),
                recorded_at=to_datetime(span.recorded),
                end_recorded_at=moment(span.learned) if known else None,
                retracted_at=moment(retracted),
                amends_id=tenant.public_id(row["amends"]) if "amends" in row else None,
                supersedes_ids=[tenant.public_id(iri) for iri in older.get(span.iri, ())],
                superseded_by_id=tenant.public_id(newer[span.iri]) if span.iri in newer else None,
                sources=passages.get(span.iri, []),
            )
        )
    return versions


def _fields(graph: BaseGraph, nodes: list[NamedNode]) -> dict[str, dict[str, str]]:
    """Return what is stored of each statement, by the property's name."""
    rows: dict[str, dict[str, str]] = {}
    for node, predicate, value, _ in graph.store.select(load("statement_rows").bind(graph.tenant, ids=nodes)):
        rows.setdefault(node_of(node).value, {})[node_of(predicate).value.removeprefix(KG)] = str(to_value(value))
    return rows


def _links(
    graph: BaseGraph, view: Viewpoint, nodes: list[NamedNode], *, strict: bool
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return for each statement what took its place, and whose places it took."""
    links: set[tuple[str, str]] = set()
    for newer, older, _, recorded in graph.store.select(load("supersessions").bind(graph.tenant, ids=nodes)):
        if (integer_of(recorded) or 0) <= view.known:
            links.add((node_of(newer).value, node_of(older).value))
    told: dict[str, tuple[int, bool]] = {}
    ends = sorted({iri for link in links for iri in link})
    if ends:
        request = load("timeline_spans").bind(graph.tenant, ids=[NamedNode(iri) for iri in ends])
        for node, _, recorded, _, _, _, retracted in graph.store.select(request):
            believed = view.known < (integer_of(retracted) or FOREVER + 1)
            told[node_of(node).value] = (integer_of(recorded) or 0, believed)
    by_newer: dict[str, str] = {}
    by_older: dict[str, list[str]] = {}
    # What is believed comes last and so wins, and of several the one recorded last.
    for newer_iri, older_iri in sorted(links, key=lambda link: (told.get(link[0], (0, False))[::-1], link)):
        if strict and not (told.get(newer_iri, (0, False))[1] and told.get(older_iri, (0, False))[1]):
            continue
        by_newer[older_iri] = newer_iri
        by_older.setdefault(newer_iri, []).append(older_iri)
    return by_newer, {iri: sorted(older) for iri, older in by_older.items()}


def _passages(graph: BaseGraph, view: Viewpoint, nodes: list[NamedNode]) -> dict[str, list[Passage]]:
    tenant = graph.tenant
    everywhere = Viewpoint(view.valid, view.known, current=False)
    grounds = read_grounds(graph, everywhere, nodes)
    cited = {iri: found.ids[:MAX_SOURCES] for iri, found in grounds.items()}
    chunks = sorted({public_id for ids in cited.values() for public_id in ids if kind_of(public_id) == "chunk"})
    texts: dict[str, tuple[str, str]] = {}
    if chunks:
        request = load("chunk_texts").bind(tenant, ids=[tenant.iri(public_id) for public_id in chunks])
        for node, text, document in graph.store.select(request):
            texts[tenant.public_id(node_of(node))] = (
                excerpt(str(to_value(text))),
                tenant.public_id(node_of(document)),
            )

    def passage(public_id: str) -> Passage:
        if public_id in texts:
            text, document_id = texts[public_id]
            return Passage(id=public_id, document_id=document_id, text=text)
        return Passage(id=public_id, document_id=public_id if kind_of(public_id) == "doc" else None)

    return {iri: [passage(public_id) for public_id in ids] for iri, ids in cited.items()}
