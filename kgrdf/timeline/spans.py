"""Which versions belong to a timeline, and in which order: ids and instants alone, so that long ones stay small.

Reading them costs some 100 microseconds a version. So that the pages of a long timeline do not each read all of it, the
last few lists are kept beside the store until the tenant's head moves.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pyoxigraph import NamedNode

from kgrdf.query import Bindable, load
from kgrdf.terms import integer_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Span", "connected", "of_entity"]

_Item = TypeVar("_Item", NamedNode, str)

_BATCH = 500
_LISTS = 64
"""The most timelines kept of all tenants together."""
_KEPT = 200_000
"""The most versions kept of all timelines together."""


class Span(NamedTuple):
    """Where a version stands in both times; its natural order is that of a timeline."""

    start: int
    recorded: int
    iri: str
    end: int | None
    learned: int | None
    retracted: int | None


def of_entity(graph: BaseGraph, entity: NamedNode) -> list[Span]:
    """Return every version of every statement about or at an entity, oldest first."""
    return _kept(graph, entity, lambda: _spans(graph, _stream(graph, "timeline_about", entity=entity)))


def connected(graph: BaseGraph, statement: NamedNode) -> list[Span]:
    """Return every version that a statement is connected with, oldest first; empty if there is no such statement.

    Connected is what superseded it or was superseded by it, what amends it or is amended by it, what says the same, and all
    that these are connected with.
    """
    return _kept(graph, statement, lambda: _spread(graph, statement))


def _spread(graph: BaseGraph, statement: NamedNode) -> list[Span]:
    found: dict[NamedNode, Span] = {}
    keys: set[str] = set()
    walked: set[NamedNode] = set()
    new = {statement}
    whole = graph.store.walks_paths
    while new:
        linked = _stream(graph, "timeline_linked" if whole else "timeline_next", ids=sorted(new, key=str))
        reached = new.union(linked) - found.keys()
        spans, said = _read(graph, reached)
        found |= spans
        # A path leads to all that is linked; after a step, what it reached has to be walked from.
        walked |= reached if whole else new
        new = set(spans)
        for part in _parts(spans):
            new |= set(_stream(graph, "timeline_amending", ids=part))
        for said_now in _parts(said - keys):
            new |= set(_stream(graph, "timeline_keyed", keys=said_now))
        keys |= said
        new -= walked
    return sorted(found.values())


def _spans(graph: BaseGraph, nodes: Iterable[NamedNode]) -> list[Span]:
    return sorted(_read(graph, set(nodes))[0].values())


def _read(graph: BaseGraph, nodes: Iterable[NamedNode]) -> tuple[dict[NamedNode, Span], set[str]]:
    """Return where these statements stand, and their keys."""
    spans: dict[NamedNode, Span] = {}
    keys: set[str] = set()
    for part in _parts(nodes):
        rows = graph.store.select(load("timeline_spans").bind(graph.tenant, ids=part))
        for node, start, recorded, key, end, learned, retracted in rows:
            assert isinstance(node, NamedNode)
            instants = (integer_of(end), integer_of(learned), integer_of(retracted))
            spans[node] = Span(integer_of(start) or 0, integer_of(recorded) or 0, node.value, *instants)
            keys.add(str(to_value(key)))
    return spans, keys


def _parts(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    rest = iter(items)
    while part := list(islice(rest, _BATCH)):
        yield part


def _stream(graph: BaseGraph, name: str, **params: Bindable) -> Iterator[NamedNode]:
    for (node,) in graph.store.select(load(name).bind(graph.tenant, limit=None, offset=0, **params)):
        assert isinstance(node, NamedNode)
        yield node


class _Shelf:
    """The timelines read last, each with the head at which it was true."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lists: OrderedDict[str, tuple[object, list[Span]]] = OrderedDict()

    def take(self, iri: str, head: object) -> list[Span] | None:
        """Return the list read at this head."""
        with self._guard:
            found = self._lists.get(iri)
            if found is None or found[0] != head:
                return None
            self._lists.move_to_end(iri)
            return found[1]

    def put(self, iri: str, head: object, spans: list[Span]) -> None:
        """Keep a list, and let go of the oldest ones where there are too many."""
        with self._guard:
            self._lists[iri] = (head, spans)
            self._lists.move_to_end(iri)
            while len(self._lists) > _LISTS or sum(len(kept) for _, kept in self._lists.values()) > _KEPT:
                self._lists.popitem(last=False)

    def close(self) -> None:
        """Let go of everything."""
        with self._guard:
            self._lists.clear()


def _kept(graph: BaseGraph, node: NamedNode, read: Callable[[], list[Span]]) -> list[Span]:
    shelf = graph.store.beside.setdefault("timelines", _Shelf())
    assert isinstance(shelf, _Shelf)
    # The head is read first: a write that comes between makes the list newer than it says, which costs one more reading.
    head = graph.head()
    spans = shelf.take(node.value, head)
    if spans is None:
        spans = read()
        shelf.put(node.value, head, spans)
    return spans
