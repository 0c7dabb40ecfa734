"""The place where probes run other tools: one folder a probe, and the environment that the tools were installed into."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.capabilities.cell import RefusedError

__all__ = ["Bench", "Done"]


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    status: int
    out: str
    err: str

    @property
    def first(self) -> str:
        """The first line that it printed."""
        return (self.out.strip() or self.err.strip()).partition("\n")[0]

    @property
    def last(self) -> str:
        """The last line that it said, without the folder it ran in."""
        lines = [line.strip() for line in (self.err.strip() or self.out.strip()).splitlines() if line.strip()]
        return lines[-1] if lines else f"status {self.status}"


@dataclass(frozen=True)
class Bench:
    """A fresh folder, and the programs of an environment of other tools."""

    tools: Path
    folder: Path

    def write(self, name: str, text: str) -> Path:
        """Write an input file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, program: str, *arguments: str, seed: int = 0) -> Done:
        """Run a program of the environment in the folder."""
        return self._done([str(self.tools / "bin" / program), *arguments], {"PYTHONHASHSEED": str(seed)})

    def must(self, program: str, *arguments: str, seed: int = 0) -> str:
        """Run a program that has to succeed and return what it prints.

        Raises:
            RefusedError: It did not; with its last line.
        """
        done = self.run(program, *arguments, seed=seed)
        if done.status:
            raise RefusedError(f"`{program}` fails: {done.last[:200]}")
        return done.out

    def python(self, code: str) -> Done:
        """Run a line of Python where the tools and the folder can be imported."""
        return self.run("python", "-c", code)

    def ours(self, *arguments: str) -> Done:
        """Run a module of this environment, `ruff` or `mypy`, in the folder."""
        return self._done([sys.executable, "-m", *arguments], {"PYTHONPATH": os.pathsep.join(sys.path)})

    def own(self, code: str) -> Done:
        """Run Python of this environment where the folder can be imported too."""
        return self._done(
            [sys.executable, "-W", "ignore", "-c", code], {"PYTHONPATH": os.pathsep.join([str(self.folder), *sys.path])}
        )

    def files(self, *names: str) -> dict[str, bytes]:
        """Return what lies below the named folders or files."""
        found = (path for name in names for path in [self.folder / name, *(self.folder / name).rglob("*")])
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in found
            if path.is_file() and path.suffix != ".pyc"
        }

    def _done(self, command: list[str], env: Mapping[str, str]) -> Done:
        found = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONWARNINGS": "ignore", **env},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=300,
            check=False,
        )
        place = str(self.folder)
        return Done(found.returncode, found.stdout.replace(place, "…"), found.stderr.replace(place, "…"))
