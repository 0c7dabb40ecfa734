"""The walk from an entity to its neighbours, hop by hop, strongest first.

One hop is one read of the adjacency index, which gives the relationships of all nodes of a layer with their bands of
strength, and then reads of the relationships themselves, strongest first, until enough neighbours are found. A layer with
more relationships than are read at once is read band by band: so a node with 100,000 edges costs no more than one with a
few hundred.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from pyoxigraph import Literal, NamedNode

from kgrdf.context.pattern import Pattern, Way
from kgrdf.context.viewing import is_visible, shown_end
from kgrdf.query import Bindable, load
from kgrdf.store.base import Row
from kgrdf.temporal import Viewpoint
from kgrdf.terms import kg

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["COUNTED", "SHOWN", "Edge", "Reached", "Walk"]

SHOWN = 30
"""The most neighbours an answer shows."""
COUNTED = 100
"""How many more are counted exactly."""
_EXAMINED = 256
"""The most relationships read of one layer before it is read band by band."""
_BATCH = 64
_BANDS = tuple(kg(f"adj{n}") for n in range(9, -1, -1))


class Edge(NamedTuple):
    """A relationship as the walk found it."""

    iri: str
    source: str
    target: str
    type: str
    weight: Decimal | None
    start: int
    end: int | None
    way: Way
    """`out` if it was followed from its source."""

    @property
    def band(self) -> int:
        """Its band of strength, 0 to 9."""
        return 9 if self.weight is None else min(9, int(self.weight * 10))


@dataclass(slots=True)
class Reached:
    """A neighbour: where, how far, and through which relationships it was reached from the layer before, strongest first."""

    iri: str
    hops: int
    edges: list[Edge]


@dataclass
class Walk:
    """Walks from one entity and keeps what it learned on the way."""

    graph: BaseGraph
    view: Viewpoint
    pattern: Pattern
    shown: list[Reached] = field(default_factory=list)
    """At most `SHOWN`, nearest first, then by band of strength, then by id."""
    omitted: int = 0
    """How many more there are, exact up to `COUNTED`, which also stands for more."""
    cut: bool = False
    """Something was left unread, so there may be more neighbours than were counted."""
    near: list[str] = field(default_factory=list)
    """The visible relationships at the entity itself that were read."""
    ended: list[str] = field(default_factory=list)
    """Those at the entity that are no longer visible but still lie in the current graph."""
    _read: set[str] = field(default_factory=set)

    def go(self, start: NamedNode, hops: int) -> Walk:
        """Walk `hops` steps from `start`."""
        seen, frontier, total, limit = {start.value}, [start], 0, SHOWN + COUNTED
        for hop in range(1, hops + 1):
            groups = self._layer(frontier, seen, limit + 1 - total, first=hop == 1)
            layer = [Reached(iri, hop, _strongest_first(edges)) for iri, edges in groups.items()]
            layer.sort(key=lambda reached: (-reached.edges[0].band, reached.iri))
            total += len(layer)
            self.shown += layer[: SHOWN - len(self.shown)]
            if total > limit or not layer:
                break
            seen |= groups.keys()
            frontier = [NamedNode(reached.iri) for reached in layer]
        self.omitted = min(total - len(self.shown), COUNTED)
        return self

    def _layer(self, frontier: list[NamedNode], seen: set[str], enough: int, *, first: bool) -> dict[str, list[Edge]]:
        nodes, groups = {node.value for node in frontier}, dict[str, list[Edge]]()
        for batch in self._edges(frontier, first=first):
            for edge in batch:
                if edge.source == edge.target:
                    continue
                if first:
                    self.near.append(edge.iri)
                way: Way = "out" if edge.source in nodes else "in"
                other = edge.target if way == "out" else edge.source
                if other not in seen and self.pattern.follows(edge.type, way):
                    groups.setdefault(other, []).append(edge._replace(way=way))
            if len(groups) >= enough:
                break
        return groups

    def _edges(self, frontier: list[NamedNode], *, first: bool) -> Iterator[list[Edge]]:
        """Yield the visible relationships at a layer that were not read before, by falling band."""
        view, tenant, select = self.view, self.graph.tenant, self.graph.store.select
        ranked = [(node, band) for node, band in self._ranked(frontier) if node.value not in self._read]
        name = "relationships" if view.current else "relationships_dated"
        for place in range(0, len(ranked), _BATCH):
            ids = [node for node, _ in ranked[place : place + _BATCH]]
            yield list(self._visible(select(load(name).bind(tenant, ids=ids)), first=first))
        if not view.current:
            request = load("past_relationships").bind(tenant, nodes=frontier, asOf=view.valid, knownAt=view.known)
            rows = list(select(request))
            self.cut |= len(rows) > _EXAMINED
            yield list(self._visible(rows, first=first))

    def _visible(self, rows: Iterable[Row], *, first: bool) -> Iterator[Edge]:
        view = self.view
        for rel, source, target, kind, weight, start, end, *told in rows:
            iri = _text(rel)
            if iri in self._read:
                continue
            self._read.add(iri)
            begins, ends = int(_text(start)), None if end is None else int(_text(end))
            recorded, learned = [None if term is None else int(_text(term)) for term in told] or (0, None)
            if is_visible(view, begins, ends, recorded or 0, learned):
                share = None if weight is None else Decimal(_text(weight))
                ends = shown_end(view, ends, learned)
                yield Edge(iri, _text(source), _text(target), _text(kind), share, begins, ends, "out")
            elif first and (recorded or 0) <= view.known and begins <= view.valid:
                self.ended.append(iri)

    def _ranked(self, frontier: list[NamedNode]) -> list[tuple[NamedNode, int]]:
        """Return the relationships at these nodes in current with their bands, strongest first, by id within a band."""
        rows = self._select("adjacent", nodes=frontier)
        bands = {_node(rel): int(_text(band)) for rel, band in rows}
        if len(rows) > _EXAMINED:
            self.cut = True
            bands = dict(islice(self._of_crowd(frontier), _EXAMINED))
        return sorted(bands.items(), key=lambda item: (-item[1], item[0].value))

    def _of_crowd(self, frontier: list[NamedNode]) -> Iterator[tuple[NamedNode, int]]:
        """Yield relationships at nodes that have too many: those that the pattern names, or by falling band."""
        if self.pattern.types is not None or len(self.pattern.ways) == 1:
            if self.pattern.types is not None:
                rows = self._select("adjacent_typed", nodes=frontier, types=self.pattern.names)
            else:
                rows = self._select("leading_out" if self.pattern.ways[0] == "out" else "leading_in", nodes=frontier)
            for rel, weight in rows:
                yield _node(rel), 9 if weight is None else min(9, int(Decimal(_text(weight)) * 10))
            return
        for place, band in enumerate(_BANDS):
            for (rel,) in self._select("adjacent_band", nodes=frontier, band=band):
                yield _node(rel), 9 - place

    def _select(self, name: str, **params: Bindable) -> list[Row]:
        return list(self.graph.store.select(load(name).bind(self.graph.tenant, limit=None, offset=0, **params)))


def _strongest_first(edges: list[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: (-edge.band, edge.iri)) if len(edges) > 1 else edges


def _node(term: object) -> NamedNode:
    assert isinstance(term, NamedNode)
    return term


def _text(term: object) -> str:
    assert isinstance(term, (NamedNode, Literal))
    return term.value
