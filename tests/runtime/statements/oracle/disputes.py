"""Contradictions that are marked and resolved."""

from __future__ import annotations

from tests.runtime.statements.oracle.changes import Changes
from tests.runtime.statements.oracle.statement import Answer, Refused

__all__ = ["Disputes"]


class Disputes(Changes):
    """A memory whose contradictions may be marked and resolved."""

    def mark(self, clock: int, a: int | None, b: int | None) -> Answer:
        k = self.instant(clock)
        one, other = self.get(a), self.get(b)
        if one is other or one.kind != other.kind:
            raise Refused("invalid_value")
        pair = frozenset((one.id, other.id))
        known = self.contradict(one.id, other.id)
        if known is not None:
            if known.resolved_at is not None:
                raise Refused("conflict")
            return Answer(None, False, False, pair=pair)
        if not (one.believed and other.believed):
            raise Refused("conflict")
        self._clash(one, other, k)
        return self._done(k, Answer(None, True, True, pair=pair))

    def resolve(self, clock: int, pair: frozenset[int], resolution: str, keep: int | None = None) -> Answer:
        k = self.instant(clock)
        if (resolution == "keep") != (keep is not None):
            raise Refused("invalid_value")
        # Amendments carry a contradiction on to the versions that stand now.
        ends = {self.latest(self.statements[i]).id for i in pair}
        found = self.contradict(*ends) or self.contradict(*pair)
        if found is None:
            raise Refused("not_found")
        kept = None if keep is None else self.latest(self.statements[keep])
        if kept is not None and kept.id not in ends:
            raise Refused("invalid_value")
        losers = [] if resolution == "both" else [self.statements[i] for i in ends if kept is None or i != kept.id]
        if found.resolved_at is not None:
            as_before = found.resolution == resolution and not any(s.believed for s in losers)
            if not as_before or (kept is not None and not kept.believed):
                raise Refused("conflict")
            return Answer(None, False, False, pair=found.pair)
        if kept is not None and not kept.believed:
            raise Refused("conflict")
        answer = Answer(None, True, True, pair=found.pair)
        out = [s for s in losers if s.believed]
        for s in out:
            s.retracted_at, s.reason = k, f"contradiction resolved: {resolution}"
        answer.superseded = {o.id for s in out for o in self.superseded_by(s)}
        found.resolved_at, found.resolution = k, resolution
        return self._done(k, answer)
