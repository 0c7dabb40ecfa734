"""Proof that a tenant's data is what kgrdf promises, and repair of what is derived."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgrdf.validation.derived import check_derived, mend_derived
from kgrdf.validation.problem import Problem
from kgrdf.validation.search import check_search, mend_search
from kgrdf.validation.shapes import check_shapes
from kgrdf.validation.structure import check_structure, foreign

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Problem", "check_derived", "foreign", "mend", "validate"]


def mend(graph: BaseGraph) -> int:
    """Repair what is derived from the rest, and return how much was wrong."""
    return mend_derived(graph) + mend_search(graph)


def validate(
    graph: BaseGraph,
    *,
    shapes: bool = True,
    search: bool = True,
    ontologies: Sequence[Path] = (),
    advance: Callable[[int, int | None], None] = lambda done, total: None,
) -> Iterator[Problem]:
    """Yield every way in which the tenant's data breaks a promise; nothing means that it is whole.

    Checked: that every triple is the tenant's own, that the clock stands past everything recorded, that every node lies in
    the graph it belongs to, that nothing is said twice of one instant, that the adjacency index and the shortcuts to
    mentioned entities are exactly what the rest says, the `shapes` (about 1 ms a node), and that the text index is the
    graph's (`search`). Memory stays bounded; let nobody write meanwhile.
    """
    yield from check_structure(graph)
    yield from check_derived(graph)
    if shapes:
        yield from check_shapes(graph, ontologies, advance)
    if search:
        yield from check_search(graph)
