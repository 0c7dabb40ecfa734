"""What an import did."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Place", "Rejection", "Report"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A line that did not go in, and why; the others do."""

    place: Place
    reason: str
    """What is wrong, starting with the field where it is one field's fault."""
    hint: str = ""
    """What to do, where there is something to say."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason} ({self.hint})" if self.hint else f"{self.place}: {self.reason}"


@dataclass
class Report:
    """How many lines made something, changed nothing, and were rejected."""

    added: int = 0
    unchanged: int = 0
    """Already there: imported before, or known from elsewhere."""
    rejected: int = 0

    def __str__(self) -> str:
        return f"{self.added:,} added, {self.unchanged:,} unchanged, {self.rejected:,} rejected"
