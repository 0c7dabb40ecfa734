"""The same reads over MCP and on the command line: a face says what the library says."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass

import anyio
from click.testing import CliRunner
from mcp import Client

from kgrdf.cli import main
from kgrdf.export import export_trig
from kgrdf.generated import Graph
from kgrdf.mcp import build_server
from tests.runtime.statements.lockstep.lockstep import Lockstep
from tests.runtime.statements.lockstep.steps import BASE, P1, S1, TENANTS
from tests.runtime.statements.readings.sight import Sight, Viewpoint
from tests.runtime.statements.readings.wire import Json, fields, instant

__all__ = ["compare_command_line", "compare_mcp"]


@dataclass(frozen=True)
class _Asked:
    """One read, as each face takes it, and what the library answers."""

    tool: str
    arguments: Json
    command: list[str]
    answer: Json


def compare_mcp(both: Lockstep, viewpoint: Viewpoint) -> None:
    """Ask a server of the first tenant, through the official client."""
    sight = Sight(both.pairs[0], viewpoint, both.clock.now())

    async def converse() -> None:
        async with Client(build_server(sight.graph, tools="full")) as client:
            for asked in _questions(sight, sight.graph):
                result = await client.call_tool(asked.tool, asked.arguments)
                assert not result.is_error, result.content
                assert result.structured_content == asked.answer

    anyio.run(converse)


def compare_command_line(both: Lockstep, viewpoint: Viewpoint) -> None:
    """Run the commands on the first tenant's folder; the machine's clock is theirs, so it is the library's too."""
    assert both.folder is not None
    graph = Graph(both.store, TENANTS[0])
    sight = Sight(both.pairs[0], viewpoint, graph.now())
    asked = _questions(sight, graph)
    exported = io.BytesIO()
    export_trig(graph, exported, as_of=sight.as_of, known_at=sight.known_at)
    dates = _dates(sight)
    with both.closed():
        for question in asked:
            assert json.loads(_run(both, *question.command, *dates, "--json")) == question.answer
        assert _run(both, "export", *dates) == exported.getvalue()


def _run(both: Lockstep, *arguments: str) -> bytes:
    result = CliRunner().invoke(main, [*arguments, "--store", str(both.folder), "--tenant", TENANTS[0]])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout_bytes


def _dates(sight: Sight) -> list[str]:
    asked = {"--as-of": sight.viewpoint.as_of, "--known-at": sight.viewpoint.known_at}
    return [word for name, number in asked.items() if number is not None for word in (name, str(instant(number)))]


def _questions(sight: Sight, graph: Graph) -> list[_Asked]:
    """Return a few reads of each kind, with the library's own answers."""
    asked, dates = sight.viewpoint, {"as_of": sight.as_of, "known_at": sight.known_at}
    known = None if asked.known_at is None else str(BASE + asked.known_at)
    told = fields(asOf=instant(asked.as_of), knownAt=known)
    walk = {"hops": asked.hops, "relationship_types": asked.types, "direction": asked.direction}
    types = [word for name in asked.types for word in ("--type", name)]
    answers = {
        entity: (graph.get_entity_context(entity, **walk, **dates), graph.get_timeline(entity, limit=5, **dates))  # type: ignore[arg-type]
        for entity in (P1, S1)
    }
    found = []
    for entity, (context, timeline) in answers.items():
        arguments = {"entityId": entity, "hops": asked.hops, "direction": asked.direction}
        way = ["--hops", str(asked.hops), "--direction", asked.direction, *types]
        given = told | arguments | ({"relationshipTypes": list(asked.types)} if asked.types else {})
        found.append(_Asked("get_entity_context", given, ["context", entity, *way], context.wire()))
        paged = {"id": entity, "limit": 5}
        found.append(_Asked("get_timeline", told | paged, ["timeline", entity, "--limit", "5"], timeline.wire()))
    hits = graph.search_memory("red common", limit=20, as_of=sight.as_of, known_at=sight.known_at).wire()
    query = {"query": "red common", "limit": 20}
    found.append(_Asked("search_memory", told | query, ["search", "red common", "--limit", "20"], hits))
    page = graph.list_entities("Service", as_of=sight.as_of, known_at=sight.known_at).wire()
    found.append(_Asked("list_entities", told | {"entityType": "Service"}, ["list", "--type", "Service"], page))
    return found
