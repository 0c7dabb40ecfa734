"""One model a class: what an accessor returns. Frozen; `wire()` gives the camelCase JSON.

Generated from core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf.runtime import Model, Moment, Number, Ref

from .enums import ContradictionResolution

__all__ = [
    "Chunk",
    "Concept",
    "Contradiction",
    "Derivation",
    "Document",
    "Entity",
    "Fact",
    "Location",
    "Mention",
    "Organization",
    "Person",
    "Relationship",
    "Service",
    "Statement",
    "Supersession",
]


class Chunk(Model):
    """A passage of one document, small enough to be quoted. The chunks of a document, in order, are its text."""

    chunk_index: int
    """The place of the chunk in its document, from 0."""
    document_id: Ref[Document]
    """The chunk is a passage of the document. A chunk belongs to one document."""
    recorded_at: Moment
    """When the memory learned this."""
    text: str
    """The passage itself, character for character."""
    token_count: int
    """What the chunk costs in a prompt, estimated as its UTF-8 bytes divided by four, rounded up."""
    mentioned_ids: tuple[Ref[Entity], ...] = ()
    """The chunk names the entity. Derived from a Mention node, and there to find chunks in one step."""
    offset_chars: int | None = None
    """How many characters of the document's text come before the chunk."""
    withdrawn_at: Moment | None = None
    """When a newer text of the document no longer had the chunk. It is then out of search and context, and can still be cited."""  # noqa: E501


class Concept(Model):
    """An idea or a term of a field, which has a meaning rather than a life: consensus, churn, technical debt."""

    entity_type: str
    """The most specific class of the thing. Its superclasses are types of it too."""
    name: str
    """What the thing is called now. A former name stays as an alias."""
    recorded_at: Moment
    """When the memory learned this."""
    aliases: tuple[str, ...] = ()
    """Another name under which the thing is found."""
    definition: str | None = None
    """What the concept means."""
    domain: str | None = None
    """The field in which the concept has this meaning."""


class Contradiction(Model):
    """Two statements that cannot both be true. Both are kept until somebody resolves it."""

    detected_at: Moment
    """When the memory was told of the contradiction, or found it."""
    fact_id: Ref[Statement]
    """One of the two, the one whose IRI sorts first."""
    other_fact_id: Ref[Statement]
    """The other one."""
    resolution: ContradictionResolution | None = None
    """How it was decided: keep one (the other is retracted), both, or neither."""
    resolved_at: Moment | None = None
    """When somebody decided it. Absent means that it is open."""
    resolved_by: str | None = None
    """Who decided it, in the words of the caller."""


class Derivation(Model):
    """A document or chunk is the reason to believe something. Every source of a thing is a derivation of its own."""

    derived_id: Ref[Concept | Entity | Statement]
    """What is believed because of the source."""
    extracted_at: Moment
    """When the memory was told of the source."""
    source_document_id: Ref[Chunk | Document]
    """The source: a whole document, or the chunk that says it."""
    confidence: Number | None = None
    """How sure the source was, from 0 to 1. Absent means that nobody said."""


class Document(Model):
    """A text that was given to the memory as one piece: a page, a message, a meeting's notes."""

    ingested_at: Moment
    """When the memory first stored the document."""
    title: str
    """What the document is called."""
    chunk_ids: tuple[Ref[Chunk], ...] = ()
    """The chunk is a passage of the document. A chunk belongs to one document."""
    content_type: str | None = None
    """The media type of the document as it was before it became text, such as text/html."""
    source: str | None = None
    """Who or what published the document, in the words of the caller."""
    url: str | None = None
    """Where the document can be found, exactly as given."""


class Entity(Model):
    """Something with a name of its own that statements are about. Say a subclass where one fits."""

    entity_type: str
    """The most specific class of the thing. Its superclasses are types of it too."""
    name: str
    """What the thing is called now. A former name stays as an alias."""
    recorded_at: Moment
    """When the memory learned this."""
    aliases: tuple[str, ...] = ()
    """Another name under which the thing is found."""
    confidence: Number | None = None
    """How sure the source was, from 0 to 1. Absent means that nobody said."""
    description: str | None = None
    """One or two sentences that tell the entity from others of its name."""


class Mention(Model):
    """A chunk names an entity, so and so often."""

    chunk_id: Ref[Chunk]
    """The chunk that names the entity."""
    entity_id: Ref[Entity]
    """The entity that is named."""
    recorded_at: Moment
    """When the memory learned this."""
    confidence: Number | None = None
    """How sure the source was, from 0 to 1. Absent means that nobody said."""
    count: int | None = None
    """How often the chunk names the entity."""
    span_end: int | None = None
    """The character of the chunk before which the first naming ends."""
    span_start: int | None = None
    """The character of the chunk at which the first naming starts, from 0."""


class Statement(Model):
    """Something held to be true from one instant to another, and believed from one instant to another. The two clocks are independent."""  # noqa: E501

    recorded_at: Moment
    """When the memory learned this."""
    valid_from: Moment
    """The first instant at which the statement is true."""
    amends_id: Ref[Statement] | None = None
    """The statement is a corrected copy of an earlier, now retracted one."""
    end_recorded_at: Moment | None = None
    """When the memory learned the end. Before it, the statement reads as open."""
    retract_reason: str | None = None
    """Why the statement was withdrawn, in the words of who withdrew it."""
    retracted_at: Moment | None = None
    """When the memory ceased to believe the statement. It was then never true, as far as is known since."""
    valid_to: Moment | None = None
    """The first instant at which the statement is no longer true. Absent means that no end is known."""


class Supersession(Model):
    """A newer statement took the place of an older one, which was true until then."""

    newer_id: Ref[Statement]
    """The statement that holds from the change on."""
    older_id: Ref[Statement]
    """The statement that held until the change."""
    recorded_at: Moment
    """When the memory learned this."""
    superseded_at: Moment
    """The instant of the change: where the newer statement begins."""


class Fact(Statement):
    """A claim in words about one or more entities or concepts."""

    about_ids: tuple[Ref[Concept | Entity], ...] = ()
    """What the fact says something of. At least one."""
    claim: str
    """What is claimed, as a sentence that can be read alone."""
    confidence: Number | None = None
    """How sure the source was, from 0 to 1. Absent means that nobody said."""


class Location(Entity):
    """A place: a city, a building, a data centre."""


class Organization(Entity):
    """A group that acts as one: a company, a team, an authority."""


class Person(Entity):
    """A human being."""


class Relationship(Statement):
    """A typed, directed link from an entity to an entity or a concept."""

    from_id: Ref[Entity]
    """The entity that the relationship starts at: the subject of the sentence."""
    relationship_type: str
    """The verb: the label of a declared relation type, or any other text, kept as given."""
    to_id: Ref[Concept | Entity]
    """The entity or concept that the relationship leads to: the object of the sentence."""
    weight: Number | None = None
    """How strong the relationship is, from 0 to 1. Absent counts as 1 where relationships are ranked."""


class Service(Entity):
    """A running system or a product that others use: an application, a database, an interface."""
