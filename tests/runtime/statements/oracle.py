"""A naive bitemporal memory: the rules of `docs/time.md` over plain lists, clear and slow.

It is an independent reading of the rules, written without a look at `kgrdf/statements`. A statement is never removed; every
question is answered by walking the whole list. Refusals are `Refused` with the code that the real memory raises.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

__all__ = ["Answer", "Contradiction", "Link", "Oracle", "Refused", "Row", "Statement"]

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
    sources: dict[str, int] = field(default_factory=dict)
    """Source to the instant at which it was recorded."""

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
    """What a verb answers. `pair` is the contradiction in question, where `id` would be its id."""

    id: int | None
    created: bool
    changed: bool
    ids: list[int] = field(default_factory=list)
    superseded: set[int] = field(default_factory=set)
    found: set[frozenset[int]] = field(default_factory=set)
    pair: frozenset[int] | None = None


@dataclass(frozen=True)
class Row:
    """A statement as a read at (v, k) shows it."""

    id: int
    valid_from: int
    valid_to: int | None
    sources: frozenset[str]


def overlap(a: int, b: int | None, c: int, d: int | None) -> bool:
    """Say whether [a, b) and [c, d) have an instant in common."""
    if a == b or c == d:
        return False
    return (d is None or a < d) and (b is None or c < b)


class Oracle:
    """The memory of one tenant."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.links: list[Link] = []
        self.contradictions: list[Contradiction] = []
        self.head: int | None = None
        self.names: dict[int, str] = {}
        """The real ids: of two rivals with one start, the first by id takes over."""

    # -- reading -----------------------------------------------------------------------------------------------------------

    def get(self, id: int | None) -> Statement:
        if id is None or not 0 <= id < len(self.statements):
            raise Refused("not_found")
        return self.statements[id]

    def now(self, clock: int) -> int:
        return clock if self.head is None else max(clock, self.head)

    def visible(self, v: int, k: int) -> dict[int, Row]:
        """Return what was true at v as known at k."""
        rows = {}
        for s in self.statements:
            end_known = s.end_recorded_at is not None and s.end_recorded_at <= k
            if s.believed_at(k) and s.valid_from <= v and not (s.valid_to is not None and v >= s.valid_to and end_known):
                sources = frozenset(source for source, at in s.sources.items() if at <= k)
                rows[s.id] = Row(s.id, s.valid_from, s.valid_to if end_known else None, sources)
        return rows

    def links_known(self, k: int) -> set[tuple[int, int]]:
        """Return the pairs (newer, older) that count at k."""
        return {
            (link.newer, link.older)
            for link in self.links
            if link.recorded_at <= k
            and self.statements[link.newer].believed_at(k)
            and self.statements[link.older].believed_at(k)
        }

    def contradictions_known(self, k: int) -> dict[frozenset[int], bool]:
        """Return the contradictions that count at k, and whether they were resolved by then."""
        return {
            c.pair: c.resolved_at is not None and c.resolved_at <= k
            for c in self.contradictions
            if c.detected_at <= k and all(self.statements[i].believed_at(k) for i in c.pair)
        }

    def superseders(self, s: Statement) -> list[Statement]:
        """Return the believed statements that supersede s."""
        newer = [self.statements[link.newer] for link in self.links if link.older == s.id]
        return [n for n in newer if n.believed]

    def superseded_by(self, s: Statement) -> list[Statement]:
        """Return the believed statements that s supersedes."""
        older = [self.statements[link.older] for link in self.links if link.newer == s.id]
        return [o for o in older if o.believed]

    def derived(self, s: Statement) -> bool:
        """Say whether the end of s is derived: a believed superseder starts exactly there."""
        return s.valid_to is not None and any(n.valid_from == s.valid_to for n in self.superseders(s))

    def latest(self, s: Statement) -> Statement:
        """Follow the copies of s to the last one."""
        for other in self.statements:
            if other.amends == s.id:
                return self.latest(other)
        return s

    def contradict(self, a: int, b: int) -> Contradiction | None:
        return next((c for c in self.contradictions if c.pair == frozenset((a, b))), None)

    def of_key(self, key: Key) -> list[Statement]:
        """Return the believed, not empty statements of the key, by start."""
        found = [s for s in self.statements if s.believed and not s.empty and s.key == key]
        return sorted(found, key=lambda s: s.valid_from)

    def rivals(self, s: Statement) -> list[Statement]:
        """Return the believed, not empty statements of another key in the slot of s."""
        if s.slot is None:
            return []
        return [r for r in self.statements if r.believed and not r.empty and r.slot == s.slot and r.key != s.key]

    # -- writing: shared ---------------------------------------------------------------------------------------------------

    def instant(self, clock: int) -> int:
        return clock if self.head is None else max(clock, self.head + 1)

    def _done(self, k: int, answer: Answer) -> Answer:
        if answer.changed:
            self.head = k
        return answer

    def _new(self, like: Statement, **changes: object) -> Statement:
        made = replace(like, id=len(self.statements), sources={}, **changes)  # type: ignore[arg-type]
        self.statements.append(made)
        return made

    def _source(self, s: Statement, source: str | None, k: int) -> bool:
        if source is None or source in s.sources:
            return False
        s.sources[source] = k
        return True

    def _link(self, newer: Statement, older: Statement, at: int, k: int) -> None:
        if not any(link.newer == newer.id and link.older == older.id for link in self.links):
            self.links.append(Link(newer.id, older.id, at, k))

    def _clash(self, a: Statement, b: Statement, k: int) -> None:
        if self.contradict(a.id, b.id) is None:
            self.contradictions.append(Contradiction(frozenset((a.id, b.id)), k))

    def _copy(self, p: Statement, k: int, *, drop_superseders: bool = False, **change: object) -> Statement:
        """COPY(p, change)."""
        p.retracted_at = k
        made = self._new(p, recorded_at=k, retracted_at=None, reason=None, amends=p.id, **change)
        made.end_recorded_at = None if made.valid_to is None else k
        made.sources = dict.fromkeys(p.sources, k)
        for link in list(self.links):
            if link.newer == p.id:
                moves = link.superseded_at == p.valid_from
                at = made.valid_from if moves else link.superseded_at
                self.links.append(Link(made.id, link.older, at, k))
            if link.older == p.id and not drop_superseders:
                self.links.append(replace(link, older=made.id, recorded_at=k))
        for c in list(self.contradictions):
            if p.id in c.pair and all(self.statements[i].believed for i in c.pair - {p.id}):
                pair = (c.pair - {p.id}) | {made.id}
                self.contradictions.append(replace(c, pair=pair, detected_at=k))
        return made

    def _cut(self, p: Statement, at: int, k: int) -> Statement:
        """End p at an instant because another one replaces it: in place if it is open, else a COPY."""
        if p.valid_to is None:
            p.valid_to, p.end_recorded_at = at, k
            return p
        return self._copy(p, k, drop_superseders=True, valid_to=at)

    # -- assert ------------------------------------------------------------------------------------------------------------

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
    ) -> Answer:
        k = self.instant(clock)
        start = k if f is None else f
        draft = Statement(-1, kind, label, subject, target, weight, start, t, k)
        held = self.of_key(draft.key)
        answer = Answer(None, False, False)

        if t is not None:
            if f is None:
                # A new call that asks for what stands already: this claim with this end.
                for s in held:
                    if s.valid_to == t:
                        answer.id, answer.ids = s.id, [s.id]
                        answer.changed = self._source(s, source, k)
                        return self._done(k, self._read_back(answer))
            for s in held:
                meant = f == s.valid_from or (f is None and (s.valid_from <= k or s.valid_from < t))
                if s.valid_to is None and meant:
                    if t <= s.valid_from:
                        raise Refused("reversed" if t < s.valid_from else "empty_interval")
                    s.valid_to, s.end_recorded_at = t, k
                    self._source(s, source, k)
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
            self._source(new, source, k)
            self._settle(new, told, k, f is not None, begin > start)
            made.append(new)
        for s in touched:
            answer.changed |= self._source(s, source, k)
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

    def _read_back(self, answer: Answer) -> Answer:
        """Fill in what now stands, so that a repeat answers the same."""
        answer.superseded = {o.id for i in answer.ids for o in self.superseded_by(self.statements[i])}
        answer.found = {
            c.pair
            for c in self.contradictions
            if c.resolved_at is None and c.pair & set(answer.ids) and all(self.statements[i].believed for i in c.pair)
        }
        return answer

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

    # -- supersede ---------------------------------------------------------------------------------------------------------

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
    ) -> Answer:
        k = self.instant(clock)
        p = self.get(id)
        draft = replace(p, label=claim, weight=None) if claim is not None else replace(p, target=target, weight=weight)
        last = self.latest(p)
        for link in self.links:  # asked for before, and it stands
            n = self.statements[link.newer]
            stands = link.older == last.id and last.believed and n.believed and n.key == draft.key
            if stands and f in (None, link.superseded_at, n.valid_from):
                answer = Answer(n.id, False, self._source(n, source, k), [n.id])
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
            self._source(holder, source, k)
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
            self._source(new, source, k)
            self._link(new, p, start, k)
            self._settle(new, False, k, f is not None, False, replaced=p)
            answer.id = new.id
        answer.ids = [answer.id]
        return self._done(k, self._read_back(answer))

    def _reaches(self, p: Statement, q: Statement) -> bool:
        """Say whether p supersedes q, directly or not."""
        return any(o is q or self._reaches(o, q) for o in self.superseded_by(p))

    # -- end, retract, amend -----------------------------------------------------------------------------------------------

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

    # -- contradictions ----------------------------------------------------------------------------------------------------

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
