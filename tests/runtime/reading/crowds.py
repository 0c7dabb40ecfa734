"""Many statements at once, each kind in one update, so that a test of a crowd takes no longer than another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgrdf import Graph
from kgrdf.statements import Ledger, store_fact
from kgrdf.statements.model import Source
from kgrdf.transaction import Transaction

__all__ = ["contradict_all", "derive_from_many", "retract_all", "store_facts"]


def store_facts(graph: Graph, about: str, claims: Sequence[str]) -> list[str]:
    """Store a fact for each claim and return their ids."""
    return graph.write(lambda tx: [store_fact(tx, claim, [about]).id for claim in claims])


def contradict_all(graph: Graph, fact: str, others: Sequence[str]) -> list[str]:
    """Mark a fact as contradicting each of the others, and return the contradictions' ids."""

    def mark(tx: Transaction) -> list[str]:
        ledger = Ledger(tx)
        (one,) = ledger.load([fact])
        made = [ledger.contradict(one, other).id for other in ledger.load(others)]
        ledger.flush()
        return made

    return graph.write(mark)


def retract_all(graph: Graph, facts: Sequence[str]) -> None:
    """Retract each of the facts."""

    def retract(tx: Transaction) -> None:
        ledger = Ledger(tx)
        for fact in ledger.load(facts):
            ledger.retract(fact)
        ledger.flush()

    graph.write(retract)


def derive_from_many(graph: Graph, fact: str, count: int) -> None:
    """Give a fact so many sources."""

    def derive(tx: Transaction) -> None:
        ledger = Ledger(tx)
        (statement,) = ledger.load([fact])
        sources = tuple(Source(f"doc::{n:05}", None, tx.k) for n in range(count))
        ledger.put(replace(statement, sources=sources))
        ledger.flush()

    graph.write(derive)
