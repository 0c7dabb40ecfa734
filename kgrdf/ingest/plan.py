"""What a line asks for: its kind, its fields checked for their form, and the memory operation they make."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kgrdf.errors import shown
from kgrdf.ingest.read import JSON_NAMES, Line, parse_line, shown_name
from kgrdf.ingest.report import Place, Rejection
from kgrdf.properties import settable_fields
from kgrdf.schema import Schema

__all__ = ["KINDS", "Step", "plan"]

Form: TypeAlias = Literal["text", "texts", "number", "instant", "any"]


@dataclass(frozen=True, slots=True)
class _Field:
    wire: str
    form: Form
    required: bool = False
    python: str = ""
    """Name of the argument; a field that only the ontology knows is no argument of its own."""


def _fields(**forms: str) -> tuple[_Field, ...]:
    def python(wire: str) -> str:
        return "".join(f"_{char.lower()}" if char.isupper() else char for char in wire)

    return tuple(
        _Field(wire, form.rstrip("!"), form.endswith("!"), python(wire))  # type: ignore[arg-type]
        for wire, form in forms.items()
    )


KINDS: Mapping[str, tuple[_Field, ...]] = {
    "document": _fields(
        title="text!", text="text", chunks="texts", url="text", source="text", contentType="text", id="text"
    ),
    "chunk": _fields(documentId="text!", text="text!", chunkIndex="number", offsetChars="number", id="text"),
    "entity": _fields(
        name="text!",
        entityType="text!",
        id="text",
        description="text",
        aliases="texts",
        confidence="number",
        sourceDocumentId="text",
    ),
    "concept": _fields(name="text!", id="text", domain="text", definition="text", sourceDocumentId="text"),
    "mention": _fields(
        chunkId="text!", entityId="text!", count="number", confidence="number", spanStart="number", spanEnd="number"
    ),
    "relationship": _fields(
        fromId="text!",
        toId="text!",
        relationshipType="text!",
        weight="number",
        validFrom="instant",
        validTo="instant",
        sourceDocumentId="text",
    ),
    "fact": _fields(
        claim="text!",
        aboutIds="texts!",
        confidence="number",
        validFrom="instant",
        validTo="instant",
        sourceDocumentId="text",
    ),
}
"""The fields of every kind of line, in the order in which the kinds go in: what is referred to comes first."""
_BASE = {kind: frozenset(field.wire for field in fields) for kind, fields in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Step:
    """One line that is understood: what to call, with which arguments."""

    place: Place
    kind: str
    arguments: Mapping[str, Any]
    """By Python name; `properties` holds what a class of the ontology has beyond them."""
    fingerprint: str
    """The same for the same kind and values, however the line was spelled."""


def plan(line: Line, schema: Schema) -> Step | Rejection:
    """Return what the line asks for, or why it cannot be asked."""
    found = parse_line(line)
    if isinstance(found, Rejection):
        return found
    kind = found.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        if not isinstance(kind, str):
            return Rejection(line.place, "kind: is missing" if kind is None else "kind: is not text", _suggest("", KINDS))
        return Rejection(line.place, f"kind: {shown(kind)} is unknown", _suggest(kind, KINDS))
    values = {name: value for name, value in found.items() if name != "kind"}
    known = {field.wire: field for field in KINDS[kind]} | _own_fields(schema, kind, values.get("entityType"))
    for name, value in values.items():
        if name not in known:
            return Rejection(
                line.place, f"{shown_name(name)}: lines of kind {kind} have no such field", _suggest(name, known)
            )
        wrong = _wrong_form(name, value, known[name].form)
        if wrong:
            return Rejection(line.place, wrong)
    for field in known.values():
        if field.required and field.wire not in values:
            return Rejection(line.place, f"{field.wire}: is missing", f"lines of kind {kind} need it")
    arguments = {known[name].python: value for name, value in values.items() if name in _BASE[kind]}
    own = {name: value for name, value in values.items() if name not in _BASE[kind]}
    if own:
        arguments["properties"] = own
    return Step(line.place, kind, arguments, _fingerprint(found))


def _own_fields(schema: Schema, kind: str, entity_type: object) -> dict[str, _Field]:
    """Return the fields that the class of an entity or concept has in this ontology, by wire name."""
    name = {"entity": entity_type, "concept": "Concept"}.get(kind)
    row = schema.by_name.get(name) if isinstance(name, str) else None
    if row is None or row.kind not in ("entity", "concept"):
        return {}
    return {field.wire: _Field(field.wire, "any") for field in settable_fields(row) if field.wire not in _BASE[kind]}


def _wrong_form(name: str, value: object, form: Form) -> str:
    """Say what is wrong with the form of a field's value, starting with its name; empty where nothing is."""
    if value is None:
        return f"{name}: null is no value; leave the field out"
    if form == "texts" and isinstance(value, list):
        wrong = (f"{name}[{i}]: expected text, got {JSON_NAMES[type(v)]}" for i, v in enumerate(value) if type(v) is not str)
        return next(wrong, "")
    match form:
        case "text":
            right = isinstance(value, str)
        case "texts":
            right = False
        case "number":
            right = isinstance(value, (int, float, str)) and not isinstance(value, bool)
        case "instant":
            right = isinstance(value, (int, str)) and not isinstance(value, bool)
        case "any":
            right = True
    return "" if right else f"{name}: expected {_FORM_NAMES[form]}, got {JSON_NAMES[type(value)]}"


_FORM_NAMES = {
    "text": "text",
    "texts": "a list of texts",
    "number": "a number",
    "instant": 'an instant, such as "2024-05-01T09:30:00Z"',
    "any": "a value",
}


def _suggest(name: str, known: Iterable[str]) -> str:
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3)
    return f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(names)}"


def _fingerprint(found: Mapping[str, Any]) -> str:
    canonical = json.dumps(found, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]
