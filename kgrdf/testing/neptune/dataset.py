"""The quads of one instance, read by Neptune's rules for the default graph.

The engine's own default graph holds the union of all named graphs, each triple once; it is kept up to date with each change.
So a query without a dataset sees the union without duplicates, and GRAPH sees the named graphs alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import pyoxigraph
from pyoxigraph import DefaultGraph, NamedNode, Quad

from kgrdf.testing.neptune.text import BASE, PREFIXES

__all__ = ["DEFAULT_GRAPH", "Change", "Dataset", "Solutions"]

DEFAULT_GRAPH = NamedNode("http://aws.amazon.com/neptune/vocab/v01/DefaultNamedGraph")
"""Where triples go that are written without a graph; an ordinary named graph otherwise."""
Solutions = pyoxigraph.QuerySolutions | pyoxigraph.QueryTriples | pyoxigraph.QueryBoolean


@dataclass
class Change:
    """What a committed update did, in order: quads that were not there before, and quads that were."""

    steps: list[tuple[bool, Quad]] = field(default_factory=list)
    """(added, quad)."""

    @property
    def quads(self) -> Iterator[Quad]:
        """Every quad that was added or removed."""
        return (quad for _, quad in self.steps)

    @property
    def subjects(self) -> frozenset[str]:
        """What the update has to lock."""
        return frozenset(f"{quad.graph_name} {quad.subject}" for quad in self.quads)


class Dataset:
    """Named graphs and their union."""

    def __init__(self) -> None:
        self._store = pyoxigraph.Store()
        self.guard = threading.RLock()
        """Held while a change is being made."""
        self._steps = 0
        """How many quads were added or removed so far."""

    def query(
        self,
        text: str,
        default: Sequence[str] = (),
        named: Sequence[str] = (),
        again: Callable[[], None] = lambda: None,
    ) -> Solutions:
        """Run a query over a dataset; with none named, over the union of everything.

        With a dataset, the default graph is the union of `default`, each triple once, and is empty if only `named` is given.
        A query that takes long holds up no change. If one was made meanwhile, the query may have seen half of it and is run
        again, with changes held up; `again` is called before.
        """
        with self.guard:
            before = self._steps
        answer = self._answer(text, default, named)
        if self._steps == before:
            return answer
        again()
        with self.guard:
            return self._answer(text, default, named)

    def _answer(self, text: str, default: Sequence[str], named: Sequence[str]) -> Solutions:
        if not default and not named:
            return self._store.query(text, base_iri=BASE, prefixes=PREFIXES)
        store = self._store if len(default) < 2 else self._merged(default, named)
        return store.query(
            text,
            base_iri=BASE,
            prefixes=PREFIXES,
            default_graph=[DefaultGraph()] if len(default) > 1 else [NamedNode(iri) for iri in default],
            named_graphs=[NamedNode(iri) for iri in named],
        )

    def add(self, quads: Iterable[Quad], change: Change) -> None:
        """Add quads with a graph; what was not there is noted in `change`."""
        for quad in quads:
            if quad not in self._store:
                self._step(True, quad)
                change.steps.append((True, quad))

    def remove(self, quads: Iterable[Quad], change: Change) -> None:
        """Remove quads with a graph; what was there is noted in `change`."""
        for quad in quads:
            if quad in self._store:
                self._step(False, quad)
                change.steps.append((False, quad))

    def undo(self, change: Change) -> None:
        """Take a change back."""
        for added, quad in reversed(change.steps):
            self._step(not added, quad)

    def replay(self, change: Change) -> None:
        """Make a change that another instance made."""
        with self.guard:
            for added, quad in change.steps:
                self._step(added, quad)

    def of(self, graph: NamedNode) -> list[Quad]:
        """Return the quads of one graph."""
        return list(self._store.quads_for_pattern(None, None, None, graph))

    def graphs(self) -> list[NamedNode]:
        """Return the graphs that hold something, sorted."""
        names = [name for name in self._store.named_graphs() if isinstance(name, NamedNode)]
        return sorted((name for name in names if self._holds(name)), key=str)

    def quads(self) -> Iterator[Quad]:
        """Yield everything, graph by graph."""
        for graph in self.graphs():
            yield from self.of(graph)

    def __len__(self) -> int:
        return sum(1 for _ in self.quads())

    def _holds(self, graph: NamedNode) -> bool:
        return next(iter(self._store.quads_for_pattern(None, None, None, graph)), None) is not None

    def _step(self, added: bool, quad: Quad) -> None:
        self._steps += 1
        union = Quad(quad.subject, quad.predicate, quad.object, DefaultGraph())
        if added:
            self._store.extend([quad, union])
            return
        self._store.remove(quad)
        copies = self._store.quads_for_pattern(quad.subject, quad.predicate, quad.object)
        if all(isinstance(copy.graph_name, DefaultGraph) for copy in copies):
            self._store.remove(union)

    def _merged(self, default: Sequence[str], named: Sequence[str]) -> pyoxigraph.Store:
        merged = pyoxigraph.Store()
        for iri in default:
            merged.extend(Quad(quad.subject, quad.predicate, quad.object) for quad in self.of(NamedNode(iri)))
        for iri in named:
            merged.extend(self.of(NamedNode(iri)))
        return merged
