"""What is published can be taken by every client: a lint of our own over all schemas of all tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kgrdf.generated.schema import SCHEMA
from kgrdf.mcp.ontology import tool_table
from kgrdf.mcp.server import published
from kgrdf.schema import ClassRow, FieldRow, Schema

DEFAULT = {
    "store_document": "title text? chunks? url? source? contentType? id?",
    "store_entity": "name entityType id? description? aliases? confidence? sourceDocumentId?",
    "add_mention": "chunkId entityId count? confidence? spanStart? spanEnd?",
    "add_relationship": "fromId toId relationshipType weight? validFrom? validTo? sourceDocumentId?",
    "store_fact": "claim aboutIds confidence? validFrom? validTo? sourceDocumentId?",
    "supersede_fact": "factId claim confidence? validFrom? sourceDocumentId?",
    "mark_contradiction": "factId otherFactId",
    "search_memory": "query limit? asOf? knownAt?",
    "get_entity_context": "entityId hops? includeSourceChunks? relationshipTypes? direction? maxTokens? asOf? knownAt?",
    "get_timeline": "id limit? cursor? asOf? knownAt?",
    "list_entities": "entityType? limit? cursor? asOf? knownAt?",
}
FULL = {
    "supersede_relationship": "relationshipId toId weight? validFrom? sourceDocumentId?",
    "end_statement": "id validTo?",
    "retract_statement": "id reason? includeEnded?",
    "amend_statement": "id claim? weight? validFrom? validTo? reopen?",
    "resolve_contradiction": "id resolution keepId? by?",
}


def with_incidents() -> Schema:
    """Return the core with a class of a user's that has a tool and fields of every kind."""
    entity = SCHEMA.by_name["Entity"]
    own = (
        FieldRow("severity", "severity", "urn:x:severity", "integer", minimum="1", maximum="5", doc="How bad it was."),
        FieldRow("opened", "openedAt", "urn:x:openedAt", "instant", doc="When it began."),
        FieldRow("cost", "cost", "urn:x:cost", "decimal"),
        FieldRow("public", "public", "urn:x:public", "boolean", doc="Whether customers know."),
        FieldRow("tags", "tags", "urn:x:tag", "string", many=True, doc="Words for it."),
        FieldRow("phase", "phase", "urn:x:phase", "string", one_of=("open", "closed"), doc="How far it is."),
        FieldRow("commander_id", "commanderId", "urn:x:commander", "ref", range=("Person",), doc="Who leads."),
        FieldRow("hidden", "hidden", "urn:x:hidden", "string", managed=True, doc="Kept by the runtime."),
    )
    incident = ClassRow(
        "Incident",
        "urn:x:Incident",
        "entity",
        "incidents",
        ancestors=("Entity",),
        fields=(*entity.fields, *own),
        tool="store_incident",
        label="incident",
        doc="Something that went wrong.",
    )
    return replace(SCHEMA, classes=(*SCHEMA.classes, incident))


