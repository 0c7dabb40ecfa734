"""What the oracle keeps: statements, what links them, and what a call answers."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "DISJOINT",
    "INVERSE",
    "SYMMETRIC",
    "Answer",
    "Chunk",
    "Contradiction",
    "Key",
    "Link",
    "Refused",
    "Source",
    "Statement",
    "Thing",
    "Told",
    "overlap",
]

SINGLE_VALUED = {"primary_owner", "headquartered_in"}
SYMMETRIC = {"related_to", "independent_of"}
INVERSE = {"dependency_of": "depends_on", "has_part": "part_of"}
"""The second name of a pair, and the first one, under which its statements are keyed."""
DISJOINT = {("depends_on", "independent_of"), ("independent_of", "depends_on")}

Key = tuple[object, ...]
Told = int | None


class Refused(Exception):
    """A call that the rules refuse."""

    def __init__(self, code: str, winner: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.winner = winner


@dataclass(frozen=True)
class Source:
    """That a document or chunk says so: since when that is known, and how sure it is."""

    at: int
    confidence: str | None = None


@dataclass
class Statement:
    """A fact (`subject` is the sorted tuple of what it is about) or a relationship (`subject` and `target`, as given)."""

    id: int
    kind: str
    label: str
    """The claim, or the relation type as given."""
    subject: tuple[str, ...]
    target: str | None
    weight: str | None
    valid_from: int
    valid_to: int | None
    recorded_at: int
    end_recorded_at: int | None = None
    retracted_at: int | None = None
    reason: str | None = None
    amends: int | None = None
    confidence: str | None = None
    """What was told without a source; a source has its own."""
    sources: dict[str, Source] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        if self.kind == "fact":
            return ("fact", self.label, self.subject)
        start, label, end = self.canonical
        return ("rel", start, label, end)

    @property
    def canonical(self) -> tuple[str, str, str]:
        assert self.target is not None
        start, end, label = self.subject[0], self.target, self.label
        if label in INVERSE:
            start, end, label = end, start, INVERSE[label]
        if label in SYMMETRIC:
            start, end = sorted((start, end))
        return start, label, end

    @property
    def slot(self) -> Key | None:
        return (self.subject[0], self.label) if self.kind == "rel" and self.label in SINGLE_VALUED else None

    @property
    def believed(self) -> bool:
        return self.retracted_at is None

    @property
    def empty(self) -> bool:
        return self.valid_to == self.valid_from

    def holds(self, instant: int) -> bool:
        return self.valid_from <= instant and (self.valid_to is None or instant < self.valid_to)

    def believed_at(self, known: int) -> bool:
        return self.recorded_at <= known and not (self.retracted_at is not None and self.retracted_at <= known)

    def ended(self, k: int) -> bool:
        return self.valid_to is not None and self.valid_to <= k


@dataclass
class Thing:
    """An entity or a concept. It is not versioned: its description is today's at every instant."""

    id: str
    name: str
    type: str
    recorded_at: int
    description: str | None = None


@dataclass
class Chunk:
    """A passage of a document."""

    id: str
    document: str
    text: str
    recorded_at: int
    withdrawn: bool = False


@dataclass
class Link:
    """`newer` SUPERSEDES `older`."""

    newer: int
    older: int
    superseded_at: int
    recorded_at: int


@dataclass
class Contradiction:
    """Two statements that cannot both stand."""

    pair: frozenset[int]
    detected_at: int
    resolved_at: int | None = None
    resolution: str | None = None


@dataclass
class Answer:
    """What a verb answers: a statement by its number, a contradiction by its `pair`, anything else by its `name`."""

    id: int | None
    created: bool
    changed: bool
    ids: list[int] = field(default_factory=list)
    superseded: set[int] = field(default_factory=set)
    found: set[frozenset[int]] = field(default_factory=set)
    pair: frozenset[int] | None = None
    name: str | None = None


def overlap(a: int, b: int | None, c: int, d: int | None) -> bool:
    """Say whether [a, b) and [c, d) have an instant in common."""
    if a == b or c == d:
        return False
    return (d is None or a < d) and (b is None or c < b)
