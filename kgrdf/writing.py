"""One memory operation, from its first look at the graph to the proof that it went in.

Where no other process can write, the writer lock is all the proof that is needed. Elsewhere a write may find that another
one went first. Then nothing of it was written, and it is prepared again from what stands now.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeVar

from kgrdf.errors import KgrdfError, StoreUnavailableError, WriteConflictError
from kgrdf.query import load
from kgrdf.remembered import Remembered
from kgrdf.search import SearchIndex
from kgrdf.standing import read_head, read_standing, refuse_dropped
from kgrdf.statements import move_ended
from kgrdf.store import registry
from kgrdf.terms import to_value
from kgrdf.transaction import Transaction, new_op

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["carry_out", "send"]

T = TypeVar("T")
_TRIES = 24
_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.5
"""Seconds. A pause is drawn between nothing and a bound that doubles from the first to the longest."""
_random = random.SystemRandom()


def carry_out(
    graph: BaseGraph,
    work: Callable[[Transaction], T],
    *,
    with_ended: bool = True,
    follow: Callable[[Transaction], None] | None = None,
) -> T:
    """Let `work` fill a transaction, send it as one update, and return what `work` returned once that is applied.

    What `work` raises leaves the store untouched. It is called again, with a later instant and the same token, where another
    process wrote between its reads and its update. `with_ended` lets the update also move statements whose planned end has
    passed; `follow` learns of what went in instead of the text index. Raises `WriteConflictError` where others went first
    too often.
    """
    op = new_op()
    with graph.store.writing():
        for turn in range(_TRIES):
            if turn:  # a sleep of no time at all would hand the processor to whoever else wants it
                time.sleep(_random.uniform(0, min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**turn)))
            tx = _begin(graph, op)
            try:
                answer = work(tx)
                if not tx.empty and with_ended:
                    move_ended(tx)
            except KgrdfError:
                # What was read in several queries may be of no one state: then the refusal says nothing.
                if _overtaken(tx):
                    continue
                raise
            if not tx.empty:
                if not send(tx, follow):
                    continue
            elif _overtaken(tx):
                continue
            return answer
    raise WriteConflictError(
        f"tenant {graph.tenant.id}: other processes wrote first, {_TRIES} times", hint="nothing was written: try again"
    )


def _begin(graph: BaseGraph, op: str) -> Transaction:
    standing = None if graph.store.exclusive else read_standing(graph)
    head = graph.head() if standing is None else standing.head
    k = graph.clock.now() if head is None else max(graph.clock.now(), head.instant + 1)
    return Transaction(graph, k, op, head, standing)


def _overtaken(tx: Transaction) -> bool:
    """Say whether another process wrote since the transaction began."""
    return tx.standing is not None and read_head(tx.graph) != tx.head


def send(tx: Transaction, follow: Callable[[Transaction], None] | None = None) -> bool:
    """Send the update and say whether it went in; if it did, let all that follows the graph know."""
    graph, remembered = tx.graph, Remembered.of(tx.graph)
    if tx.head is None and graph.store.keeps_registry:
        refuse_dropped(graph.tenant, registry.enter(graph.store, graph.tenant))
    remembered.writes()
    try:
        after = tx.commit()
    except (StoreUnavailableError, WriteConflictError):
        # The reply was lost, or the request was. If the update can be seen it went in; if not, it may still be on its way.
        if _outcome(tx) != "applied":
            raise
        after = tx.after
    else:
        # A lease that ran out while the update was on its way proves nothing any more.
        if (tx.standing is not None or not graph.store.exclusive) and _outcome(tx) == "refused":
            return False
    remembered.wrote(after, tx.place)
    (follow or _follow)(tx)
    return True


def _follow(tx: Transaction) -> None:
    if tx.index:
        SearchIndex.of(tx.graph).apply(tx.index, tx.head, tx.after)


def _outcome(tx: Transaction) -> Literal["applied", "refused"]:
    if tx.standing is None:
        return "applied" if read_head(tx.graph) == tx.after and _is_there(tx) else "refused"
    outcome = read_standing(tx.graph).outcome(tx.mark)
    if outcome == "unknown":
        raise StoreUnavailableError(
            f"tenant {tx.graph.tenant.id}: so much was written since that nobody can tell whether this went in",
            hint="read before you repeat it; saying again what stands already changes nothing",
        )
    return outcome


def _is_there(tx: Transaction) -> bool:
    """Say whether what the update adds is in the graph: another process's write of that millisecond leaves the same head."""
    graph = tx.graph
    for side, (subject, predicate, value), added in tx.changes():
        if added and side == "current" and subject != graph.tenant.state:
            rows = graph.store.select(load("own_values").bind(graph.tenant, node=subject, properties=[predicate]))
            return to_value(value) in {to_value(term) for _, term in rows}
    return True
