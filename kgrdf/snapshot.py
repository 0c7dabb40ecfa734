"""A tenant's memory as it looked from one viewpoint: what an export of an earlier day writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.ids import kind_of
from kgrdf.standing import is_mark
from kgrdf.statements import Ledger
from kgrdf.statements.model import Contradiction, Statement, Triple
from kgrdf.store.parts import all_rows, by_halves
from kgrdf.temporal import Viewpoint
from kgrdf.terms import kg
from kgrdf.transaction import Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["snapshot"]

_BATCH = 500
_ADJACENCY = {kg(f"adj{band}") for band in range(10)}
_OF_STATEMENTS = ("fact", "rel", "contra")


def snapshot(graph: BaseGraph, view: Viewpoint) -> Iterator[Triple]:
    """Yield the triples of a current graph that holds just what is visible from `view`.

    Statements are as they were known then: an end that was learned later is not there, nor a source or a contradiction. What
    is not versioned (entities, documents, passages, mentions) is there as it is today if it was recorded by then. So the
    result is itself a whole memory, without a history, and may be imported.
    """
    hidden, unmentioned = _recorded_later(graph, view)
    visible = {
        node for (node,) in all_rows(graph.store, "visible_statements", graph.tenant, asOf=view.valid, knownAt=view.known)
    }
    yield from _unversioned(graph, hidden, unmentioned)
    yield from _statements(graph, view, [node for node in visible if isinstance(node, NamedNode)], hidden)


def _recorded_later(graph: BaseGraph, view: Viewpoint) -> tuple[set[object], set[tuple[object, object]]]:
    """Return the nodes recorded after the viewpoint, and the chunks and entities that such mentions join."""
    hidden: set[object] = set()
    unmentioned: set[tuple[object, object]] = set()
    for node, chunk, entity in all_rows(graph.store, "recorded_later", graph.tenant, knownAt=view.known):
        hidden.add(node)
        if chunk is not None:
            unmentioned.add((chunk, entity))
    return hidden, unmentioned


def _unversioned(graph: BaseGraph, hidden: set[object], unmentioned: set[tuple[object, object]]) -> Iterator[Triple]:
    tenant, mentions = graph.tenant, kg("mentions")
    derivations = {row[0] for row in all_rows(graph.store, "derived_statements", tenant)}
    for subject, predicate, value in all_rows(graph.store, "all_current", tenant):
        assert isinstance(subject, NamedNode)
        assert isinstance(predicate, NamedNode)
        if subject in hidden or value in hidden or subject in derivations or predicate in _ADJACENCY:
            continue
        if is_mark(tenant, subject, predicate):
            continue
        if kind_of(tenant.public_id(subject)) in _OF_STATEMENTS or (
            predicate == mentions and (subject, value) in unmentioned
        ):
            continue
        yield subject, predicate, value  # type: ignore[misc]


def _statements(graph: BaseGraph, view: Viewpoint, nodes: list[NamedNode], hidden: set[object]) -> Iterator[Triple]:
    tenant = graph.tenant
    rest = map(tenant.public_id, nodes)
    visible = {tenant.public_id(node) for node in nodes}

    def read(ids: Sequence[str]) -> tuple[Ledger, list[Statement]]:
        # A ledger of no request: it is only read, and goes with the batch.
        ledger = Ledger(Transaction(graph, view.known, "", None))
        return ledger, ledger.load(ids)

    while batch := list(islice(rest, _BATCH)):
        for ledger, statements in by_halves(read, batch):
            for statement in statements:
                yield from _as_known(graph, statement, view, visible, hidden).triples(tenant, "current")
                yield from _contradictions(ledger, statement, view, visible)


def _contradictions(ledger: Ledger, statement: Statement, view: Viewpoint, visible: set[str]) -> Iterator[Triple]:
    for found in ledger.contradictions(statement.id):
        unresolved = found.resolved_at is None or found.resolved_at > view.known
        # Each is told once, by its first end.
        if found.first == statement.id and found.second in visible and found.detected_at <= view.known and unresolved:
            yield from Contradiction(found.first, found.second, found.detected_at).triples(ledger.tx.graph.tenant)


def _as_known(graph: BaseGraph, statement: Statement, view: Viewpoint, visible: set[str], hidden: set[object]) -> Statement:
    """Return a statement as it was known: without the end, the withdrawal and the sources recorded later."""
    end_known = statement.end_recorded_at is not None and statement.end_recorded_at <= view.known
    return replace(
        statement,
        valid_to=statement.valid_to if end_known else None,
        end_recorded_at=statement.end_recorded_at if end_known else None,
        retracted_at=None,
        retract_reason=None,
        amends=statement.amends if statement.amends in visible else None,
        sources=tuple(
            source
            for source in statement.sources
            if source.extracted_at <= view.known and graph.tenant.iri(source.id) not in hidden
        ),
    )
