"""Every public way to read statements, held against what the oracle sees from the same viewpoint."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kgrdf.answers import Version
from kgrdf.generated import Graph
from kgrdf.generated.queries import facts_as_of, open_contradictions, relationships_between, statements_from_document
from kgrdf.temporal import parse_instant, to_datetime
from tests.runtime.statements.lockstep import BASE, ENTITIES, S1, S2, SOURCES, TENANTS, Lockstep
from tests.runtime.statements.oracle import Oracle, Statement

__all__ = ["Viewpoint", "compare_reads"]

LATER = 10**12
Shown = dict[str, tuple[int, int | None]]
"""Ids of what is shown, with the interval that is shown."""
Cited = dict[str, tuple[int, int | None, frozenset[str]]]
"""The same with the sources."""


@dataclass(frozen=True)
class Viewpoint:
    """`asOf` and `knownAt` of a read, small numbers as in a program."""

    as_of: int | None = None
    known_at: int | None = None


def compare_reads(both: Lockstep, viewpoint: Viewpoint) -> None:
    """Ask every read path of every tenant, and compare."""
    for t in range(len(TENANTS)):
        if t > 0 and not both.oracles[t].statements:
            continue  # one tenant that holds nothing is enough
        _Reading(both, t, viewpoint).compare()


class _Reading:
    def __init__(self, both: Lockstep, t: int, viewpoint: Viewpoint) -> None:
        self.graph: Graph = both.graphs[t]
        self.oracle: Oracle = both.oracles[t]
        self.ids = both.ids[t]
        self.as_of, self.known_at = _at(viewpoint.as_of), _at(viewpoint.known_at)
        now = self.oracle.now(both.clock.now() - BASE)
        self.k = LATER if viewpoint.known_at is None else viewpoint.known_at
        v = viewpoint.as_of if viewpoint.as_of is not None else viewpoint.known_at
        self.v = now if v is None else v
        self.whole = viewpoint.as_of is None and viewpoint.known_at is None
        self.rows = self.oracle.visible(self.v, self.k)

    def compare(self) -> None:
        self._accessors()
        self._context()
        self._search()
        self._queries()
        self._timelines()

    # -- what the oracle shows ----------------------------------------------------------------------------------------

    def _cited(self, statements: list[Statement]) -> Cited:
        return {self.ids[s.id]: (*self._interval(s), self.rows[s.id].sources) for s in statements}

    def _interval(self, s: Statement) -> tuple[int, int | None]:
        row = self.rows[s.id]
        return row.valid_from, row.valid_to

    def _visible(self, kind: str) -> list[Statement]:
        return [self.oracle.statements[i] for i in self.rows if self.oracle.statements[i].kind == kind]

    # -- what the memory shows ----------------------------------------------------------------------------------------

    def _accessors(self) -> None:
        graph, as_of, known_at = self.graph, self.as_of, self.known_at
        facts = graph.facts.list(limit=1000, as_of=as_of, known_at=known_at).items
        relations = graph.relationships.list(limit=1000, as_of=as_of, known_at=known_at).items
        for items, kind in ((facts, "fact"), (relations, "rel")):
            shown: Shown = {str(item.id): _interval(item.valid_from, item.valid_to) for item in items}
            assert shown == {self.ids[s.id]: self._interval(s) for s in self._visible(kind)}
        for number, real in list(self.ids.items())[-4:]:
            kept = graph.statements.get(real, as_of=as_of, known_at=known_at)
            assert (kept is not None) == (number in self.rows)

    def _context(self) -> None:
        for entity in ENTITIES:
            answer = self.graph.get_entity_context(
                entity, hops=1, include_source_chunks=False, as_of=self.as_of, known_at=self.known_at
            )
            facts = {f.id: (*_interval(f.valid_from, f.valid_to), frozenset(f.source_ids)) for f in answer.facts}
            about = [s for s in self._visible("fact") if entity in s.subject]
            assert facts == self._cited(about)
            vias = [via for neighbor in answer.neighbors for via in neighbor.via]
            shown = {v.id: (*_interval(v.valid_from, v.valid_to), frozenset(v.source_ids)) for v in vias}
            near = [s for s in self._visible("rel") if entity in (s.subject[0], s.target)]
            assert shown == self._cited(near)
            here = {s.id for s in (*about, *near)}
            open_ones = {
                frozenset(self.ids[i] for i in pair)
                for pair, done in self.oracle.contradictions_known(self.k).items()
                if not done and pair & here
            }
            assert {frozenset(c.statement_ids) for c in answer.contradictions} == open_ones

    def _search(self) -> None:
        for word in ("red", "green", "blue"):
            answer = self.graph.search_memory(word, limit=50, as_of=self.as_of, known_at=self.known_at)
            hits = {
                hit.id: (*_interval(hit.valid_from, hit.valid_to), frozenset(hit.source_ids))
                for hit in answer.hits
                if hit.kind == "fact"
            }
            assert hits == self._cited([s for s in self._visible("fact") if s.label == word])

    def _queries(self) -> None:
        graph = self.graph
        if not self.whole:
            for entity in ENTITIES[:3]:
                rows = facts_as_of(graph, entity=entity, as_of=self.as_of, known_at=self.known_at)
                shown = {str(row.fact): _number(row.valid_from) for row in rows}
                assert shown == {self.ids[s.id]: s.valid_from for s in self._visible("fact") if entity in s.subject}
            between = relationships_between(graph, first=S1, second=S2, as_of=self.as_of, known_at=self.known_at)
            shown = {str(row.relationship): _number(row.valid_from) for row in between}
            near = [s for s in self._visible("rel") if {s.subject[0], s.target} == {S1, S2}]
            assert shown == {self.ids[s.id]: s.valid_from for s in near}
            return
        for document in SOURCES:
            derived = {str(row.statement) for row in statements_from_document(graph, document=document)}
            assert derived == {self.ids[i] for i, row in self.rows.items() if document in row.sources}
        listed = {frozenset((str(row.first), str(row.second))) for row in open_contradictions(graph)}
        believed = self.oracle.contradictions_known(LATER)
        assert listed == {frozenset(self.ids[i] for i in pair) for pair, done in believed.items() if not done}

    def _timelines(self) -> None:
        for entity in ENTITIES:
            answer = self.graph.get_timeline(entity, limit=200, as_of=self.as_of, known_at=self.known_at)
            assert answer.next_cursor is None
            told = {version.id: version for version in answer.versions}
            statements = [s for s in self.oracle.statements if entity in (*s.subject, s.target)]
            shown = [s for s in statements if self._told(s)]
            assert told.keys() == {self.ids[s.id] for s in shown}
            for s in shown:
                self._check_version(s, told[self.ids[s.id]])

    def _told(self, s: Statement) -> bool:
        return s.id in self.rows if self.as_of is not None else s.recorded_at <= self.k

    def _check_version(self, s: Statement, version: Version) -> None:
        learned = s.end_recorded_at is not None and s.end_recorded_at <= self.k
        assert _interval(version.valid_from, version.valid_to) == (s.valid_from, s.valid_to if learned else None)
        assert _number(version.recorded_at) == s.recorded_at
        assert _known(version.end_recorded_at) == (s.end_recorded_at if learned else None)
        retracted = s.retracted_at if s.retracted_at is not None and s.retracted_at <= self.k else None
        assert _known(version.retracted_at) == retracted
        assert version.amends_id == (None if s.amends is None else self.ids[s.amends])
        assert {p.id for p in version.sources} == {source for source, at in s.sources.items() if at <= self.k}
        if not self.whole:
            links = self.oracle.links_known(self.k)
            assert set(version.supersedes_ids) == {self.ids[older] for newer, older in links if newer == s.id}
            by = {self.ids[newer] for newer, older in links if older == s.id}
            assert (version.superseded_by_id in by) if by else version.superseded_by_id is None


def _at(instant: int | None) -> datetime | None:
    return None if instant is None else to_datetime(BASE + instant)


def _number(moment: datetime) -> int:
    return parse_instant(moment, "answer") - BASE


def _known(moment: datetime | None) -> int | None:
    return None if moment is None else _number(moment)


def _interval(start: datetime | None, end: datetime | None) -> tuple[int, int | None]:
    assert start is not None
    return _number(start), _known(end)
