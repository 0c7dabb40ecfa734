"""Assert, and what single-valued and disjoint types add to it."""

from __future__ import annotations

from tests.runtime.statements.oracle.memory import Memory
from tests.runtime.statements.oracle.statement import DISJOINT, SYMMETRIC, Answer, Refused, Statement, Told, overlap

__all__ = ["Assertions"]


class Assertions(Memory):
    """A memory that can be told things."""

    def assert_key(
        self,
        clock: int,
        kind: str,
        label: str,
        subject: tuple[str, ...],
        target: str | None,
        weight: str | None,
        f: Told,
        t: Told,
        source: str | None,
        confidence: str | None = None,
    ) -> Answer:
        k = self.instant(clock)
        if not {*subject, *(() if target is None else (target,))} <= self.things.keys():
            raise Refused("not_found")
        start = k if f is None else f
        draft = Statement(-1, kind, label, subject, target, weight, start, t, k)
        draft.confidence = confidence if source is None else None
        held = self.of_key(draft.key)
        answer = Answer(None, False, False)

        if t is not None:
            if f is None:
                # A new call that asks for what stands already: this claim with this end.
                for s in held:
                    if s.valid_to == t:
                        answer.id, answer.ids = s.id, [s.id]
                        answer.changed = self._source(s, source, confidence, k)
                        return self._done(k, self._read_back(answer))
            for s in held:
                meant = f == s.valid_from or (f is None and (s.valid_from <= k or s.valid_from < t))
                if s.valid_to is None and meant:
                    if t <= s.valid_from:
                        raise Refused("reversed" if t < s.valid_from else "empty_interval")
                    s.valid_to, s.end_recorded_at = t, k
                    self._source(s, source, confidence, k)
                    answer = Answer(s.id, True, True, [s.id])
                    return self._done(k, self._read_back(answer))
            if t < start:
                raise Refused("reversed")
            if t == start:
                raise Refused("empty_interval")

        touched, parts = self._parts(held, start, t)
        made: list[Statement] = []
        for begin, end in parts:
            told = t is not None and end == t
            if not told and draft.slot is not None and any(s.valid_to == begin and self.derived(s) for s in touched):
                continue  # it counts as open, and a rival has taken over from it: so it was told before
            new = self._new(draft, valid_from=begin, valid_to=end)
            self._source(new, source, confidence, k)
            self._settle(new, told, k, f is not None, begin > start)
            made.append(new)
        for s in touched:
            answer.changed |= self._source(s, source, confidence, k)
        if made:
            answer.created = answer.changed = True
        whole = sorted([*made, *touched], key=lambda s: s.valid_from)
        answer.id = (made or whole)[0].id
        answer.ids = [s.id for s in whole]
        return self._done(k, self._read_back(answer))

    @staticmethod
    def _parts(held: list[Statement], f: int, t: Told) -> tuple[list[Statement], list[tuple[int, Told]]]:
        """Return the statements that hold some of [f, t), and the parts of it that none holds."""
        holder = next((s for s in held if s.holds(f)), None)
        if t is None:
            if holder is not None:
                return [holder], []
            return [], [(f, next((s.valid_from for s in held if s.valid_from > f), None))]
        touched = [s for s in held if overlap(s.valid_from, s.valid_to, f, t)]
        parts: list[tuple[int, Told]] = []
        at = f
        for s in touched:
            if at < s.valid_from:
                parts.append((at, s.valid_from))
            if s.valid_to is None:
                return touched, parts
            at = s.valid_to
        if at < t:
            parts.append((at, t))
        return touched, parts

    def _settle(
        self,
        new: Statement,
        told: bool,
        k: int,
        f_given: bool,
        later_part: bool,
        *,
        replaced: Statement | None = None,
    ) -> None:
        """Apply V1 to V6 to a new part, and what disjoint types forbid."""
        a = new.valid_from
        rivals = [r for r in self.rivals(new) if r is not replaced]
        if not told:  # V1
            later = [r for r in rivals if r.valid_from > a and (new.valid_to is None or r.valid_from <= new.valid_to)]
            if later:
                first = min(later, key=lambda r: (r.valid_from, self.names.get(r.id, "")))
                new.valid_to = first.valid_from
                self._link(first, new, first.valid_from, k)
        new.end_recorded_at = None if new.valid_to is None else k
        b = new.valid_to
        for r in rivals:
            if not overlap(a, b, r.valid_from, r.valid_to):
                continue
            outlasts = b is not None and (r.valid_to is None or r.valid_to > b)
            if r.valid_from > a:
                self._clash(new, r, k)  # V4: only a told end can reach past a later start
            elif later_part:
                self._clash(new, r, k)  # V6
            elif told and b is not None and b <= k and outlasts:
                self._clash(new, r, k)  # V5
            elif r.valid_to is not None and not self.derived(r):
                self._clash(new, r, k)  # V4
            elif r.valid_from == a and f_given and new.sources and r.sources and not set(new.sources) & set(r.sources):
                self._clash(new, r, k)  # V3
            else:  # V2, V3
                self._link(new, self._cut(r, a, k), a, k)
        self._disjoint(new, k)

    def _disjoint(self, new: Statement, k: int) -> None:
        if new.kind != "rel":
            return
        start, label, end = new.canonical
        for other in self.statements:
            if other is new or other.kind != "rel" or not other.believed:
                continue
            first, name, last = other.canonical
            if (label, name) not in DISJOINT:
                continue
            same = {start, end} == {first, last} if {label, name} & SYMMETRIC else (start, end) == (first, last)
            if same and overlap(new.valid_from, new.valid_to, other.valid_from, other.valid_to):
                self._clash(new, other, k)
