"""The server: calls go through the tool table to a graph, and errors become those of the protocol."""

from __future__ import annotations

import functools
import logging
import os
import signal
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

import anyio
import anyio.to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from mcp.types import Tool as PublishedTool

from kgrdf.graph import BaseGraph
from kgrdf.mcp.arguments import read_arguments, shorten
from kgrdf.mcp.failures import TOLD, told
from kgrdf.mcp.fitting import fitted
from kgrdf.mcp.ontology import tool_table
from kgrdf.mcp.resources import add_resources
from kgrdf.mcp.schemas import output_schema
from kgrdf.mcp.stdio import serve_streams
from kgrdf.mcp.tools import TOOLS, ToolRow, ToolSet

__all__ = ["LogLevel", "MemoryServer", "build_server", "published", "serve_stdio"]

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]

_INSTRUCTIONS = """\
Long-term memory as a knowledge graph with two clocks. It keeps what you tell it; you extract, it remembers, dates and finds.
- Search (search_memory) before you store, and reuse the ids that answers give.
- A name without an id finds the entity of that type and name or alias, so storing it again updates it.
- When something changed, supersede it instead of storing a second fact: the old one stays readable for its time.
- Give validFrom and validTo where the source says when something was true, and sourceDocumentId for where it comes from.
- Reads show what holds now. asOf shows what was true at an instant, knownAt what the memory believed at one.
- Every write may be repeated: a repeat gives the same id with created false."""
# Worker threads. Writes have their own, so that no number of slow reads keeps one waiting; the store lets in one at a time.
_READERS, _WRITERS = 16, 8


class MemoryServer(MCPServer[Any]):
    """An MCP server over one graph, which is bound to one tenant: no tool takes a tenant.

    Arguments are validated by `kgrdf.mcp.arguments`, not by the SDK, which drops unknown ones silently and reads text that
    looks like JSON.
    """

    def __init__(self, graph: BaseGraph, table: Mapping[str, ToolRow], *, log_level: LogLevel) -> None:
        super().__init__(
            "kgrdf",
            title="Knowledge graph memory",
            version=_version(),
            instructions=_INSTRUCTIONS,
            log_level=log_level,
            subscriptions=False,
        )
        self._graph = graph
        self._table = table
        self._published = [published(row) for row in table.values()]
        self._readers = anyio.CapacityLimiter(_READERS)
        self._writers = anyio.CapacityLimiter(_WRITERS)
        add_resources(self, graph, table)

    async def list_tools(self) -> list[PublishedTool]:
        """Return the tools as they are published."""
        return self._published

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult:
        """Call a tool in a worker thread.

        Raises `ToolError` for what the caller, or whoever set the server up, can act on, and `UnexpectedToolError`, whose
        text says nothing of the cause, for everything else.
        """
        row = self._table.get(name)
        if row is None:
            raise ToolError(_unknown_tool(name))
        limiter = self._readers if row.read else self._writers
        try:
            return await anyio.to_thread.run_sync(functools.partial(self._run, row, arguments), limiter=limiter)
        except TOLD as error:
            raise ToolError(told(error)) from error
        except Exception as error:
            raise UnexpectedToolError(
                f"{name}: internal error. The server's log has it; repeating the call is safe."
            ) from error

    async def run_stdio_async(self) -> None:
        """Serve over stdin and stdout until stdin ends and everything read from it is answered."""
        server = self._lowlevel_server
        await serve_streams(lambda requests, answers: server.run(requests, answers, server.create_initialization_options()))

    def _run(self, row: ToolRow, arguments: Mapping[str, object]) -> CallToolResult:
        answer, text = fitted(row, self._graph, read_arguments(row.arguments, arguments))
        return CallToolResult(
            content=[TextContent(type="text", text=text)], structured_content=answer.wire(), is_error=False
        )


def build_server(graph: BaseGraph, *, tools: ToolSet = "default", log_level: LogLevel = "WARNING") -> MemoryServer:
    """Return a server of the graph's memory.

    `tools` is `default`, or `full` for those that correct what was recorded too. Classes of the graph's schema that name a
    tool of their own get it. Logs go to stderr.
    """
    return MemoryServer(graph, tool_table(graph.schema, tools), log_level=log_level)


def serve_stdio(graph: BaseGraph, *, tools: ToolSet = "default", log_level: LogLevel = "WARNING") -> None:
    """Serve over stdin and stdout until stdin ends; stdout carries JSON-RPC and nothing else.

    Call it from the main thread. A signal to interrupt or to terminate closes the store and ends the process.
    """
    logging.basicConfig(stream=sys.stderr, level=log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # At DEBUG it tells the token of the session with each request.
    logging.getLogger("botocore.auth").setLevel(logging.WARNING)
    server = build_server(graph, tools=tools, log_level=log_level)

    def leave(number: int, frame: object) -> None:
        # The thread that waits for the next line cannot be woken, so a clean stop would wait for one too. Closing the store
        # lets a write in flight end, gives a lease back and puts the text index on disk; a second signal does not wait.
        signal.signal(number, signal.SIG_DFL)
        graph.store.close()
        os._exit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run("stdio")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def published(row: ToolRow) -> PublishedTool:
    """Return a tool as `tools/list` shows it."""
    return PublishedTool(
        name=row.name,
        title=row.title,
        description=row.doc,
        input_schema=row.input_schema,
        output_schema=output_schema(row.answer),
        annotations=ToolAnnotations(
            read_only_hint=row.read, destructive_hint=row.destructive, idempotent_hint=True, open_world_hint=False
        ),
    )


def _unknown_tool(name: str) -> str:
    if any(row.name == name for row in TOOLS):
        return f"{name} is not offered: the server was started without --tools full"
    return f"no tool {shorten(name)!r}; tools/list names them"


def _version() -> str:
    try:
        return version("kgrdf")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "0"
