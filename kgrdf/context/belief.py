"""Which statements were believed at an instant."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.query import load
from kgrdf.temporal import FOREVER, Viewpoint
from kgrdf.terms import integer_of, node_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["believed"]

_BATCH = 500


def believed(graph: BaseGraph, view: Viewpoint, iris: Iterable[str]) -> set[str]:
    """Return those of these statements that were recorded, and not withdrawn, by `view.known`."""
    found: set[str] = set()
    rest = iter(sorted(set(iris)))
    while part := [NamedNode(iri) for iri in islice(rest, _BATCH)]:
        for node, recorded, retracted in graph.store.select(load("doubts").bind(graph.tenant, ids=part)):
            if (integer_of(recorded) or 0) <= view.known < (integer_of(retracted) or FOREVER + 1):
                found.add(node_of(node).value)
    return found
