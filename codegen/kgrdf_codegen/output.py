"""Rendered files onto the disk, or a diff against what is there: one folder, owned whole."""

from __future__ import annotations

import contextlib
import difflib
import keyword
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kgrdf_codegen.names_lock import NAMES_LOCK
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.sources import shown

__all__ = ["compare", "left_over", "misplaced", "write"]


MARK = "schema.lock.json"
"""The file by which a generated package is known."""
_CACHE = "__pycache__"


def misplaced(out: Path, docs: Path | None, given: Iterable[Path], files: Iterable[Path]) -> Iterator[Problem]:
    """Yield why a package or its page cannot lie where it was asked for: nothing that somebody wrote is overwritten.

    `given` are the files and folders that the package is made of, `files` all that is read for it.
    E001: a folder that cannot be owned. E004: a page in the place of something else.
    """
    folder = out.resolve()
    if not folder.name.isidentifier() or keyword.iskeyword(folder.name):
        message = f"Python can import no package called {folder.name!r}; use letters, digits and _"
        yield Problem(shown(out), 0, 0, "E001", message)
    if out.exists() and not out.is_dir():
        yield Problem(shown(out), 0, 0, "E001", "is not a folder")
    elif out.is_dir() and not (out / MARK).is_file() and any(path.name != _CACHE for path in out.iterdir()):
        message = f"holds files and no {MARK}: a generated package owns its folder whole; name a new or empty one"
        yield Problem(shown(out), 0, 0, "E001", message)
    owned = f"lies in {shown(out)}, which the package owns whole"
    for path in given:
        if path.resolve().is_relative_to(folder):
            yield Problem(shown(path), 0, 0, "E001", f"{owned}; keep it elsewhere, or name another folder")
    if docs is None:
        return
    if docs.is_dir():
        yield Problem(shown(docs), 0, 0, "E004", "is a folder; name the page in it")
    elif docs.resolve().is_relative_to(folder):
        yield Problem(shown(docs), 0, 0, "E004", f"{owned}; name a page elsewhere")
    elif docs.resolve() in {path.resolve() for path in files}:
        yield Problem(shown(docs), 0, 0, "E004", "is read to make the package; name another page")


def write(files: Mapping[Path, str], out: Path) -> list[Path]:
    """Write what has changed, and delete what is left over in the folder `out`; return the paths touched, sorted.

    Everything is written beside its place first, so where that fails all is as it was. Then each file is put in its place
    whole: whatever interrupts this leaves old and new files, none of them half, and the next run ends as this one would.
    """
    changed = sorted((path for path, text in files.items() if _read(path) != text), key=lambda path: _turn(path, out))
    stage = out / _CACHE / "codegen-new"
    staged = {
        path: stage / str(number) if path.is_relative_to(out) else path.with_name(f".{path.name}.new")
        for number, path in enumerate(changed)
    }
    try:
        for path, beside in staged.items():
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(files[path], encoding="utf-8", newline="\n")
        for path, beside in staged.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.replace(path)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        with contextlib.suppress(OSError):  # of a failure: what is not empty stays
            for beside in staged.values():
                beside.unlink(missing_ok=True)
            stage.parent.rmdir()
            out.rmdir()
    gone = left_over(files, out)
    for path in gone:
        path.unlink()
    return sorted([*changed, *gone])


def _turn(path: Path, out: Path) -> tuple[int, Path]:
    """Return when a file is put in its place: the next run has to know the folder, then the names that were given."""
    return next((turn for turn, name in enumerate((MARK, NAMES_LOCK)) if path == out / name), 2), path


def compare(files: Mapping[Path, str], out: Path) -> str:
    """Return a unified diff from what is on the disk to what should be, empty where they agree.

    A missing file is added in it, a left-over one is removed.
    """
    parts = [_diff(path, _read(path), text) for path, text in sorted(files.items())]
    parts += [_diff(path, _read(path), None) for path in left_over(files, out)]
    return "".join(parts)


def left_over(files: Mapping[Path, str], out: Path) -> list[Path]:
    """Return the files in the folder that nothing generates any more; caches aside."""
    found = {path for path in out.rglob("*") if path.is_file()}
    return sorted(path for path in found - files.keys() if _CACHE not in path.parts)


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
