"""Tools of an ontology's named queries: those whose header says `@tool`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from kgrdf.answers import Answer
from kgrdf.graph import BaseGraph
from kgrdf.mcp.arguments import Argument, ArgumentKind
from kgrdf.mcp.tools import ToolRow
from kgrdf.named import ask_query, run_query
from kgrdf.schema import ParamRow, QueryRow
from kgrdf.temporal import format_instant, parse_instant

__all__ = ["query_tool"]

_KINDS: Mapping[str, ArgumentKind] = {
    "instant": "instant",
    "integer": "integer",
    "decimal": "number",
    "boolean": "boolean",
}


class QueryAnswer(Answer):
    """The rows of a named query, each an object of its columns."""

    columns: list[str]
    rows: list[dict[str, Any]]


def query_tool(query: QueryRow, tool: str) -> ToolRow:
    """Return the tool that runs a named query."""
    arguments = [_argument(param) for param in query.params]
    if query.mode == "many" and query.limit is not None:
        most = query.limit_max or query.limit
        arguments.append(Argument(wire="limit", kind="integer", minimum=1, maximum=most, doc="The most rows to return."))

    def call(graph: BaseGraph, values: Mapping[str, object]) -> Answer:
        given = {param.name: values[param.python] for param in query.params if param.python in values}
        if query.mode == "ask":
            return QueryAnswer(columns=["answer"], rows=[{"answer": ask_query(graph, query, given)}])
        limit = values.get("limit")
        assert limit is None or isinstance(limit, int)
        names = [column.wire for column in query.columns]
        return QueryAnswer(
            columns=names,
            rows=[
                {name: _wire(value) for name, value in zip(names, row, strict=True) if value is not None}
                for row in run_query(graph, query, given, limit=limit)
            ],
        )

    return ToolRow(
        name=tool,
        title=query.name.replace("_", " ").capitalize(),
        doc=" ".join(query.doc.split()),
        arguments=tuple(arguments),
        answer=QueryAnswer,
        call=call,
        read=True,
        text=_lines,
        defaults={"limit": query.limit},
    )


def _argument(param: ParamRow) -> Argument:
    one = param.type.removeprefix("list[").removesuffix("]") if param.type.startswith("list[") else param.type
    words = param.python.replace("_", " ")
    of = one.removeprefix("Ref[").removesuffix("]")
    doc = f"The {words}: the id of a {of}, kind::…, as other tools give it." if one.startswith("Ref[") else f"The {words}."
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
    if isinstance(value, datetime):
        return format_instant(parse_instant(value, "row"))
    return float(value) if isinstance(value, Decimal) else value


def _lines(answer: Answer) -> str:
    assert isinstance(answer, QueryAnswer)
    lines = ["; ".join(f"{name}: {' '.join(str(value).split())}" for name, value in row.items()) for row in answer.rows]
    return "\n".join(lines) or "no rows"
