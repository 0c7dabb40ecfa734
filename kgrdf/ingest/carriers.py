"""How the lines of an import get into a store: one by one, or many in one update."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kgrdf.errors import WriteConflictError
from kgrdf.ingest.operations import Outcome, attempt, known_fingerprints
from kgrdf.ingest.plan import Step
from kgrdf.ingest.working_copy import WorkingCopy

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Carrier", "Outcome", "carrier_for"]

Settle: TypeAlias = Callable[[Step, Outcome], None]
"""Hears what came of each line, in their order, once that is in the store."""

_FEW = 20
"""So few lines are carried one by one, rather than have a memory copied for them."""
_QUADS_A_LINE = 50
"""For each line, so many quads of what is there already are copied at most."""
_ALL = 10_000_000
"""More quads than any memory has that can be copied."""
_TRIES = 8
"""How often a group of lines is carried out anew because another process wrote first."""


class Carrier(Protocol):
    """Takes lines to a store."""

    def carry(self, steps: Sequence[Step]) -> None:
        """Carry lines out, at most 1,000."""
        ...

    def finish(self) -> None:
        """Make sure that all are in the store."""
        ...


@contextmanager
def carrier_for(graph: BaseGraph, lines: int, settle: Settle) -> Iterator[Carrier]:
    """Yield what takes so many lines to the graph's store in the least time."""
    limits = graph.store.limits
    if limits is None or lines < _FEW:
        yield _OneByOne(graph, settle)
        return
    with graph.store.writing(), WorkingCopy(graph, limits) as copy:
        if copy.pull(_QUADS_A_LINE * lines):
            yield _InGroups(copy, settle)
        else:
            yield _OneByOne(graph, settle)


class _OneByOne:
    """Each line is an update of its own."""

    def __init__(self, graph: BaseGraph, settle: Settle) -> None:
        self._graph = graph
        self._settle = settle

    def carry(self, steps: Sequence[Step]) -> None:
        known = known_fingerprints(self._graph, steps)
        for step in steps:
            self._settle(step, attempt(self._graph.write, step, known))

    def finish(self) -> None:
        """Do nothing: each line is in the store."""


class _InGroups:
    """Lines are carried out on a copy of the memory, and an update takes what many of them changed."""

    def __init__(self, copy: WorkingCopy, settle: Settle) -> None:
        self._copy = copy
        self._settle = settle
        self._waiting: list[tuple[Step, Outcome]] = []

    def carry(self, steps: Sequence[Step]) -> None:
        known = known_fingerprints(self._copy.graph, steps)
        for step in steps:
            self._waiting.append((step, attempt(self._copy.write, step, known)))
            if self._copy.full:
                self.finish()

    def finish(self) -> None:
        for _ in range(_TRIES):
            if self._copy.send():
                for step, outcome in self._waiting:
                    self._settle(step, outcome)
                self._waiting.clear()
                return
            self._again()
        raise WriteConflictError(
            "import: other processes keep writing to this tenant",
            hint="what is in the store stays; import again when they are done",
        )

    def _again(self) -> None:
        """Carry the waiting lines out on the memory as it is by now."""
        if not self._copy.pull(_ALL):
            raise WriteConflictError(
                "import: other processes wrote so much that it cannot be followed",
                hint="what is in the store stays; import again when they are done",
            )
        steps = [step for step, _ in self._waiting]
        known = known_fingerprints(self._copy.graph, steps) if steps else set()
        self._waiting = [(step, attempt(self._copy.write, step, known)) for step in steps]
