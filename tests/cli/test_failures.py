from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kgrdf.graph import BaseGraph
from kgrdf.store import open_store

DATA = (
    "export",
    "search x",
    "context x",
    "list",
    "timeline x",
    "fact c --about x",
    "sweep",
    "validate",
    "tenant stats",
    "serve",
)


@pytest.mark.parametrize("command", DATA)
def test_a_missing_tenant_is_refused_with_the_setting_named(
    kgrdf: Any, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.delenv("KGRDF_TENANT")
    error = kgrdf(*command.split(), code=2).stderr
    assert "tenant: none is configured" in error
    assert "KGRDF_TENANT" in error
    assert "--tenant" in error


@pytest.mark.parametrize("command", [*DATA, "tenant list"])
def test_a_missing_store_is_refused_with_the_setting_named(
    kgrdf: Any, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.delenv("KGRDF_STORE")
    error = kgrdf(*command.split(), code=2).stderr
    assert "store: none is configured" in error
    assert "KGRDF_STORE" in error


@pytest.mark.parametrize("tenant", ["Acme", "a b", "../x", "-a", "a" * 65, "urn:kgrdf:acme"])
def test_an_id_that_is_no_tenant_is_refused_before_anything_is_made(kgrdf: Any, tmp_path: Path, tenant: str) -> None:
    for command in (("list",), ("serve",), ("import", "-")):
        assert "is not a tenant id" in kgrdf(*command, f"--tenant={tenant}", code=2).stderr
    assert not (tmp_path / "memory").exists()


def test_a_schema_that_is_no_package_is_refused(kgrdf: Any) -> None:
    assert "no package 'no_such_package'" in kgrdf("list", "--schema", "no_such_package", code=2).stderr
    assert "has no Graph and no SCHEMA" in kgrdf("list", "--schema", "json", code=2).stderr


def test_a_schema_is_found_in_the_working_folder(kgrdf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "my_memory_schema"
    package.mkdir()
    (package / "__init__.py").write_text("from kgrdf.generated import SCHEMA, Graph\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    kgrdf("import", "-", "--schema", "my_memory_schema", stdin="")


def test_a_schema_is_named_by_its_folder_from_anywhere(kgrdf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "elsewhere" / "a_schema_of_its_own"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from kgrdf.generated import SCHEMA, Graph\n")
    monkeypatch.setattr(sys, "path", list(sys.path))
    kgrdf("fact", "It is slow.", "--about", "ghost", "--schema", str(package), code=2)
    kgrdf("list", "--schema", f"{package}/")
    assert "no package" in kgrdf("list", "--schema", str(tmp_path / "nothing_here"), code=2).stderr


def test_a_schema_folder_whose_name_means_another_module_is_refused(kgrdf: Any, tmp_path: Path) -> None:
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "__init__.py").write_text("")
    assert "Python finds another 'json'" in kgrdf("list", "--schema", str(tmp_path / "json"), code=2).stderr


@pytest.mark.parametrize(
    "command", ["list", "search x", "context x", "timeline x", "export", "validate", "sweep", "tenant list", "end x"]
)
def test_what_only_looks_at_a_memory_makes_no_folder(kgrdf: Any, tmp_path: Path, command: str) -> None:
    error = kgrdf(*command.split(), code=2).stderr
    assert f"store: there is no folder {tmp_path / 'memory'}" in error
    assert not (tmp_path / "memory").exists()


@pytest.mark.parametrize(
    "command", ["list", "fact c --about x", "import -", "tenant list", "doctor", "copy --to other --from"]
)
def test_a_mistyped_scheme_is_refused_and_makes_no_folder(
    kgrdf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    where = [] if command.startswith("copy") else ["--store"]
    error = kgrdf(*command.split(), *where, "sparql://localhost:7878/query", code=2).stderr
    assert "store: this sparql: URL names no store\nhint: an endpoint's query URL starts with http" in error
    assert list(tmp_path.iterdir()) == []


def test_the_scheme_of_an_endpoint_is_read_in_any_case(kgrdf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = kgrdf("list", "--store", "HTTP://127.0.0.1:9/query", "--profile", "oxigraph", "--timeout", "0.2", code=3)
    assert "http://127.0.0.1:9/query" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_caller_error_prints_message_and_hint_and_no_traceback(kgrdf: Any) -> None:
    result = kgrdf("relate", "ghost-a", "uses", "ghost-b", code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("error: FROM_ID: no entity 'ghost-a'")
    assert "\nhint: " in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bug_exits_with_70_and_shows_a_traceback_only_when_asked(kgrdf: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    kgrdf("import", "-", stdin="")
    monkeypatch.setattr(BaseGraph, "sweep", broken)
    result = kgrdf("sweep", code=70)
    assert "a bug in kgrdf: RuntimeError: boom" in result.stderr
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("KGRDF_DEBUG", "1")
    assert "Traceback" in kgrdf("sweep", code=70).stderr


def test_a_second_process_on_the_same_folder_is_told_who_holds_it_and_harms_nothing(kgrdf: Any, tmp_path: Path) -> None:
    with open_store(tmp_path / "memory"):
        second = subprocess.run(
            [sys.executable, "-c", "from kgrdf.cli import main; main()", "list"], capture_output=True, text=True, check=False
        )
        assert second.returncode == 3
        assert f"in use by process {os.getpid()}" in second.stderr
        assert second.stdout == ""
    kgrdf("list")


def test_a_folder_of_other_files_is_no_store(kgrdf: Any, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "thesis.txt").write_text("precious")
    assert "holds other files" in kgrdf("list", code=2).stderr
    assert (tmp_path / "memory" / "thesis.txt").read_text() == "precious"


def test_an_unknown_command_is_refused_by_click(kgrdf: Any) -> None:
    assert "No such command 'imprt'" in kgrdf("imprt", code=2).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_an_output_that_cannot_be_written_is_told_as_the_systems_refusal(kgrdf: Any) -> None:
    kgrdf("import", "-", stdin='{"kind": "entity", "name": "A", "entityType": "Service"}\n')
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-c", "from kgrdf.cli import main; main()", "export"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith("error: the system refused: ")


@pytest.mark.parametrize(("name", "reason"), [("format", "another version"), ("graph/CURRENT", "cannot be opened")])
def test_a_store_whose_files_are_damaged_is_told_as_one(kgrdf: Any, tmp_path: Path, name: str, reason: str) -> None:
    kgrdf("import", "-", stdin='{"kind": "entity", "name": "A", "entityType": "Service"}\n')
    (tmp_path / "memory" / name).write_bytes(b"\xff")
    assert reason in kgrdf("list", code=3).stderr


def test_a_folder_of_templates_that_is_not_there_is_refused(kgrdf: Any, tmp_path: Path) -> None:
    kgrdf("codegen", "--out", str(tmp_path / "package"), "--templates", str(tmp_path / "nothing"), code=2)
    assert not (tmp_path / "package").exists()
