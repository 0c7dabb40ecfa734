"""What is stored of an entity beyond its name and its description."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from pyoxigraph import Literal, NamedNode

from kgrdf.context.briefs import LINE_TOKENS, shorten
from kgrdf.query import load
from kgrdf.temporal import format_instant
from kgrdf.terms import Term, node_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph
    from kgrdf.schema import FieldRow

__all__ = ["Own", "Scalar", "read_own"]

SHOWN = 20
"""The most values of one field that are shown."""
_SHOWN_APART = ("name", "description", "definition")

Scalar = str | int | float | bool


class Own(NamedTuple):
    """The values of a class's fields, by their names on the wire, and whether there are more."""

    values: dict[str, Scalar | list[Scalar]]
    cut: bool


def read_own(graph: BaseGraph, public_id: str, type_name: str) -> Own:
    """Return what a caller said of an entity in the fields of its class, as JSON has it; longer texts are cut and marked."""
    row = graph.schema.by_name.get(type_name)
    fields = [
        field for field in (row.fields if row else ()) if not (field.managed or field.inverse or field.name in _SHOWN_APART)
    ]
    template = load("own_values")
    properties = [NamedNode(field.iri) for field in fields]
    rows = list(graph.store.select(template.bind(graph.tenant, node=graph.tenant.iri(public_id), properties=properties)))
    stored: dict[str, list[Term]] = defaultdict(list)
    for name, term in rows:
        assert isinstance(term, (NamedNode, Literal))
        stored[node_of(name).value].append(term)
    found: dict[str, Scalar | list[Scalar]] = {}
    cut = len(rows) == template.limit
    for field in fields:
        values = sorted((_wire(graph, field, term) for term in stored[field.iri]), key=_place)
        cut = cut or len(values) > SHOWN
        if values:
            found[field.wire] = values[:SHOWN] if field.many else values[0]
    return Own(found, cut)


def _wire(graph: BaseGraph, field: FieldRow, term: Term) -> Scalar:
    if isinstance(term, NamedNode):
        return graph.tenant.public_id(term) if field.value == "ref" else term.value
    match to_value(term):
        case Decimal() as number:
            return float(number)
        case int() as millis if field.value == "instant":
            return format_instant(millis)
        case bool() | int() as value:
            return value
        case text:
            return shorten(str(text), LINE_TOKENS)


def _place(value: Scalar) -> tuple[float, str]:
    return (0, value) if isinstance(value, str) else (value, "")
