"""The resources: the ontology to read, and the context of an entity under an address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mcp.server.mcpserver import MCPServer, ResourceSecurity
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from kgrdf.errors import NotFoundError
from kgrdf.graph import BaseGraph
from kgrdf.mcp.failures import TOLD, told
from kgrdf.mcp.tools import ToolRow
from kgrdf.schema import Schema

__all__ = ["add_resources", "schema_text"]


def add_resources(server: MCPServer[Any], graph: BaseGraph, table: Mapping[str, ToolRow]) -> None:
    """Offer `kg://schema` and `kg://entity/{id}`.

    Entities are not listed as resources: there may be a million of them. Ids are found with `search_memory`.
    """

    @server.resource("kg://schema", title="Schema", mime_type="text/markdown")
    def schema() -> str:
        """Return the types of entities, the declared types of relationships, and the tools."""
        return schema_text(graph.schema, table)

    # An id is no path: it may hold dots and slashes, and is only ever looked up.
    @server.resource(
        "kg://entity/{id}",
        title="Entity context",
        mime_type="application/json",
        security=ResourceSecurity(exempt_params={"id"}),
    )
    def entity(id: str) -> str:
        """Return what get_entity_context answers about the entity of this percent-encoded id."""
        try:
            return graph.get_entity_context(id).to_json()
        except NotFoundError as error:
            raise ResourceNotFoundError(told(error)) from error
        except TOLD as error:
            raise ResourceError(told(error)) from error


def schema_text(schema: Schema, table: Mapping[str, ToolRow]) -> str:
    """Return the ontology as Markdown for a model: types with their fields, relationship types, tools."""
    return "\n".join(_lines(schema, table)) + "\n"


def _lines(schema: Schema, table: Mapping[str, ToolRow]) -> Iterator[str]:
    yield f"# {schema.name} {schema.version}".rstrip()
    yield "\n## Types of entities\n"
    for row in schema.classes:
        if row.kind in ("entity", "concept"):
            below = f" (under {row.ancestors[0]})" if row.ancestors else ""
            inherited = {field.iri for name in row.ancestors for field in schema.by_name[name].fields}
            stored = f", stored with {row.tool}" if row.tool in table else ""
            yield f"- **{row.name}**{below}{', abstract' if row.abstract else ''}{stored}: {row.doc}"
            for field in row.fields:
                if not field.managed and field.iri not in inherited:
                    yield f"  - {field.wire} ({field.value}{', many' if field.many else ''}): {field.doc}"
    yield "\n## Types of relationships\n"
    for relation in schema.relation_types:
        ends = f"{' or '.join(relation.subjects) or 'any'} to {' or '.join(relation.objects) or 'any'}"
        flags = ("single_valued", "symmetric", "transitive")
        marks = [flag.replace("_", "-") for flag in flags if getattr(relation, flag)]
        marks += [f"inverse of {relation.inverse}"] if relation.inverse else []
        marks += [f"excludes {name}" for name in relation.disjoint]
        yield f"- **{relation.name}** ({'; '.join([ends, *marks])}): {relation.doc}"
    yield "\nNo other type is taken." if schema.strict else "\nAny other type is kept as given, without a check."
    yield "\n## Tools\n"
    for tool in table.values():
        names = (argument.wire if argument.required else f"{argument.wire}?" for argument in tool.arguments)
        yield f"- **{tool.name}**({', '.join(names)}): {tool.doc}"
