"""Counting the statements that a context leaves out because they no longer hold, and why each does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.context.belief import believed
from kgrdf.context.disputes import settled_losers
from kgrdf.query import load
from kgrdf.temporal import Viewpoint
from kgrdf.terms import integer_of, node_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["count_closed"]


def count_closed(graph: BaseGraph, view: Viewpoint, entity: NamedNode, lingering: Iterable[str]) -> Counter[str]:
    """Count the closed statements about or at an entity, each once, under the reason that it is closed.

    `contradicted`: withdrawn, and party to a contradiction that has been settled; `retracted`: withdrawn otherwise;
    `superseded`: ended, and a believed statement took its place; `ended`: ended otherwise. Looked at are the first hundred
    in history, and `lingering`: those that have ended but still lie in current.
    """
    ids = list(lingering)
    reasons = dict.fromkeys(ids, "ended")
    for iri, reason in _reasons(graph, view, entity):
        if reasons.get(iri) != "superseded":
            reasons[iri] = reason
    if ids:
        for iri in _superseded(graph, view, ids):
            reasons[iri] = "superseded"
    retracted = [iri for iri, reason in reasons.items() if reason == "retracted"]
    if retracted:
        reasons |= dict.fromkeys(settled_losers(graph, view, retracted), "contradicted")
    return Counter(reasons.values())


def _reasons(graph: BaseGraph, view: Viewpoint, entity: NamedNode) -> Iterable[tuple[str, str]]:
    """Yield the closed statements in history, once for each that took the place of one."""
    if view.current:
        for node, retracted, newer, doubted in graph.store.select(
            load("closed_statements").bind(graph.tenant, entity=entity)
        ):
            superseded = newer is not None and doubted is None
            yield node_of(node).value, "retracted" if retracted is not None else "superseded" if superseded else "ended"
        return
    request = load("closed_statements_dated").bind(graph.tenant, entity=entity)
    for node, retracted, newer, doubted, end, recorded, learned, linked in graph.store.select(request):
        if (integer_of(recorded) or 0) > view.known:
            continue
        taken = newer is not None and (integer_of(linked) or 0) <= view.known
        doubted_at, retracted_at = integer_of(doubted), integer_of(retracted)
        superseded = taken and (doubted_at is None or view.known < doubted_at)
        if retracted_at is not None and retracted_at <= view.known:
            yield node_of(node).value, "retracted"
        elif end is not None and (integer_of(end) or 0) <= view.valid and (integer_of(learned) or 0) <= view.known:
            yield node_of(node).value, "superseded" if superseded else "ended"


def _superseded(graph: BaseGraph, view: Viewpoint, iris: list[str]) -> set[str]:
    request = load("supersessions").bind(graph.tenant, ids=[NamedNode(iri) for iri in iris])
    links = [
        (node_of(newer).value, node_of(older).value)
        for newer, older, _, recorded in graph.store.select(request)
        if (integer_of(recorded) or 0) <= view.known
    ]
    standing = believed(graph, view, (newer for newer, _ in links))
    return {older for newer, older in links if newer in standing}.intersection(iris)
