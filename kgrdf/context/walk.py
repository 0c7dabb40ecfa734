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
from kgrdf.statements.model import band
from kgrdf.store.base import Row
from kgrdf.temporal import Viewpoint
from kgrdf.terms import kg, node_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["COUNTED", "LIMITS", "SHOWN", "Edge", "Limits", "Reached", "Walk"]

SHOWN = 30
"""The most neighbours an answer shows."""
COUNTED = 100
"""How many more are counted exactly."""
_MOST = 2000
"""The most relationships read of one layer."""
_PASSED = 5000
"""The most relationships of a layer passed over because the pattern does not follow them."""
_PAST = 400
"""The most relationships of a layer taken from history."""
_BATCH = 64
_FIRST, _WIDER = 200, 10
"""How many relationships of a band are asked for at first, and how many times more where those are not enough."""
_BANDS = tuple(kg(f"adj{n}") for n in range(9, -1, -1))


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a layer is looked at before it is read by falling strength."""

    examined: int = 160
    """A layer with more relationships than this is read band by band."""
    sought: int = 401
    """The most relationships of the types or the direction asked for that are read of such a layer before its bands are."""


LIMITS = Limits()


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
        return band(self.weight)


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
    limits: Limits = LIMITS
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
            groups = self._layer(frontier, seen, limit + 1 - total)
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

    def _layer(self, frontier: list[NamedNode], seen: set[str], enough: int) -> dict[str, list[Edge]]:
        """Return the nodes that one more step reaches, at least `enough` if there are as many, with what leads there."""
        view, first = self.view, len(seen) == 1
        nodes, groups = {node.value for node in frontier}, dict[str, list[Edge]]()

        def take(edges: Iterable[Edge]) -> None:
            for edge in edges:
                if edge.source == edge.target:
                    continue
                if first:
                    self.near.append(edge.iri)
                way: Way = "out" if edge.source in nodes else "in"
                other = edge.target if way == "out" else edge.source
                if other not in seen and self.pattern.follows(edge.type, way):
                    groups.setdefault(other, []).append(edge._replace(way=way))

        ranked = (node for node in self._ranked(frontier) if node.value not in self._read)
        name = "relationships" if view.current else "relationships_dated"
        # A batch is as large as what is missing: so most layers take one request.
        while batch := list(islice(ranked, max(_BATCH, enough - len(groups)))):
            take(self._visible(self._select(name, ids=batch), first=first))
            if len(groups) >= enough:
                break
        if not view.current:
            take(self._visible(self._past(frontier), first=first))
        return groups

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

    def _past(self, frontier: list[NamedNode]) -> Iterator[Row]:
        """Yield the relationships at these nodes that lie in history and are visible, until enough are to be followed."""
        nodes, followed = {node.value for node in frontier}, 0
        rows = self._stream("past_relationships", nodes=frontier, asOf=self.view.valid, knownAt=self.view.known)
        for number, row in enumerate(rows, 1):
            yield row
            followed += self.pattern.follows(_text(row[3]), "out" if _text(row[1]) in nodes else "in")
            if followed > _PAST or number == load("past_relationships").limit:
                self.cut = True
                return

    def _ranked(self, frontier: list[NamedNode]) -> Iterator[NamedNode]:
        """Yield the relationships at these nodes in current, strongest first, and by id where they are few."""
        rows = self._select("adjacent", nodes=frontier, limit=self.limits.examined + 1)
        bands: dict[NamedNode, int] = {node_of(rel): int(_text(number)) for rel, number in rows}
        if len(rows) > self.limits.examined:
            if self.pattern.follows_all:
                yield from self._by_band(frontier)
                return
            bands, more = self._sought(frontier)
            if more:
                # These are any of them: the strongest come first.
                yield from self._by_band(frontier)
        yield from sorted(bands, key=lambda node: (-bands[node], node.value))

    def _by_band(self, frontier: list[NamedNode]) -> Iterator[NamedNode]:
        """Yield relationships at nodes that have many, by falling band, as far as they are asked for."""
        given: set[NamedNode] = set()
        for node in self._followed(frontier):
            if len(given) == _MOST:
                self.cut = True
                return
            if node not in given:
                given.add(node)
                yield node

    def _followed(self, frontier: list[NamedNode]) -> Iterator[NamedNode]:
        """Yield the relationships at these nodes that the pattern follows, by falling band."""
        if self.pattern.follows_all:
            for predicate in _BANDS:
                yield from (node_of(rel) for (rel,) in self._widening("adjacent_band", nodes=frontier, band=predicate))
            return
        nodes, passed = {node.value for node in frontier}, 0
        for predicate in _BANDS:
            for rel, kind, source in self._widening("adjacent_band_told", nodes=frontier, band=predicate):
                if self.pattern.follows(_text(kind), "out" if _text(source) in nodes else "in"):
                    yield node_of(rel)
                    continue
                passed += 1
                if passed == _PASSED:
                    self.cut = True
                    return

    def _sought(self, frontier: list[NamedNode]) -> tuple[dict[NamedNode, int], bool]:
        """Return relationships of the types or the direction asked for at nodes that have many, with their bands.

        The second value says that there are more than those returned, in no order.
        """
        self.cut = True
        if self.pattern.types is not None:
            rows = self._select("adjacent_typed", nodes=frontier, types=self.pattern.names, limit=self.limits.sought)
        else:
            name = "leading_out" if self.pattern.ways[0] == "out" else "leading_in"
            rows = self._select(name, nodes=frontier, limit=self.limits.sought)
        bands = {node_of(rel): band(None if weight is None else Decimal(_text(weight))) for rel, weight in rows}
        return bands, len(rows) == self.limits.sought

    def _select(self, name: str, *, limit: int | None = None, **params: Bindable) -> list[Row]:
        return list(self._stream(name, limit=limit, **params))

    def _widening(self, name: str, **params: Bindable) -> Iterator[Row]:
        """Yield each row once, asked for few at a time: a server sends all that it is asked for, read or not."""
        most = load(name).limit
        assert most is not None
        seen: set[Row] = set()
        limit = _FIRST
        while True:
            count = 0
            for row in self._stream(name, limit=limit, **params):
                count += 1
                if row not in seen:
                    seen.add(row)
                    yield row
            if count < limit or limit == most:
                return
            limit = min(most, limit * _WIDER)

    def _stream(self, name: str, *, limit: int | None = None, **params: Bindable) -> Iterator[Row]:
        return self.graph.store.select(load(name).bind(self.graph.tenant, limit=limit, offset=0, **params))


def _strongest_first(edges: list[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: (-edge.band, edge.iri)) if len(edges) > 1 else edges


def _text(term: object) -> str:
    assert isinstance(term, (NamedNode, Literal))
    return term.value
