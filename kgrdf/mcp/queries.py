"""Tools of an ontology's named queries: those whose header says `@tool`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from kgrdf.answers import Answer
from kgrdf.constructs import made_things
from kgrdf.graph import BaseGraph
from kgrdf.mcp.arguments import Argument, ArgumentKind
from kgrdf.mcp.tools import ToolRow
from kgrdf.named import ask_query, only, run_query
from kgrdf.schema import ClassRow, ParamRow, QueryRow
from kgrdf.temporal import format_instant, parse_instant
from kgrdf.updates import run_update

__all__ = ["query_tool"]

_KINDS: Mapping[str, ArgumentKind] = {
    "instant": "instant",
    "integer": "integer",
    "decimal": "number",
    "boolean": "boolean",
}


class QueryAnswer(Answer):
    """The rows of a named query, each an object of its columns; of an update, the ids of what it changed."""

    columns: list[str]
    rows: list[dict[str, Any]]


def query_tool(query: QueryRow, tool: str) -> ToolRow:
    """Return the tool that runs a named query."""
    arguments = [_argument(param) for param in query.params]
    if query.mode in ("many", "construct") and query.limit is not None:
        most = query.limit_max or query.limit
        arguments.append(Argument(wire="limit", kind="integer", minimum=1, maximum=most, doc="The most rows to return."))

    def call(graph: BaseGraph, values: Mapping[str, object]) -> Answer:
        given = {param.name: values[param.python] for param in query.params if param.python in values}
        if query.mode == "update":
            return QueryAnswer(columns=["id"], rows=[{"id": changed} for changed in run_update(graph, query, given)])
        if query.mode == "ask":
            return QueryAnswer(columns=["answer"], rows=[{"answer": ask_query(graph, query, given)}])
        limit = values.get("limit")
        assert limit is None or isinstance(limit, int)
        if query.mode == "construct":
            return _things(made_things(graph, query, given, limit=limit))
        names = [column.wire for column in query.columns]
        found = run_query(graph, query, given, limit=limit)
        return QueryAnswer(
            columns=names,
            rows=[
                {name: _wire(value) for name, value in zip(names, row, strict=True) if value is not None}
                for row in ([only(found, query.name)] if query.mode == "one" else found)
            ],
        )

    return ToolRow(
        name=tool,
        title=query.name.replace("_", " ").capitalize(),
        doc=" ".join(query.doc.split()),
        arguments=tuple(arguments),
        answer=QueryAnswer,
        call=call,
        read=query.mode != "update",
        destructive=any(change.clause == "delete" for change in query.changes),
        text=_lines,
        defaults={"limit": query.limit},
    )


def _things(things: Sequence[tuple[ClassRow, Mapping[str, object]]]) -> QueryAnswer:
    rows = []
    for row, given in things:
        wire = {"id": "id"} | {field.name: field.wire for field in row.fields}
        rows.append({"class": row.name} | {wire[name]: _wire(value) for name, value in given.items()})
    return QueryAnswer(columns=list(dict.fromkeys(name for row in rows for name in row)), rows=rows)


def _argument(param: ParamRow) -> Argument:
    one = param.type.removeprefix("list[").removesuffix("]") if param.type.startswith("list[") else param.type
    words = param.python.strip("_").replace("_", " ")
    of = one.removeprefix("Ref[").removesuffix("]").replace(" | ", " or ")
    doc = (
        f"The {words}: an id of class {of}, kind::…, as other tools give it." if one.startswith("Ref[") else f"The {words}."
    )
    return Argument(
        wire=param.wire,
        name=param.python,
        kind=_KINDS.get(one, "text"),
        doc=doc,
        example=f"Absent: {param.default}." if param.default is not None else "",
        required=param.default is None and not param.optional,
        many=param.type.startswith("list["),
    )


def _wire(value: object) -> object:
    if isinstance(value, tuple):
        return [_wire(item) for item in value]
    if isinstance(value, datetime):
        return format_instant(parse_instant(value, "row"))
    return float(value) if isinstance(value, Decimal) else value


def _lines(answer: Answer) -> str:
    assert isinstance(answer, QueryAnswer)
    lines = ["; ".join(f"{name}: {' '.join(str(value).split())}" for name, value in row.items()) for row in answer.rows]
    return "\n".join(line or "a row without values" for line in lines) or "no rows"