TOOLS = {name: published(row) for name, row in tool_table(with_incidents(), "full").items()}


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Walk the schemas in a schema; a property named like a keyword is not taken for one."""
    yield schema
    for value in schema.get("properties", {}).values():
        yield from nodes(value)
    if "items" in schema:
        yield from nodes(schema["items"])


def signature(schema: dict[str, Any]) -> str:
    return " ".join(name if name in schema["required"] else f"{name}?" for name in schema["properties"])


def test_the_default_tools_have_the_names_and_arguments_of_the_wire() -> None:
    table = tool_table(SCHEMA, "default")
    assert {name: signature(row.input_schema) for name, row in table.items()} == DEFAULT


def test_full_adds_the_tools_that_correct() -> None:
    table = tool_table(SCHEMA, "full")
    assert {name: signature(row.input_schema) for name, row in table.items()} == {**DEFAULT, **FULL}


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_hold_only_what_every_client_takes(name: str) -> None:
    tool = TOOLS[name]
    assert tool.output_schema is not None
    for schema in (tool.input_schema, tool.output_schema):
        assert schema["type"] == "object"
        for node in nodes(schema):
            assert set(node) <= {
                "type",
                "properties",
                "required",
                "items",
                "enum",
                "minimum",
                "maximum",
                "description",
                "default",
                "additionalProperties",
            }
            assert node["type"] in ("object", "array", "string", "number", "integer", "boolean")
            assert set(node.get("required", ())) <= set(node.get("properties", {}))


@pytest.mark.parametrize("name", TOOLS)
def test_arguments_are_flat_closed_and_described(name: str) -> None:
    schema = TOOLS[name].input_schema
    assert schema["additionalProperties"] is False
    for wire, value in schema["properties"].items():
        assert re.fullmatch(r"[a-z][A-Za-z0-9]*", wire)
        assert value["type"] != "object"
        assert value["description"].endswith("."), (wire, value["description"])
        assert len(value["description"]) > 12, (wire, value["description"])
        if wire.lower().endswith("id") or wire == "aboutIds":
            assert "::" in value["description"] or wire == "commanderId", (wire, value["description"])
    assert "tenant" not in schema["properties"]


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_has_a_short_name_a_description_and_all_four_hints(name: str) -> None:
    tool = TOOLS[name]
    assert re.fullmatch(r"[a-z_]{1,32}", tool.name)
    assert tool.title
    assert tool.description
    assert len(tool.description) < 700
    hints = tool.annotations
    assert hints is not None
    assert None not in (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
    assert hints.read_only_hint == name.startswith(("get_", "list_", "search_"))


def test_types_come_from_the_ontology() -> None:
    stored = TOOLS["store_entity"].input_schema["properties"]["entityType"]["enum"]
    assert {"Person", "Organization", "Service", "Location", "Concept", "Incident"} <= set(stored)
    assert "Incident" in TOOLS["list_entities"].input_schema["properties"]["entityType"]["enum"]
    described = TOOLS["add_relationship"].input_schema["properties"]["relationshipType"]["description"]
    assert all(relation.name in described for relation in SCHEMA.relation_types)


def test_a_class_with_a_tool_gets_one_with_its_fields() -> None:
    schema = TOOLS["store_incident"].input_schema
    assert signature(schema) == (
        "name id? description? aliases? confidence? sourceDocumentId? "
        "severity? openedAt? cost? public? tags? phase? commanderId?"
    )
    assert schema["properties"]["severity"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 5,
        "description": "How bad it was.",
    }
    assert schema["properties"]["phase"]["enum"] == ["open", "closed"]
    assert schema["properties"]["tags"]["type"] == "array"


def test_a_property_that_the_ontology_adds_to_every_entity_is_an_argument_of_store_entity() -> None:
    entity = SCHEMA.by_name["Entity"]
    widened = replace(
        entity, fields=(*entity.fields, FieldRow("homepage", "homepage", "urn:x:homepage", "string", doc="Its address."))
    )
    classes = tuple(widened if row is entity else row for row in SCHEMA.classes)
    table = tool_table(replace(SCHEMA, classes=classes), "default")
    assert signature(table["store_entity"].input_schema) == f"{DEFAULT['store_entity']} homepage?"


def test_the_tools_fit_in_a_prompt() -> None:
    default = [published(row) for row in tool_table(SCHEMA, "default").values()]
    shown = sum(len(str(tool.input_schema)) + len(tool.description or "") for tool in default)
    assert shown < 16_000


def test_a_named_query_with_a_tool_gets_one_with_its_parameters() -> None:
    query = next(query for query in SCHEMA.queries if query.name == "current_facts_about")
    table = tool_table(replace(SCHEMA, queries=(replace(query, tool="facts_about"),)), "default")
    row = table["facts_about"]
    assert signature(row.input_schema) == "entity now? limit?"
    assert row.input_schema["properties"]["limit"]["maximum"] == query.limit_max
    assert row.doc.startswith("The facts about an entity that hold now.")
    assert row.read
