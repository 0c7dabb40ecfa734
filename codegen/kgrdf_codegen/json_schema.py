"""JSON Schema of the models, flat: no `$ref`, no `anyOf`, no `null`."""

from __future__ import annotations

import json

from kgrdf_codegen.ir import Class, Field, Ontology, ValueKind

__all__ = ["json_schema"]

_TYPES: dict[ValueKind, dict[str, object]] = {
    "string": {"type": "string"},
    "langString": {"type": "string"},
    "integer": {"type": "integer"},
    "decimal": {"type": "number"},
    "boolean": {"type": "boolean"},
    "instant": {"type": "string", "format": "date-time"},
    "iri": {"type": "string"},
    "ref": {"type": "string"},
}


def json_schema(ontology: Ontology) -> str:
    """Return one JSON object: a schema for each class, by name."""
    schemas = {cls.name: _object(cls) for cls in ontology.classes}
    return json.dumps(schemas, ensure_ascii=False, indent=2) + "\n"


def _object(cls: Class) -> dict[str, object]:
    described = {"description": cls.doc.raw} if cls.doc else {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": cls.iri,
        "title": cls.name,
        **described,
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "Public id, relative to the tenant."},
            **{field.wire: _field(field) for field in cls.fields},
        },
        "required": ["id", *(field.wire for field in cls.fields if field.required)],
        "additionalProperties": False,
    }


def _field(field: Field) -> dict[str, object]:
    one = dict(_TYPES[field.value])
    if field.one_of:
        one["enum"] = [value.raw for value in field.one_of]
    # An instant is text on the wire; its bounds are those of the stored integer.
    if field.value in ("integer", "decimal"):
        for key, bound in (("minimum", field.minimum), ("maximum", field.maximum)):
            if bound is not None:
                one[key] = json.loads(bound.raw)
    if field.value == "string":
        for key, length in (("minLength", field.min_length), ("maxLength", field.max_length)):
            if length is not None:
                one[key] = length
    found: dict[str, object] = {"type": "array", "items": one} if field.many else one
    if field.doc:
        found["description"] = field.doc.raw
    if field.managed:
        found["readOnly"] = True
    return found
