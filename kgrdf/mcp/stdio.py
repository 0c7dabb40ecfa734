"""What the SDK's stdio transport leaves undone: no line goes unanswered.

- A line that is not JSON-RPC gets an error. The SDK drops it, and its sender waits for ever; so it does with a request whose
  id is neither a string nor an integer, which it takes for a notification.
- A tool call with a lone surrogate in its arguments, which the parser of the SDK takes for bad JSON, reaches the tool, which
  names the argument. So does one with bytes that are not UTF-8, which the SDK would store as question marks.
- When stdin ends, what was read before is answered first: `printf … | kgrdf serve` works.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from io import TextIOWrapper
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

__all__ = ["serve_streams"]

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


async def serve_streams(run: Callable[[Incoming, Outgoing], Awaitable[None]]) -> None:
    """Run a server between stdin and stdout until stdin ends and everything is answered."""
    requests_in, requests = anyio.create_memory_object_stream[SessionMessage | Exception]()
    answers, answers_out = anyio.create_memory_object_stream[SessionMessage]()
    unanswered, lines = _Unanswered(), _Lines()
    async with stdio_server(stdin=lines) as (source, sink), anyio.create_task_group() as tasks:  # type: ignore[arg-type]

        async def read() -> None:
            async with requests_in:
                async for item in source:
                    message = _understood(item, lines.read.popleft())
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


class _Lines:
    """The lines of stdin, for the SDK to read; bytes that are not UTF-8 come as lone surrogates."""

    def __init__(self) -> None:
        self.read: deque[str] = deque()
        """Those that the SDK took and of which what it made has not been looked at: it makes one thing of each."""

    async def __aiter__(self) -> AsyncIterator[str]:
        text = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline="\n")
        try:
            async for line in anyio.wrap_file(text):
                self.read.append(line)
                yield line
        finally:
            text.detach()


def _understood(item: SessionMessage | Exception, line: str) -> SessionMessage | JSONRPCError | None:
    """Return the message of a line that the SDK made `item` of, or the error to answer; None for a blank line."""
    if not isinstance(item, SessionMessage):
        return _recovered(line)
    if isinstance(item.message, JSONRPCNotification) and "id" in json.loads(line):
        return _refusal(INVALID_REQUEST, "the id of a request is a string or an integer")
    return item


def _recovered(line: str) -> SessionMessage | JSONRPCError | None:
    """Return the message of a line that the SDK could not read, or the error to answer; None for a blank line."""
    if not line.strip():
        return None
    try:
        call: Any = json.loads(line)
    except (ValueError, RecursionError):
        return _refusal(PARSE_ERROR, "this line is not JSON")
    try:
        around = {key: value for key, value in call["params"].items() if key != "arguments"}
        json.dumps([call["id"], around], ensure_ascii=False).encode()
        if call["method"] == "tools/call":
            return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=call["id"], method="tools/call", params=call["params"]))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    return _refusal(INVALID_REQUEST, "this line is not a JSON-RPC 2.0 message")


def _refusal(code: int, text: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=text))
