"""Real SPARQL servers on a port of this machine, for as long as a test needs them."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def oxigraph_binary() -> str:
    """Return the path of the `oxigraph` server, which its package puts beside Python."""
    beside = Path(sys.executable).with_name("oxigraph")
    found = str(beside) if beside.exists() else shutil.which("oxigraph")
    assert found, "the package `oxigraph` of the dev extra is not installed"
    return found


@contextmanager
def oxigraph_serving(*options: str) -> Iterator[str]:
    """Run `oxigraph serve` in memory and give its query URL."""
    port = free_port()
    command = [oxigraph_binary(), "serve", "--bind", f"127.0.0.1:{port}", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait(f"http://127.0.0.1:{port}/", process)
            yield f"http://127.0.0.1:{port}/query"
        finally:
            process.terminate()


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(500):
        assert process.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.02)
    raise AssertionError(f"nothing answers at {url}")
