"""A statement (a fact or a relationship) and its links as values, and how each is written as triples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from pyoxigraph import NamedNode

from kgrdf.ids import digest, make_id
from kgrdf.schema import RelationTypeRow, Schema
from kgrdf.sources import derivation_id
from kgrdf.temporal import FOREVER
from kgrdf.tenancy import Tenant
from kgrdf.terms import RDF_TYPE, Term, kg, to_term
from kgrdf.transaction import Side

__all__ = [
    "Contradiction",
    "Draft",
    "Source",
    "Statement",
    "StatementKind",
    "Supersession",
    "band",
    "canonical",
    "fact",
    "relationship",
]

StatementKind = Literal["fact", "rel"]
Triple = tuple[NamedNode, NamedNode, Term]


@dataclass(frozen=True, slots=True)
class Source:
    """A document or chunk that a statement is derived from."""

    id: str
    confidence: Decimal | None
    extracted_at: int


@dataclass(frozen=True, slots=True)
class Draft:
    """What a statement says, before it has an interval."""

    kind: StatementKind
    key: str
    """The same for all statements that say the same of the same things."""
    slot: str | None = None
    """The same for all relationships that exclude each other, because their type is single-valued."""
    claim: str | None = None
    about: tuple[str, ...] = ()
    confidence: Decimal | None = None
    from_id: str | None = None
    to_id: str | None = None
    relationship_type: str | None = None
    weight: Decimal | None = None


def fact(claim: str, about: list[str], confidence: Decimal | None) -> Draft:
    """Return the draft of a fact."""
    ids = tuple(sorted(set(about)))
    return Draft("fact", digest("fact", claim, *ids), claim=claim, about=ids, confidence=confidence)


def relationship(schema: Schema, from_id: str, relationship_type: str, to_id: str, weight: Decimal | None) -> Draft:
    """Return the draft of a relationship.

    It keeps its ends and its type as given; only its key and slot are those of the canonical reading, so that a symmetric
    type said from the other end, or an inverse type, is the same statement.
    """
    row, subject, object_ = canonical(schema, from_id, relationship_type, to_id)
    name = relationship_type if row is None else row.name
    return Draft(
        "rel",
        digest("rel", subject, name, object_),
        slot=digest("slot", subject, name) if row is not None and row.single_valued else None,
        from_id=from_id,
        to_id=to_id,
        relationship_type=relationship_type,
        weight=weight,
    )


def canonical(schema: Schema, from_id: str, relationship_type: str, to_id: str) -> tuple[RelationTypeRow | None, str, str]:
    """Return the type, subject and object of a relationship as it is keyed, whichever end or name it was said from."""
    row = schema.relation(relationship_type)
    if row is not None and not row.canonical and row.inverse is not None:
        from_id, to_id = to_id, from_id
        row = schema.relation(row.inverse)
    if row is not None and row.symmetric:
        from_id, to_id = sorted((from_id, to_id))
    return row, from_id, to_id


def band(weight: Decimal | None) -> int:
    """Return the adjacency band of a weight: `min(9, floor(10 * weight))`, 9 where there is none."""
    return 9 if weight is None else min(9, int(weight * 10))


@dataclass(frozen=True, slots=True)
class Statement:
    """One version of a statement."""

    id: str
    draft: Draft
    valid_from: int
    valid_to: int | None
    recorded_at: int
    end_recorded_at: int | None
    op: str
    retracted_at: int | None = None
    retract_reason: str | None = None
    amends: str | None = None
    sources: tuple[Source, ...] = ()
    fingerprints: tuple[str, ...] = ()

    @property
    def believed(self) -> bool:
        """Say that it was not withdrawn."""
        return self.retracted_at is None

    @property
    def empty(self) -> bool:
        """Say that it holds at no instant."""
        return self.valid_to == self.valid_from

    @property
    def end(self) -> int:
        """Where it ends; later than any instant if it is open."""
        return FOREVER if self.valid_to is None else self.valid_to

    @property
    def source_ids(self) -> frozenset[str]:
        """The ids of its sources."""
        return frozenset(source.id for source in self.sources)

    def ended(self, k: int) -> bool:
        """Say that it ended at k or before."""
        return self.valid_to is not None and self.valid_to <= k

    def side(self, k: int) -> Side:
        """Return the graph that it belongs to as of a write at k."""
        return "history" if not self.believed or self.ended(k) else "current"

    def with_source(self, source: Source | None) -> Statement:
        """Return it with one source more, or itself if it has that source."""
        if source is None or source.id in self.source_ids:
            return self
        return replace(self, sources=(*self.sources, source))

    def triples(self, tenant: Tenant, side: Side) -> Iterator[Triple]:
        """Yield all that is stored of it in this graph: the node, its sources, and its place in the adjacency index."""
        node, draft = tenant.iri(self.id), self.draft
        yield node, RDF_TYPE, kg("Statement")
        yield node, RDF_TYPE, kg("Fact" if draft.kind == "fact" else "Relationship")
        values = {
            "key": draft.key,
            "slot": draft.slot,
            "claim": draft.claim,
            "confidence": draft.confidence,
            "from": None if draft.from_id is None else tenant.iri(draft.from_id),
            "to": None if draft.to_id is None else tenant.iri(draft.to_id),
            "relationshipType": draft.relationship_type,
            "weight": draft.weight,
            "validFrom": self.valid_from,
            "validTo": self.valid_to,
            "recordedAt": self.recorded_at,
            "endRecordedAt": self.end_recorded_at,
            "retractedAt": self.retracted_at,
            "retractReason": self.retract_reason,
            "amends": None if self.amends is None else tenant.iri(self.amends),
            "op": self.op,
        }
        for name, value in values.items():
            if value is not None:
                yield node, kg(name), to_term(value)
        for about in draft.about:
            yield node, kg("about"), tenant.iri(about)
        for fingerprint in self.fingerprints:
            yield node, kg("fingerprint"), to_term(fingerprint)
        for source in self.sources:
            edge = tenant.iri(derivation_id(self.id, source.id))
            yield edge, RDF_TYPE, kg("Derivation")
            yield edge, kg("derived"), node
            yield edge, kg("derivedFrom"), tenant.iri(source.id)
            yield edge, kg("extractedAt"), to_term(source.extracted_at)
            if source.confidence is not None:
                yield edge, kg("confidence"), to_term(source.confidence)
        if side == "current" and draft.from_id is not None and draft.to_id is not None:
            predicate = kg(f"adj{band(draft.weight)}")
            yield tenant.iri(draft.from_id), predicate, node
            yield tenant.iri(draft.to_id), predicate, node


@dataclass(frozen=True, slots=True)
class Supersession:
    """That one statement took the place of another."""

    newer: str
    older: str
    superseded_at: int
    recorded_at: int

    def triples(self, tenant: Tenant) -> Iterator[Triple]:
        """Yield all that is stored of it, in history."""
        node = tenant.iri(make_id("super", self.newer, self.older))
        yield node, RDF_TYPE, kg("Supersession")
        yield node, kg("newer"), tenant.iri(self.newer)
        yield node, kg("older"), tenant.iri(self.older)
        yield node, kg("supersededAt"), to_term(self.superseded_at)
        yield node, kg("recordedAt"), to_term(self.recorded_at)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """That two statements cannot both stand; `first` and `second` are in the order of their ids."""

    first: str
    second: str
    detected_at: int
    resolved_at: int | None = None
    resolution: str | None = None
    resolved_by: str | None = None

    @classmethod
    def between(cls, one: str, other: str, detected_at: int) -> Contradiction:
        """Return the unresolved contradiction of two statements, whichever is named first."""
        first, second = sorted((one, other))
        return cls(first, second, detected_at)

    @property
    def id(self) -> str:
        """Its public id."""
        return make_id("contra", self.first, self.second)

    @property
    def side(self) -> Side:
        """Return the graph it lies in."""
        return "current" if self.resolved_at is None else "history"

    def other(self, statement_id: str) -> str:
        """Return the other end."""
        return self.second if statement_id == self.first else self.first

    def triples(self, tenant: Tenant) -> Iterator[Triple]:
        """Yield all that is stored of it, in the graph of its side."""
        node = tenant.iri(self.id)
        yield node, RDF_TYPE, kg("Contradiction")
        yield node, kg("firstStatement"), tenant.iri(self.first)
        yield node, kg("secondStatement"), tenant.iri(self.second)
        yield node, kg("detectedAt"), to_term(self.detected_at)
        if self.resolved_at is not None:
            yield node, kg("resolvedAt"), to_term(self.resolved_at)
        if self.resolution is not None:
            yield node, kg("resolution"), to_term(self.resolution)
        if self.resolved_by is not None:
            yield node, kg("resolvedBy"), to_term(self.resolved_by)
