"""One tenant twice: in the real memory and in the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

from kgrdf.generated import Graph
from tests.runtime.statements.lockstep.furniture import furniture
from tests.runtime.statements.lockstep.steps import BASE
from tests.runtime.statements.lockstep.stored import SIDES, Contents, Kept, Triple, contents_of, read_triples
from tests.runtime.statements.oracle.oracle import Oracle
from tests.runtime.statements.oracle.statement import Statement
from tests.runtime.statements.oracle.view import View
from tests.runtime.statements.oracle.walk import band

__all__ = ["Pair", "adjacency"]


class Pair:
    """A tenant's graph and its oracle, and which real id each statement of the oracle has."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.oracle: Oracle = deepcopy(furniture(graph.tenant.id).oracle)
        self.ids: dict[int, str] = {}
        self.oracle.names = self.ids
        self.quads: set[tuple[str, Triple]] = set()
        """What the tenant's graphs held at the last look."""
        self.contents = Contents()
        """The same, read."""
        self.look()

    def look(self) -> set[tuple[str, Triple]]:
        """Read both graphs, triple by triple, and return what is no longer there and what is new since the last look."""
        triples = {side: list(read_triples(self.graph, side)) for side in SIDES}
        quads = {(side, triple) for side in SIDES for triple in triples[side]}
        changes = quads ^ self.quads
        if changes:
            self.quads, self.contents = quads, contents_of(self.graph.tenant, triples)
        return changes

    def match(self) -> None:
        """Find out which real id each new statement of the oracle has."""
        ids, known, contents = self.ids, set(self.ids.values()), self.contents
        fresh = set(contents.statements) - known
        for s in self.oracle.statements:
            if s.id in ids:
                continue
            fits = sorted(real for real in fresh if self._row(s) == self._kept(real, contents))
            assert fits, f"no stored statement is {self._row(s)}; new: {[self._kept(real, contents) for real in fresh]}"
            ids[s.id] = fits[0]
            fresh.remove(fits[0])
        assert not fresh, f"not expected: {[self._kept(real, contents) for real in fresh]}"

    def _row(self, s: Statement) -> tuple[object, ...]:
        def real(instant: int | None) -> int | None:
            return None if instant is None else instant + BASE

        return (
            *(s.key, s.label, s.subject, s.target, s.weight, s.confidence),
            real(s.valid_from),
            real(s.valid_to),
            real(s.recorded_at),
            real(s.end_recorded_at),
            real(s.retracted_at),
            s.reason,
            None if s.amends is None else self.ids[s.amends],
            {name: replace(source, at=source.at + BASE) for name, source in s.sources.items()},
        )

    def _kept(self, real: str, contents: Contents) -> tuple[object, ...]:
        kept = contents.statements[real]
        as_oracle = Statement(-1, kept.kind, kept.label, kept.subject, kept.target, None, 0, None, 0)
        return (
            *(as_oracle.key, kept.label, kept.subject, kept.target, kept.weight, kept.confidence),
            kept.valid_from,
            kept.valid_to,
            kept.recorded_at,
            kept.end_recorded_at,
            kept.retracted_at,
            kept.reason,
            kept.amends,
            kept.sources,
        )

    def compare(self) -> None:
        """Hold what is stored against what the oracle has."""
        oracle, ids, contents = self.oracle, self.ids, self.contents
        assert len(contents.statements) == len(oracle.statements)
        for s in oracle.statements:
            assert self._kept(ids[s.id], contents) == self._row(s)
            side = "history" if s.retracted_at is not None or s.ended(oracle.head or 0) else "current"
            assert contents.statements[ids[s.id]].side == side, f"{s} should lie in {side}"
        self._compare_links(contents)
        self._compare_contradictions(contents)
        bands = {(side, at, band, s.id) for s in contents.statements.values() for side, at, band in adjacency(s)}
        assert contents.adjacency == bands
        believed = [s for s in oracle.statements if s.believed and not s.empty]
        for n, a in enumerate(believed):
            for b in believed[n + 1 :]:
                ordered = sorted((a, b), key=lambda s: s.valid_from)
                end = ordered[0].valid_to
                assert a.key != b.key or (end is not None and end <= ordered[1].valid_from), "two of one key overlap"

    def _compare_links(self, contents: Contents) -> None:
        """Links that count at some instant are equal: one whose ends are never believed together is nobody's business."""
        oracle, ids = self.oracle, self.ids
        numbers = {real: number for number, real in ids.items()}
        stored = {
            (numbers[newer], numbers[older], at - BASE, recorded - BASE)
            for (newer, older), (at, recorded) in contents.links.items()
        }
        told = {(link.newer, link.older, link.superseded_at, link.recorded_at) for link in oracle.links}

        def counts(link: tuple[int, int, int, int]) -> bool:
            ends = [oracle.statements[i] for i in link[:2]]
            return all(s.believed_at(max(link[3], *(e.recorded_at for e in ends))) for s in ends)

        assert set(filter(counts, stored)) == set(filter(counts, told))
        # So no chain of supersessions can bite its tail: what takes a place never begins before it.
        for newer, older, *_ in told:
            ends = oracle.statements[newer], oracle.statements[older]
            assert not all(s.believed for s in ends) or ends[0].valid_from >= ends[1].valid_from

    def _compare_contradictions(self, contents: Contents) -> None:
        oracle, ids = self.oracle, self.ids
        for k in range(-1, (oracle.head or 0) + 2):
            counting = View(oracle, k, k).contradictions()
            expected = {frozenset(ids[i] for i in c.pair): c.resolved_at is not None for c in counting}
            actual = {}
            for pair, found in contents.contradictions.items():
                assert found.side == ("current" if found.resolved_at is None else "history")
                if found.detected_at <= k + BASE and all(contents.statements[end].believed_at(k + BASE) for end in pair):
                    actual[pair] = found.resolved_at is not None and found.resolved_at <= k + BASE
            assert actual == expected, f"contradictions at {k}"


def adjacency(s: Kept) -> Iterable[tuple[str, str, str]]:
    """Yield (side, entity, band) of the index entries that a stored statement must have."""
    if s.kind == "rel" and s.side == "current":
        for end in {s.subject[0], s.target}:
            yield "current", str(end), f"adj{band(s.weight)}"
