"""Python types of fields, parameters and columns, as they are written in generated code."""

from __future__ import annotations

from kgrdf_codegen.ir import Column, ColumnKind, Enum, Field, Param, Query
from kgrdf_codegen.text import WIDTH, marked, pystr, width

__all__ = [
    "LISTED",
    "argument_type",
    "column_annotation",
    "column_type",
    "enum_line",
    "field_line",
    "made_type",
    "param_annotation",
    "param_type",
    "param_words",
    "return_type",
]

LISTED = ("string", "iri")
"""Kinds of values of which a list is a type of its own; a list of numbers or instants is in the schema table alone."""
_READ: dict[ColumnKind, str] = {
    "string": "str",
    "langString": "LangString",
    "integer": "int",
    "decimal": "Number",
    "boolean": "bool",
    "instant": "Moment",
    "iri": "str",
}
_GIVEN: dict[ColumnKind, str] = {
    "string": "str",
    "langString": "str",
    "integer": "int",
    "decimal": "runtime.Numeric",
    "boolean": "bool",
    "instant": "runtime.Instant",
    "iri": "str",
    "ref": "str",
}
_WORDS: dict[ColumnKind, str] = {
    "string": "a text",
    "langString": "a text in a language",
    "integer": "a whole number",
    "decimal": "a number",
    "boolean": "true or false",
    "instant": "an instant",
    "iri": "an IRI",
}
_COLUMN: dict[ColumnKind, str] = {
    "string": "str",
    "langString": "runtime.LangString",
    "integer": "int",
    "decimal": "Decimal",
    "boolean": "bool",
    "instant": "datetime",
    "iri": "str",
    "value": "runtime.Value",
}


def field_line(field: Field) -> str:
    """Return the declaration of a field in a model."""
    exact, plain = _read_type(field)
    line = _declared(field, exact)
    # What is too long for a line is said less exactly; the schema table has it in full.
    return line if width(line.split("\n")[0]) <= WIDTH else _declared(field, plain)


def _read_type(field: Field) -> tuple[str, str]:
    if field.value == "ref":
        return f"Ref[{' | '.join(field.range) or 'Model'}]", "Ref[Model]"
    if field.enum is not None and field.value in LISTED:
        return field.enum, "str"
    return _READ[field.value], _READ[field.value]


def _declared(field: Field, kind: str) -> str:
    if field.many:
        annotation, default = f"tuple[{kind}, ...]", "()"
    elif field.required:
        annotation, default = kind, ""
    else:
        annotation, default = f"{kind} | None", "None"
    head = f"    {field.name}: {annotation}"
    if _is_plain(field):
        return f"{head} = {default}" if default else head
    wire = pystr(field.wire)
    arguments = [f"default={default}"] if default else []
    arguments += [f"validation_alias={wire}", f"serialization_alias={wire}"]
    return "\n".join([f"{head} = Field(", *(f"        {argument}," for argument in arguments), "    )"])


def enum_line(enum: Enum) -> str:
    """Return the declaration of a closed enum."""
    values = [pystr(member.value) for member in enum.members]
    line = f"{enum.name}: TypeAlias = Literal[{', '.join(values)}]"
    if width(line) <= WIDTH:
        return line
    rows = [f"    {value}," for value in values]
    return "\n".join([f"{enum.name}: TypeAlias = Literal[", *map(marked, rows), "]"])


def _is_plain(field: Field) -> bool:
    """Say whether the base model derives the wire name by itself."""
    first, *rest = field.name.split("_")
    simple = all(word.isascii() and word.isalpha() and word.islower() for word in (first, *rest))
    return simple and field.wire == first + "".join(word.capitalize() for word in rest)


def argument_type(field: Field) -> str:
    """Return the type of a field as an argument of `add`."""
    kind = _GIVEN[field.value]
    if field.many:
        return f"Sequence[{kind}]"
    return kind if field.required else f"{kind} | None"


def param_type(param: Param) -> str:
    """Return the type of a parameter as the schema table spells it."""
    one = f"Ref[{param.cls}]" if param.value == "ref" else param.value
    return f"list[{one}]" if param.many else one


def param_annotation(param: Param) -> str:
    """Return the type of a parameter as an argument."""
    kind = _GIVEN[param.value] if param.enum is None else f"enums.{param.enum}"
    return f"Iterable[{kind}]" if param.many else kind


def param_words(param: Param) -> str:
    """Return what a parameter is, for a docstring."""
    words = _WORDS.get(param.value) or f"an id of class {(param.cls or '').replace(' | ', ' or ')}"
    if param.enum is not None:
        words += f", one of `enums.{param.enum}`"
    said = f"a list, each {words}" if param.many else words
    if param.optional:
        return f"{said}; left out, it narrows nothing"
    if param.default is None:
        return said
    clock = param.value == "instant" and param.default.raw == "now"
    default = "the moment of the call" if clock else param.default.raw or "empty"
    return f"{said}; left out, it is {default}"


def column_type(column: Column) -> str:
    """Return the type of a column as the schema table spells it."""
    return f"Ref[{' | '.join(column.range)}]" if column.value == "ref" else column.value


def column_annotation(column: Column) -> str:
    """Return the type of a column as a member of the row."""
    if column.value == "ref":
        names = " | ".join(f"models.{name}" for name in column.range) or "runtime.Model"
        kind = f"runtime.Ref[{names}]"
    elif column.enum is not None:
        kind = f"enums.{column.enum}"
    else:
        kind = _COLUMN[column.value]
    return f"{kind} | None" if column.optional else kind


def return_type(query: Query) -> str:
    """Return what a query's function answers."""
    match query.mode:
        case "many":
            return f"list[{query.row}]"
        case "optional":
            return f"{query.row} | None"
        case "one":
            return query.row
        case "construct":
            return f"list[{made_type(query)}]"
        case "update":
            return f"list[runtime.Ref[{made_type(query)}]]"
        case _:
            return "bool"


def made_type(query: Query) -> str:
    """Return the type of one thing that a CONSTRUCT makes or an update changes."""
    return " | ".join(f"models.{name}" for name in query.made)
