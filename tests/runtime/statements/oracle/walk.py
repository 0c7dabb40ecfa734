"""Neighbours in the oracle: a walk over the visible relationships, one step after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.runtime.statements.oracle.statement import INVERSE, SYMMETRIC, Statement
from tests.runtime.statements.oracle.view import View

__all__ = ["Step", "band", "neighbours"]

OTHER_NAME = INVERSE | {name: inverse for inverse, name in INVERSE.items()}


@dataclass(frozen=True)
class Step:
    """A neighbour, how far it is, and the relationships (with the way each was followed) that lead to it."""

    entity: str
    hops: int
    via: list[tuple[Statement, str]]


def band(weight: str | None) -> int:
    """Return the tenth of strength that a weight lies in; no weight is the strongest."""
    return 9 if weight is None else min(9, int(Fraction(weight) * 10))


def neighbours(view: View, start: str, hops: int, types: Sequence[str] = (), direction: str = "both") -> list[Step]:
    """Return each neighbour once, at its least distance: nearest first, then the strongest band, then by id."""
    found: list[Step] = []
    known, layer = {start}, {start}
    for hop in range(1, hops + 1):
        reached: dict[str, list[tuple[Statement, str]]] = {}
        for s, way, other in _edges(view, layer):
            if other not in known and _followed(s.label, way, types, direction):
                reached.setdefault(other, []).append((s, way))
        names = view.oracle.names
        for via in reached.values():
            via.sort(key=lambda step: (-band(step[0].weight), names[step[0].id]))
        found += [
            Step(entity, hop, reached[entity])
            for entity in sorted(reached, key=lambda entity: (-band(reached[entity][0][0].weight), entity))
        ]
        layer = set(reached)
        known |= layer
    return found


def _edges(view: View, layer: set[str]) -> Iterator[tuple[Statement, str, str]]:
    """Yield the visible relationships at a layer, the way each leads from there, and where to."""
    for s in view.visible:
        if s.kind == "rel" and s.target is not None:
            if s.subject[0] in layer:
                yield s, "out", s.target
            if s.target in layer:
                yield s, "in", s.subject[0]


def _followed(label: str, way: str, types: Sequence[str], direction: str) -> bool:
    ways = {"out", "in"} if direction == "both" else {direction}
    if label in SYMMETRIC:
        ways = {"out", "in"}
    if not types:
        return way in ways
    back = "in" if way == "out" else "out"
    return (label in types and way in ways) or (OTHER_NAME.get(label) in types and back in ways)
