"""The sockets: HTTPS on the loopback address, answers in chunks, and connections that break when told to."""

from __future__ import annotations

import json
import os
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote, urlsplit

from kgrdf.testing.neptune.certificate import HOST
from kgrdf.testing.neptune.cluster import Instance
from kgrdf.testing.neptune.exchange import Call, Reply
from kgrdf.testing.neptune.protocol import Protocol

__all__ = ["Listener"]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: Listener

    def setup(self) -> None:
        super().setup()
        # As after a look-up of the cluster's name: a connection stays with the instance that it found.
        self.instance = self.server.resolve()

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except (ConnectionError, ssl.SSLError, OSError, ValueError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        call = Call(self.command, parts.path, parts.query, headers, self._body())
        reply = self.server.protocol.answer(call, self.instance)
        if reply.fault is not None and reply.fault.reset == "before headers":
            self._cut()
        else:
            self._send(call, reply)

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b"".join(parts)

    def _send(self, call: Call, reply: Reply) -> None:
        fault = reply.fault
        trailers = reply.refusal is not None and "trailers" in call.headers.get("te", "")
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("x-amzn-RequestId", reply.request_id)
        if trailers:
            self.send_header("Trailer", "X-Neptune-Status, X-Neptune-Detail")
        if reply.status == 200 and call.method != "HEAD":
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
        else:
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            if call.method != "HEAD":
                self.wfile.write(reply.body)
                reply.observation.sent = len(reply.body)
            return
        body = reply.body
        if reply.refusal is not None:
            body = body[: len(body) // 2] + reply.refusal.body(reply.request_id)
        cut = fault is not None and fault.reset == "after headers"
        for part in self._parts(body[: len(body) // 2] if cut else body):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            reply.observation.sent += len(part)
            if fault is not None and fault.pause:
                self.wfile.flush()
                time.sleep(fault.pause)
        if cut:
            self.wfile.flush()
            self._cut()
            return
        self.wfile.write(b"0\r\n")
        if trailers and reply.refusal is not None:
            detail = quote(json.dumps({"detailedMessage": reply.refusal.detail, "requestId": reply.request_id}))
            status = f"{reply.refusal.status} {reply.refusal.code}"
            self.wfile.write(f"X-Neptune-Status: {status}\r\nX-Neptune-Detail: {detail}\r\n".encode())
        self.wfile.write(b"\r\n")

    def _parts(self, body: bytes) -> Iterator[bytes]:
        size = self.server.protocol.settings.chunk_bytes
        return (body[start : start + size] for start in range(0, len(body), size))

    def _cut(self) -> None:
        self.close_connection = True
        # Nothing waits to be sent, so that the other side sees a reset and no orderly end.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())


for _method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
    setattr(_Handler, f"do_{_method}", _Handler._serve)


class Listener(ThreadingHTTPServer):
    """One port of the cluster."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, protocol: Protocol, context: ssl.SSLContext, resolve: Callable[[], Instance]) -> None:
        super().__init__((HOST, 0), _Handler)
        self.protocol, self.resolve = protocol, resolve
        self._context = context
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), name="neptune-emulation", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it listens, without a path."""
        return f"https://{HOST}:{self.server_address[1]}"

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection; its thread makes the handshake, so that a slow client holds up nobody."""
        plain, address = super().get_request()
        secure = self._context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        self._open.add(secure)
        return secure, address

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that go away or speak no TLS."""

    def stop(self) -> None:
        """Close the port and every connection."""
        self.shutdown()
        self._thread.join()
        self.server_close()
        for connection in list(self._open):
            self.shutdown_request(connection)
