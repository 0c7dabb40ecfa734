"""The wheel, installed in a fresh environment and used from outside the repository."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

TALK = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}},
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": 3, "method": "resources/read", "params": {"uri": "kg://schema"}},
]


@dataclass(frozen=True)
class Installation:
    """A fresh environment with the wheel in it, and an empty folder to work in."""

    bin: Path
    work: Path

    def run(self, *command: str, given: str | None = None) -> str:
        """Run a program of the environment and return what it printed."""
        done = subprocess.run(
            [str(self.bin / command[0]), *command[1:]],
            cwd=self.work,
            env={"PATH": str(self.bin), "LANG": "C.UTF-8"},
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def installed(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Build, install without dependencies, and lend the environment the packages that are installed here."""
    room = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(room), str(repository)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = room.glob("kgrdf-*.whl")
    venv.create(room / "env", with_pip=False)
    python = room / "env" / "bin" / "python"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    (site,) = (room / "env" / "lib").glob("python*/site-packages")
    # A path file in a folder that a path file names is not read, so the editable install here stays out of sight.
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    (room / "work").mkdir()
    return Installation(room / "env" / "bin", room / "work")


def test_the_wheel_and_not_the_checkout_is_used(installed: Installation) -> None:
    places = installed.run(
        "python", "-c", "import kgrdf, kgrdf_codegen; print(kgrdf.__file__, kgrdf_codegen.__file__)"
    ).split()
    assert len(places) == 2
    assert all(str(installed.bin.parent) in place for place in places)


def test_the_command_says_what_it_can_do(installed: Installation) -> None:
    assert "serve" in installed.run("kgrdf", "--help")
    assert "0." in installed.run("kgrdf", "--version")


def test_a_memory_that_python_wrote_is_read_by_the_command(installed: Installation) -> None:
    script = (
        "from kgrdf import Graph, open_store\n"
        "with open_store('memory') as store:\n"
        "    graph = Graph(store, 'acme')\n"
        "    service = graph.store_entity('checkout', 'Service').id\n"
        "    owner = graph.store_entity('Ann', 'Person').id\n"
        "    graph.add_relationship(service, owner, 'primary_owner')\n"
        "    print(service)\n"
    )
    service = installed.run("python", "-c", script).strip()
    context = json.loads(installed.run("kgrdf", "context", service, "--store", "memory", "--tenant", "acme", "--json"))
    assert [neighbor["entity"]["name"] for neighbor in context["neighbors"]] == ["Ann"]


def test_an_ontology_of_ones_own_is_generated_typed_and_served(installed: Installation, repository: Path) -> None:
    """The README's own example."""
    readme = (repository / "README.md").read_text(encoding="utf-8")
    turtle = re.search(r"```turtle\n(.*?)```", readme, re.DOTALL)
    assert turtle
    (installed.work / "ops.ttl").write_text(turtle[1], encoding="utf-8")
    installed.run("kgrdf", "codegen", "--ontology", "ops.ttl", "--out", "ops_memory")
    script = (
        "from kgrdf import open_store\n"
        "from ops_memory import Graph\n"
        "with open_store('memory:') as store:\n"
        "    print(Graph(store, 'acme').store_entity('INC-1', 'Incident', properties={'severity': 2}).id)\n"
    )
    assert installed.run("python", "-c", script).strip() == "entity::Incident::inc-1"
    answers = served(installed, "ops_memory")
    kinds = next(tool for tool in answers[2]["tools"] if tool["name"] == "store_entity")
    assert "Incident" in json.dumps(kinds["inputSchema"])
    assert "Incident" in answers[3]["contents"][0]["text"]


def served(installed: Installation, schema: str) -> dict[int, Any]:
    """Speak to `kgrdf serve` and return its results by request; nothing but JSON-RPC may come."""
    command = [str(installed.bin / "kgrdf"), "serve", "--schema", schema, "--store", "served", "--tenant", "me"]
    server = subprocess.Popen(
        command,
        cwd=installed.work,
        env={"PATH": str(installed.bin)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert server.stdin
    assert server.stdout
    results: dict[int, Any] = {}
    try:
        for message in TALK:
            server.stdin.write(json.dumps(message) + "\n")
            server.stdin.flush()
            while "id" in message and message["id"] not in results:
                line = server.stdout.readline()
                assert line, server.communicate()[1]
                answer = json.loads(line)
                assert answer["jsonrpc"] == "2.0"
                if "id" in answer:
                    results[answer["id"]] = answer["result"]
    finally:
        server.communicate(timeout=30)
    return results
