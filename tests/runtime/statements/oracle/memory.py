"""The lists of the oracle: what the rules ask of them, and the changes that several verbs make."""

from __future__ import annotations

from dataclasses import replace

from tests.runtime.statements.oracle.statement import (
    Answer,
    Chunk,
    Contradiction,
    Key,
    Link,
    Refused,
    Source,
    Statement,
    Thing,
)

__all__ = ["Memory"]


class Memory:
    """The statements of one tenant; none is ever removed, and every question walks the whole list."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.links: list[Link] = []
        self.contradictions: list[Contradiction] = []
        self.things: dict[str, Thing] = {}
        self.documents: dict[str, int] = {}
        """Ids to when each was recorded; a document's title is its id without `doc::`."""
        self.chunks: dict[str, Chunk] = {}
        self.mentions: dict[tuple[str, str], int] = {}
        """(chunk, entity) to when it was recorded."""
        self.head: int | None = None
        self.names: dict[int, str] = {}
        """The real ids: of two rivals with one start, the first by id takes over."""

    def get(self, id: int | None) -> Statement:
        if id is None or not 0 <= id < len(self.statements):
            raise Refused("not_found")
        return self.statements[id]

    def now(self, clock: int) -> int:
        return clock if self.head is None else max(clock, self.head)

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

    def _source(self, s: Statement, source: str | None, confidence: str | None, k: int) -> bool:
        if source is None or source in s.sources:
            return False
        s.sources[source] = Source(k, confidence)
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
        made.sources = {name: replace(source, at=k) for name, source in p.sources.items()}
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
                decided = None if c.resolved_at is None else k
                self.contradictions.append(replace(c, pair=pair, detected_at=k, resolved_at=decided))
        return made

    def _cut(self, p: Statement, at: int, k: int) -> Statement:
        """End p at an instant because another one replaces it: in place if it is open, else a COPY."""
        if p.valid_to is None:
            p.valid_to, p.end_recorded_at = at, k
            return p
        return self._copy(p, k, drop_superseders=True, valid_to=at)

    def _read_back(self, answer: Answer) -> Answer:
        """Fill in what now stands, so that a repeat answers the same."""
        answer.superseded = {o.id for i in answer.ids for o in self.superseded_by(self.statements[i])}
        answer.found = {
            c.pair
            for c in self.contradictions
            if c.resolved_at is None and c.pair & set(answer.ids) and all(self.statements[i].believed for i in c.pair)
        }
        return answer
