"""The intermediate form: everything that the templates may know, as frozen plain data.

It is public. `to_json` writes it as canonical JSON (`schema.lock.json`), so that other generators can start from it and a
diff of two of them says what changed in an ontology. Tuples are in the order in which they are emitted.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kgrdf_codegen import naming
from kgrdf_codegen.text import OntText

__all__ = [
    "FORMAT",
    "Class",
    "Column",
    "ColumnKind",
    "Enum",
    "Field",
    "Header",
    "Loss",
    "Member",
    "Namespace",
    "Ontology",
    "Param",
    "Query",
    "Relation",
    "RelationType",
    "Shape",
    "Term",
    "ValueKind",
    "to_json",
]

FORMAT = 2
"""Version of the JSON form; it changes when a field changes its meaning or goes."""

ValueKind: TypeAlias = Literal["string", "langString", "integer", "decimal", "boolean", "instant", "iri", "ref"]

ColumnKind: TypeAlias = ValueKind | Literal["value"]
"""`value` where nothing tells the type: any plain value."""


@dataclass(frozen=True, slots=True)
class Field:
    """A property as one class has it."""

    iri: str
    name: str
    wire: str
    value: ValueKind
    many: bool
    required: bool
    inverse: bool
    """The triple runs from the value to the subject."""
    range: tuple[str, ...]
    """For a `ref`: names of the classes that it may point at; empty means any."""
    one_of: tuple[OntText, ...]
    """The lexical forms allowed; empty means any."""
    enum: str | None
    """Name of the enum that `one_of` are the members of."""
    minimum: OntText | None
    maximum: OntText | None
    min_length: int | None
    max_length: int | None
    managed: bool
    doc: OntText


@dataclass(frozen=True, slots=True)
class Member:
    """One value of an enum: the lexical form of a literal, or the IRI of a thing."""

    value: OntText
    label: OntText
    doc: OntText


@dataclass(frozen=True, slots=True)
class Enum:
    """A set of values that the ontology lists."""

    iri: str
    """What lists them: a property, a class or a scheme."""
    cls: str | None
    """For values that a shape lists: the name of the class that the shape is for."""
    name: str
    things: bool
    """The values are things of the ontology, not literals."""
    open: bool
    """Others may join: the ontology names some, and does not say that they are all."""
    members: tuple[Member, ...]
    label: OntText
    doc: OntText


@dataclass(frozen=True, slots=True)
class Relation:
    """A class whose things join two others: an edge with properties of its own."""

    cls: str
    subject: str
    """Name of the field that leads to where the edge starts."""
    object: str
    """Name of the field that leads to where it ends."""
    properties: tuple[str, ...]
    """Names of the fields that say something of the edge itself."""
    interval: tuple[str, str] | None
    """Names of the fields between whose instants it holds; None if it holds from when it was recorded."""
    recorded: str | None
    """Name of the field with the instant at which the memory learned it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A SHACL shape: the whole of it is checked by `validate`, what is in the fields holds in code too."""

    iri: str
    classes: tuple[str, ...]
    """Names of the classes that it is for."""
    doc: OntText


@dataclass(frozen=True, slots=True)
class Header:
    """What an ontology says of itself."""

    iri: str
    label: OntText
    version: OntText
    doc: OntText


@dataclass(frozen=True, slots=True)
class Class:
    """A class that has a model, an accessor and templates."""

    iri: str
    name: str
    plural: str
    stem: str
    """What its template files start with."""
    kind: str
    statement: bool
    """It has a validity interval."""
    core: bool
    bases: tuple[str, ...]
    """Names of the direct superclasses, in an order in which Python can inherit from them."""
    ancestors: tuple[str, ...]
    """Names of all superclasses, nearest first; members of a subclass cycle are each other's."""
    fields: tuple[Field, ...]
    """Own and inherited."""
    own: tuple[str, ...]
    """Names of the fields that no base has in the same form."""
    abstract: bool
    tool: str | None
    label: OntText
    doc: OntText
    source: str
    """Name of the file that declares it."""

    def field(self, iri: str) -> Field | None:
        """Return the field of this property, or None."""
        return next((field for field in self.fields if field.iri == iri), None)


