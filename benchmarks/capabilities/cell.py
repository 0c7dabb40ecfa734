"""A cell of the table: the verdict on one tool for one capability, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

__all__ = ["Cell", "RefusedError", "Verdict", "by_tests", "decided", "judged", "listed"]

Verdict = Literal["yes", "partly", "no", "not run", "–"]


@dataclass(frozen=True)
class Cell:
    """A verdict; the words say what was run and what happened."""

    verdict: Verdict
    words: str
    tests: tuple[str, ...] = ()
    """The tests of this repository that show it, as `path::name`."""


class RefusedError(Exception):
    """A tool did not make what it was asked for; the message is what it said last."""


def decided(holds: object, words: str, *tests: str) -> Cell:
    """Return "yes" if what was looked for is there, and otherwise "no"."""
    return Cell("yes" if holds else "no", words, tests)


def judged(words: str, **checks: bool) -> Cell:
    """Return "yes" if every check holds, "no" if none does, and otherwise "partly", with the names of both."""
    held = [name.replace("_", " ").strip() for name, holds in checks.items() if holds]
    failed = [name.replace("_", " ").strip() for name, holds in checks.items() if not holds]
    verdict: Verdict = "partly" if held and failed else "yes" if held else "no"
    parts = (f"holds: {', '.join(held)}" if held else "", f"does not: {', '.join(failed)}" if failed else "")
    tail = f" ({'; '.join(part for part in parts if part)})" if len(checks) > 1 else ""
    return Cell(verdict, words + tail)


def by_tests(words: str, *tests: str, verdict: Verdict = "yes") -> Cell:
    """Return a cell that rests on tests of this repository."""
    return Cell(verdict, words, tests)


def listed(found: Mapping[str, object] | Iterable[object]) -> str:
    """Return what was found, by name if it has names, to be read in a sentence."""
    if isinstance(found, Mapping):
        return ", ".join(f"{name.replace('_', ' ')} `{said}`" for name, said in found.items())
    return ", ".join(f"`{said}`" for said in found) or "nothing"
