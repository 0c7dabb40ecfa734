"""What calls answer: pydantic models with the wire's camelCase names, the same for Python, JSON and MCP.

Instants are aware UTC datetimes in a model and ISO 8601 text in JSON. A field without a value is left out of the JSON.
"""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema, computed_field
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema

from kgrdf.temporal import format_instant, parse_instant, to_datetime

__all__ = [
    "Answer",
    "ContextAnswer",
    "Contradiction",
    "Done",
    "EntityBrief",
    "EntityPage",
    "FactLine",
    "Hit",
    "Neighbor",
    "Omitted",
    "Passage",
    "SearchAnswer",
    "SourceChunk",
    "TimelineAnswer",
    "Version",
    "Via",
    "WriteAnswer",
]


def _wire_instant(moment: datetime) -> str:
    return format_instant(parse_instant(moment, "answer"))


def _wire_number(number: Decimal) -> float:
    return float(number)


Done = Literal["stored", "ended", "retracted", "amended", "resolved"]
Moment = Annotated[
    datetime,
    PlainSerializer(_wire_instant, return_type=str, when_used="json-unless-none"),
    WithJsonSchema({"type": "string", "description": "ISO 8601, UTC"}, mode="serialization"),
]
Number = Annotated[Decimal, PlainSerializer(_wire_number, return_type=float, when_used="json-unless-none")]
"""A decimal, exact in Python and a plain number in JSON."""
Share = Annotated[
    Number,
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}, mode="serialization"),
]


class Answer(BaseModel):
    """The base of all answers."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True, extra="forbid")

    def wire(self) -> dict[str, Any]:
        """Return the JSON object of the wire: camelCase names, no field without a value."""
        found: dict[str, Any] = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        return found

    def to_json(self) -> str:
        """Return `wire()` as one line of strict JSON."""
        return json.dumps(self.wire(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class WriteAnswer(Answer):
    """What a write made or found."""

    id: str
    created: bool
    """True only in the answer of the call that changed the store."""
    ids: list[str] | None = None
    """Where an assertion was held in parts: all of them."""
    superseded_ids: list[str] | None = None
    similar: list[str] | None = None
    """Entities of a like name; never merged."""
    chunk_ids: list[str] | None = None
    contradiction_ids: list[str] | None = None
    """Contradictions that this write found."""
    done: SkipJsonSchema[Done] = Field(default="stored", exclude=True)
    """What was asked for; it is not sent, since whoever asked knows it."""


class EntityBrief(Answer):
    """An entity or concept in a few words."""

    id: str
    name: str
    entity_type: str
    description: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def uri(self) -> str:
        """The MCP resource of the entity, its id percent-encoded."""
        return f"kg://entity/{quote(self.id, safe='')}"


class Via(Answer):
    """The relationship through which a neighbour was reached."""

    id: str
    from_id: str
    to_id: str
    direction: str
    relationship_type: str
    weight: Share | None = None
    valid_from: Moment
    valid_to: Moment | None = None
    source_ids: list[str] = Field(default_factory=list)


class Neighbor(Answer):
    """An entity near another."""

    entity: EntityBrief
    hops: int
    via: list[Via]


class FactLine(Answer):
    """A fact that holds."""

    id: str
    claim: str
    confidence: Share | None = None
    valid_from: Moment
    valid_to: Moment | None = None
    source_ids: list[str] = Field(default_factory=list)


class Contradiction(Answer):
    """Two statements that cannot both stand."""

    id: str
    statement_ids: list[str]
    detected_at: Moment
    resolved_at: Moment | None = None
    resolution: str | None = None


class SourceChunk(Answer):
    """A passage that mentions the entity."""

    id: str
    text: str
    document_id: str


class Omitted(Answer):
    """How much a context holds back, and why."""

    neighbors: int = 0
    facts: int = 0
    chunks: int = 0
    superseded: int = 0
    ended: int = 0
    retracted: int = 0
    contradicted: int = 0


class ContextAnswer(Answer):
    """What is known about an entity from one viewpoint."""

    entity: EntityBrief
    properties: dict[str, Any] | None = None
    """What else is stored of it: the fields of its class, by their names in JSON."""
    neighbors: list[Neighbor]
    facts: list[FactLine]
    contradictions: list[Contradiction]
    source_chunks: list[SourceChunk]
    truncated: bool
    omitted: Omitted


class Hit(Answer):
    """One finding of a search."""

    id: str
    kind: str
    """`entity`, `concept`, `chunk`, `fact` or `document`."""
    text: str
    score: float
    source_ids: list[str] = Field(default_factory=list)
    valid_from: Moment | None = None
    valid_to: Moment | None = None


class SearchAnswer(Answer):
    """The findings of a search, best first."""

    hits: list[Hit]
    indexed_at: Moment | None = None
    """Only where the text index is behind the memory: what was written after this instant may not be found yet."""


class EntityPage(Answer):
    """A page of entities."""

    entities: list[EntityBrief]
    next_cursor: str | None = None


class Passage(Answer):
    """Where a statement comes from."""

    id: str
    document_id: str | None = None
    text: str | None = None


class Version(Answer):
    """One version of a statement, with its two intervals and what it has to do with others."""

    id: str
    kind: str
    """`fact` or `relationship`."""
    claim: str | None = None
    from_id: str | None = None
    to_id: str | None = None
    relationship_type: str | None = None
    weight: Share | None = None
    valid_from: Moment
    valid_to: Moment | None = None
    recorded_at: Moment
    end_recorded_at: Moment | None = None
    retracted_at: Moment | None = None
    amends_id: str | None = None
    supersedes_ids: list[str] = Field(default_factory=list)
    superseded_by_id: str | None = None
    sources: list[Passage] = Field(default_factory=list)


class TimelineAnswer(Answer):
    """All versions, oldest first, and the contradictions among them."""

    versions: list[Version]
    contradictions: list[Contradiction]
    next_cursor: str | None = None


def moment(millis: int | None) -> datetime | None:
    """Return the datetime of epoch milliseconds, None for None."""
    return None if millis is None else to_datetime(millis)
