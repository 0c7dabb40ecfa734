"""What an update does to a dataset: all of its operations, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pyoxigraph import NamedNode, Quad, QuerySolutions, QueryTriples

from kgrdf.testing.neptune.dataset import DEFAULT_GRAPH, Change, Dataset
from kgrdf.testing.neptune.text import Block, Operation, Text
from kgrdf.testing.neptune.values import Values

__all__ = ["made"]

_EVERYTHING = ("NAMED", "ALL")


def made(dataset: Dataset, text: Text, values: Values, default: Sequence[str] = (), named: Sequence[str] = ()) -> Change:
    """Carry out the operations of an update, and return what they changed.

    If one of them fails, those before it are taken back. `default` and `named` are what the protocol gave as the dataset of
    WHERE clauses. Call it with the dataset's guard held.
    """
    change = Change()
    try:
        for operation in text.operations:
            _Step(dataset, text.text, operation, values, default, named).make(change)
    except BaseException:
        dataset.undo(change)
        raise
    return change


class _Step:
    def __init__(
        self,
        dataset: Dataset,
        text: str,
        operation: Operation,
        values: Values,
        default: Sequence[str],
        named: Sequence[str],
    ) -> None:
        self.dataset, self.text, self.operation, self.values = dataset, text, operation, values
        self.default = default or operation.default
        self.named = named or operation.named

    def make(self, change: Change) -> None:
        if self.operation.kind in ("CLEAR", "DROP"):
            for graph in self._targets(self.operation.targets[0]):
                self.dataset.remove(self.dataset.of(graph), change)
        elif self.operation.kind in ("COPY", "MOVE", "ADD"):
            self._copy(change)
        else:
            # Both sides see the same state: nothing is removed before everything is known.
            gone = list(chain.from_iterable(map(self._instances, self.operation.deletes)))
            come = list(chain.from_iterable(map(self._instances, self.operation.inserts)))
            self.dataset.remove(map(self.values.stored, gone), change)
            self.dataset.add(map(self.values.stored, come), change)

    def _targets(self, name: str) -> list[NamedNode]:
        if name in _EVERYTHING:
            return self.dataset.graphs()
        return [DEFAULT_GRAPH if name == "DEFAULT" else NamedNode(name)]

    def _copy(self, change: Change) -> None:
        (source,), (target,) = map(self._targets, self.operation.targets)
        if source == target:
            return
        quads = self.dataset.of(source)
        if self.operation.kind != "ADD":
            self.dataset.remove(self.dataset.of(target), change)
        self.dataset.add((Quad(quad.subject, quad.predicate, quad.object, target) for quad in quads), change)
        if self.operation.kind == "MOVE":
            self.dataset.remove(quads, change)

    def _instances(self, block: Block) -> Iterator[Quad]:
        # The engine fills a template in as a CONSTRUCT, a graph at a time; all of it is the client's own text.
        triples = self.text[block.start : block.end]
        where = "{}" if self.operation.where is None else self.text[slice(*self.operation.where)]
        if block.graph is None or not block.graph.startswith("?"):
            graphs = {DEFAULT_GRAPH if block.graph is None else NamedNode(block.graph): where}
        else:
            names = self._run(f"SELECT DISTINCT {block.graph} WHERE {where}")
            assert isinstance(names, QuerySolutions)
            bound = [row[0] for row in names if isinstance(row[0], NamedNode)]
            graphs = {name: f"{{ {where} FILTER(sameTerm({block.graph}, {name})) }}" for name in bound}
        for graph, condition in graphs.items():
            filled = self._run(f"CONSTRUCT {{ {triples} }} WHERE {condition}")
            assert isinstance(filled, QueryTriples)
            for triple in filled:
                yield Quad(triple.subject, triple.predicate, triple.object, graph)

    def _run(self, query: str) -> object:
        if self.operation.within and not self.default and not self.named:
            everything = [graph.value for graph in self.dataset.graphs()]
            return self.dataset.query(self.operation.prologue + query, [self.operation.within], everything)
        return self.dataset.query(self.operation.prologue + query, self.default, self.named)
