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
    """How many lines did what."""

    added: int = 0
    """Made something new."""
    updated: int = 0
    """Changed a document, a chunk, an entity, a concept or a mention that was there."""
    unchanged: int = 0
    """Said what is there already: imported before, or known from elsewhere, perhaps of another source."""
    rejected: int = 0

    def __str__(self) -> str:
        counts = (self.added, "added"), (self.updated, "updated"), (self.unchanged, "unchanged"), (self.rejected, "rejected")
        return ", ".join(f"{count:,} {what}" for count, what in counts)
