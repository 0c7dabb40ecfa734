"""The oracle as it looks from one viewpoint: the reading rule of the two clocks, and what counts at an instant."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.runtime.statements.oracle.oracle import Oracle
from tests.runtime.statements.oracle.statement import Contradiction, Source, Statement

__all__ = ["View"]


class View:
    """What was true at v, as known at k."""

    def __init__(self, oracle: Oracle, v: int, k: int) -> None:
        self.oracle = oracle
        self.v = v
        self.k = k
        self.visible = [s for s in oracle.statements if self.believes(s) and s.valid_from <= v and not self.over(s)]
        """The statements that a read shows, in the order in which they were made."""

    def believes(self, s: Statement) -> bool:
        return s.believed_at(self.k)

    def end(self, s: Statement) -> int | None:
        """Return the end of s if it was known."""
        return s.valid_to if s.end_recorded_at is not None and s.end_recorded_at <= self.k else None

    def over(self, s: Statement) -> bool:
        """Say whether s had ended, as far as was known."""
        end = self.end(s)
        return end is not None and end <= self.v

    def about(self, entity: str) -> list[Statement]:
        """Return the visible facts about an entity."""
        return [s for s in self.visible if s.kind == "fact" and entity in s.subject]

    def at(self, entity: str) -> list[Statement]:
        """Return the visible relationships at an entity."""
        return [s for s in self.visible if s.kind == "rel" and entity in (s.subject[0], s.target)]

    def sources(self, s: Statement) -> dict[str, Source]:
        """Return the sources of s that were known, by id."""
        return {name: source for name, source in sorted(s.sources.items()) if source.at <= self.k}

    def confidence(self, s: Statement) -> float | None:
        """Return how sure s is: each source known that states a confidence is one more reason to believe."""
        stated = [share for share in (s.confidence, *(x.confidence for x in self.sources(s).values())) if share is not None]
        doubt = Fraction(1)
        for share in stated:
            doubt *= 1 - Fraction(share)
        return float(round(1 - doubt, 6)) if stated else None

    def links(self) -> set[tuple[int, int]]:
        """Return the pairs (newer, older) that count."""
        return {
            (link.newer, link.older)
            for link in self.oracle.links
            if link.recorded_at <= self.k and all(self.believes(self.oracle.statements[i]) for i in (link.newer, link.older))
        }

    def contradictions(self) -> list[Contradiction]:
        """Return the contradictions that count, each as it was known."""
        return [
            replace(c, resolved_at=None, resolution=None) if c.resolved_at is not None and c.resolved_at > self.k else c
            for c in self.oracle.contradictions
            if c.detected_at <= self.k and all(self.believes(self.oracle.statements[i]) for i in c.pair)
        ]

    def settled(self) -> list[Contradiction]:
        """Return the contradictions that had been resolved, whichever of their ends that left."""
        return [c for c in self.oracle.contradictions if c.resolved_at is not None and c.resolved_at <= self.k]

    def closed(self, entity: str) -> dict[str, int]:
        """Count the statements about or at an entity that hold no more, by the reason: each has one."""
        counts = dict.fromkeys(("superseded", "ended", "retracted", "contradicted"), 0)
        replaced = {older for _, older in self.links()}
        lost = {number for c in self.settled() for number in c.pair}
        for s in self.oracle.statements:
            if entity not in (*s.subject, s.target) or s.recorded_at > self.k:
                continue
            if not self.believes(s):
                counts["contradicted" if s.id in lost else "retracted"] += 1
            elif self.over(s):
                counts["superseded" if s.id in replaced else "ended"] += 1
        return counts
