"""Contradictions between statements, as known at an instant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import Contradiction, moment
from kgrdf.context.belief import believed
from kgrdf.ids import make_id
from kgrdf.query import load
from kgrdf.temporal import FOREVER, Viewpoint, to_datetime
from kgrdf.terms import integer_of, node_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["read_disputes", "settled_losers"]


def read_disputes(
    graph: BaseGraph, view: Viewpoint, nodes: Iterable[NamedNode], *, settled: bool = False
) -> list[Contradiction]:
    """Return the contradictions that these statements are part of, the first detected first.

    A contradiction counts if it was detected by `view.known` and both its ends were believed then; with `settled`, a settled
    one counts too, even though settling it withdrew one end.
    """
    ids, tenant = list(nodes), graph.tenant
    if not ids:
        return []
    found: dict[tuple[str, str], tuple[int, int | None, str | None]] = {}
    name = "contradictions_open" if view.current and not settled else "contradictions_of"
    for first, second, detected, *rest in graph.store.select(load(name).bind(tenant, ids=ids)):
        at = integer_of(detected) or 0
        resolved = integer_of(rest[0]) if rest else None
        if resolved is not None and view.known < resolved:
            resolved = None
        if at <= view.known and (settled or resolved is None):
            resolution = str(to_value(rest[1])) if resolved is not None else None
            found[(node_of(first).value, node_of(second).value)] = (at, resolved, resolution)
    if found:
        standing = believed(graph, view, (iri for pair in found for iri in pair))
        found = {pair: told for pair, told in found.items() if told[1] is not None or standing.issuperset(pair)}
    answers = []
    for pair, (at, resolved, resolution) in sorted(found.items(), key=lambda item: (item[1][0], item[0])):
        first_id, second_id = (tenant.public_id(iri) for iri in pair)
        answers.append(
            Contradiction(
                id=make_id("contra", first_id, second_id),
                statement_ids=[first_id, second_id],
                detected_at=to_datetime(at),
                resolved_at=moment(resolved),
                resolution=resolution,
            )
        )
    return answers


def settled_losers(graph: BaseGraph, view: Viewpoint, iris: list[str]) -> set[str]:
    """Return those of these statements that were part of a contradiction which has been settled."""
    rows = graph.store.select(load("contradictions_of").bind(graph.tenant, ids=[NamedNode(iri) for iri in iris]))
    ends: set[str] = set()
    for first, second, _, resolved, *_ in rows:
        if (integer_of(resolved) or FOREVER + 1) <= view.known:
            ends |= {node_of(first).value, node_of(second).value}
    return ends.intersection(iris)
