"""What a server costs: contexts, a hub, an import and every operation over loopback HTTP, beside the same in process.

    python benchmarks/endpoint.py [--entities 20000] [--edges 100000] [--lines 1000]

The server is `oxigraph serve` (the package `oxigraph`) on a folder, and the store in process is a folder too; both hold the
same quads. Printed are medians in milliseconds, the requests and bytes of each operation, and ratios with the bound that
each must keep; the exit status is 1 if one does not, or if a request of a context has no LIMIT.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Unpack

from pyoxigraph import NamedNode, Quad

from benchmarks.synthetic import NOW, START, World
from kgrdf import Graph, open_store
from kgrdf.ingest import import_lines
from kgrdf.query import Request
from kgrdf.store import EndpointOptions, Store
from kgrdf.store.base import Row
from kgrdf.store.endpoint import EndpointStore
from kgrdf.terms import RDF_TYPE, kg, to_term
from kgrdf.testing import FrozenClock

ROUNDS = 60


class Watched(EndpointStore):
    """An endpoint whose SELECT requests are looked at."""

    def __init__(self, location: str, **options: Unpack[EndpointOptions]) -> None:
        super().__init__(location, **options)
        self.unlimited = set[str]()

    def select(self, request: Request) -> Iterator[Row]:
        """Note a request without a LIMIT, and send it."""
        if "LIMIT" not in request.text:
            self.unlimited.add(request.name)
        return super().select(request)


def main() -> None:
    """Fill both, measure, and compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--entities", type=int, default=20_000)
    parser.add_argument("--edges", type=int, default=100_000, help="open relationships of one entity")
    parser.add_argument("--lines", type=int, default=1000, help="lines of the file that is imported")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        _serving(Path(folder) / "server") as url,
        contextlib.closing(Watched(url, profile="oxigraph", cache=Path(folder) / "cache")) as remote,
        open_store(Path(folder) / "store") as local,
    ):
        kept = _contexts(remote, local, options.entities, options.edges)
        kept &= _operations(remote)
        kept &= _imports(remote, local, Path(folder) / "lines.jsonl", options.lines)
    sys.exit(0 if kept else 1)


def _contexts(remote: Watched, local: Store, entities: int, edges: int) -> bool:
    graphs = {"over HTTP": _filled(remote, entities, edges), "in process": _filled(local, entities, edges)}
    world = World(graphs["in process"].tenant)
    list(world.everything(entities))
    chosen = [world.tenant.public_id(node) for node in random.Random(1).sample(world.entities[:entities], ROUNDS)]
    hub = world.tenant.public_id(_hub_node(world))
    remote.unlimited.clear()
    took: dict[str, dict[int, list[float]]] = {}
    for hops in (1, 2, 3):
        for entity in chosen:
            answers = set()
            for where, graph in graphs.items():
                for _ in range(2):  # the first warms what can be warm
                    started = perf_counter()
                    answer = graph.get_entity_context(entity, hops=hops)
                    seconds = perf_counter() - started
                took.setdefault(where, {}).setdefault(hops, []).append(seconds)
                answers.add(answer.to_json())
            assert len(answers) == 1, f"{entity}: two stores, two answers"
    hub_took = _median(lambda: graphs["over HTTP"].get_entity_context(hub))
    print(f"context, {entities:,} entities")
    for where, times in took.items():
        print("  " + where + "".join(f"  {hops} hops {statistics.median(t) * 1000:.2f} ms" for hops, t in times.items()))
    http = {hops: statistics.median(times) for hops, times in took["over HTTP"].items()}
    ratio = http[2] / statistics.median(took["in process"][2])
    kept = _bound("context of 2 hops over HTTP to in process", ratio, 2.5)
    kept &= _bound(f"node with {edges:,} edges to a random one, over HTTP", hub_took / http[2], 3.0)
    print(f"  requests of a context without a LIMIT: {', '.join(sorted(remote.unlimited)) or 'none'}")
    return kept and not remote.unlimited


