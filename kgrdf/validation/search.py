"""That the text index holds what the graph says, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgrdf.search import SearchIndex
from kgrdf.search.source import read_items
from kgrdf.search.tables import Entry
from kgrdf.search.words import indexed_text
from kgrdf.validation.problem import Problem

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["check_search", "mend_search"]


def check_search(graph: BaseGraph) -> Iterator[Problem]:
    """Yield what the text index has wrong.

    An index of another revision than the graph's is no fault: a search makes it again first, and so does this.
    """
    index, expected = SearchIndex.of(graph), 0
    index.follow()
    turned = index.turned()
    for item in read_items(graph):
        expected += 1
        found = index.entry(item.id)
        if found is None:
            yield Problem("search", item.id, "cannot be found by its words")
        elif found != Entry(item.side_at(turned), item.kind, indexed_text(item.text), item.until):
            yield Problem("search", item.id, "is found by words that it does not have")
    if index.size() > expected:
        yield Problem("search", graph.tenant.id, f"has {index.size() - expected:,} entries that the graph does not have")


def mend_search(graph: BaseGraph) -> int:
    """Throw the text index away if anything in it is wrong, and return how much was; it is made again when it is asked."""
    wrong = sum(1 for _ in check_search(graph))
    if wrong:
        SearchIndex.of(graph).discard()
    return wrong
