"""The table of tools: their arguments as data, the verb of a graph that each calls, and what they answer.

Schemas, validation, descriptions and the list in `kg://schema` all come from these rows. A field that the ontology documents
is described in its words: such an argument has no `doc` here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kgrdf.answers import Answer, ContextAnswer, EntityPage, SearchAnswer, TimelineAnswer, WriteAnswer
from kgrdf.graph import BaseGraph
from kgrdf.mcp.arguments import Argument
from kgrdf.mcp.schemas import input_schema
from kgrdf.rendering import render
from kgrdf.schema import Kind

__all__ = ["TOOLS", "Call", "ToolRow", "ToolSet"]

ToolSet = Literal["default", "full"]
Call = Callable[[BaseGraph, Mapping[str, object]], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRow:
    """One tool."""

    name: str
    title: str
    doc: str
    """What it does, when to use which, what it does not do."""
    arguments: tuple[Argument, ...]
    answer: type[Answer]
    call: Call
    of: Kind | None = None
    """The kind of class whose fields describe the arguments that have no `doc`."""
    read: bool = False
    destructive: bool = False
    full: bool = False
    """Offered with `--tools full` only."""
    text: Callable[[Answer], str] = render
    """How the answer reads, one line an item."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    """Defaults of the arguments, by Python name."""

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return input_schema(self.arguments, self.defaults)


def _row(name: str, title: str, doc: str, *arguments: Argument, answer: type[Answer] = WriteAnswer, **rest: Any) -> ToolRow:
    """Return the row of the tool that calls the method of `BaseGraph` of the same name."""

    def call(graph: BaseGraph, values: Mapping[str, object]) -> Answer:
        found: Answer = getattr(graph, name)(**values)
        return found

    parameters = inspect.signature(getattr(BaseGraph, name)).parameters.values()
    return ToolRow(
        name=name,
        title=title,
        doc=doc,
        arguments=arguments,
        answer=answer,
        call=call,
        defaults={parameter.name: parameter.default for parameter in parameters},
        **rest,
    )


_ENTITY = "For example entity::Service::checkout."
_DOCUMENT = "For example doc::3a7bd3e2360a3d29eea436fcfb7e44c7."
_CHUNK = "For example chunk::9e107d9d372bb6826bd81d3542a419d6."
_FACT = "For example fact::d41d8cd98f00b204e9800998ecf8427e."
_RELATIONSHIP = "For example rel::e4d909c290d0fb1ca068ffaddf22cbd0."
_CONTRADICTION = "For example contra::c3fcd3d76192e4007dfb496cca67e13b."

_SOURCE = Argument(
    wire="sourceDocumentId",
    doc="The document, or better the chunk, that says so: a doc:: or a chunk:: id from store_document.",
    example=_CHUNK,
)
_CONFIDENCE = Argument(wire="confidence", kind="number", minimum=0, maximum=1)
_WEIGHT = Argument(wire="weight", kind="number", minimum=0, maximum=1)
_STARTS = Argument(wire="validFrom", kind="instant", example="Absent: now.")
_ENDS = Argument(wire="validTo", kind="instant")
_CHANGES = Argument(
    wire="validFrom",
    kind="instant",
    doc="When the new statement became true and the old one ceased to be. Absent: now.",
)
_AS_OF = Argument(
    wire="asOf", kind="instant", doc="Show what was true at this instant. Absent: now, or knownAt where that is given."
)
_KNOWN_AT = Argument(
    wire="knownAt", kind="instant", doc="Show what the memory believed at this instant. Absent: all it knows by now."
)
_CURSOR = Argument(wire="cursor", doc="The nextCursor of the page before. Absent: the first page.")
_STATEMENT = Argument(wire="id", required=True, doc="The fact or relationship: a fact:: or a rel:: id.", example=_FACT)


def _limit(maximum: int, of: str) -> Argument:
    return Argument(wire="limit", kind="integer", minimum=1, maximum=maximum, doc=f"The most {of} to return.")


TOOLS: tuple[ToolRow, ...] = (
    _row(
        "store_document",
        "Store document",
        "Keep a text and cut it into chunks that can be searched and cited. Give text, or chunks that you have cut "
        "yourself, or neither for a document that is only referred to. Storing it again (same id, url, or source and "
        "title) replaces its text. It extracts nothing: store the entities, facts and relationships that you find in it "
        "yourself, with sourceDocumentId.",
        Argument(wire="title", required=True),
        Argument(wire="text", doc="The whole text; it is cut into chunks of at most 256 tokens. Not together with chunks."),
        Argument(
            wire="chunks", many=True, doc="The text as passages in order, each kept as one chunk. Not together with text."
        ),
        Argument(wire="url"),
        Argument(wire="source"),
        Argument(wire="contentType"),
        Argument(
            wire="id",
            doc="An id of your own, which is permanent. Absent: made from url, or source and title.",
            example=_DOCUMENT,
        ),
        of="document",
    ),
    _row(
        "store_entity",
        "Store entity",
        "Keep a person, organization, service, place, concept or other named thing, or update the one that is known by "
        "this type and name or alias. Absent fields keep their value and aliases add up. Similar names come back in "
        "similar and are never merged. It says nothing about how things stand to each other: use add_relationship and "
        "store_fact for that.",
        Argument(wire="name", required=True),
        Argument(wire="entityType", required=True),
        Argument(wire="id", doc="The id of an entity to update, or one of your own, which is permanent.", example=_ENTITY),
        Argument(wire="description"),
        Argument(wire="aliases", many=True, doc="Other names under which it is found."),
        _CONFIDENCE,
        _SOURCE,
        of="entity",
    ),
    _row(
        "add_mention",
        "Add mention",
        "Note that a chunk of a document names an entity, so that the passage is shown with the entity's context. Both "
        "must be stored already.",
        Argument(wire="chunkId", required=True, example=_CHUNK),
        Argument(wire="entityId", required=True, example=_ENTITY),
        Argument(wire="count", kind="integer", minimum=1),
        _CONFIDENCE,
        Argument(wire="spanStart", kind="integer", minimum=0),
        Argument(wire="spanEnd", kind="integer", minimum=0),
        of="mention",
    ),
    _row(
        "add_relationship",
        "Add relationship",
        "State that an entity stands in a relation to another entity or concept, from one instant to another. Both must "
        "be stored already. For a claim in words use store_fact. Where the type allows one target at a time, a new one "
        "ends the old one and supersededIds names it; otherwise nothing that was stated is changed.",
        Argument(wire="fromId", required=True, example=_ENTITY),
        Argument(wire="toId", required=True, example="For example entity::Organization::acme or concept::churn."),
        Argument(wire="relationshipType", required=True),
        _WEIGHT,
        _STARTS,
        _ENDS,
        _SOURCE,
        of="relationship",
    ),
    _row(
        "store_fact",
        "Store fact",
        "Keep a claim in words about one or more entities or concepts, from one instant to another. They must be stored "
        "already. For a link between two entities use add_relationship. It does not replace an older claim: use "
        "supersede_fact where one has changed, and mark_contradiction where two cannot both be true.",
        Argument(wire="claim", required=True),
        Argument(wire="aboutIds", many=True, required=True, example='For example ["entity::Service::checkout"].'),
        _CONFIDENCE,
        _STARTS,
        _ENDS,
        _SOURCE,
        of="fact",
    ),
    _row(
        "supersede_fact",
        "Supersede fact",
        "Replace a fact by a new claim about the same entities from an instant on, because the world changed. The old "
        "fact ends there and stays readable with asOf. Not for a fact that was never right.",
        Argument(wire="factId", required=True, doc="The fact that ceases to be true.", example=_FACT),
        Argument(wire="claim", required=True),
        _CONFIDENCE,
        _CHANGES,
        _SOURCE,
        of="fact",
    ),
    _row(
        "mark_contradiction",
        "Mark contradiction",
        "Note that two facts, or two relationships, cannot both be true and that you cannot tell which is. Both are kept,"
        " and the context of their entities shows the contradiction. Where you know which one holds now, use "
        "supersede_fact instead.",
        Argument(wire="factId", required=True, doc="One of the two: a fact:: or a rel:: id.", example=_FACT),
        Argument(wire="otherFactId", required=True, doc="The other one, of the same kind.", example=_FACT),
    ),
    _row(
        "search_memory",
        "Search memory",
        "Find entities, facts and passages by their words, best first, with the ids that the other tools take. Start "
        "here. It matches words and their stems, not meanings: try other words if it finds nothing. To see how a found "
        "entity is connected use get_entity_context.",
        Argument(wire="query", required=True, doc="Words or a question, as they stand."),
        _limit(100, "hits"),
        _AS_OF,
        _KNOWN_AT,
        answer=SearchAnswer,
        read=True,
    ),
    _row(
        "get_entity_context",
        "Get entity context",
        "Return what is known about an entity: neighbours within some hops with the relationships that lead to them, "
        "strongest first, its facts, contradictions and passages, each with its sources. Shows what holds now unless asOf"
        " or knownAt is given; omitted counts what is held back. For all versions of what was said over time use "
        "get_timeline.",
        Argument(wire="entityId", required=True, doc="The entity or concept.", example=_ENTITY),
        Argument(wire="hops", kind="integer", minimum=1, maximum=3, doc="How many relationships away to look."),
        Argument(wire="includeSourceChunks", kind="boolean", doc="Whether to quote passages that mention it."),
        Argument(wire="relationshipTypes", many=True, doc="Follow these types only.", example='For example ["depends_on"].'),
        Argument(
            wire="direction",
            choices=("out", "in", "both"),
            doc="Follow relationships that start at the entity (out), lead to it (in), or both.",
        ),
        Argument(
            wire="maxTokens",
            kind="integer",
            minimum=1,
            maximum=1_000_000,
            doc="Keep the answer within about this many tokens, the most important first.",
        ),
        _AS_OF,
        _KNOWN_AT,
        answer=ContextAnswer,
        read=True,
    ),
    _row(
        "get_timeline",
        "Get timeline",
        "Return every version of a fact or relationship, or of all of them about an entity, oldest first: when each was "
        "true, when it was recorded, ended or withdrawn, what replaced it, and its sources. For what holds at one instant"
        " use get_entity_context.",
        Argument(wire="id", required=True, doc="An entity, concept, fact or relationship.", example=_ENTITY),
        _limit(200, "versions"),
        _CURSOR,
        _AS_OF,
        _KNOWN_AT,
        answer=TimelineAnswer,
        read=True,
    ),
    _row(
        "list_entities",
        "List entities",
        "Return the entities and concepts of a type, or of all types, page by page. To find one by its name use "
        "search_memory.",
        Argument(wire="entityType", doc="This type and the types below it. Absent: all."),
        _limit(200, "entities"),
        _CURSOR,
        _AS_OF,
        _KNOWN_AT,
        answer=EntityPage,
        read=True,
    ),
    _row(
        "supersede_relationship",
        "Supersede relationship",
        "Replace a relationship by one of the same type from the same entity to another target, because the world "
        "changed. The old one ends there and stays readable with asOf. To correct a weight or a date use amend_statement.",
        Argument(
            wire="relationshipId", required=True, doc="The relationship that ceases to be true.", example=_RELATIONSHIP
        ),
        Argument(wire="toId", required=True, doc="The new target: an entity or concept.", example=_ENTITY),
        _WEIGHT,
        _CHANGES,
        _SOURCE,
        of="relationship",
        full=True,
    ),
    _row(
        "end_statement",
        "End statement",
        "Note that a fact or relationship ceases to be true and that nothing replaces it. It stays readable with asOf. "
        "Where something replaces it use supersede_fact or supersede_relationship; where it was never true use "
        "retract_statement.",
        _STATEMENT,
        Argument(wire="validTo", kind="instant", doc="The first instant at which it is no longer true. Absent: now."),
        full=True,
    ),
    _row(
        "retract_statement",
        "Retract statement",
        "Withdraw a fact or relationship that was never right. It is then read only with knownAt. What it had superseded "
        "stays ended: supersededIds lists it, and amend_statement opens it again. For what was true once use "
        "end_statement.",
        _STATEMENT,
        Argument(wire="reason", doc="Why, in your words; it is kept."),
        Argument(wire="includeEnded", kind="boolean", doc="Withdraw it even if it has ended or was superseded."),
        destructive=True,
        full=True,
    ),
    _row(
        "amend_statement",
        "Amend statement",
        "Correct what was recorded of a fact or relationship: its claim, weight or dates. The earlier record stays "
        "readable with knownAt. Where the world changed use supersede_fact or end_statement instead.",
        _STATEMENT,
        Argument(wire="claim", doc="The right claim; facts only."),
        Argument(wire="weight", kind="number", minimum=0, maximum=1, doc="The right weight; relationships only."),
        Argument(wire="validFrom", kind="instant", doc="The right start."),
        Argument(wire="validTo", kind="instant", doc="The right end."),
        Argument(wire="reopen", kind="boolean", doc="Take its end away. Not together with validTo."),
        full=True,
    ),
    _row(
        "resolve_contradiction",
        "Resolve contradiction",
        "Settle a contradiction: keep one statement and withdraw the other, keep both, or withdraw both.",
        Argument(wire="id", required=True, doc="The contradiction.", example=_CONTRADICTION),
        Argument(
            wire="resolution",
            required=True,
            choices=("keep", "both", "neither"),
            doc="keep withdraws the one that is not keepId, neither withdraws both, both withdraws nothing.",
        ),
        Argument(wire="keepId", doc="With keep: the statement that stays.", example=_FACT),
        Argument(wire="by", doc="Who settled it, in your words; it is kept."),
        destructive=True,
        full=True,
    ),
)
