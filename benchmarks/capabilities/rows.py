"""The rows of the table: what is asked of a generator, and what counts as yes."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["QUERIES", "SCHEMA", "Row"]


@dataclass(frozen=True)
class Row:
    """A capability."""

    id: str
    title: str
    asked: str


SCHEMA = (
    Row(
        "same-bytes",
        "Same input, same bytes",
        "Two runs under two hash seeds write the same files. The input has an inverse path.",
    ),
    Row(
        "order",
        "Order does not matter",
        "The same triples in another order give the same files. Comments come in two languages.",
    ),
    Row("drift", "Drift is found", "A command fails for a changed, for a missing and for a left-over file."),
    Row(
        "whole-writes",
        "A failed run leaves the old output",
        "The input is broken, the command run again: the files of the run before are as they were.",
    ),
    Row(
        "formatted",
        "Clean for formatter, linter",
        "`ruff format --check` and `ruff check` with their defaults; `gofmt -l` for Go.",
    ),
    Row("strict", "Clean for the type checker", "`mypy --strict`; `go vet` for Go."),
    Row(
        "comments",
        "Comments become docs",
        "The comment of a class is its docstring, that of a property is beside its field.",
    ),
    Row(
        "hostile",
        "Hostile text stays text",
        "Comments, descriptions and values that try to leave their quotes run no code, and the module can be imported.",
    ),
    Row("cardinality", "Cardinality", "Required, at most one, and many are three types."),
    Row("instants", "Dates", "An instant, a date and a duration are not plain text."),
    Row("decimal", "Decimals", "A decimal keeps its digits: no binary fraction."),
    Row("language", "Texts with a language", "A text comes back with its language."),
    Row(
        "enums",
        "Lists of values",
        "A list of allowed values is an enumeration or a literal type; values such as `3d` and `None` are among them.",
    ),
    Row("unions", "A range of two classes", "A property that points at one class or another has a type that names both."),
    Row(
        "inheritance", "Several superclasses", "A class below two classes, one of which is above the other, can be imported."
    ),
    Row(
        "tighten", "A subclass tightens a field", "A field that the superclass leaves optional is required in the subclass."
    ),
    Row("cycles", "Cycles of subclasses", "Two classes below each other: output, or an error that names them."),
    Row("abstract", "Abstract classes", "A class that is declared abstract cannot be instantiated."),
    Row("inverse", "Inverse properties", "What points at a thing can be read from the thing."),
    Row(
        "edges",
        "Edges with properties",
        "A relation that carries properties and an interval is read from its subject, for an instant.",
    ),
    Row(
        "apart",
        "Shapes apart from classes",
        "A shape with `sh:targetClass` gives the class its fields, also of a property that it alone names.",
    ),
    Row(
        "names",
        "Awkward names",
        "Properties called `class`, `3dScan` and `größe` become fields, and nothing is lost of the letters.",
    ),
    Row("clash", "Two terms of one name", "`ex:name` and `other:name` on one class are two fields, or an error."),
    Row("shadow", "A field named as its type", "A property `date` with dates: the field has its type."),
    Row("class-names", "Names of classes", "A class is called by its local name, and two of one local name are told apart."),
    Row(
        "validate",
        "Checks before writing",
        "A misspelt field, a value of a wrong type and an id that is no IRI are refused.",
    ),
    Row("round-trip", "Objects to triples and back", "An object with a reference goes into triples and comes back equal."),
    Row("templates", "Templates of one's own", "A folder of templates changes the output without a change of the tool."),
    Row("watch", "Watch mode", "A command generates again when a file changes."),
    Row(
        "breaking",
        "Breaking changes are told",
        "A command compares two versions of the input and tells what breaks callers.",
    ),
    Row("pages", "A page about the classes", "Documentation is generated from the same input."),
    Row("outputs", "JSON Schema, GraphQL, TypeScript", "The three are generated from the same input."),
    Row("thousand", "A thousand classes", "An input of 1,000 classes with five properties each generates and imports."),
)

QUERIES = (
    Row("unit", "A file becomes functions", "A query in a file becomes a function that a program calls."),
    Row("own-language", "Valid in its own language", "The file can be run as it is in a console of its language."),
    Row("parameters", "Types of parameters", "They follow from where a parameter stands in the query."),
    Row("rows", "Types of rows", "Each query has a type for its rows."),
    Row(
        "nullability",
        "What may be missing",
        "A column of an outer join or an OPTIONAL may be missing; one that is always there may not.",
    ),
    Row("unknown", "Unknown terms fail the build", "A misspelt column or property fails with its file, line and column."),
    Row("suggestion", "A misspelling is answered", "The error for a misspelt term names the one that was meant."),
    Row(
        "injection",
        "Values never become query",
        "A value with quotes, braces or a closing bracket finds or stores just that value.",
    ),
    Row("optional", "Optional filters", "An argument that is left out filters nothing, and one file is enough."),
    Row(
        "query-drift",
        "Drift of functions is found",
        "A command fails for a changed, a missing and a left-over file of the output.",
    ),
    Row(
        "lint",
        "Rules on queries",
        "A query that is valid and unwise, such as one without a limit, is refused; rules of one's own can be added.",
    ),
    Row(
        "old-queries",
        "Queries against a new schema",
        "A query that the new schema breaks is told before anything is written.",
    ),
    Row("plugin", "Other outputs", "The checked queries can be read by another program, to make other code of them."),
    Row("clean-queries", "Clean functions", "The functions are clean for formatter and type checker."),
    Row("annotation", "A bad annotation is an error", "A header that cannot be read fails the build."),
    Row("served", "Served without code", "A query can be called over the network, with its parameters described."),
    Row("tenant", "Tenants are kept apart", "A query that reads outside its tenant's data fails the build."),
    Row("time", "Time is not forgotten", "A query that reads a statement without asking whether it holds fails the build."),
)
