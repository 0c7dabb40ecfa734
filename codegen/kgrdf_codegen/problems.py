"""What is wrong with an ontology or a query, as values: a reader sees all of it at once, with the place of each."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePath
from typing import Literal, TypeAlias

__all__ = ["CodegenError", "Level", "Problem", "cut", "differing", "errors_in", "exit_status", "fault", "likely"]

Level: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault at one place; lines and columns count from 1, and 0 means the line or file as a whole.

    >>> str(Problem("core.ttl", 42, 1, "O003", "kg:worksFor has no rdfs:range"))
    'core.ttl:42:1 O003 kg:worksFor has no rdfs:range'
    >>> str(Problem("core.ttl", 0, 0, "O001", "cannot be read"))
    'core.ttl O001 cannot be read'
    """

    path: str
    line: int
    col: int
    code: str
    message: str
    level: Level = "error"
    """A warning is printed and stops nothing."""

    def __str__(self) -> str:
        note = "warning: " if self.level == "warning" else ""
        place = ":".join(str(part) for part in (self.path, self.line, self.col) if part)
        return f"{place} {self.code} {note}{self.message}".lstrip()


_FAULT = "Q000"
_OK, _WRONG, _BUG = 0, 2, 70


class CodegenError(Exception):
    """Carries every problem found, one a line in its text, in the order of place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


def cut(text: str, most: int = 80) -> str:
    """Return a text as a message shows it: of a long one the beginning."""
    return text if len(text) <= most else f"{text[: most - 20]}…"


def likely(text: str, among: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the text that is most like another one, whose case and blanks count little; None if none is like it."""
    plain = {_plain(one): one for one in among}
    found = get_close_matches(_plain(text), plain, n=1, cutoff=cutoff)
    return plain[found[0]] if found else None


def differing(text: str, other: str) -> str:
    """Return what to say of two texts between which one hardly sees a difference.

    >>> differing("Depends_on", "depends_on")
    ', which differs by case'
    >>> differing("depend_on", "depends_on")
    ''
    """
    if _plain(text) != _plain(other):
        return ""
    case, blanks = "".join(text.split()) != "".join(other.split()), text.casefold() != other.casefold()
    return f", which differs by {' and '.join([*['case'] * case, *['blanks'] * blanks])}"


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def fault(path: str, error: Exception) -> Problem:
    """Return what is said of a file on which the checker itself fails: the others are checked all the same."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {PurePath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    said = f"{type(error).__name__}: {error}".split("\n")[0]
    message = f"cannot be checked for a bug in kgrdf, {cut(said)}{where}; please report it with this file"
    return Problem(path, 0, 0, _FAULT, message)


def exit_status(problems: Iterable[Problem]) -> int:
    """Return the exit status of a command that found these: 0 for none or warnings, 2 for errors, 70 for a bug of ours."""
    errors = errors_in(problems)
    if any(problem.code == _FAULT for problem in errors):
        return _BUG
    return _WRONG if errors else _OK


def errors_in(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that must stop the build, without the warnings."""
    return [problem for problem in problems if problem.level == "error"]
