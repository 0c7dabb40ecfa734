"""A tenant's memory brought near for many operations: they run here, and what they change goes out in groups.

On a server, an operation alone costs several round trips. Beside a copy of the memory in this process it costs none, and
one update carries what hundreds of operations change: whole or not at all, and only if nobody else wrote since the copy was
made.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.errors import StoreAnswerError
from kgrdf.graph import BaseGraph
from kgrdf.query import load
from kgrdf.remembered import Remembered
from kgrdf.standing import Standing, is_mark, read_standing
from kgrdf.store import EmbeddedStore, UpdateLimits
from kgrdf.transaction import IndexChange, Side, Transaction, Triple, new_op
from kgrdf.writing import carry_out, send

__all__ = ["WorkingCopy"]

T = TypeVar("T")
_TRIPLES, _SIZE = 2_000, 1_000_000
"""In one update at most, whatever the server takes: more saves next to nothing, and is more to do again."""
_TRIES = 3
"""How often a copy is begun anew because another process wrote while it was made."""


class WorkingCopy:
    """A copy of one tenant's memory, and what was done to it since the last update to the store.

    Use it while the store's writer lock is held.
    """

    def __init__(self, graph: BaseGraph, limits: UpdateLimits) -> None:
        self._remote = graph
        self._limits = limits
        self._open = ExitStack()
        self._pending = _Pending()
        self._standing = Standing(None)
        self.graph = graph

    def __enter__(self) -> WorkingCopy:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def pull(self, at_most: int) -> bool:
        """Make the copy anew and forget what is pending; return False where the tenant has more quads than that.

        Also where the server does not give so many rows, or others write faster than can be read.
        """
        self._pending = _Pending()
        for _ in range(_TRIES):
            self._open.close()
            standing = read_standing(self._remote)
            self.graph = self._staged()
            try:
                pulled = self._fill(at_most)
            except StoreAnswerError:
                return False
            if not pulled:
                return False
            if read_standing(self._remote) == standing:
                self._standing = standing
                return True
        return False

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run one memory operation on the copy; `send` takes it to the store."""
        return carry_out(self.graph, work, follow=self._pending.take)

    @property
    def full(self) -> bool:
        """Say that as much is pending as one update should hold."""
        triples, size = min(_TRIPLES, self._limits.triples), min(_SIZE, self._limits.size)
        return self._pending.triples >= triples or self._pending.size >= size

    def send(self) -> bool:
        """Send what is pending as one update; return False where another process wrote since the copy was made."""
        pending, self._pending = self._pending, _Pending()
        if not pending.triples:
            return True
        exclusive = self._remote.store.exclusive
        tx = Transaction(
            self._remote, pending.k, new_op(), self._standing.head, None if exclusive else self._standing, pending.index
        )
        pending.fill(tx)
        if not send(tx):
            return False
        self._standing = self._standing.after(tx.after, None if exclusive else tx.mark)
        Remembered.of(self._remote).moved()
        return True

    def _staged(self) -> BaseGraph:
        folder = self._open.enter_context(tempfile.TemporaryDirectory(prefix="kgrdf-"))
        store = self._open.enter_context(EmbeddedStore(Path(folder) / "copy"))
        remote = self._remote
        return BaseGraph(store, remote.tenant, schema=remote.schema, clock=remote.clock)

    def _fill(self, at_most: int) -> bool:
        """Copy both graphs; the clock is the one that was read before."""
        tenant, left = self._remote.tenant, [at_most]

        def quads(name: str, node: NamedNode) -> Iterator[Quad]:
            rows = self._remote.store.select(load(f"some_{name}").bind(tenant, limit=left[0] + 1))
            for subject, predicate, value in rows:
                left[0] -= 1
                if not is_mark(tenant, subject, predicate):
                    assert isinstance(subject, NamedNode)
                    assert isinstance(predicate, NamedNode)
                    assert isinstance(value, (NamedNode, Literal))
                    yield Quad(subject, predicate, value, node)

        for name, node in (("current", tenant.current), ("history", tenant.history)):
            self.graph.store.load(quads(name, node))
            if left[0] < 0:
                return False
        return True


class _Pending:
    """What operations on the copy changed, each triple as it stands after all of them."""

    def __init__(self) -> None:
        self.k = 0
        self.triples = self.size = 0
        self.index: list[IndexChange] = []
        self._added: dict[Side, dict[Triple, None]] = {"current": {}, "history": {}}
        self._dropped: dict[Side, dict[Triple, None]] = {"current": {}, "history": {}}

    def take(self, tx: Transaction) -> None:
        """Take over what an operation changed, all but the clock of the copy."""
        state = tx.graph.tenant.state
        self.k = tx.k
        self.index += tx.index
        for side, triple, added in tx.changes():
            if triple[0] == state:
                continue
            undone, done = (self._dropped, self._added) if added else (self._added, self._dropped)
            if undone[side].pop(triple, self) is self:
                done[side][triple] = None
            self.triples += 1
            self.size += sum(len(str(term).encode()) for term in triple)

    def fill(self, tx: Transaction) -> None:
        """Hand all of it to the transaction that goes to the store."""
        for side in self._added:
            for triple in self._dropped[side]:
                tx.drop(side, *triple)
            for triple in self._added[side]:
                tx.add(side, *triple)
