"""Everything that can be found, read from the graph: what the index is made of."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pyoxigraph import NamedNode

from kgrdf.documents import chunk_words
from kgrdf.entities import entity_words
from kgrdf.store.base import Row
from kgrdf.store.parts import all_rows
from kgrdf.terms import integer_of, node_of, to_value
from kgrdf.transaction import IndexChange

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["read_items"]

_BATCH = 500


def read_items(graph: BaseGraph) -> Iterator[IndexChange]:
    """Yield what the index must hold, in the form in which writes announce it. Memory stays bounded."""
    tenant = graph.tenant
    yield from _entities(graph)
    for row in all_rows(graph.store, "document_rows", tenant):
        yield IndexChange(_id(graph, row), "document", _text(row, 1), "open")
    for row in all_rows(graph.store, "chunk_rows", tenant):
        yield IndexChange(_id(graph, row), "chunk", chunk_words(_text(row, 1), _text(row, 2)), "open")
    for row in all_rows(graph.store, "fact_rows", tenant):
        state: Literal["open", "closed"] = "open" if _text(row, 2) == "open" else "closed"
        yield IndexChange(_id(graph, row), "fact", _text(row, 1), state, integer_of(row[3]))


def _entities(graph: BaseGraph) -> Iterator[IndexChange]:
    rows = all_rows(graph.store, "entity_rows", graph.tenant)
    while batch := list(itertools.islice(rows, _BATCH)):
        ids = [row[0] for row in batch if isinstance(row[0], NamedNode)]
        aliases: dict[str, list[str]] = {}
        for row in all_rows(graph.store, "entity_aliases", graph.tenant, ids=ids):
            aliases.setdefault(_id(graph, row), []).append(_text(row, 1))
        for row in batch:
            public_id = _id(graph, row)
            kind = "concept" if public_id.startswith("concept::") else "entity"
            described = _text(row, 2) or _text(row, 3) or None
            words = entity_words(_text(row, 1), sorted(aliases.get(public_id, ())), described)
            yield IndexChange(public_id, kind, words, "open")


def _id(graph: BaseGraph, row: Row) -> str:
    return graph.tenant.public_id(node_of(row[0]))


def _text(row: Row, column: int) -> str:
    value = to_value(row[column])
    return "" if value is None else str(value)
