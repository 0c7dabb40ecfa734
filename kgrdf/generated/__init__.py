"""A graph with typed accessors, made from the ontology.

Generated from core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from functools import cached_property

from kgrdf.runtime import BaseGraph, Clock, Schema, Store, Tenant

from . import accessors, models
from .schema import SCHEMA
from .segments import TEMPLATES

__all__ = ["SCHEMA", "Graph"]


class Graph(BaseGraph):
    """The memory of one tenant, with an accessor for every class of the ontology."""

    def __init__(
        self,
        store: Store,
        tenant: Tenant | str,
        *,
        schema: Schema = SCHEMA,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(store, tenant, schema=schema, clock=clock)

    @cached_property
    def chunks(self) -> accessors.ChunkAccessor:
        """A passage of one document, small enough to be quoted. The chunks of a document, in order, are its text."""
        return accessors.ChunkAccessor(
            self,
            models.Chunk,
            "chunk",
            TEMPLATES,
        )

    @cached_property
    def concepts(self) -> accessors.ConceptAccessor:
        """An idea or a term of a field, which has a meaning rather than a life: consensus, churn, technical debt."""
        return accessors.ConceptAccessor(
            self,
            models.Concept,
            "concept",
            TEMPLATES,
        )

    @cached_property
    def contradictions(self) -> accessors.ContradictionAccessor:
        """Two statements that cannot both be true. Both are kept until somebody resolves it."""
        return accessors.ContradictionAccessor(
            self,
            models.Contradiction,
            "contradiction",
            TEMPLATES,
        )

    @cached_property
    def derivations(self) -> accessors.DerivationAccessor:
        """A document or chunk is the reason to believe something. Every source of a thing is a derivation of its own."""
        return accessors.DerivationAccessor(
            self,
            models.Derivation,
            "derivation",
            TEMPLATES,
        )

    @cached_property
    def documents(self) -> accessors.DocumentAccessor:
        """A text that was given to the memory as one piece: a page, a message, a meeting's notes."""
        return accessors.DocumentAccessor(
            self,
            models.Document,
            "document",
            TEMPLATES,
        )

    @cached_property
    def entities(self) -> accessors.EntityAccessor:
        """Something with a name of its own that statements are about. Say a subclass where one fits."""
        return accessors.EntityAccessor(
            self,
            models.Entity,
            "entity",
            TEMPLATES,
        )

    @cached_property
    def mentions(self) -> accessors.MentionAccessor:
        """A chunk names an entity, so and so often."""
        return accessors.MentionAccessor(
            self,
            models.Mention,
            "mention",
            TEMPLATES,
        )

    @cached_property
    def statements(self) -> accessors.StatementAccessor:
        """Something held to be true from one instant to another, and believed from one instant to another. The two clocks are independent."""  # noqa: E501
        return accessors.StatementAccessor(
            self,
            models.Statement,
            "statement",
            TEMPLATES,
        )

    @cached_property
    def supersessions(self) -> accessors.SupersessionAccessor:
        """A newer statement took the place of an older one, which was true until then."""
        return accessors.SupersessionAccessor(
            self,
            models.Supersession,
            "supersession",
            TEMPLATES,
        )

    @cached_property
    def facts(self) -> accessors.FactAccessor:
        """A claim in words about one or more entities or concepts."""
        return accessors.FactAccessor(
            self,
            models.Fact,
            "fact",
            TEMPLATES,
        )

    @cached_property
    def locations(self) -> accessors.LocationAccessor:
        """A place: a city, a building, a data centre."""
        return accessors.LocationAccessor(
            self,
            models.Location,
            "location",
            TEMPLATES,
        )

    @cached_property
    def organizations(self) -> accessors.OrganizationAccessor:
        """A group that acts as one: a company, a team, an authority."""
        return accessors.OrganizationAccessor(
            self,
            models.Organization,
            "organization",
            TEMPLATES,
        )

    @cached_property
    def people(self) -> accessors.PersonAccessor:
        """A human being."""
        return accessors.PersonAccessor(
            self,
            models.Person,
            "person",
            TEMPLATES,
        )

    @cached_property
    def relationships(self) -> accessors.RelationshipAccessor:
        """A typed, directed link from an entity to an entity or a concept."""
        return accessors.RelationshipAccessor(
            self,
            models.Relationship,
            "relationship",
            TEMPLATES,
        )

    @cached_property
    def services(self) -> accessors.ServiceAccessor:
        """A running system or a product that others use: an application, a database, an interface."""
        return accessors.ServiceAccessor(
            self,
            models.Service,
            "service",
            TEMPLATES,
        )
