"""Supersede, end, retract and amend."""

from __future__ import annotations

from dataclasses import replace

from tests.runtime.statements.oracle.assertion import Assertions
from tests.runtime.statements.oracle.statement import Answer, Key, Refused, Statement, Told, overlap

__all__ = ["Changes"]


class Changes(Assertions):
    """A memory whose statements may be changed."""

    def supersede(
        self,
        clock: int,
        id: int | None,
        *,
        claim: str | None = None,
        target: str | None = None,
        weight: str | None = None,
        f: Told = None,
        source: str | None = None,
        confidence: str | None = None,
    ) -> Answer:
        k = self.instant(clock)
        p = self.get(id)
        own = confidence if source is None else None
        draft = replace(p, target=target, weight=weight) if claim is None else replace(p, label=claim, confidence=own)
        last = self.latest(p)
        for link in self.links:  # asked for before, and it stands
            n = self.statements[link.newer]
            stands = link.older == last.id and last.believed and n.believed and n.key == draft.key
            if stands and f in (None, link.superseded_at, n.valid_from):
                answer = Answer(n.id, False, self._source(n, source, confidence, k), [n.id])
                return self._done(k, self._read_back(answer))
        if not p.believed:
            raise Refused("conflict", last.id)
        if self.superseders(p):
            raise Refused("conflict", self.superseders(p)[0].id)
        if p.ended(k):
            raise Refused("conflict", p.id)
        if draft.key == p.key:
            raise Refused("same_claim")
        held = self.of_key(draft.key)
        start = max(k, p.valid_from) if f is None else f
        if f is None:
            for q in held:
                if q.holds(k) and q.valid_from > p.valid_from:
                    start = q.valid_from
        if start < p.valid_from:
            raise Refused("before_start")
        holder = next((q for q in held if q.holds(start)), None)
        if holder is not None and holder.valid_from <= p.valid_from:
            raise Refused("already_held")
        if holder is not None and self._reaches(p, holder):
            raise Refused("cycle")

        answer = Answer(None, holder is None, True)
        if p.valid_to is None or start < p.valid_to:
            p = self._cut(p, start, k)
        if holder is not None:
            self._source(holder, source, confidence, k)
            self._link(holder, p, start, k)
            answer.id = holder.id
        else:
            end = next((q.valid_from for q in held if q.valid_from > start), None)
            new = self._new(
                draft,
                valid_from=start,
                valid_to=end,
                recorded_at=k,
                retracted_at=None,
                reason=None,
                amends=None,
            )
            self._source(new, source, confidence, k)
            self._link(new, p, start, k)
            self._settle(new, False, k, f is not None, False, replaced=p)
            answer.id = new.id
        answer.ids = [answer.id]
        return self._done(k, self._read_back(answer))

    def _reaches(self, p: Statement, q: Statement) -> bool:
        """Say whether p supersedes q, directly or not."""
        return any(o is q or self._reaches(o, q) for o in self.superseded_by(p))

    def end(self, clock: int, id: int | None, t: Told = None) -> Answer:
        k = self.instant(clock)
        p = self.get(id)
        last = self.latest(p)
        if last.believed and last.valid_to is not None:
            # An end that was learned after its statement, and not from a successor, is one that an End has made.
            learned = last.amends is not None or last.end_recorded_at != last.recorded_at
            replaced = any(n.valid_from <= last.valid_to for n in self.superseders(last))
            by_end = last.ended(k) and learned and not replaced
            if last.valid_to == (max(k, last.valid_from) if t is None else t) or (t is None and by_end):
                return self._read_back(Answer(last.id, False, False, [last.id]))
        if not p.believed:
            raise Refused("conflict", last.id)
        if p.ended(k):
            raise Refused("conflict", p.id)
        end = max(k, p.valid_from) if t is None else t
        if end == p.valid_to:
            return self._read_back(Answer(p.id, False, False, [p.id]))
        if end < p.valid_from:
            raise Refused("reversed")
        answer = Answer(p.id, True, True)
        if p.valid_to is None:
            p.valid_to, p.end_recorded_at = end, k
        else:
            if end > p.valid_to:
                self._refuse_overlaps({p.id: (p.key, p.valid_from, end)})
            made = self._copy(p, k, valid_to=end)
            answer.id = made.id
            self._disjoint(made, k)
        assert answer.id is not None
        answer.ids = [answer.id]
        return self._done(k, self._read_back(answer))

    def retract(self, clock: int, id: int | None, reason: str | None = None, include_ended: bool = False) -> Answer:
        k = self.instant(clock)
        p = self.get(id)
        if not p.believed:
            last = self.latest(p)
            if last.believed:
                raise Refused("conflict", last.id)
            return self._read_back(Answer(last.id, False, False, [last.id]))
        if not include_ended and (p.ended(k) or self.superseders(p)):
            raise Refused("conflict", p.id)
        p.retracted_at, p.reason = k, reason
        return self._done(k, self._read_back(Answer(p.id, True, True, [p.id])))

    def amend(
        self,
        clock: int,
        id: int | None,
        *,
        claim: str | None = None,
        weight: str | None = None,
        f: Told = None,
        t: Told = None,
        reopen: bool = False,
    ) -> Answer:
        k = self.instant(clock)
        p = self.get(id)
        if reopen and t is not None:
            raise Refused("invalid_value")

        start = p.valid_from if f is None else f
        end = t if t is not None else None if reopen else p.valid_to
        result = replace(p, label=claim or p.label, weight=weight or p.weight, valid_from=start, valid_to=end)

        def differs(s: Statement) -> bool:
            fields = ("label", "weight", "valid_from", "valid_to")
            return any(getattr(s, name) != getattr(result, name) for name in fields)

        if not p.believed:
            last = self.latest(p)
            if last.believed and not differs(last):
                return self._read_back(Answer(last.id, False, False, [last.id]))
            raise Refused("conflict", last.id)
        if not differs(p):
            raise Refused("no_change")
        moved = (start, end) != (p.valid_from, p.valid_to)
        if moved and end is not None and end <= start:
            raise Refused("reversed" if end < start else "empty_interval")
        older = self.superseded_by(p)
        if start != p.valid_from and any(start < o.valid_from for o in older):
            raise Refused("before_start")
        led = [o for o in older if o.valid_to == p.valid_from] if start != p.valid_from else []
        if moved or result.key != p.key:
            changes = {o.id: (o.key, o.valid_from, start) for o in led}
            self._refuse_overlaps({p.id: (result.key, start, end)} | changes)
        made = self._copy(p, k, label=result.label, weight=result.weight, valid_from=start, valid_to=end)
        for o in led:
            self._disjoint(self._copy(o, k, valid_to=start), k)
        self._disjoint(made, k)
        return self._done(k, self._read_back(Answer(made.id, True, True, [made.id])))

    def _refuse_overlaps(self, changes: dict[int, tuple[Key, int, Told]]) -> None:
        """Refuse intervals that would overlap another believed statement of the key or slot, or reach past a superseder."""
        for number, (key, start, end) in changes.items():
            p = self.statements[number]
            for s in self.statements:
                if s is p or not s.believed:
                    continue
                other_key, from_, to = changes.get(s.id, (s.key, s.valid_from, s.valid_to))
                if overlap(start, end, from_, to):
                    if other_key == key:
                        raise Refused("overlaps", s.id)
                    if p.slot is not None and s.slot == p.slot and self.contradict(p.id, s.id) is None:
                        raise Refused("overlaps", s.id)
            for n in self.superseders(p):
                begins = changes[n.id][1] if n.id in changes else n.valid_from
                if end is None or end > begins:
                    raise Refused("overlaps", n.id)
