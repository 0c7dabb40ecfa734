"""Rendered files onto the disk, or a diff against what is there: one folder, owned whole."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["compare", "left_over", "refusal", "write"]


MARK = "schema.lock.json"
"""The file by which a generated package is known."""


def refusal(out: Path) -> str | None:
    """Return why a folder cannot be owned: it is none, or holds files and is no generated package. None if it can."""
    if out.exists() and not out.is_dir():
        return "is not a folder"
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        return f"holds files and no {MARK}: a generated package owns its folder whole; name a new or empty one"
    return None


def write(files: Mapping[Path, str], owned: Iterable[Path] = ()) -> list[Path]:
    """Write what has changed, and delete what is left over in the owned folders; return the paths touched, sorted.

    Everything was rendered before, so a failure to render leaves the disk as it was.
    """
    touched = []
    # The mark first: what a failure leaves can be written over by the next run.
    for path, text in sorted(files.items(), key=lambda item: (item[0].name != MARK, item[0])):
        if _read(path) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            touched.append(path)
    for path in left_over(files, owned):
        path.unlink()
        touched.append(path)
    return sorted(touched)


def compare(files: Mapping[Path, str], owned: Iterable[Path] = ()) -> str:
    """Return a unified diff from what is on the disk to what should be, empty where they agree.

    A missing file is added in it, a left-over one is removed.
    """
    parts = [_diff(path, _read(path), text) for path, text in sorted(files.items())]
    parts += [_diff(path, _read(path), None) for path in left_over(files, owned)]
    return "".join(parts)


def left_over(files: Mapping[Path, str], owned: Iterable[Path]) -> list[Path]:
    """Return the files in owned folders that nothing generates any more; caches aside."""
    found = {path for folder in owned if folder.is_dir() for path in folder.rglob("*") if path.is_file()}
    return sorted(path for path in found - files.keys() if "__pycache__" not in path.parts)


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return None


def _diff(path: Path, old: str | None, new: str | None) -> str:
    if old == new:
        return ""
    name = path.as_posix()
    lines = difflib.unified_diff(
        _lines(old or ""),
        _lines(new or ""),
        "/dev/null" if old is None else f"a/{name}",
        "/dev/null" if new is None else f"b/{name}",
    )
    shown = "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return shown or f"--- {name}: the file is empty\n"


def _lines(text: str) -> list[str]:
    """Return the lines with their ends; what else Python takes for the end of one is a part of it."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
