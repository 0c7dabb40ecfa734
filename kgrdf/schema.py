"""The shape of an ontology as the runtime reads it: rows of plain data that the generator fills.

The generator writes one `SCHEMA` (an instance of `Schema`) into `kgrdf/generated/schema.py`, or into the package of a
user's own ontology. Nothing else in the runtime knows a class by name beyond the roots of `Kind`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kgrdf.errors import InvalidValueError, NotAllowedError, UnknownRelationError, UnknownTypeError, field_name
from kgrdf.query import Template

__all__ = [
    "Change",
    "ClassRow",
    "ColumnRow",
    "FieldRow",
    "Kind",
    "ParamRow",
    "QueryRow",
    "RelationTypeRow",
    "Schema",
    "ValueKind",
]

Kind = Literal[
    "document",
    "chunk",
    "entity",
    "concept",
    "fact",
    "relationship",
    "mention",
    "derivation",
    "contradiction",
    "supersession",
    "other",
]
ValueKind = Literal["string", "langString", "integer", "decimal", "boolean", "instant", "iri", "ref"]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One property of a class."""

    name: str
    """Python name, snake_case."""
    wire: str
    """Name in JSON, camelCase."""
    iri: str
    value: ValueKind
    many: bool = False
    required: bool = False
    inverse: bool = False
    """The triple runs from the value to the subject."""
    range: tuple[str, ...] = ()
    """For `ref`: names of the classes that the value may be of."""
    one_of: tuple[str, ...] = ()
    """Allowed lexical values; empty means any."""
    minimum: str | None = None
    maximum: str | None = None
    managed: bool = False
    """Set by the runtime (clock, keys, indexes), never by a caller."""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One class of the ontology."""

    name: str
    iri: str
    kind: Kind
    plural: str
    """Accessor name on a `Graph`, snake_case."""
    ancestors: tuple[str, ...] = ()
    """Names of all superclasses, nearest first."""
    fields: tuple[FieldRow, ...] = ()
    """Own and inherited."""
    abstract: bool = False
    tool: str | None = None
    """Name of the MCP tool that stores one, where the class is annotated with `kgc:tool`."""
    label: str = ""
    doc: str = ""

    def field(self, name: str) -> FieldRow | None:
        """Return the field with this Python name, or None."""
        return next((row for row in self.fields if row.name == name), None)


@dataclass(frozen=True, slots=True)
class RelationTypeRow:
    """A declared relation type: an individual of `kg:RelationType`."""

    name: str
    """What stands in `relationshipType`."""
    iri: str
    subjects: tuple[str, ...] = ()
    """Names of the classes it may start from (their subclasses too); empty means any."""
    objects: tuple[str, ...] = ()
    inverse: str | None = None
    """Name of the inverse type, if one is declared."""
    canonical: bool = True
    """False on the second name of an inverse pair: its statements are keyed as the first one's."""
    single_valued: bool = False
    symmetric: bool = False
    transitive: bool = False
    disjoint: tuple[str, ...] = ()
    """Names of types that may not hold between the same two at once."""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ParamRow:
    """One input of a named query."""

    name: str
    """As after `$` in the text."""
    python: str
    """Name of the argument, snake_case."""
    wire: str
    """Name in JSON, camelCase."""
    type: str
    """`instant`, `string`, `integer`, `decimal`, `boolean`, `Ref[Entity]`, or `list[…]` of one of them."""
    default: str | None = None
    optional: bool = False
    """Nothing stands for it where it is not given: the query asks with BOUND."""


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """One output column of a named query."""

    name: str
    """As after `?` in the text."""
    python: str
    """Name in the row, snake_case."""
    wire: str
    """Name in JSON, camelCase."""
    type: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A triple that an update drops or adds."""

    clause: str
    """`delete` or `insert`."""
    subject: int
    """Which column of what the template reads is the subject."""
    predicate: str
    object: int
    """Which column is the value."""


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A named query of the ontology's `queries/` folder."""

    name: str
    mode: str
    text: str
    """As it is written, to be read; what runs is the template."""
    template: Template
    params: tuple[ParamRow, ...]
    columns: tuple[ColumnRow, ...]
    limit: int | None
    limit_max: int | None
    tool: str | None
    doc: str
    changes: tuple[Change, ...] = ()
    """Of an update, whose template reads what it changes."""
    made: tuple[str, ...] = ()
    """Of a CONSTRUCT: the names of the classes of what it makes."""


@dataclass(frozen=True)
class Schema:
    """All that the runtime knows of an ontology."""

    name: str
    version: str
    classes: tuple[ClassRow, ...]
    relation_types: tuple[RelationTypeRow, ...]
    queries: tuple[QueryRow, ...] = ()
    strict: bool = False
    """An undeclared relation type is refused."""

    @cached_property
    def by_name(self) -> Mapping[str, ClassRow]:
        """Classes by name."""
        return {row.name: row for row in self.classes}

    @cached_property
    def by_iri(self) -> Mapping[str, ClassRow]:
        """Classes by IRI."""
        return {row.iri: row for row in self.classes}

    @cached_property
    def _relations(self) -> Mapping[str, RelationTypeRow]:
        return {row.name: row for row in self.relation_types}

    def kind(self, kind: Kind) -> tuple[ClassRow, ...]:
        """Return the classes of one kind, in the ontology's order."""
        return tuple(row for row in self.classes if row.kind == kind)

    def is_a(self, name: str, ancestor: str) -> bool:
        """Say whether class `name` is `ancestor` or below it."""
        row = self.by_name.get(name)
        return name == ancestor or (row is not None and ancestor in row.ancestors)

    def storable(self, name: str, field: str = "entityType") -> ClassRow:
        """Return the entity or concept class of this name.

        Raises `UnknownTypeError` that names the closest classes, or `InvalidValueError` for an abstract one.
        """
        row = self.by_name.get(name)
        allowed = [c.name for c in self.classes if c.kind in ("entity", "concept") and not c.abstract]
        if row is None or row.kind not in ("entity", "concept"):
            close = difflib.get_close_matches(name, allowed, n=3)
            raise UnknownTypeError(
                f"{field}: no entity type {name!r}",
                hint=f"did you mean {', '.join(close)}?" if close else f"one of {', '.join(allowed)}",
            )
        if row.abstract:
            raise InvalidValueError(f"{field}: {name} is abstract", hint=f"one of {', '.join(allowed)}")
        return row

    def relation(self, name: str) -> RelationTypeRow | None:
        """Return the declared relation type of this name.

        Returns None where the name is not declared and the schema is not strict; raises `UnknownRelationError` where it is.
        """
        row = self._relations.get(name)
        if row is None and self.strict:
            close = difflib.get_close_matches(name, list(self._relations), n=3)
            raise UnknownRelationError(
                f"relationshipType: {name!r} is not declared, and this schema is strict",
                hint=f"did you mean {', '.join(close)}?" if close else f"one of {', '.join(self._relations)}",
            )
        return row

    def check_relation(self, name: str, subject: str, object_: str) -> RelationTypeRow | None:
        """Return the declared type of this name after asking whether it may join these two classes.

        Raises `NotAllowedError` that names the allowed classes.
        """
        row = self.relation(name)
        if row is None:
            return None
        for end, classes, found in (("fromId", row.subjects, subject), ("toId", row.objects, object_)):
            if classes and not any(self.is_a(found, allowed) for allowed in classes):
                raise NotAllowedError(
                    f"{end}: {name} does not join what is of class {found}",
                    hint=f"{field_name(end)} must be of class {' or '.join(classes)}; or use a type that is not declared",
                )
        return row
