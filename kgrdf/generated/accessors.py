"""One accessor a class: typed reads, and an `add` where the class can be stored.

Generated from core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgrdf import runtime

from . import models

__all__ = [
    "ChunkAccessor",
    "ConceptAccessor",
    "ContradictionAccessor",
    "DerivationAccessor",
    "DocumentAccessor",
    "EntityAccessor",
    "FactAccessor",
    "LocationAccessor",
    "MentionAccessor",
    "OrganizationAccessor",
    "PersonAccessor",
    "RelationshipAccessor",
    "ServiceAccessor",
    "StatementAccessor",
    "SupersessionAccessor",
]


class ChunkAccessor(runtime.Accessor[models.Chunk]):
    """A passage of one document, small enough to be quoted. The chunks of a document, in order, are its text."""

    def by_document(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Chunk]:
        """Return a page of those whose `document_id` is the id `of`."""
        return self._page("by_document", limit, cursor, None, known_at, of=of)

    def by_mentioned(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Chunk]:
        """Return a page of those whose `mentioned_ids` holds the id `of`."""
        return self._page("by_mentioned", limit, cursor, None, known_at, of=of)


class ConceptAccessor(runtime.NamedAccessor[models.Concept]):
    """An idea or a term of a field, which has a meaning rather than a life: consensus, churn, technical debt."""

    def add(
        self,
        name: str,
        *,
        id: str | None = None,
        aliases: Sequence[str] = (),
        confidence: runtime.Numeric | None = None,
        source_document_id: str | None = None,
        definition: str | None = None,
        domain: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep one, or update the one of this id or name."""
        return self.graph.store_entity(
            name,
            "Concept",
            id=id,
            aliases=aliases,
            confidence=confidence,
            source_document_id=source_document_id,
            properties=runtime.given(
                {
                    "definition": definition,
                    "domain": domain,
                }
            ),
        )


class ContradictionAccessor(runtime.Accessor[models.Contradiction]):
    """Two statements that cannot both be true. Both are kept until somebody resolves it."""

    def by_fact(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Contradiction]:
        """Return a page of those whose `fact_id` is the id `of`."""
        return self._page("by_fact", limit, cursor, None, known_at, of=of)

    def by_other_fact(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Contradiction]:
        """Return a page of those whose `other_fact_id` is the id `of`."""
        return self._page("by_other_fact", limit, cursor, None, known_at, of=of)

    def add(
        self,
        fact_id: str,
        other_fact_id: str,
    ) -> runtime.WriteAnswer:
        """Note that two statements cannot both stand."""
        return self.graph.mark_contradiction(
            fact_id,
            other_fact_id,
        )


class DerivationAccessor(runtime.Accessor[models.Derivation]):
    """A document or chunk is the reason to believe something. Every source of a thing is a derivation of its own."""

    def by_derived(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Derivation]:
        """Return a page of those whose `derived_id` is the id `of`."""
        return self._page("by_derived", limit, cursor, None, known_at, of=of)

    def by_source_document(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Derivation]:
        """Return a page of those whose `source_document_id` is the id `of`."""
        return self._page("by_source_document", limit, cursor, None, known_at, of=of)


