"""A server in a process of its own, spoken to in raw JSON-RPC over its stdin and stdout."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 60
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def strict(line: str) -> Any:
    """Parse JSON as the standard has it: no NaN, no Infinity."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON: {line[:200]}")

    return json.loads(line, parse_constant=refuse)


class RawServer:
    """`kgrdf serve` as a process. Every line of its stdout is parsed strictly and must be one JSON-RPC message."""

    def __init__(self, folder: Path, *options: str, wire: str = "2025-06-18", env: dict[str, str] | None = None) -> None:
        self.wire = wire
        self.messages: list[dict[str, Any]] = []
        self._answers: dict[Any, dict[str, Any]] = {}
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._next = 0
        self.errors = folder / "stderr.txt"
        folder.mkdir(parents=True, exist_ok=True)
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", "from kgrdf.cli import main; main()", "serve", *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "KGRDF_STORE": str(folder / "store"), "KGRDF_TENANT": "acme", **(env or {})},
                encoding="utf-8",
            )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def send(self, method: str, **params: Any) -> int:
        """Send a request and return its id without waiting."""
        self._next += 1
        if self.wire == "2026-07-28":
            params["_meta"] = MODERN
        self.write(json.dumps({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}))
        return self._next

    def receive(self) -> dict[str, Any] | None:
        """Return the next message of the server, None when its stdout has ended."""
        line = self._lines.get(timeout=PATIENCE)
        if line is None:
            return None
        message: dict[str, Any] = strict(line)
        assert message["jsonrpc"] == "2.0", line
        self.messages.append(message)
        return message

    def answer(self, id: Any) -> dict[str, Any]:
        """Return the message that answers a request."""
        while id not in self._answers:
            message = self.receive()
            assert message is not None, self.errors.read_text(encoding="utf-8")
            self._answers[message.get("id")] = message
        return self._answers[id]

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        message = self.answer(self.send(method, **params))
        assert "result" in message, message
        result: dict[str, Any] = message["result"]
        return result

    def handshake(self) -> dict[str, Any]:
        found = self.request(
            "initialize", protocolVersion=self.wire, capabilities={}, clientInfo={"name": "test", "version": "1"}
        )
        self.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        return found

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its structured content; a tool error fails the test."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        assert not result.get("isError"), (tool, arguments, result)
        content: dict[str, Any] = result["structuredContent"]
        return content

    def refusal(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must refuse, and return what it says."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        assert result.get("isError"), (tool, arguments, result)
        assert "structuredContent" not in result
        text: str = result["content"][0]["text"]
        return text

    def end(self) -> int:
        """Close stdin, read what is left, and return the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        while self.receive() is not None:
            pass
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def starting(folder: Path) -> Iterator[Callable[..., RawServer]]:
    servers: list[RawServer] = []

    def run(*options: str, wire: str = "2025-06-18", env: dict[str, str] | None = None, greet: bool = True) -> RawServer:
        server = RawServer(folder / str(len(servers)), *options, wire=wire, env=env)
        servers.append(server)
        if greet and wire != "2026-07-28":
            server.handshake()
        return server

    yield run
    for server in servers:
        server.process.kill()
        server.process.wait()
        for pipe in (server.process.stdin, server.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., RawServer]]:
    """Starts `kgrdf serve` on a fresh folder, with the handshake of the wire done."""
    with starting(tmp_path) as run:
        yield run


@pytest.fixture
def server(start: Callable[..., RawServer]) -> RawServer:
    """A server of its own, on an empty folder."""
    return start()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawServer]:
    """One server for all tests of a module that ask for it: each uses names of its own."""
    with starting(tmp_path_factory.mktemp("running")) as run:
        yield run()
