"""Removing all that a tenant has, in parts whose size follows what the server can take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.errors import InvalidValueError, StoreAnswerError, StoreUnavailableError, WriteConflictError
from kgrdf.query import load
from kgrdf.search import SearchIndex

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["clear_tenant"]

_FIRST, _MOST = 200, 3_000
"""Nodes in a part, each with all it has. There is a server that takes no list of 8,000."""
_SHRINK = 4
_TOO_MUCH = (StoreUnavailableError, StoreAnswerError, WriteConflictError, InvalidValueError)
"""How a part that is too large fails: too slow, too much memory, too many locks, too long a request."""
_FAST, _SLOW = 2.0, 8.0
"""Seconds. Parts grow while one takes less, and shrink where one takes more."""


def clear_tenant(graph: BaseGraph, *, advance: Callable[[int, int | None], None] = lambda done, total: None) -> None:
    """Remove all that the tenant has but its clock, and its text index; `advance` hears how many nodes are gone.

    Bounded in memory, so not one transaction: if it is interrupted, clearing again removes the rest. A part that the server
    cannot remove at once is tried smaller, down to one node.
    """
    store, tenant = graph.store, graph.tenant
    SearchIndex.of(graph).discard()
    size, done = _FIRST, 0
    while True:
        rows = store.select(load("some_nodes").bind(tenant, limit=size, state=tenant.state))
        nodes = [row[0] for row in rows if isinstance(row[0], NamedNode)]
        if not nodes:
            return
        started = time.monotonic()
        try:
            store.update(load("drop_nodes").bind(tenant, nodes=nodes))
        except _TOO_MUCH:
            if size == 1:
                raise
            size = max(1, size // _SHRINK)
            continue
        done += len(nodes)
        advance(done, None)
        took = time.monotonic() - started
        if took < _FAST:
            size = min(_MOST, 2 * size)
        elif took > _SLOW:
            size = max(1, size // 2)