class DocumentAccessor(runtime.Accessor[models.Document]):
    """A text that was given to the memory as one piece: a page, a message, a meeting's notes."""

    def by_chunk(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Document]:
        """Return a page of those whose `chunk_ids` holds the id `of`."""
        return self._page("by_chunk", limit, cursor, None, known_at, of=of)

    def add(
        self,
        title: str,
        *,
        text: str | None = None,
        chunks: Sequence[str] | None = None,
        url: str | None = None,
        source: str | None = None,
        content_type: str | None = None,
        id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep a document and its chunks; storing it again replaces its text."""
        return self.graph.store_document(
            title,
            text=text,
            chunks=chunks,
            url=url,
            source=source,
            content_type=content_type,
            id=id,
        )


class EntityAccessor(runtime.NamedAccessor[models.Entity]):
    """Something with a name of its own that statements are about. Say a subclass where one fits."""

    def add(
        self,
        name: str,
        *,
        id: str | None = None,
        description: str | None = None,
        aliases: Sequence[str] = (),
        confidence: runtime.Numeric | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep one, or update the one of this id or name."""
        return self.graph.store_entity(
            name,
            "Entity",
            id=id,
            description=description,
            aliases=aliases,
            confidence=confidence,
            source_document_id=source_document_id,
        )


class MentionAccessor(runtime.Accessor[models.Mention]):
    """A chunk names an entity, so and so often."""

    def by_chunk(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Mention]:
        """Return a page of those whose `chunk_id` is the id `of`."""
        return self._page("by_chunk", limit, cursor, None, known_at, of=of)

    def by_entity(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Mention]:
        """Return a page of those whose `entity_id` is the id `of`."""
        return self._page("by_entity", limit, cursor, None, known_at, of=of)

    def add(
        self,
        chunk_id: str,
        entity_id: str,
        *,
        count: int | None = None,
        confidence: runtime.Numeric | None = None,
        span_start: int | None = None,
        span_end: int | None = None,
    ) -> runtime.WriteAnswer:
        """Note that a chunk mentions an entity."""
        return self.graph.add_mention(
            chunk_id,
            entity_id,
            count=count,
            confidence=confidence,
            span_start=span_start,
            span_end=span_end,
        )


class StatementAccessor(runtime.StatementAccessor[models.Statement]):
    """Something held to be true from one instant to another, and believed from one instant to another. The two clocks are independent."""  # noqa: E501


class SupersessionAccessor(runtime.Accessor[models.Supersession]):
    """A newer statement took the place of an older one, which was true until then."""

    def by_newer(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Supersession]:
        """Return a page of those whose `newer_id` is the id `of`."""
        return self._page("by_newer", limit, cursor, None, known_at, of=of)

    def by_older(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Supersession]:
        """Return a page of those whose `older_id` is the id `of`."""
        return self._page("by_older", limit, cursor, None, known_at, of=of)


class FactAccessor(runtime.StatementAccessor[models.Fact]):
    """A claim in words about one or more entities or concepts."""

    def by_about(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        as_of: runtime.Instant | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Fact]:
        """Return a page of those whose `about_ids` holds the id `of`."""
        return self._page("by_about", limit, cursor, as_of, known_at, of=of)

    def add(
        self,
        claim: str,
        about_ids: Sequence[str],
        *,
        confidence: runtime.Numeric | None = None,
        valid_from: runtime.Instant | None = None,
        valid_to: runtime.Instant | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Assert a claim about one or more entities or concepts over an interval."""
        return self.graph.store_fact(
            claim,
            about_ids,
            confidence=confidence,
            valid_from=valid_from,
            valid_to=valid_to,
            source_document_id=source_document_id,
        )


class LocationAccessor(runtime.NamedAccessor[models.Location]):
    """A place: a city, a building, a data centre."""

    def add(
        self,
        name: str,
        *,
        id: str | None = None,
        description: str | None = None,
        aliases: Sequence[str] = (),
        confidence: runtime.Numeric | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep one, or update the one of this id or name."""
        return self.graph.store_entity(
            name,
            "Location",
            id=id,
            description=description,
            aliases=aliases,
            confidence=confidence,
            source_document_id=source_document_id,
        )


class OrganizationAccessor(runtime.NamedAccessor[models.Organization]):
    """A group that acts as one: a company, a team, an authority."""

    def add(
        self,
        name: str,
        *,
        id: str | None = None,
        description: str | None = None,
        aliases: Sequence[str] = (),
        confidence: runtime.Numeric | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep one, or update the one of this id or name."""
        return self.graph.store_entity(
            name,
            "Organization",
            id=id,
            description=description,
            aliases=aliases,
            confidence=confidence,
            source_document_id=source_document_id,
        )


class PersonAccessor(runtime.NamedAccessor[models.Person]):
    """A human being."""

    def add(
        self,
        name: str,
        *,
        id: str | None = None,
        description: str | None = None,
        aliases: Sequence[str] = (),
        confidence: runtime.Numeric | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep one, or update the one of this id or name."""
        return self.graph.store_entity(
            name,
            "Person",
            id=id,
            description=description,
            aliases=aliases,
            confidence=confidence,
            source_document_id=source_document_id,
        )


class RelationshipAccessor(runtime.StatementAccessor[models.Relationship]):
    """A typed, directed link from an entity to an entity or a concept."""

    def by_from(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        as_of: runtime.Instant | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Relationship]:
        """Return a page of those whose `from_id` is the id `of`."""
        return self._page("by_from", limit, cursor, as_of, known_at, of=of)

    def by_to(
        self,
        of: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        as_of: runtime.Instant | None = None,
        known_at: runtime.Instant | None = None,
    ) -> runtime.Page[models.Relationship]:
        """Return a page of those whose `to_id` is the id `of`."""
        return self._page("by_to", limit, cursor, as_of, known_at, of=of)

    def add(
        self,
        from_id: str,
        to_id: str,
        relationship_type: str,
        *,
        weight: runtime.Numeric | None = None,
        valid_from: runtime.Instant | None = None,
        valid_to: runtime.Instant | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Assert that an entity stands in a relation to another over an interval."""
        return self.graph.add_relationship(
            from_id,
            to_id,
            relationship_type,
            weight=weight,
            valid_from=valid_from,
            valid_to=valid_to,
            source_document_id=source_document_id,
        )


class ServiceAccessor(runtime.NamedAccessor[models.Service]):
    """A running system or a product that others use: an application, a database, an interface."""

    def add(
        self,
        name: str,
        *,
        id: str | None = None,
        description: str | None = None,
        aliases: Sequence[str] = (),
        confidence: runtime.Numeric | None = None,
        source_document_id: str | None = None,
    ) -> runtime.WriteAnswer:
        """Keep one, or update the one of this id or name."""
        return self.graph.store_entity(
            name,
            "Service",
            id=id,
            description=description,
            aliases=aliases,
            confidence=confidence,
            source_document_id=source_document_id,
        )
