"""What a class of the ontology has beyond a name: checking a caller's values by the class's table of fields."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode

from kgrdf.arguments import MAX_TEXT_BYTES, checked_integer, checked_share, checked_text
from kgrdf.errors import InvalidValueError, NotAllowedError, shown
from kgrdf.lookup import find_entity, find_source
from kgrdf.schema import ClassRow, FieldRow
from kgrdf.temporal import parse_instant
from kgrdf.terms import Value, to_term

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["MAX_INTEGER", "checked_iri", "checked_lang_string", "checked_properties", "exact_decimal", "settable_fields"]

_APART = frozenset({"name", "aliases"})
"""What a verb takes as arguments of their own."""
MAX_INTEGER = 2**53 - 1
_DECIMAL_PLACES = 18
_DECIMAL_DIGITS = 20


def settable_fields(row: ClassRow) -> list[FieldRow]:
    """Return the fields of a class that a caller may set as properties."""
    return [field for field in row.fields if not (field.managed or field.inverse or field.name in _APART)]


def checked_properties(graph: BaseGraph, row: ClassRow, given: Mapping[str, object]) -> list[tuple[FieldRow, list[Value]]]:
    """Return the values of a caller's properties, each encoded as its field says.

    A name is the field's name on the wire or in Python. A many-valued field takes one value or a list; None stands for
    nothing said. Raises `InvalidValueError` that names the field and, for an unknown one, those that the class has.
    """
    fields = settable_fields(row)
    by_name = {field.name: field for field in fields} | {field.wire: field for field in fields}
    found: list[tuple[FieldRow, list[Value]]] = []
    for name, value in given.items():
        field = by_name.get(name)
        if field is None:
            close = difflib.get_close_matches(str(name), list(by_name), n=3)
            allowed = ", ".join(sorted(field.wire for field in fields))
            raise InvalidValueError(
                f"{name}: {row.name} has no such property",
                hint=f"did you mean {' or '.join(close)}?" if close else f"one of {allowed}",
            )
        if value is None:
            continue
        if field.many:
            items = value if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) else [value]
            found.append((field, [_encoded(graph, field, item, f"{name}[{i}]") for i, item in enumerate(items)]))
        else:
            found.append((field, [_encoded(graph, field, value, name)]))
    return found


def _encoded(graph: BaseGraph, field: FieldRow, value: object, label: str) -> Value:
    encoded = _by_kind(graph, field, value, label)
    lexical = to_term(encoded).value
    if field.one_of and lexical not in field.one_of:
        raise InvalidValueError(f"{label}: {shown(lexical)} is not allowed", hint=f"one of {', '.join(field.one_of)}")
    return encoded


def _by_kind(graph: BaseGraph, field: FieldRow, value: object, label: str) -> Value:
    match field.value:
        case "string":
            # Text that says nothing is a value all the same; only a name may not be blank.
            return checked_text(value, label, max_bytes=MAX_TEXT_BYTES, blank=True)
        case "langString":
            return _lang_string(value, label)
        case "integer":
            low = -MAX_INTEGER if field.minimum is None else int(field.minimum)
            high = MAX_INTEGER if field.maximum is None else int(field.maximum)
            return checked_integer(value, label, minimum=low, maximum=high)
        case "decimal":
            return checked_share(value, label) if field.name in ("confidence", "weight") else _decimal(field, value, label)
        case "boolean":
            if isinstance(value, bool):
                return value
            raise InvalidValueError(f"{label}: {shown(value)} is neither true nor false")
        case "instant":
            return parse_instant(value, label)  # type: ignore[arg-type]
        case "iri":
            return checked_iri(value, label)
        case "ref":
            return _reference(graph, field, value, label)


def _lang_string(value: object, label: str) -> Value:
    """Read text, or a pair of text and language tag."""
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) and len(value) == 2:
        return checked_lang_string(value[0], value[1], label)
    return checked_text(value, label, max_bytes=MAX_TEXT_BYTES, blank=True)


def checked_lang_string(text: object, tag: object, label: str) -> Literal:
    """Return a text with the tag of its language; raises `InvalidValueError` that names the field."""
    said = checked_text(text, f"{label}[0]", max_bytes=MAX_TEXT_BYTES, blank=True)
    language = checked_text(tag, f"{label}[1]")
    try:
        return Literal(said, language=language)
    except ValueError:
        raise InvalidValueError(f"{label}[1]: {shown(language)} is not a language tag", hint="such as en or pt-BR") from None


def exact_decimal(value: object, label: str) -> Decimal:
    """Return a number as a decimal that every store keeps exactly; raises `InvalidValueError` that names the field."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise InvalidValueError(f"{label}: expected a number, got {type(value).__name__}")
    try:
        number = Decimal(repr(value) if isinstance(value, float) else str(value).strip())
    except (InvalidOperation, ValueError):
        raise InvalidValueError(f"{label}: {shown(value)} is not a number") from None
    if not number.is_finite():
        raise InvalidValueError(f"{label}: {shown(value)} is not finite")
    number = number.normalize()
    if number.adjusted() >= _DECIMAL_DIGITS or -int(number.as_tuple().exponent) > _DECIMAL_PLACES:
        raise InvalidValueError(
            f"{label}: {shown(value)} is too large or too fine to be kept exactly",
            hint=f"{_DECIMAL_DIGITS} digits before the point and {_DECIMAL_PLACES} after it",
        )
    return Decimal(0) if number == 0 else number


def _decimal(field: FieldRow, value: object, label: str) -> Decimal:
    number = exact_decimal(value, label)
    for bound, wrong in ((field.minimum, "less"), (field.maximum, "more")):
        if bound is not None and (number < Decimal(bound) if wrong == "less" else number > Decimal(bound)):
            raise InvalidValueError(f"{label}: {shown(value)} is {wrong} than {bound}")
    return number


def checked_iri(value: object, label: str) -> NamedNode:
    """Return an absolute IRI that a caller gave; raises `InvalidValueError` that names the field."""
    text = checked_text(value, label)
    try:
        return NamedNode(text)
    except ValueError as error:
        raise InvalidValueError(
            f"{label}: {shown(text)} is not an IRI: {error}", hint="such as https://example.org/x"
        ) from None


def _reference(graph: BaseGraph, field: FieldRow, value: object, label: str) -> NamedNode:
    text = checked_text(value, label)
    kinds = {graph.schema.by_name[name].kind for name in field.range if name in graph.schema.by_name}
    if kinds & {"document", "chunk"}:
        return graph.tenant.iri(find_source(graph, text, label))
    found = find_entity(graph, text, label)
    if field.range and not any(graph.schema.is_a(found.type_name, name) for name in field.range):
        raise NotAllowedError(
            f"{label}: {shown(text)} is of class {found.type_name}", hint=f"give one of class {' or '.join(field.range)}"
        )
    return graph.tenant.iri(found.id)
