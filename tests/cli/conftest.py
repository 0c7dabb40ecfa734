from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest
from click.testing import CliRunner, Result

from kgrdf.cli import main


class Run(Protocol):
    def __call__(self, *arguments: str, code: int = 0, stdin: str | bytes | None = None) -> Result: ...


@pytest.fixture
def kgrdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on the folder `memory` of the test, for tenant `acme`, and asks for its exit status."""
    monkeypatch.setenv("KGRDF_STORE", str(tmp_path / "memory"))
    monkeypatch.setenv("KGRDF_TENANT", "acme")
    for name in ("KGRDF_SCHEMA", "KGRDF_SYNC", "KGRDF_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, code: int = 0, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, arguments, input=stdin)
        assert result.exit_code == code, (result.output, result.exception)
        return result

    return run


@pytest.fixture
def answer(kgrdf: Run) -> Callable[..., Any]:
    """Runs a command with `--json` and returns what it answers."""
    return lambda *arguments: json.loads(kgrdf(*arguments, "--json").stdout)


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., str]:
    """Writes objects as JSON lines and returns the file's name."""

    def write(*objects: dict[str, Any] | str, name: str = "lines.jsonl") -> str:
        path = tmp_path / name
        texts = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in objects]
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return str(path)

    return write
