"""What is stored only to be fast: the adjacency index and the shortcuts from chunks to entities."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.statements.model import band
from kgrdf.store.base import Row
from kgrdf.store.parts import all_rows
from kgrdf.terms import kg, node_of, to_value
from kgrdf.validation.problem import Problem, Repair

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph
    from kgrdf.transaction import Transaction

__all__ = ["check_derived", "mend_derived"]

_AT_ONCE = 200
_MENDED_AT_ONCE = 1000

_Entry = tuple[NamedNode, NamedNode, NamedNode]
"""Node, property, value."""


def check_derived(graph: BaseGraph) -> Iterator[Problem]:
    """Yield each derived triple that is missing or has no reason to be there, with its repair."""
    store, tenant = graph.store, graph.tenant
    rows = all_rows(store, "relationship_ends", tenant)
    while some := list(itertools.islice(rows, _AT_ONCE)):
        ids = list({node_of(row[0]) for row in some})
        expected = {entry for row in some for entry in _expected(row)}
        found = {_entry(row) for row in all_rows(store, "adjacent_to", tenant, ids=ids)}
        yield from _differences(graph, "adjacency", expected - found, missing=True)
        yield from _differences(graph, "adjacency", found - expected, missing=False)
    stray = map(_entry, all_rows(store, "stray_adjacency", tenant))
    yield from _differences(graph, "adjacency", stray, missing=False)
    for name, missing in (("missing_mentions", True), ("stray_mentions", False)):
        pairs = all_rows(store, name, tenant)
        entries = ((node_of(chunk), kg("mentions"), node_of(entity)) for chunk, entity in pairs)
        yield from _differences(graph, "mentions", entries, missing=missing)


def mend_derived(graph: BaseGraph) -> int:
    """Add what is missing, drop what has no reason, and return how many triples changed."""
    repairs = (problem.repair for problem in check_derived(graph) if problem.repair is not None)
    mended = 0
    while some := list(itertools.islice(repairs, _MENDED_AT_ONCE)):
        graph.write(functools.partial(_apply, repairs=some))
        mended += len(some)
    return mended


def _apply(tx: Transaction, repairs: list[Repair]) -> None:
    for repair in repairs:
        change = tx.add if repair.missing else tx.drop
        change("current", repair.subject, repair.predicate, repair.value)


def _expected(row: Row) -> Iterator[_Entry]:
    relationship, start, end, weight = row
    number = to_value(weight)
    predicate = kg(f"adj{band(None if number is None else Decimal(str(number)))}")
    yield node_of(start), predicate, node_of(relationship)
    yield node_of(end), predicate, node_of(relationship)


def _entry(row: Row) -> _Entry:
    relationship, node, number = row
    return node_of(node), kg(f"adj{to_value(number)}"), node_of(relationship)


def _differences(graph: BaseGraph, check: str, entries: Iterable[_Entry], *, missing: bool) -> Iterator[Problem]:
    for subject, predicate, value in entries:
        name = predicate.value.partition("#")[2]
        lead = "lacks" if missing else "should not have"
        trouble = f"{lead} {name} {_shown(graph, value)}"
        yield Problem(check, _shown(graph, subject), trouble, Repair(subject, predicate, value, missing))


def _shown(graph: BaseGraph, node: NamedNode) -> str:
    tenant = graph.tenant
    return tenant.public_id(node) if node.value.startswith(tenant.prefix) else str(node)
