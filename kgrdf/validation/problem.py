"""What validation finds."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import NamedNode

__all__ = ["Problem", "Repair"]


@dataclass(frozen=True, slots=True)
class Repair:
    """A derived triple of the current graph that is missing, or there without a reason."""

    subject: NamedNode
    predicate: NamedNode
    value: NamedNode
    missing: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """One way in which a tenant's data breaks its promises."""

    check: str
    """What was checked: `tenant`, `clock`, `graphs`, `keys`, `adjacency`, `mentions`, `shapes` or `search`."""
    subject: str
    """The public id that it is about, or what else it is about."""
    trouble: str
    repair: Repair | None = None
    """What would mend it, where what is wrong is derived from the rest."""

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.trouble}"
