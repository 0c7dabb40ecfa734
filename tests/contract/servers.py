"""The servers that the contract runs on beside Oxigraph's and the emulation of Neptune: rdflib's and Virtuoso's."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.runtime.endpoint.servers import free_port

VIRTUOSO = shutil.which("virtuoso-t")
_RDFLIB = """
import sys, rdflib.plugins.sparql, uvicorn
from urllib.parse import parse_qs
from rdflib import Dataset
from rdflib_endpoint import SparqlEndpoint

rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False  # FROM NAMED names a graph that is here, no address
endpoint = SparqlEndpoint(graph=Dataset(default_union=True), enable_update=True)

async def serve(scope, receive, send):
    # The endpoint decodes a form twice and so spoils each `%` in a text: it is given the text as the body instead.
    if scope["type"] != "http" or scope["method"] != "POST":
        return await endpoint(scope, receive, send)
    body, more = b"", True
    while more:
        part = await receive()
        body, more = body + part["body"], part.get("more_body", False)
    ((kind, (text,)),) = parse_qs(body.decode()).items()
    media = b"application/sparql-" + kind.encode()
    headers = [pair for pair in scope["headers"] if pair[0] not in (b"content-type", b"content-length")]
    scope = {**scope, "headers": [*headers, (b"content-type", media)]}

    async def text_of():
        return {"type": "http.request", "body": text.encode(), "more_body": False}

    await endpoint(scope, text_of, send)

uvicorn.run(serve, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
"""
_INI = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa

[TempDatabase]
DatabaseFile = {folder}/virtuoso-temp.db
TransactionFile = {folder}/virtuoso-temp.trx

[Parameters]
ServerPort = 127.0.0.1:{sql}
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
DirsAllowed = .

[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerThreads = 10

[SPARQL]
ResultSetMaxRows = 10000
"""


@contextmanager
def rdflib_serving() -> Iterator[str]:
    """Run rdflib-endpoint over a dataset whose default graph is the union of all, and give its URL."""
    port = free_port()
    with running([sys.executable, "-W", "ignore", "-c", _RDFLIB, str(port)], f"http://127.0.0.1:{port}/"):
        yield f"http://127.0.0.1:{port}/"


@contextmanager
def virtuoso_serving(folder: Path) -> Iterator[str]:
    """Run Virtuoso with its files in a folder, and give its query URL; its user is `dba`, as its password is."""
    assert VIRTUOSO is not None
    http, sql = free_port(), free_port()
    while sql == http:
        sql = free_port()
    ini = folder / "virtuoso.ini"
    ini.write_text(_INI.format(folder=folder, sql=sql, http=http), encoding="utf-8")
    command = [VIRTUOSO, "+configfile", str(ini), "+foreground"]
    with running(command, f"http://127.0.0.1:{http}/sparql?query=ASK%7B%7D"):
        yield f"http://127.0.0.1:{http}/sparql"


@contextmanager
def running(command: list[str], url: str) -> Iterator[None]:
    """Run a server until the block ends; it has answered at the URL before the block begins."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _await_answer(url, process)
            yield
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def _await_answer(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nothing answers at {url}")
