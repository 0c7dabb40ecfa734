"""What storing one of a kind takes: the verbs of a graph that the emitted `add` methods call.

Arguments are named as those of the MCP tools, in snake_case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgrdf_codegen.ir import Class, Field

__all__ = ["Argument", "Verb", "extra_fields", "verb_of"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a verb."""

    name: str
    annotation: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """A method of `BaseGraph` that stores."""

    name: str
    doc: str
    positional: tuple[Argument, ...]
    keywords: tuple[Argument, ...]
    typed: bool = False
    """It stores any class below its kind, and takes the class's own fields as `properties`."""


def _some(annotation: str) -> tuple[str, str]:
    return f"{annotation} | None", "None"


_VALID = (Argument("valid_from", *_some("runtime.Instant")), Argument("valid_to", *_some("runtime.Instant")))
_SOURCE = Argument("source_document_id", *_some("str"))
_CONFIDENCE = Argument("confidence", *_some("runtime.Numeric"))
_ENTITY = Verb(
    "store_entity",
    "Keep one, or update the one of this id or name.",
    (Argument("name", "str"),),
    (
        Argument("id", *_some("str")),
        Argument("description", *_some("str")),
        Argument("aliases", "Sequence[str]", "()"),
        _CONFIDENCE,
        _SOURCE,
    ),
    typed=True,
)
_VERBS = {
    "document": Verb(
        "store_document",
        "Keep a document and its chunks; storing it again replaces its text.",
        (Argument("title", "str"),),
        (
            Argument("text", *_some("str")),
            Argument("chunks", *_some("Sequence[str]")),
            Argument("url", *_some("str")),
            Argument("source", *_some("str")),
            Argument("content_type", *_some("str")),
            Argument("id", *_some("str")),
        ),
    ),
    "entity": _ENTITY,
    "concept": replace(_ENTITY, keywords=tuple(row for row in _ENTITY.keywords if row.name != "description")),
    "fact": Verb(
        "store_fact",
        "Assert a claim about one or more entities or concepts over an interval.",
        (Argument("claim", "str"), Argument("about_ids", "Sequence[str]")),
        (_CONFIDENCE, *_VALID, _SOURCE),
    ),
    "relationship": Verb(
        "add_relationship",
        "Assert that an entity stands in a relation to another over an interval.",
        (Argument("from_id", "str"), Argument("to_id", "str"), Argument("relationship_type", "str")),
        (Argument("weight", *_some("runtime.Numeric")), *_VALID, _SOURCE),
    ),
    "mention": Verb(
        "add_mention",
        "Note that a chunk mentions an entity.",
        (Argument("chunk_id", "str"), Argument("entity_id", "str")),
        (
            Argument("count", *_some("int")),
            _CONFIDENCE,
            Argument("span_start", *_some("int")),
            Argument("span_end", *_some("int")),
        ),
    ),
    "contradiction": Verb(
        "mark_contradiction",
        "Note that two statements cannot both stand.",
        (Argument("fact_id", "str"), Argument("other_fact_id", "str")),
        (),
    ),
}


def verb_of(cls: Class) -> Verb | None:
    """Return the verb that stores one of this class; None for what the runtime makes itself, and for abstract classes."""
    verb = _VERBS.get(cls.kind)
    if verb is None or cls.abstract or not (verb.typed or cls.core):
        return None
    return verb


def extra_fields(cls: Class) -> tuple[Field, ...]:
    """Return the fields of an entity or concept class that are not the core's: its `properties`."""
    verb = verb_of(cls)
    if verb is None or not verb.typed:
        return ()
    known = {argument.name for argument in (*verb.positional, *verb.keywords)}
    return tuple(field for field in cls.fields if not field.managed and not field.inverse and field.name not in known)
