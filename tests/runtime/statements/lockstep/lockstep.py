"""A program of calls, run on the oracle and on the real memory side by side; after each step the two are compared whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kgrdf.answers import WriteAnswer
from kgrdf.errors import KgrdfError
from kgrdf.generated import Graph
from kgrdf.store import Store, open_store
from kgrdf.testing import FrozenClock
from tests.runtime.statements.lockstep.calls import Calls, calls_of
from tests.runtime.statements.lockstep.furniture import furniture
from tests.runtime.statements.lockstep.pair import Pair
from tests.runtime.statements.lockstep.steps import BASE, TENANTS, Assert, Clock, Reopen, Step, Sweep
from tests.runtime.statements.oracle.statement import Answer, Refused

__all__ = ["Lockstep", "run"]


class Lockstep:
    """Several tenants in one store, each with its oracle."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.clock = FrozenClock(BASE + 4)
        self._open()
        for tenant in TENANTS:
            self.store.load(furniture(tenant).quads)
        self.pairs = [Pair(graph) for graph in self._graphs()]
        for pair in self.pairs:
            head = pair.graph.head()
            assert head is not None
            assert pair.oracle.head == head.instant - BASE

    def _open(self) -> None:
        self.store: Store = open_store("memory:" if self.folder is None else self.folder)

    def _graphs(self) -> list[Graph]:
        return [Graph(self.store, tenant, clock=self.clock) for tenant in TENANTS]

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def take(self, step: Step) -> None:
        """Run a step on both and compare; then run it once more, which must change nothing."""
        match step:
            case Clock():
                self.clock.set(BASE + step.at)
            case Reopen():
                if self.folder is not None:  # what is in memory would be lost
                    with self.closed():
                        pass
            case Sweep():
                self._sweep(self.pairs[step.tenant])
            case _:
                pair = self.pairs[step.tenant]
                calls = calls_of(step, pair, self.clock.now() - BASE)
                if calls is not None:
                    self._twice(step, pair, calls)

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Let go of the folder for a while; what lies in it stays as it was."""
        self.close()
        try:
            yield
        finally:
            self._open()
        for pair, graph in zip(self.pairs, self._graphs(), strict=True):
            pair.graph = graph
            assert not pair.look()

    def _twice(self, step: Step, pair: Pair, calls: Calls) -> None:
        first = _both(pair, *calls)
        again = _both(pair, *calls)
        # An assertion from now on may ask for something else a millisecond later.
        if first is not None and not (isinstance(step, Assert) and step.f is None):
            assert again is not None, "the same call again was refused"
            assert not again.created
            assert not again.changed, "the oracle itself changes at a repeat"

    def _sweep(self, pair: Pair) -> None:
        graph = pair.graph
        now = self.clock.now()
        head = graph.head()
        k = now if head is None else max(now, head.instant + 1)
        stored = pair.contents.statements.values()
        due = [s for s in stored if s.side == "current" and s.valid_to is not None and s.valid_to <= k]
        moved = graph.sweep()
        assert moved == len(due)
        if moved:
            pair.oracle.head = k - BASE
        pair.look()
        pair.compare()


def run(*steps: Step, folder: Path | None = None, reads: Callable[[Lockstep], None] | None = None) -> Lockstep:
    """Run a program and compare after each step; then look at every tenant once more, and read."""
    both = Lockstep(folder)
    try:
        for step in steps:
            both.take(step)
        for pair in both.pairs:
            assert not pair.look(), "a call changed another tenant"
        if reads is not None:
            reads(both)
    finally:
        both.close()
    return both


def _both(pair: Pair, ask: Callable[..., Answer], call: Callable[..., WriteAnswer]) -> Answer | None:
    """Ask both; None where both refuse, alike."""
    graph = pair.graph
    expected: Answer | Refused
    actual: WriteAnswer | KgrdfError
    try:
        expected = ask(pair.oracle)
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
        assert not pair.look(), "a refused call changed the store"
        return None
    changes = pair.look()
    if expected.changed:
        pair.match()
        pair.compare()
    else:
        assert not changes, "nothing should have changed"
    _check_answer(pair, expected, actual)
    head = graph.head()
    assert (None if head is None else head.instant - BASE) == pair.oracle.head
    return expected


def _check_answer(pair: Pair, expected: Answer, actual: WriteAnswer) -> None:
    ids, contents = pair.ids, pair.contents
    assert actual.created == expected.created
    if expected.pair is not None:
        assert actual.id == contents.contradictions[frozenset(ids[i] for i in expected.pair)].id
    elif expected.id is not None:
        assert actual.id == ids[expected.id], f"{expected}, {ids}"
    elif expected.name is not None:
        assert actual.id == expected.name
    assert set(actual.superseded_ids or ()) == {ids[i] for i in expected.superseded}
    found = {contents.contradictions[frozenset(ids[i] for i in ends)].id for ends in expected.found}
    assert found == set(actual.contradiction_ids or ())
    if actual.ids is not None:
        assert actual.ids == [ids[i] for i in expected.ids]
