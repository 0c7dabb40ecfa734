"""What the README shows is what happens."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

KGRDF = Path(sys.executable).with_name("kgrdf")


def blocks(repository: Path, language: str) -> list[str]:
    readme = (repository / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL)


def indented(repository: Path) -> list[str]:
    """The commands and outputs that stand four spaces in."""
    readme = (repository / "README.md").read_text(encoding="utf-8")
    outside = re.sub(r"```.*?```", "", readme, flags=re.DOTALL)
    return [block.strip("\n") for block in re.findall(r"(?:(?:^    .*)\n)+", outside, re.MULTILINE)]


def test_the_python_session_has_ten_lines_and_prints_what_is_said(repository: Path, tmp_path: Path) -> None:
    session, _ = blocks(repository, "python")
    assert len([line for line in session.splitlines() if line.strip()]) <= 11
    run = subprocess.run([sys.executable, "-c", session], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.stdout.splitlines() in [[line.strip() for line in block.splitlines()] for block in indented(repository)]


def test_the_classes_of_ones_own_are_stored_over_mcp_and_read_in_python(repository: Path, tmp_path: Path) -> None:
    (ontology,) = blocks(repository, "turtle")
    (tmp_path / "ops.ttl").write_text(ontology, encoding="utf-8")
    lines = [line.strip() for block in indented(repository) for line in block.splitlines()]
    (generate,) = [line for line in lines if line.startswith("kgrdf codegen")]
    (serve,) = [line for line in lines if line.startswith("kgrdf serve --schema")]
    made = subprocess.run([KGRDF, *shlex.split(generate)[1:]], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    store = {"name": "store_incident", "arguments": {"name": "Double charge", "severity": 2}}
    look = {"name": "get_entity_context", "arguments": {"entityId": "Double charge"}}
    calls = (("initialize", hello), ("tools/call", store), ("tools/call", look))
    # By its whole path, as for a client that starts the server in another folder.
    command = serve.replace("ops_memory", f"{tmp_path}/ops_memory").replace("--store memory", f"--store {tmp_path}/memory")
    server = subprocess.Popen(
        [KGRDF, *shlex.split(command)[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
    )
    assert server.stdin
    assert server.stdout
    answers = []
    for number, (method, params) in enumerate(calls):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        server.stdin.flush()
        answers.append(json.loads(server.stdout.readline())["result"])
    server.communicate(timeout=60)
    assert answers[1]["structuredContent"]["created"] is True
    assert answers[2]["structuredContent"]["properties"] == {"severity": 2}
    _, session = blocks(repository, "python")
    run = subprocess.run([sys.executable, "-c", session], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.stdout.strip() in lines


def test_the_configuration_of_an_mcp_client_names_a_command_that_starts(repository: Path, tmp_path: Path) -> None:
    (text,) = blocks(repository, "json")
    (server,) = json.loads(text)["mcpServers"].values()
    arguments = [argument.replace("/path/to/memory", str(tmp_path / "memory")) for argument in server["args"]]
    assert server["command"].endswith("/.venv/bin/kgrdf")
    run = subprocess.run(
        [KGRDF, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stdout) == (0, ""), run.stderr


@pytest.fixture(scope="module")
def demo_data(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "demo-data"
    load = [KGRDF, "import", repository / "demo" / "sample.jsonl", "--store", folder, "--tenant", "demo"]
    run = subprocess.run(load, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def test_the_commands_to_look_around_with_find_something(repository: Path, demo_data: Path) -> None:
    commands = [line.strip() for block in indented(repository) for line in block.splitlines() if "--tenant demo" in line]
    assert len(commands) >= 3
    for command in commands:
        arguments = [str(demo_data) if word == "demo-data" else word for word in shlex.split(command)[1:]]
        run = subprocess.run([KGRDF, *arguments], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        assert len(run.stdout.splitlines()) >= 2, command


def test_the_demo_shows_an_agent_the_old_owner_the_contradiction_and_the_repeat(repository: Path, demo_data: Path) -> None:
    run = subprocess.run(
        [sys.executable, repository / "demo" / "run.py", demo_data], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    sections = re.split(r"^== (.*) ==$", run.stdout, flags=re.MULTILINE)
    shown = {heading.split(":")[0]: text for heading, text in zip(sections[1::2], sections[2::2], strict=True)}
    day, hour = "- pricing keeps contracts for a day", "- pricing keeps contracts for an hour"
    assert "charged 412 customers twice" in shown["Find"]
    assert "already stored" in shown["Relate"]
    assert [hour in shown["Context now"], day in shown["Context now"]] == [True, False]
    earlier = shown["Context as of an earlier day"]
    assert "- pricing fails when identity is down" in earlier
    assert "Platform team" in earlier
    assert "Payments team" not in earlier.partition("passages:")[0]
    before = shown["Context as known before this session"]
    assert [hour in before, day in before] == [False, True]
    assert {"contra::", "Ghent", "Aarhus"} <= set(re.findall(r"contra::|Ghent|Aarhus", shown["A contradiction"]))
    assert "superseded by" in shown["Timeline"]


def test_the_sample_is_imported_again_without_a_change(repository: Path, demo_data: Path) -> None:
    dump = [KGRDF, "export", "--store", demo_data, "--tenant", "demo"]
    before = subprocess.run(dump, capture_output=True, check=True).stdout
    load = [KGRDF, "import", repository / "demo" / "sample.jsonl", "--store", demo_data, "--tenant", "demo"]
    subprocess.run(load, capture_output=True, check=True)
    after = subprocess.run(dump, capture_output=True, check=True).stdout
    assert sorted(before.splitlines()) == sorted(after.splitlines())
