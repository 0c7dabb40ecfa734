"""The Graph Store Protocol: a graph as a resource."""

from __future__ import annotations

from pyoxigraph import DefaultGraph, NamedNode, Quad, parse, serialize

from kgrdf.testing.neptune.cluster import Cluster, Instance
from kgrdf.testing.neptune.counters import Observation
from kgrdf.testing.neptune.dataset import DEFAULT_GRAPH, Change, Dataset
from kgrdf.testing.neptune.exchange import Call
from kgrdf.testing.neptune.formats import GRAPH_FORMATS
from kgrdf.testing.neptune.numbers import without_stand_ins
from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.text import BASE

__all__ = ["GraphStore"]


class GraphStore:
    """The path `/sparql/gsp`."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def run(self, call: Call, instance: Instance, observation: Observation) -> tuple[int, str, bytes]:
        """Return the status, the media type and the body. Raises `Refusal`."""
        graph = self._graph(call)
        observation.graphs = frozenset({graph.value})
        if call.method in ("GET", "HEAD"):
            self._cluster.follow(instance)
            triples = [quad.triple for quad in instance.dataset.of(graph)]
            media = next((name for name in GRAPH_FORMATS if name in call.headers.get("accept", "")), "application/n-quads")
            body = without_stand_ins(serialize(triples, format=GRAPH_FORMATS[media]) or b"")
            return 200, f"{media}; charset=UTF-8", body
        quads = [] if call.method == "DELETE" else self._sent(call, graph)
        values = self._cluster.values

        def work(dataset: Dataset, change: Change) -> None:
            if call.method != "POST":
                dataset.remove(dataset.of(graph), change)
            dataset.add(map(values.stored, quads), change)

        changed = self._cluster.change(instance, work)
        observation.graphs |= {quad.graph_name.value for quad in changed.quads}  # type: ignore[union-attr]
        return 200, "application/json; charset=UTF-8", b""

    def _graph(self, call: Call) -> NamedNode:
        fields = call.fields()
        names = fields.get("graph", [])
        if "default" in fields and not names:
            return DEFAULT_GRAPH
        if len(names) != 1 or "default" in fields:
            raise Refusal("BadRequestException", "Bad request: name one graph, or default")
        return NamedNode(names[0])

    def _sent(self, call: Call, graph: NamedNode) -> list[Quad]:
        form = GRAPH_FORMATS.get(call.content_type)
        if form is None:
            raise Refusal("BadRequestException", f"Bad request: no RDF in '{call.content_type}'")
        try:
            quads = list(parse(call.body, format=form, base_iri=BASE))
        except (SyntaxError, ValueError) as error:
            raise Refusal("ParsingException", f"Parsing error: {error}") from None
        # A body that names graphs writes those too.
        return [
            Quad(quad.subject, quad.predicate, quad.object, graph) if isinstance(quad.graph_name, DefaultGraph) else quad
            for quad in quads
        ]
