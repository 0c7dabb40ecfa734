"""What an ontology adds to the table of tools: words, types, fields, and tools of its own.

A class with `kgc:tool` that no tool of the table stores gets one, with its fields as arguments, and a named query with
`@tool` gets one too: neither needs an edit here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from kgrdf.answers import Answer, WriteAnswer
from kgrdf.graph import BaseGraph
from kgrdf.mcp.arguments import Argument, ArgumentKind
from kgrdf.mcp.queries import query_tool
from kgrdf.mcp.tools import TOOLS, Call, ToolRow, ToolSet
from kgrdf.schema import ClassRow, FieldRow, Kind, RelationTypeRow, Schema, ValueKind

__all__ = ["tool_table"]

_KINDS: Mapping[ValueKind, ArgumentKind] = {
    "string": "text",
    "langString": "text",
    "integer": "integer",
    "decimal": "number",
    "boolean": "boolean",
    "instant": "instant",
    "iri": "text",
    "ref": "text",
}
_STORE = next(row for row in TOOLS if row.name == "store_entity")
_DIRECT = {argument.wire: argument for argument in _STORE.arguments}
_ANY_CLASS = ("name", "id", "sourceDocumentId")
_TYPES_SHOWN = 30


def tool_table(schema: Schema, tools: ToolSet) -> dict[str, ToolRow]:
    """Return the tools that a server of this schema offers, by name."""
    rows = [_fitted(row, schema) for row in TOOLS if tools == "full" or not row.full]
    taken = {row.name for row in TOOLS}
    rows += [_class_tool(row, tool) for tool, row in _with_tool(schema).items()]
    rows += [query_tool(query, query.tool) for query in schema.queries if query.tool and query.tool not in taken]
    return {row.name: row for row in rows}


def _with_tool(schema: Schema) -> dict[str, ClassRow]:
    """Return the classes that an ontology gave a tool, by its name."""
    taken = {row.name for row in TOOLS}
    return {
        row.tool: row
        for row in schema.classes
        if row.tool and row.tool not in taken and row.kind in ("entity", "concept") and not row.abstract
    }


def _fitted(row: ToolRow, schema: Schema) -> ToolRow:
    described = _root(schema, row.of) if row.of else None
    arguments = [_described(_typed(argument, schema), described) for argument in row.arguments]
    if row is _STORE and described is not None:
        if own := list(_with_tool(schema))[:_TYPES_SHOWN]:
            row = replace(row, doc=f"{row.doc} Some types have a tool that takes their fields: {', '.join(own)}.")
        return replace(row, arguments=(*arguments, *_own_fields(described)), call=_storing(None))
    return replace(row, arguments=tuple(arguments))


def _class_tool(row: ClassRow, tool: str) -> ToolRow:
    fields = {field.wire for field in row.fields}
    shared = [
        _described(_DIRECT[wire], row) for wire in _DIRECT if wire in _ANY_CLASS or (wire in fields and wire != "entityType")
    ]
    label = row.label or row.name
    return ToolRow(
        name=tool,
        title=f"Store {label}",
        doc=f"Keep a thing of type {label}, or update the one that is known by this name or alias. {row.doc} "
        f"Does the same as {_STORE.name} with entityType {row.name}, and takes the fields that this type has.",
        arguments=(*shared, *_own_fields(row)),
        answer=WriteAnswer,
        call=_storing(row.name),
    )


def _storing(type_name: str | None) -> Call:
    direct = {argument.python for argument in _STORE.arguments}

    def call(graph: BaseGraph, values: Mapping[str, object]) -> Answer:
        given: dict[str, Any] = {name: value for name, value in values.items() if name in direct}
        if type_name is not None:
            given["entity_type"] = type_name
        return graph.store_entity(**given, properties={name: value for name, value in values.items() if name not in direct})

    return call


def _own_fields(row: ClassRow) -> tuple[Argument, ...]:
    return tuple(
        _argument(field, row)
        for field in row.fields
        if not field.managed and not field.inverse and field.wire not in _DIRECT
    )


def _argument(field: FieldRow, row: ClassRow) -> Argument:
    bounded = field.value in ("integer", "decimal")
    return Argument(
        wire=field.wire,
        name=field.wire,
        kind=_KINDS[field.value],
        doc=field.doc or f"The {field.name.replace('_', ' ')} of the {row.label or row.name}.",
        example=f"An id of class {' or '.join(field.range)}." if field.range else "",
        many=field.many,
        choices=field.one_of if _KINDS[field.value] == "text" else (),
        minimum=Decimal(field.minimum) if bounded and field.minimum is not None else None,
        maximum=Decimal(field.maximum) if bounded and field.maximum is not None else None,
    )


def _described(argument: Argument, row: ClassRow | None) -> Argument:
    field = next((f for f in row.fields if f.wire == argument.wire), None) if row else None
    return argument if argument.doc or field is None else replace(argument, doc=field.doc)


def _typed(argument: Argument, schema: Schema) -> Argument:
    match argument.wire:
        case "entityType":
            names = [row.name for row in schema.classes if row.kind in ("entity", "concept")]
            if argument.required:
                names = [name for name in names if not schema.by_name[name].abstract]
            return replace(argument, choices=tuple(names))
        case "relationshipType":
            return replace(argument, example=_declared(schema))
        case _:
            return argument


def _declared(schema: Schema) -> str:
    shown = [_signature(row) for row in schema.relation_types[:_TYPES_SHOWN]]
    rest = len(schema.relation_types) - len(shown)
    more = f", and {rest} more in kg://schema" if rest > 0 else ""
    free = "No other type is taken." if schema.strict else "Any other type is kept as given."
    return f"Declared: {', '.join(shown)}{more}. {free}" if shown else free


def _signature(row: RelationTypeRow) -> str:
    once = ", one at a time" if row.single_valued else ""
    return f"{row.name} ({' or '.join(row.subjects) or 'any'} to {' or '.join(row.objects) or 'any'}{once})"


def _root(schema: Schema, kind: Kind) -> ClassRow | None:
    rows = schema.kind(kind)
    names = {row.name for row in rows}
    return next((row for row in rows if names.isdisjoint(row.ancestors)), None)
