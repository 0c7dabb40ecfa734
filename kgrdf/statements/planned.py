"""Statements whose planned end has passed: they lie in the current graph until a later write or a sweep moves them.

No answer depends on when they move, because every read filters by the interval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgrdf.query import load
from kgrdf.remembered import Remembered
from kgrdf.statements.ledger import Ledger
from kgrdf.terms import to_value
from kgrdf.transaction import Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["move_ended", "sweep"]

_AT_A_WRITE = 100
_AT_A_SWEEP = 1000


def move_ended(tx: Transaction) -> None:
    """Add to a write the move of up to 100 statements whose planned end has passed."""
    remembered = Remembered.of(tx.graph)
    if remembered.first_end(tx.graph) <= tx.k:
        _move(tx, _AT_A_WRITE)
        remembered.moved()


def sweep(graph: BaseGraph) -> int:
    """Move every statement whose end has passed into history and return how many."""
    moved = 0
    while True:
        found = graph.write(lambda tx: _move(tx, _AT_A_SWEEP), move_ended=False)
        moved += found
        if found < _AT_A_SWEEP:
            return moved


def _move(tx: Transaction, limit: int) -> int:
    graph = tx.graph
    rows = graph.store.select(load("ended_in_current").bind(graph.tenant, limit=limit, until=tx.k))
    ids = [graph.tenant.public_id(str(to_value(row[0]))) for row in rows]
    # What the request itself has touched is on its way already, by its own ledger.
    ids = [public_id for public_id in ids if public_id not in tx.touched]
    ledger = Ledger(tx)
    ledger.leave(ids)
    ledger.flush()
    return len(ids)
