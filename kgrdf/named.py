"""Named queries of an ontology: arguments in, rows of Python values out, by the types that the generator found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pyoxigraph import Literal, NamedNode

from kgrdf.arguments import MAX_TEXT_BYTES, checked_integer, checked_text
from kgrdf.errors import InvalidValueError, NotFoundError, shown
from kgrdf.ids import MAX_ID_BYTES, IdKind, kind_of
from kgrdf.models import LangString, Ref
from kgrdf.properties import MAX_INTEGER, checked_iri, checked_lang_string, exact_decimal
from kgrdf.query import Bindable, Request
from kgrdf.schema import ColumnRow, Kind, ParamRow, QueryRow, Schema
from kgrdf.temporal import parse_instant, to_datetime
from kgrdf.terms import XSD_DECIMAL, XSD_INTEGER, Value, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["ask_query", "bound", "only", "run_query"]

_THINGS: frozenset[str] = frozenset({"entity", "concept"})
"""Facts are about either, so where one may stand in a query, the other is asked for too."""
_STARTS: Mapping[Kind, IdKind] = {
    "document": "doc",
    "chunk": "chunk",
    "entity": "entity",
    "concept": "concept",
    "fact": "fact",
    "relationship": "rel",
    "mention": "mention",
    "derivation": "deriv",
    "contradiction": "contra",
    "supersession": "super",
}
"""What the ids of each kind start with."""
_NUMBERS = (
    XSD_DECIMAL,
    XSD_INTEGER,
    *(NamedNode(f"http://www.w3.org/2001/XMLSchema#{name}") for name in ("double", "float")),
)


def run_query(
    graph: BaseGraph, query: QueryRow, arguments: Mapping[str, object], *, limit: int | None = None
) -> list[tuple[Any, ...]]:
    """Return the rows of a named query: public ids, aware datetimes, decimals; None where a column has no value.

    An instant that is not given is the moment of the call; `knownAt` alone sets `asOf` too. Raises `InvalidValueError` that
    names the argument.
    """
    rows = graph.store.select(bound(graph, query, arguments, limit))
    return [tuple(_decoded(graph, column, term) for column, term in zip(query.columns, row, strict=True)) for row in rows]


def ask_query(graph: BaseGraph, query: QueryRow, arguments: Mapping[str, object]) -> bool:
    """Return the answer of a named ASK."""
    return graph.store.ask(bound(graph, query, arguments, None))


def only(rows: list[tuple[Any, ...]], name: str) -> tuple[Any, ...]:
    """Return the row of a query that promises one; raises `NotFoundError` where there is none."""
    if not rows:
        raise NotFoundError(f"query {name}: found no row", hint="check what it was given")
    return rows[0]


def bound(graph: BaseGraph, query: QueryRow, arguments: Mapping[str, object], limit: int | None) -> Request:
    """Return the request of a named query with its arguments in place."""
    params: dict[str, Bindable | None] = {}
    for param in query.params:
        value = arguments.get(param.name)
        if value is None and param.name == "asOf":
            value = arguments.get("knownAt")
        if value is None:
            value = _default(graph, param)
        if value is None and not param.optional:
            raise InvalidValueError(f"{param.wire}: is missing", hint=f"query {query.name} needs it")
        if value is None:
            params[param.name] = None
        elif param.type.startswith("list["):
            kind = param.type[5:-1]
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise InvalidValueError(f"{param.wire}: expected a list, got {type(value).__name__}")
            params[param.name] = [_encoded(graph, param, kind, item) for item in value]
        else:
            params[param.name] = _encoded(graph, param, param.type, value)
    return query.template.bind(graph.tenant, limit=limit, offset=0, **params)


def _default(graph: BaseGraph, param: ParamRow) -> object:
    if param.type == "instant" and param.default == "now":
        return graph.now()
    return param.default == "true" if param.type == "boolean" and param.default is not None else param.default


def _encoded(graph: BaseGraph, param: ParamRow, kind: str, value: object) -> Value:
    if kind == "instant":
        return parse_instant(value, param.wire)  # type: ignore[arg-type]
    if kind == "integer":
        return checked_integer(value, param.wire, minimum=-MAX_INTEGER)
    if kind == "decimal":
        return exact_decimal(value, param.wire)
    if kind == "boolean":
        if not isinstance(value, bool):
            raise InvalidValueError(f"{param.wire}: expected true or false, got {type(value).__name__}")
        return value
    if kind == "iri":
        return checked_iri(value, param.wire)
    if kind.startswith("Ref["):
        return graph.tenant.iri(_checked_id(graph.schema, kind[4:-1], value, param.wire))
    text = checked_text(value, param.wire, max_bytes=MAX_TEXT_BYTES, blank=True)
    if isinstance(value, LangString) and value.language is not None:
        return checked_lang_string(value, value.language, param.wire)
    return text


def _checked_id(schema: Schema, class_name: str, value: object, field: str) -> str:
    """Return an id that something of the class may have: any other would find nothing, and nobody would hear why."""
    public_id = checked_text(value, field, max_bytes=MAX_ID_BYTES)
    rows = [row for row in schema.classes if not row.abstract and schema.is_a(row.name, class_name)]
    starts = {_STARTS.get(row.kind, "") for row in rows}
    if starts & _THINGS:
        starts |= _THINGS
    if starts and "" not in starts and kind_of(public_id) not in starts:
        forms = " or ".join(f"{start}::…" for start in sorted(starts))
        raise InvalidValueError(f"{field}: {shown(public_id)} is no {class_name} id", hint=f"{forms}, as answers give it")
    return public_id


def _decoded(graph: BaseGraph, column: ColumnRow, term: object) -> object:
    if isinstance(term, NamedNode) and term.value.startswith(graph.tenant.prefix):
        return Ref(graph.tenant.public_id(term))
    if isinstance(term, Literal) and column.type == "langString":
        return LangString(term.value, term.language)
    if isinstance(term, Literal) and column.type == "decimal" and term.datatype in _NUMBERS:
        return Decimal(term.value)  # a sum of nothing is a whole number, and what a double is a part of is a double
    value = to_value(term)  # type: ignore[arg-type]
    if column.type == "instant" and isinstance(value, int) and not isinstance(value, bool):
        return to_datetime(value)
    return value
