"""What the SDK's stdio transport leaves undone: no line goes unanswered.

- A line that is not JSON-RPC gets an error. The SDK drops it, and its sender waits for ever.
- A tool call with a lone surrogate in its arguments, which the parser of the SDK takes for bad JSON, reaches the tool, which
  names the argument.
- When stdin ends, what was read before is answered first: `printf … | kgrdf serve` works.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)
from pydantic import ValidationError

__all__ = ["serve_streams"]

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


async def serve_streams(run: Callable[[Incoming, Outgoing], Awaitable[None]]) -> None:
    """Run a server between stdin and stdout until stdin ends and everything is answered."""
    requests_in, requests = anyio.create_memory_object_stream[SessionMessage | Exception]()
    answers, answers_out = anyio.create_memory_object_stream[SessionMessage]()
    unanswered = _Unanswered()
    async with stdio_server() as (source, sink), anyio.create_task_group() as tasks:

        async def read() -> None:
            async with requests_in:
                async for item in source:
                    message = item if isinstance(item, SessionMessage) else _recovered(item)
                    if isinstance(message, JSONRPCError):
                        await sink.send(SessionMessage(message))
                    elif message is not None:
                        unanswered.note(message.message)
                        await requests_in.send(message)
                await unanswered.drained()

        async def write() -> None:
            async with answers_out, sink:
                async for message in answers_out:
                    await sink.send(message)
                    unanswered.settle(message.message)

        tasks.start_soon(read)
        tasks.start_soon(write)
        await run(requests, answers)
        await answers.aclose()


class _Unanswered:
    """The requests of a connection that have no answer yet."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._ended: anyio.Event | None = None

    def note(self, message: object) -> None:
        if isinstance(message, JSONRPCRequest):
            self._ids.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._forget((message.params or {}).get("requestId"))

    def settle(self, message: object) -> None:
        if isinstance(message, (JSONRPCResponse, JSONRPCError)):
            self._forget(message.id)

    async def drained(self) -> None:
        self._ended = anyio.Event()
        if self._ids:
            await self._ended.wait()

    def _forget(self, id: object) -> None:
        self._ids.discard(id)
        if self._ended is not None and not self._ids:
            self._ended.set()


def _recovered(problem: Exception) -> SessionMessage | JSONRPCError | None:
    """Return the message of a line that the SDK could not read, or the error to answer; None for a blank line."""
    code, line = INVALID_REQUEST, ""
    if isinstance(problem, ValidationError) and problem.errors()[0]["type"] == "json_invalid":
        code, line = PARSE_ERROR, str(problem.errors()[0]["input"])
        if not line.strip():
            return None
    try:
        call: Any = json.loads(line)
        around = {key: value for key, value in call["params"].items() if key != "arguments"}
        json.dumps([call["id"], around], ensure_ascii=False).encode()
        if call["method"] == "tools/call":
            return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=call["id"], method="tools/call", params=call["params"]))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    text = "this line is not JSON" if code == PARSE_ERROR else "this line is not a JSON-RPC 2.0 message"
    return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=text))
