"""What is known about an entity: its neighbours, facts, contradictions and passages, from one viewpoint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import ContextAnswer, EntityBrief, FactLine, Neighbor, Omitted, SourceChunk, Via, moment
from kgrdf.arguments import checked_integer, checked_text, checked_texts
from kgrdf.context.briefs import read_briefs, shorten
from kgrdf.context.budget import fit
from kgrdf.context.closed import count_closed
from kgrdf.context.disputes import read_disputes
from kgrdf.context.facts import KnownFact, read_facts
from kgrdf.context.own import read_own
from kgrdf.context.passages import read_passages
from kgrdf.context.pattern import Pattern
from kgrdf.context.provenance import Grounds, read_grounds
from kgrdf.context.walk import LIMITS, Edge, Limits, Walk
from kgrdf.errors import NotFoundError
from kgrdf.ids import MAX_ID_BYTES, kind_of
from kgrdf.lookup import find_entity
from kgrdf.temporal import Viewpoint, to_datetime

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["get_entity_context"]

MAX_HOPS = 3
MAX_VIA = 5
"""The most relationships shown through which one neighbour was reached."""
MAX_CONTRADICTIONS = 20
MAX_DOUBTED = 100
"""How many of the relationships at the entity are asked for contradictions, the strongest ones."""
TEXT_TOKENS = 2048
"""What a claim, or the entity's own description, may cost before it is cut."""
_NOTHING = Grounds()


def get_entity_context(
    graph: BaseGraph,
    entity_id: str,
    view: Viewpoint,
    *,
    hops: int = 2,
    include_source_chunks: bool = True,
    relationship_types: Sequence[str] = (),
    direction: str = "both",
    max_tokens: int | None = None,
    limits: Limits = LIMITS,
) -> ContextAnswer:
    """Return what is known about an entity or concept.

    Neighbours are those within `hops` (1 to 3) steps, each once at its least distance, at most 30: nearest first, then by
    band of strength (a tenth of the weight), then by id. Facts are the latest 20, passages at most 5. `omitted` says how
    much more there is. With `max_tokens` the answer costs no more than that, the least important left out. Raises
    `NotFoundError` for an id that does not exist, belongs to another tenant, or was recorded after what the viewpoint knows.
    """
    hops = checked_integer(hops, "hops", minimum=1, maximum=MAX_HOPS)
    budget = None if max_tokens is None else checked_integer(max_tokens, "maxTokens", minimum=1)
    pattern = Pattern(graph.schema, checked_texts(relationship_types, "relationshipTypes"), direction)
    tenant = graph.tenant
    public_id = checked_text(entity_id, "entityId", max_bytes=MAX_ID_BYTES)
    if kind_of(public_id) not in ("entity", "concept"):
        public_id = find_entity(graph, public_id, "entityId").id
    start = tenant.iri(public_id)

    own = read_briefs(graph, [start], tokens=TEXT_TOKENS).get(start.value)
    if own is None or own.recorded > view.known:
        raise NotFoundError(f"entityId: no entity {entity_id!r}", hint=view.hint)
    stored = read_own(graph, public_id, own.entity.entity_type)
    walk = Walk(graph, view, pattern, limits).go(start, hops)
    facts = read_facts(graph, view, start)
    briefs = read_briefs(graph, [NamedNode(near.iri) for near in walk.shown]) if walk.shown else {}
    edges = [edge for near in walk.shown for edge in near.edges[:MAX_VIA]]
    grounds = read_grounds(graph, view, [*(NamedNode(edge.iri) for edge in edges), *(fact.node for fact in facts.shown)])
    shown_facts = [_fact(fact, tenant.public_id(fact.node), grounds.get(fact.node.value, _NOTHING)) for fact in facts.shown]
    disputes = read_disputes(graph, view, [*(fact.node for fact in facts.shown), *map(NamedNode, walk.near[:MAX_DOUBTED])])
    closed = count_closed(graph, view, start, [*walk.ended, *facts.ended])
    chunks: list[SourceChunk] = []
    more_chunks = 0
    if include_source_chunks:
        cited = dict.fromkeys(source for fact in shown_facts for source in fact.source_ids if kind_of(source) == "chunk")
        chunks, more_chunks = read_passages(graph, view, start, list(cited))

    def via(edge: Edge) -> Via:
        return Via(
            id=tenant.public_id(edge.iri),
            from_id=tenant.public_id(edge.source),
            to_id=tenant.public_id(edge.target),
            direction=edge.way,
            relationship_type=edge.type,
            weight=edge.weight,
            valid_from=to_datetime(edge.start),
            valid_to=moment(edge.end),
            source_ids=grounds.get(edge.iri, _NOTHING).ids,
        )

    neighbors = [
        Neighbor(
            entity=briefs[near.iri].entity if near.iri in briefs else _unknown(tenant.public_id(near.iri)),
            hops=near.hops,
            via=[via(edge) for edge in near.edges[:MAX_VIA]],
        )
        for near in walk.shown
    ]
    answer = ContextAnswer(
        entity=own.entity,
        properties=stored.values or None,
        neighbors=neighbors,
        facts=shown_facts,
        contradictions=disputes[:MAX_CONTRADICTIONS],
        source_chunks=chunks,
        truncated=bool(
            stored.cut or walk.cut or walk.omitted or facts.omitted or more_chunks or disputes[MAX_CONTRADICTIONS:]
        ),
        omitted=Omitted(neighbors=walk.omitted, facts=facts.omitted, chunks=more_chunks, **closed),
    )
    return answer if budget is None else fit(answer, budget)


def _fact(fact: KnownFact, public_id: str, grounds: Grounds) -> FactLine:
    return FactLine(
        id=public_id,
        claim=shorten(fact.claim, TEXT_TOKENS),
        confidence=grounds.confidence(fact.confidence),
        valid_from=to_datetime(fact.start),
        valid_to=moment(fact.end),
        source_ids=grounds.ids,
    )


def _unknown(public_id: str) -> EntityBrief:
    """Return what can be said of a neighbour whose own triples are missing: its id says its type and key."""
    kind, _, rest = public_id.partition("::")
    return EntityBrief(id=public_id, name=rest, entity_type="Concept" if kind == "concept" else rest.partition("::")[0])