def _operations(remote: EndpointStore) -> bool:
    """Print the requests and bytes of each operation."""
    graph = Graph(remote, "operations", clock=FrozenClock(NOW))
    memory: dict[str, str] = {}

    def keep(name: str, public_id: str) -> None:
        memory[name] = public_id

    steps: dict[str, Callable[[], object]] = {
        "store_document": lambda: keep("doc", graph.store_document("Notes", text="Checkout depends on the ledger.").id),
        "store_entity": lambda: keep("a", graph.store_entity("Checkout", "Service").id),
        "store_entity again": lambda: keep("b", graph.store_entity("Ledger", "Service").id),
        "add_relationship": lambda: graph.add_relationship(
            memory["a"], memory["b"], "depends_on", source_document_id=memory["doc"]
        ),
        "store_fact": lambda: keep("fact", graph.store_fact("It is slow", [memory["a"]]).id),
        "supersede_fact": lambda: graph.supersede_fact(memory["fact"], "It is fast"),
        "get_entity_context": lambda: graph.get_entity_context(memory["a"]),
        "search_memory": lambda: graph.search_memory("fast"),
        "get_timeline": lambda: graph.get_timeline(memory["a"]),
        "list_entities": lambda: graph.list_entities(),
    }
    print("operation: requests, bytes out, bytes in")
    for name, step in steps.items():
        before = (remote.traffic.requests, remote.traffic.sent, remote.traffic.received)
        step()
        after = (remote.traffic.requests, remote.traffic.sent, remote.traffic.received)
        requests, sent, received = (new - old for new, old in zip(after, before, strict=True))
        print(f"  {name}: {requests}, {sent:,}, {received:,}")
    return True


def _imports(remote: Store, local: Store, path: Path, lines: int) -> bool:
    path.write_text("".join(json.dumps(line) + "\n" for line in _lines(lines)), encoding="utf-8")
    rates = {}
    for where, store in (("over HTTP", remote), ("in process", local)):
        graph = Graph(store, "imported", clock=FrozenClock(NOW))
        started = perf_counter()
        with path.open("rb") as stream:
            report = import_lines(graph, [(path.name, stream)])
        rates[where] = lines / (perf_counter() - started)
        assert not report.rejected, report
    print("import: " + ", ".join(f"{rate:,.0f} lines a second {where}" for where, rate in rates.items()))
    ratio = rates["over HTTP"] / rates["in process"]
    print(f"{ratio:9.2f} x   import over HTTP to in process; at least 0.3: {'kept' if ratio >= 0.3 else 'NOT KEPT'}")
    return ratio >= 0.3


def _lines(count: int) -> Iterator[dict[str, object]]:
    chooser = random.Random(3)
    entities = [f"entity::Service::service {n}" for n in range(count // 5)]
    for n, entity in enumerate(entities):
        yield {"kind": "entity", "id": entity, "name": f"Service {n}", "entityType": "Service"}
    for n in range(count - len(entities)):
        one, other = chooser.sample(entities, 2)
        start = "2024-01-01T00:00:00Z"
        if n % 2:
            yield {"kind": "fact", "claim": f"claim {n}", "aboutIds": [one], "validFrom": start}
        else:
            yield {"kind": "relationship", "fromId": one, "toId": other, "relationshipType": f"uses {n}", "validFrom": start}


def _filled(store: Store, entities: int, edges: int) -> Graph:
    graph = Graph(store, "endpoint", clock=FrozenClock(NOW + 1))
    world = World(graph.tenant)
    store.load(world.everything(entities))
    store.load(_hub(world, entities, edges))
    return graph


def _hub_node(world: World) -> NamedNode:
    return world.tenant.iri("entity::Service::hub")


def _hub(world: World, entities: int, edges: int) -> Iterator[Quad]:
    node, current = _hub_node(world), world.tenant.current
    yield Quad(node, RDF_TYPE, kg("Service"), current)
    yield Quad(node, RDF_TYPE, kg("Entity"), current)
    yield Quad(node, kg("entityType"), kg("Service"), current)
    for name, value in (("name", "Hub"), ("recordedAt", START)):
        yield Quad(node, kg(name), to_term(value), current)
    for n in range(edges):
        yield from world.relation(10_000_000 + n, node, world.entities[n % entities], START + n, None)


def _median(call: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        started = perf_counter()
        call()
        times.append(perf_counter() - started)
    return statistics.median(times)


def _bound(what: str, ratio: float, bound: float) -> bool:
    print(f"{ratio:9.2f} x   {what}; at most {bound}: {'kept' if ratio <= bound else 'NOT KEPT'}")
    return ratio <= bound


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    binary = str(Path(sys.executable).with_name("oxigraph"))
    command = [binary, "serve", "--location", str(folder), "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(500):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}/query"
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
