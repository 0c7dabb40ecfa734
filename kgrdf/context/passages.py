"""The passages to quote beside what is known about an entity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import SourceChunk
from kgrdf.chunking import excerpt
from kgrdf.context.walk import COUNTED
from kgrdf.query import load
from kgrdf.temporal import FOREVER, Viewpoint
from kgrdf.terms import integer_of, node_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["SHOWN", "read_passages"]

SHOWN = 5


def read_passages(
    graph: BaseGraph, view: Viewpoint, entity: NamedNode, cited: Sequence[str]
) -> tuple[list[SourceChunk], int]:
    """Return at most `SHOWN` passages, and how many more there are (at most `COUNTED`).

    First come the chunks that the shown facts derive from (`cited`), then those that mention the entity, the last recorded
    first; of an entity with more than 130 mentions, of those read first. A withdrawn chunk is never shown; one of 512 tokens
    or more is shown as a marked excerpt.
    """
    tenant, select = graph.tenant, graph.store.select
    chunks: dict[str, int] = {}
    if cited:
        request = load("chunks_standing").bind(tenant, ids=[tenant.iri(public_id) for public_id in cited])
        standing = {node_of(node).value: integer_of(recorded) or 0 for node, recorded in select(request)}
        for iri in (tenant.iri(public_id).value for public_id in cited):
            if standing.get(iri, FOREVER + 1) <= view.known:
                chunks[iri] = standing[iri]
    if view.known == FOREVER:
        request = load("chunks_mentioning").bind(tenant, entity=entity)
    else:
        request = load("chunks_mentioning_known").bind(tenant, entity=entity, knownAt=view.known)
    mentioning = {node_of(node).value: integer_of(recorded) or 0 for node, recorded in select(request)}
    for iri in sorted(mentioning, key=lambda iri: (-mentioning[iri], iri)):
        chunks.setdefault(iri, mentioning[iri])
    shown = [NamedNode(iri) for iri in list(chunks)[:SHOWN]]
    found: dict[str, SourceChunk] = {}
    if shown:
        for node, text, document in select(load("chunk_texts").bind(tenant, ids=shown)):
            found[node_of(node).value] = SourceChunk(
                id=tenant.public_id(node_of(node)),
                text=excerpt(str(to_value(text))),
                document_id=tenant.public_id(node_of(document)),
            )
    return [found[node.value] for node in shown if node.value in found], min(len(chunks) - len(shown), COUNTED)
