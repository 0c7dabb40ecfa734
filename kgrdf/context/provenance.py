"""What statements derive from, as known at an instant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.query import load
from kgrdf.sources import combined_confidence
from kgrdf.temporal import Viewpoint
from kgrdf.terms import integer_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Grounds", "read_grounds"]

MAX_SOURCES = 20
"""The most sources shown of one statement."""


@dataclass(slots=True)
class Grounds:
    """The sources of one statement."""

    sources: dict[str, Decimal | None] = field(default_factory=dict)
    """Ids of documents and chunks with the confidence each states."""

    @property
    def ids(self) -> list[str]:
        """The first of them by id, at most `MAX_SOURCES`."""
        return sorted(self.sources)[:MAX_SOURCES]

    def confidence(self, own: Decimal | None) -> Decimal | None:
        """Return the confidence in a statement that states `own`."""
        return combined_confidence(own, list(self.sources.values()))


def read_grounds(graph: BaseGraph, view: Viewpoint, nodes: Iterable[NamedNode]) -> dict[str, Grounds]:
    """Return the sources of each statement, by its IRI; those without any are left out.

    Of a statement with more than 5,000 sources, those that the store gives first.
    """
    ids = list(nodes)
    found: dict[str, Grounds] = {}
    if not ids:
        return found
    tenant = graph.tenant
    template = load("sources_of" if view.current else "sources_of_asof")
    request = template.bind(tenant, ids=ids) if view.current else template.bind(tenant, ids=ids, knownAt=view.known)
    rows = list(graph.store.select(request))
    if len(rows) == template.limit and len(ids) > 1:
        # One with very many sources must not take the room of the others.
        half = len(ids) // 2
        return read_grounds(graph, view, ids[:half]) | read_grounds(graph, view, ids[half:])
    for node, source, confidence, extracted in rows:
        assert isinstance(node, NamedNode)
        assert isinstance(source, NamedNode)
        if (integer_of(extracted) or 0) <= view.known:
            share = None if confidence is None else Decimal(str(to_value(confidence)))
            found.setdefault(node.value, Grounds()).sources[tenant.public_id(source)] = share
    return found
