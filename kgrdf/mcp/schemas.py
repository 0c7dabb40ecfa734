"""JSON schemas as clients can take them: flat, inlined, nothing nullable, no titles.

Clients drop `$defs` and fail on `$ref`, and the schema dialects of several model providers know neither `anyOf` nor null.
One bad schema can cost a client all tools of a server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from kgrdf.answers import Answer
from kgrdf.mcp.arguments import Argument

__all__ = ["describe", "input_schema", "output_schema"]

_TYPES = {"text": "string", "number": "number", "integer": "integer", "boolean": "boolean", "instant": "string"}
_DROPPED = ("$defs", "title", "default", "additionalProperties", "readOnly")
_INSTANT = "ISO 8601 with a zone, such as 2024-05-01T09:30:00Z, or epoch milliseconds."


def input_schema(arguments: Sequence[Argument], defaults: Mapping[str, object]) -> dict[str, Any]:
    """Return the schema of a tool's arguments; `defaults` are by Python name."""
    return {
        "type": "object",
        "properties": {argument.wire: _property(argument, defaults.get(argument.python)) for argument in arguments},
        "required": [argument.wire for argument in arguments if argument.required],
        "additionalProperties": False,
    }


def describe(argument: Argument) -> str:
    """Return what a reader of the schema is told about an argument."""
    return " ".join(
        part for part in (argument.doc, _INSTANT if argument.kind == "instant" else "", argument.example) if part
    )


@cache
def output_schema(answer: type[Answer]) -> dict[str, Any]:
    """Return the schema of a tool's structured content.

    Fields that may be left out are not required, and later versions may add fields, so it is not closed.
    """
    schema = answer.model_json_schema(by_alias=True, mode="serialization")
    inlined: dict[str, Any] = _inline(schema, schema.get("$defs", {}))
    return inlined


def _property(argument: Argument, default: object) -> dict[str, Any]:
    value: dict[str, Any] = {"type": _TYPES[argument.kind]}
    if argument.choices:
        value["enum"] = list(argument.choices)
    if argument.minimum is not None:
        value["minimum"] = _plain(argument.minimum)
    if argument.maximum is not None:
        value["maximum"] = _plain(argument.maximum)
    if argument.many:
        value = {"type": "array", "items": value}
    value["description"] = describe(argument)
    if isinstance(default, (bool, int, float, str)):
        value["default"] = default
    return value


def _plain(bound: Decimal | int) -> int | float:
    return int(bound) if bound == int(bound) else float(bound)


def _inline(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_inline(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[1]]
        return _inline({**target, **{key: value for key, value in node.items() if key != "$ref"}}, definitions)
    if "anyOf" in node:
        (only,) = [arm for arm in node["anyOf"] if arm != {"type": "null"}]
        return _inline({**only, **{key: value for key, value in node.items() if key != "anyOf"}}, definitions)
    kept = {key: value for key, value in node.items() if key not in _DROPPED}
    if "description" in kept:
        kept["description"] = re.sub(r"\s+", " ", kept["description"])
    return {
        key: {name: _inline(field, definitions) for name, field in value.items()}
        if key == "properties"
        else _inline(value, definitions)
        for key, value in kept.items()
    }
