"""A loopback HTTP server that answers what it is told to, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

ROWS = b'{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"found"}}]}}'
JSON = "application/sparql-results+json"


@dataclass
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    """By lower-case name."""
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.body.decode(), strict_parsing=True).items()}


@dataclass
class Answer:
    """What goes back; `cut` bytes of the body that was announced are held back, and the connection closed."""

    status: int = 200
    body: bytes = ROWS
    content_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    pause: Callable[[], object] = lambda: None
    """Called between the two halves of the body."""


def neptune_error(status: int, code: str, detail: str = "because", request_id: str = "r-1") -> Answer:
    body = json.dumps({"requestId": request_id, "code": code, "detailedMessage": detail}).encode()
    return Answer(status, body, "application/x-amz-json-1.0")


class Scripted:
    """Answers the script's answers one after the other, the last one for ever."""

    def __init__(self) -> None:
        self.script: list[Answer | Callable[[Asked], Answer]] = [Answer()]
        self.asked: list[Asked] = []
        self.url = ""

    def answers(self, *script: Answer | Callable[[Asked], Answer]) -> None:
        self.script = list(script)
        self.asked.clear()

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return step if isinstance(step, Answer) else step(asked)


@contextmanager
def scripted() -> Iterator[Scripted]:
    server = Scripted()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length", 0)))
            answer = server.answer(Asked(self.command, self.path, headers, body))
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            body = answer.body[: len(answer.body) - answer.cut]
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            answer.pause()
            self.wfile.write(body[len(body) // 2 :])
            if answer.cut:
                self.close_connection = True

        do_GET = do_POST

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        listening.daemon_threads = True
        thread = threading.Thread(target=listening.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        server.url = f"http://127.0.0.1:{listening.server_address[1]}/sparql"
        try:
            yield server
        finally:
            listening.shutdown()
            thread.join()


class Time:
    """A clock that only moves when somebody sleeps, and the pauses that were made."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds
