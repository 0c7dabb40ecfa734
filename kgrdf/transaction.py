"""One memory operation being prepared: its instant, its token, and the triples that it drops and adds."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from pyoxigraph import NamedNode

from kgrdf.query import load
from kgrdf.remembered import Place
from kgrdf.standing import Head, Mark, Standing
from kgrdf.terms import Term, Value, kg, to_term

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["IndexChange", "Side", "Transaction", "Triple", "new_op"]

Side = Literal["current", "history"]
"""Which of a tenant's two graphs."""

Triple: TypeAlias = tuple[NamedNode, NamedNode, Term]


def new_op() -> str:
    """Return the random token of a request; what it creates or closes carries it."""
    return secrets.token_hex(12)


@dataclass(frozen=True, slots=True)
class IndexChange:
    """What the text index has to learn of one node."""

    id: str
    kind: str
    """`entity`, `concept`, `document`, `chunk`, `fact` or `relationship`."""
    text: str
    state: Literal["open", "closed", "gone"]
    """`closed`: in history, so only as-of searches see it; `gone`: out of search at every instant."""
    until: int | None = None
    """The planned end of an open fact: from then on it is searched as a closed one is, moved or not."""

    def side_at(self, now: int) -> Literal["open", "closed"]:
        """Return the side on which the text index keeps it at an instant."""
        return "closed" if self.state == "closed" or (self.until is not None and self.until <= now) else "open"


@dataclass
class Transaction:
    """What one request will change.

    Everything it reads, it reads while it holds the store's writer lock; everything it changes goes out in one update that
    holds only while the tenant's head is the one read. Nothing is sent if nothing was added or dropped.
    """

    graph: BaseGraph
    k: int
    """The instant of recording: later than everything the tenant has recorded."""
    op: str
    head: Head | None
    standing: Standing | None = None
    """With the head the marks beside it, where another process may write; the update then leaves one of its own."""
    index: list[IndexChange] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Ids of the statements that the request changes."""
    place: Place | None = None
    """The place after the last chunk of a document, if the request adds that chunk."""
    _added: dict[Side, dict[Triple, None]] = field(default_factory=lambda: {"current": {}, "history": {}})
    _dropped: dict[Side, dict[Triple, None]] = field(default_factory=lambda: {"current": {}, "history": {}})

    def add(self, side: Side, subject: NamedNode, predicate: NamedNode, value: Value) -> None:
        """Add a triple; one that was to be dropped stays."""
        triple = (subject, predicate, to_term(value))
        if self._dropped[side].pop(triple, self) is self:
            self._added[side][triple] = None

    def drop(self, side: Side, subject: NamedNode, predicate: NamedNode, value: Value) -> None:
        """Drop a triple; one that was to be added is not."""
        triple = (subject, predicate, to_term(value))
        if self._added[side].pop(triple, self) is self:
            self._dropped[side][triple] = None

    def changes(self) -> Iterator[tuple[Side, Triple, bool]]:
        """Yield every triple that is dropped, and then every one that is added (True), with its graph."""
        for changed, added in ((self._dropped, False), (self._added, True)):
            for side, triples in changed.items():
                for triple in triples:
                    yield side, triple, added

    @property
    def mark(self) -> Mark:
        """Return the mark by which this request is known to have been carried out, if it leaves one."""
        return Mark(self.k, self.op)

    @property
    def after(self) -> Head:
        """Return the head that the update leaves."""
        # A tenant of a server that begins again begins with the clock: an index of before, in another process, never fits.
        first = self.k if self.graph.store.keeps_registry else 0
        revision = first if self.head is None else self.head.revision
        return Head(self.k, revision + 1 if self.index else revision)

    @property
    def empty(self) -> bool:
        """Say that nothing would change."""
        return not any((*self._added.values(), *self._dropped.values()))

    def commit(self) -> Head:
        """Send the one update and return the head that it leaves, if it was carried out."""
        state, tenant, store, after = self.graph.tenant.state, self.graph.tenant, self.graph.store, self.after
        if self.standing is not None:
            for fading in self.standing.fading:
                self.drop("current", state, kg("writeMark"), str(fading))
            self.add("current", state, kg("writeMark"), str(self.mark))
        if self.head is None:
            self.add("current", state, kg("head"), after.instant)
            self.add("current", state, kg("revision"), after.revision)
            first = load("commit_first").bind(
                tenant,
                state=[state],
                add_current=list(self._added["current"]),
                add_history=list(self._added["history"]),
            )
            store.update(first)
            return after
        for predicate, old, new in (
            ("head", self.head.instant, after.instant),
            ("revision", self.head.revision, after.revision),
        ):
            if old != new:
                self.drop("current", state, kg(predicate), old)
                self.add("current", state, kg(predicate), new)
        request = load("commit").bind(
            tenant,
            state=state,
            head=self.head.instant,
            drop_current=list(self._dropped["current"]),
            drop_history=list(self._dropped["history"]),
            add_current=list(self._added["current"]),
            add_history=list(self._added["history"]),
        )
        store.update(request)
        return after
