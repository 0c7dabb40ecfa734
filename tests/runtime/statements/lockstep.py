"""A program of calls, run on the oracle and on the real memory side by side; after each step the two are compared whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pyoxigraph import Quad

from kgrdf.answers import WriteAnswer
from kgrdf.errors import KgrdfError
from kgrdf.generated import Graph
from kgrdf.store import EmbeddedStore, open_store
from kgrdf.temporal import to_datetime
from kgrdf.testing import FrozenClock
from tests.runtime.statements.oracle import Answer, Oracle, Refused, Statement
from tests.runtime.statements.stored import Contents, Kept, everything, read_contents, read_triples

__all__ = [
    "BASE",
    "CLAIMS",
    "TENANTS",
    "Amend",
    "Assert",
    "Clock",
    "End",
    "Lockstep",
    "Mark",
    "Reopen",
    "Resolve",
    "Retract",
    "Step",
    "Supersede",
    "Sweep",
    "run",
]

BASE = 1_700_000_000_000
"""Instants of a program are small numbers; the real ones are this much later."""
TENANTS = ("acme", "acme2", "b")
SOURCES = ("doc::d1", "doc::d2")

S1, S2 = "entity::Service::s1", "entity::Service::s2"
P1, P2, P3 = "entity::Person::p1", "entity::Person::p2", "entity::Person::p3"
ENTITIES = (S1, S2, P1, P2, P3)

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
)
"""What may be asserted, by number: the lower ones collide the most."""
TARGETS = (P1, P2, P3, S1, S2)
WORDS = ("red", "green", "blue")
WEIGHTS = ("0.25", "1")


@dataclass(frozen=True)
class Assert:
    """Assert `CLAIMS[what]` over [f, t), from `SOURCES[source]`."""

    tenant: int
    what: int
    f: int | None = None
    t: int | None = None
    source: int | None = None
    weight: int | None = None


@dataclass(frozen=True)
class Supersede:
    """Supersede the statement made `back` before the last one, by claim or target `by`."""

    tenant: int
    back: int
    by: int
    f: int | None = None
    source: int | None = None
    weight: int | None = None


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
class Clock:
    """Set the clock."""

    at: int


@dataclass(frozen=True)
class Sweep:
    tenant: int


@dataclass(frozen=True)
class Reopen:
    """Close the store and open it again; nothing happens in memory."""


Step: TypeAlias = Assert | Supersede | End | Retract | Amend | Mark | Resolve | Clock | Sweep | Reopen


def allowed(s: Statement, target: str) -> bool:
    """Say whether the schema lets s have another target."""
    return s.label != "primary_owner" or target.startswith("entity::Person")


@cache
def _furniture() -> list[Quad]:
    """Return what each tenant holds before a program: entities and documents, stored once and loaded into every store."""
    quads: list[Quad] = []
    with open_store("memory:") as store:
        for tenant in TENANTS:
            graph = Graph(store, tenant, clock=FrozenClock(BASE - 1000))
            for name, type_name in (
                ("s1", "Service"),
                ("s2", "Service"),
                ("p1", "Person"),
                ("p2", "Person"),
                ("p3", "Person"),
            ):
                graph.store_entity(name, type_name, id=name)
            for name in ("d1", "d2"):
                graph.store_document(name, chunks=[f"The text of {name}."], id=name)
            here = graph.tenant
            quads += [Quad(s, p, o, here.current) for s, p, o in read_triples(graph, "current")]
    return quads


class Lockstep:
    """Several tenants in one store, each with its oracle."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.clock = FrozenClock(BASE + 4)
        self.oracles = [Oracle() for _ in TENANTS]
        self.ids: list[dict[int, str]] = [{} for _ in TENANTS]
        """By tenant: the oracle's number of a statement to its real id."""
        for oracle, names in zip(self.oracles, self.ids, strict=True):
            oracle.names = names
        self.quads: list[Counter[tuple[str, str, str, str]]] = []
        self._open()
        self.store.load(_furniture())
        for graph, oracle in zip(self.graphs, self.oracles, strict=True):
            head = graph.head()
            assert head is not None
            oracle.head = head.instant - BASE
        self.quads = [everything(graph) for graph in self.graphs]

    def _open(self) -> None:
        self.store: EmbeddedStore = open_store("memory:" if self.folder is None else self.folder)
        self.graphs = [Graph(self.store, tenant, clock=self.clock) for tenant in TENANTS]

    def close(self) -> None:
        self.store.close()

    # -- one step ----------------------------------------------------------------------------------------------------------

    def take(self, step: Step) -> None:
        """Run a step on both and compare; then run it once more, which must change nothing."""
        if isinstance(step, Clock):
            self.clock.set(BASE + step.at)
        elif isinstance(step, Reopen):
            if self.folder is not None:
                self.close()
                self._open()
                for tenant in range(len(TENANTS)):
                    assert everything(self.graphs[tenant]) == self.quads[tenant]
        elif isinstance(step, Sweep):
            self._sweep(step.tenant)
        else:
            calls = self._calls(step)
            if calls is None:
                return
            first = self._both(step.tenant, *calls)
            again = self._both(step.tenant, *calls)
            # An assertion from now on may ask for something else a millisecond later.
            if first is not None and not (isinstance(step, Assert) and step.f is None):
                assert again is not None, "the same call again was refused"
                assert not again.created
                assert not again.changed, "the oracle itself changes at a repeat"

    def _both(self, t: int, ask: Callable[[Oracle], Answer], call: Callable[[Graph], WriteAnswer]) -> Answer | None:
        graph, oracle = self.graphs[t], self.oracles[t]
        expected: Answer | Refused
        actual: WriteAnswer | KgrdfError
        try:
            expected = ask(oracle)
        except Refused as refusal:
            expected = refusal
        try:
            actual = call(graph)
        except KgrdfError as error:
            actual = error
        if isinstance(expected, Refused) or isinstance(actual, KgrdfError):
            shown = expected.code if isinstance(expected, Refused) else expected
            assert isinstance(actual, KgrdfError), f"expected the refusal {shown}, got {actual}"
            assert isinstance(expected, Refused), f"expected {shown}, got the refusal {actual.code}: {actual}"
            assert actual.code == expected.code, f"expected the refusal {shown}, got {actual.code}: {actual}"
            assert everything(graph) == self.quads[t], "a refused call changed the store"
            return None
        quads = everything(graph)
        if not expected.changed:
            assert quads == self.quads[t], f"nothing should change, but: {_difference(self.quads[t], quads)}"
        self.quads[t] = quads
        contents = read_contents(graph)
        self._match(t, contents)
        self._compare(t, contents)
        self._check_answer(t, expected, actual, contents)
        head = graph.head()
        assert (None if head is None else head.instant - BASE) == oracle.head
        return expected

    def _check_answer(self, t: int, expected: Answer, actual: WriteAnswer, contents: Contents) -> None:
        ids = self.ids[t]
        assert actual.created == expected.created
        if expected.pair is not None:
            assert actual.id == contents.contradictions[frozenset(ids[i] for i in expected.pair)][0]
        else:
            assert expected.id is not None
            assert actual.id == ids[expected.id], f"{expected}, {ids}"
        assert set(actual.superseded_ids or ()) == {ids[i] for i in expected.superseded}
        found = {contents.contradictions[frozenset(ids[i] for i in pair)][0] for pair in expected.found}
        assert found == set(actual.contradiction_ids or ())
        if actual.ids is not None:
            assert actual.ids == [ids[i] for i in expected.ids]

    def _sweep(self, t: int) -> None:
        graph, oracle = self.graphs[t], self.oracles[t]
        before = read_contents(graph)
        now = self.clock.now()
        head = graph.head()
        due = [s for s in before.statements.values() if s.side == "current" and s.valid_to is not None]
        k = now if head is None else max(now, head.instant + 1)
        due = [s for s in due if s.valid_to is not None and s.valid_to <= k]
        moved = graph.sweep()
        assert moved == len(due)
        if moved:
            oracle.head = k - BASE
        self.quads[t] = everything(graph)
        self._compare(t, read_contents(graph))

    # -- comparing ---------------------------------------------------------------------------------------------------------

    def _match(self, t: int, contents: Contents) -> None:
        """Find out which real id each new statement of the oracle has."""
        ids, known = self.ids[t], set(self.ids[t].values())
        fresh = set(contents.statements) - known
        for s in self.oracles[t].statements:
            if s.id in ids:
                continue
            fits = sorted(real for real in fresh if self._row(t, s) == self._kept(real, contents))
            assert fits, f"no stored statement is {self._row(t, s)}; new: {[self._kept(real, contents) for real in fresh]}"
            ids[s.id] = fits[0]
            fresh.remove(fits[0])
        assert not fresh, f"not expected: {[self._kept(real, contents) for real in fresh]}"

    def _row(self, t: int, s: Statement) -> tuple[object, ...]:
        def real(instant: int | None) -> int | None:
            return None if instant is None else instant + BASE

        return (
            s.key,
            s.weight,
            real(s.valid_from),
            real(s.valid_to),
            real(s.recorded_at),
            real(s.end_recorded_at),
            real(s.retracted_at),
            s.reason,
            None if s.amends is None else self.ids[t][s.amends],
            {source: at + BASE for source, at in s.sources.items()},
        )

    def _kept(self, real: str, contents: Contents) -> tuple[object, ...]:
        kept = contents.statements[real]
        as_oracle = Statement(-1, kept.kind, kept.label, kept.subject, kept.target, None, 0, None, 0)
        return (
            as_oracle.key,
            kept.weight,
            kept.valid_from,
            kept.valid_to,
            kept.recorded_at,
            kept.end_recorded_at,
            kept.retracted_at,
            kept.reason,
            kept.amends,
            kept.sources,
        )

    def _compare(self, t: int, contents: Contents) -> None:
        oracle, ids = self.oracles[t], self.ids[t]
        assert len(contents.statements) == len(oracle.statements)
        for s in oracle.statements:
            assert self._kept(ids[s.id], contents) == self._row(t, s)
            side = "history" if s.retracted_at is not None or s.ended(oracle.head or 0) else "current"
            assert contents.statements[ids[s.id]].side == side, f"{s} should lie in {side}"
        self._compare_links(t, contents)
        self._compare_contradictions(t, contents)
        bands = {(side, at, band, s.id) for s in contents.statements.values() for side, at, band in _adjacency(s)}
        assert contents.adjacency == bands
        believed = [s for s in oracle.statements if s.believed and not s.empty]
        for n, a in enumerate(believed):
            for b in believed[n + 1 :]:
                ordered = sorted((a, b), key=lambda s: s.valid_from)
                end = ordered[0].valid_to
                assert a.key != b.key or (end is not None and end <= ordered[1].valid_from), "two of one key overlap"

    def _compare_links(self, t: int, contents: Contents) -> None:
        """Links that count at some instant are equal: one whose ends are never believed together is nobody's business."""
        oracle, ids = self.oracles[t], self.ids[t]
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

    def _compare_contradictions(self, t: int, contents: Contents) -> None:
        oracle, ids = self.oracles[t], self.ids[t]
        for k in range(-1, (oracle.head or 0) + 2):
            expected = {frozenset(ids[i] for i in pair): done for pair, done in oracle.contradictions_known(k).items()}
            actual = {}
            for pair, (_, detected, resolved, _, side) in contents.contradictions.items():
                assert side == ("current" if resolved is None else "history")
                if detected <= k + BASE and all(contents.statements[end].believed_at(k + BASE) for end in pair):
                    actual[pair] = resolved is not None and resolved <= k + BASE
            assert actual == expected, f"contradictions at {k}"

    # -- from steps to calls -----------------------------------------------------------------------------------------------

    def _pick(self, t: int, back: int) -> int | None:
        """Return the statement made `back` before the last one; None, an unknown id, where there is none."""
        count = len(self.oracles[t].statements)
        return count - 1 - back if 0 <= back < count else None

    def _real(self, t: int, picked: int | None) -> str:
        return "fact::0000" if picked is None else self.ids[t][picked]

    def _calls(self, step: Step) -> tuple[Callable[[Oracle], Answer], Callable[[Graph], WriteAnswer]] | None:
        now = self.clock.now() - BASE
        if isinstance(step, Assert):
            return self._assert(step, now)
        assert not isinstance(step, (Clock, Sweep, Reopen))
        t = step.tenant
        if isinstance(step, Resolve):
            return self._resolve(step, now)
        picked = self._pick(t, step.back)
        real = self._real(t, picked)
        if isinstance(step, Supersede):
            return self._supersede(step, picked, real, now)
        if isinstance(step, End):
            return lambda o: o.end(now, picked, step.t), lambda g: g.end_statement(real, valid_to=_at(step.t))
        if isinstance(step, Retract):
            return (
                lambda o: o.retract(now, picked, step.reason, step.include_ended),
                lambda g: g.retract_statement(real, reason=step.reason, include_ended=step.include_ended),
            )
        if isinstance(step, Mark):
            other = self._pick(t, step.other)
            foreign = self._real(t, other)
            return lambda o: o.mark(now, picked, other), lambda g: g.mark_contradiction(real, foreign)
        fact = picked is not None and self.oracles[t].statements[picked].kind == "fact"
        claim = WORDS[step.word] if step.word is not None and fact else None
        weight = WEIGHTS[step.weight] if step.weight is not None and not fact else None
        if claim is None and weight is None and step.f is None and step.t is None and not step.reopen:
            return None
        return (
            lambda o: o.amend(now, picked, claim=claim, weight=weight, f=step.f, t=step.t, reopen=step.reopen),
            lambda g: g.amend_statement(
                real, claim=claim, weight=weight, valid_from=_at(step.f), valid_to=_at(step.t), reopen=step.reopen
            ),
        )

    def _assert(self, step: Assert, now: int) -> tuple[Callable[[Oracle], Answer], Callable[[Graph], WriteAnswer]]:
        kind, label, subject, target = CLAIMS[step.what]
        source = None if step.source is None else SOURCES[step.source]
        weight = None if step.weight is None or kind == "fact" else WEIGHTS[step.weight]

        def ask(oracle: Oracle) -> Answer:
            return oracle.assert_key(now, kind, label, tuple(sorted(subject)), target, weight, step.f, step.t, source)

        def call(graph: Graph) -> WriteAnswer:
            if target is None:
                return graph.store_fact(
                    label, subject, valid_from=_at(step.f), valid_to=_at(step.t), source_document_id=source
                )
            return graph.add_relationship(
                subject[0],
                target,
                label,
                weight=weight,
                valid_from=_at(step.f),
                valid_to=_at(step.t),
                source_document_id=source,
            )

        return ask, call

    def _supersede(
        self, step: Supersede, picked: int | None, real: str, now: int
    ) -> tuple[Callable[[Oracle], Answer], Callable[[Graph], WriteAnswer]] | None:
        source = None if step.source is None else SOURCES[step.source]
        p = None if picked is None else self.oracles[step.tenant].statements[picked]
        if p is None or p.kind == "fact":
            claim = WORDS[step.by % len(WORDS)]
            return (
                lambda o: o.supersede(now, picked, claim=claim, f=step.f, source=source),
                lambda g: g.supersede_fact(real, claim, valid_from=_at(step.f), source_document_id=source),
            )
        target = TARGETS[step.by]
        if not allowed(p, target) or target == p.subject[0]:
            return None
        weight = None if step.weight is None else WEIGHTS[step.weight]
        return (
            lambda o: o.supersede(now, picked, target=target, weight=weight, f=step.f, source=source),
            lambda g: g.supersede_relationship(
                real, target, weight=weight, valid_from=_at(step.f), source_document_id=source
            ),
        )

    def _resolve(self, step: Resolve, now: int) -> tuple[Callable[[Oracle], Answer], Callable[[Graph], WriteAnswer]] | None:
        t = step.tenant
        found = self.oracles[t].contradictions
        if not 0 <= step.back < len(found):
            return None
        pair = found[len(found) - 1 - step.back].pair
        keep = None if step.keep is None else sorted(pair)[step.keep]
        kept = None if keep is None else self.ids[t][keep]
        node = read_contents(self.graphs[t]).contradictions[frozenset(self.ids[t][i] for i in pair)][0]
        return (
            lambda o: o.resolve(now, pair, step.resolution, keep),
            lambda g: g.resolve_contradiction(node, step.resolution, keep_id=kept),
        )


def run(*steps: Step, folder: Path | None = None, reads: Callable[[Lockstep], None] | None = None) -> Lockstep:
    """Run a program and compare after each step; then look at every tenant once more, and read."""
    both = Lockstep(folder)
    try:
        for step in steps:
            both.take(step)
        for tenant, graph in enumerate(both.graphs):
            assert everything(graph) == both.quads[tenant], "a call changed another tenant"
        if reads is not None:
            reads(both)
    finally:
        both.close()
    return both


def _at(instant: int | None) -> datetime | None:
    return None if instant is None else to_datetime(BASE + instant)


def _adjacency(s: Kept) -> Iterable[tuple[str, str, str]]:
    if s.kind == "rel" and s.side == "current":
        band = 9 if s.weight is None else min(9, int(float(s.weight) * 10))
        for end in {s.subject[0], s.target}:
            yield "current", str(end), f"adj{band}"


def _difference(before: Counter[tuple[str, str, str, str]], after: Counter[tuple[str, str, str, str]]) -> str:
    return f"gone {sorted((before - after).elements())}, new {sorted((after - before).elements())}"