@dataclass(frozen=True, slots=True)
class RelationType:
    """A declared relation type."""

    iri: str
    name: OntText
    """The verb: any text."""
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    inverse: OntText | None
    canonical: bool
    single_valued: bool
    symmetric: bool
    transitive: bool
    disjoint: tuple[OntText, ...]
    doc: OntText


@dataclass(frozen=True, slots=True)
class Param:
    """An input of a query."""

    name: str
    python: str
    wire: str
    value: ValueKind
    cls: str | None
    """For a `ref`: the name of the class, or of several with ` | ` between them."""
    enum: str | None
    """Name of the closed enum of which the places take the values, where the type is theirs."""
    many: bool
    default: OntText | None
    optional: bool
    """It may be left out, and the text asks with BOUND whether it was."""


@dataclass(frozen=True, slots=True)
class Column:
    """An output of a query."""

    name: str
    python: str
    wire: str
    value: ColumnKind
    range: tuple[str, ...]
    optional: bool
    enum: str | None
    """Name of the closed enum that every value is a member of."""


@dataclass(frozen=True, slots=True)
class Change:
    """A triple that an update drops or adds; its ends are columns of the SELECT that reads for it."""

    clause: str
    """`delete` or `insert`."""
    subject: int
    predicate: str
    object: int


@dataclass(frozen=True, slots=True)
class Query:
    """A query of the ontology's `queries/` folder."""

    name: str
    function: str
    row: str
    """Name of the class of its rows; there is none without columns."""
    mode: str
    time: str
    params: tuple[Param, ...]
    columns: tuple[Column, ...]
    made: tuple[str, ...]
    """The names of the classes of what a CONSTRUCT makes, or an update changes."""
    changes: tuple[Change, ...]
    """Of an update."""
    limit: int | None
    limit_max: int | None
    tool: str | None
    doc: OntText
    text: OntText
    source: str

    @property
    def constant(self) -> str:
        """Name of its row in the schema table."""
        return naming.constant(self.function)


@dataclass(frozen=True, slots=True)
class Term:
    """A term for `vocab.py`: internal ones too, since queries may name them."""

    iri: str
    name: str
    sort: Literal["class", "property", "individual"]
    internal: bool
    """In no model: the runtime's own."""
    label: OntText
    doc: OntText


@dataclass(frozen=True, slots=True)
class Namespace:
    """The terms of one namespace."""

    iri: str
    prefix: str
    name: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """Something that the ontology says and the generated code does not."""

    code: str
    iri: str
    """The term that it is said of; what nothing reads at all is told once, by the property that says it."""
    message: OntText
    source: str
    """Name of the file."""
    line: int
    """Where the term is first written in it; 0 if nowhere."""


@dataclass(frozen=True, slots=True)
class Ontology:
    """All of it."""

    name: OntText
    version: OntText
    sources: tuple[str, ...]
    """Names of the files, without their folders: output does not depend on where they lie."""
    headers: tuple[Header, ...]
    namespaces: tuple[Namespace, ...]
    classes: tuple[Class, ...]
    enums: tuple[Enum, ...]
    relations: tuple[Relation, ...]
    shapes: tuple[Shape, ...]
    relation_types: tuple[RelationType, ...]
    queries: tuple[Query, ...]
    losses: tuple[Loss, ...]

    def cls(self, name: str) -> Class:
        """Return the class of this name."""
        return next(cls for cls in self.classes if cls.name == name)


def to_json(ontology: Ontology) -> str:
    """Return the canonical JSON form: sorted keys, two spaces, one final line feed."""
    return json.dumps({"format": FORMAT, "ontology": _plain(ontology)}, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _plain(value: object) -> object:
    if isinstance(value, OntText):
        return value.raw
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value
