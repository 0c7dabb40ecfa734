"""The steps of a program, and what they speak of: few claims and few instants, so that everything meets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

__all__ = [
    "BASE",
    "CLAIMS",
    "CONCEPT",
    "CONFIDENCES",
    "ENTITIES",
    "P1",
    "P2",
    "P3",
    "S1",
    "S2",
    "S3",
    "TARGETS",
    "TENANTS",
    "THINGS",
    "WEIGHTS",
    "WORDS",
    "Amend",
    "Assert",
    "Clock",
    "Describe",
    "End",
    "Mark",
    "Mention",
    "Reopen",
    "Resolve",
    "Retract",
    "Rewrite",
    "Step",
    "Supersede",
    "Sweep",
    "at",
]

BASE = 1_700_000_000_000
"""Instants of a program are small numbers; the real ones are this much later."""
TENANTS = ("acme", "acme2", "b")

S1, S2, S3 = "entity::Service::s1", "entity::Service::s2", "entity::Service::s3"
P1, P2, P3 = "entity::Person::p1", "entity::Person::p2", "entity::Person::p3"
CONCEPT = "concept::c1"
ENTITIES = (S1, S2, P1, P2, P3, CONCEPT, S3)
"""S3 is there only once a program has stored it."""
THINGS = (S3, P2, S1)
"""What `Describe` speaks of."""

CLAIMS: tuple[tuple[str, str, tuple[str, ...], str | None], ...] = (
    ("rel", "primary_owner", (S1,), P1),
    ("rel", "primary_owner", (S1,), P2),
    ("rel", "primary_owner", (S1,), P3),
    ("fact", "red", (P1,), None),
    ("fact", "green", (P1,), None),
    ("fact", "red", (S1, P1), None),
    ("rel", "depends_on", (S1,), S2),
    ("rel", "dependency_of", (S2,), S1),
    ("rel", "independent_of", (S1,), S2),
    ("rel", "independent_of", (S2,), S1),
    ("rel", "related_to", (S1,), P1),
    ("rel", "related_to", (P1,), S1),
    ("rel", "uses", (S1,), P1),
    ("rel", "primary_owner", (S2,), P1),
    ("rel", "knows", (P1,), P2),
    ("rel", "knows", (P2,), P3),
    ("rel", "uses", (P3,), CONCEPT),
    ("rel", "uses", (S2,), S3),
    ("rel", "uses", (S2,), P2),
    ("rel", "part_of", (S3,), S1),
    ("rel", "has_part", (S1,), S3),
    ("fact", "blue", (CONCEPT, P2), None),
    ("fact", "green", (P1, P2), None),
)
"""What may be asserted, by number: the lower ones collide the most."""
TARGETS = (P1, P2, P3, S1, S2)
WORDS = ("red", "green", "blue")
WEIGHTS = ("0.25", "1", "0.3", "0.95")
CONFIDENCES = ("0.5", "0.8", "0.333333")


@dataclass(frozen=True)
class Assert:
    """Assert `CLAIMS[what]` over [f, t), from one of the sources."""

    tenant: int
    what: int
    f: int | None = None
    t: int | None = None
    source: int | None = None
    weight: int | None = None
    confidence: int | None = None


@dataclass(frozen=True)
class Supersede:
    """Supersede the statement made `back` before the last one, by claim or target `by`."""

    tenant: int
    back: int
    by: int
    f: int | None = None
    source: int | None = None
    weight: int | None = None
    confidence: int | None = None


@dataclass(frozen=True)
class End:
    tenant: int
    back: int
    t: int | None = None


@dataclass(frozen=True)
class Retract:
    tenant: int
    back: int
    include_ended: bool = False
    reason: str | None = None


@dataclass(frozen=True)
class Amend:
    tenant: int
    back: int
    word: int | None = None
    weight: int | None = None
    f: int | None = None
    t: int | None = None
    reopen: bool = False


@dataclass(frozen=True)
class Mark:
    tenant: int
    back: int
    other: int


@dataclass(frozen=True)
class Resolve:
    """Resolve the contradiction found `back` before the last one; keep the older (0) or the newer (1) statement."""

    tenant: int
    back: int
    resolution: str
    keep: int | None = None


@dataclass(frozen=True)
class Describe:
    """Store `THINGS[what]`, described by `WORDS[word]`."""

    tenant: int
    what: int
    word: int | None = None


@dataclass(frozen=True)
class Rewrite:
    """Give a document one of its texts: chunks are withdrawn, made, and come back."""

    tenant: int
    document: int
    text: int


@dataclass(frozen=True)
class Mention:
    """Note that a chunk mentions `ENTITIES[entity]`."""

    tenant: int
    chunk: int
    entity: int


@dataclass(frozen=True)
class Clock:
    """Set the clock."""

    at: int


@dataclass(frozen=True)
class Sweep:
    tenant: int


@dataclass(frozen=True)
class Reopen:
    """Close the store and open it again; nothing happens in memory."""


Step: TypeAlias = (
    Assert | Supersede | End | Retract | Amend | Mark | Resolve | Describe | Rewrite | Mention | Clock | Sweep | Reopen
)


def at(instant: int | None) -> datetime | None:
    """Return the real instant that a small number stands for."""
    return None if instant is None else datetime.fromtimestamp(BASE // 1000, UTC) + timedelta(milliseconds=instant)
