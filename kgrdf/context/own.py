"""What is stored of an entity beyond its name and its description."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from pyoxigraph import NamedNode

from kgrdf.context.briefs import LINE_TOKENS, shorten
from kgrdf.records import read_record
from kgrdf.temporal import format_instant
from kgrdf.terms import Term, to_value

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
    record = read_record(graph, public_id, [NamedNode(field.iri) for field in fields])
    found: dict[str, Scalar | list[Scalar]] = {}
    cut = False
    for field in fields:
        values = sorted((_wire(graph, field, term) for term in record.terms(NamedNode(field.iri))), key=_place)
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
