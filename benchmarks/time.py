"""What two clocks cost: deep history, as-of reads, supersession and hubs, each as a ratio within one run.

    python benchmarks/time.py [--entities 20000] [--deep 100000]

Printed are medians in milliseconds, then ratios with the bound that each must keep; the exit status is 1 if one does not.
The raw move is what a supersession comes to in SPARQL written by hand: one update that takes a fact out of the current
graph, puts it into history with its end, and puts the new one in its place.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from time import perf_counter

from pyoxigraph import NamedNode, Quad

from benchmarks.synthetic import NOW, START, World
from kgrdf import Graph, open_store
from kgrdf.query import Request, load
from kgrdf.terms import RDF_TYPE, Value, kg, to_term
from kgrdf.testing import FrozenClock

Triple = tuple[object, object, object]
ROUNDS = 200
OPEN = 20
MIDDLE = (START + NOW) // 2
_numbers = count(10_000_000)


def main() -> None:
    """Build the store, measure, and compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--entities", type=int, default=20_000)
    parser.add_argument("--deep", type=int, default=100_000, help="closed statements of one entity, open edges of another")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "store") as store:
        graph = Graph(store, "time", clock=FrozenClock(NOW + 1))
        world = World(graph.tenant)
        store.load(world.everything(options.entities))
        plain, deep, hub = (_entity(world) for _ in range(3))
        for node in (plain, deep):
            store.load(_statements(world, node, OPEN, 0))
        store.load(_statements(world, deep, 0, options.deep))
        store.load(_hub(world, hub, options.deep))
        store.load(quad for node in (plain, deep, hub) for quad in _names(world, node))
        chosen = random.Random(1).sample(world.entities[: options.entities], ROUNDS)
        results = {
            "current, random": _median(lambda n: graph.get_entity_context(_id(graph, chosen[n]))),
            "as-of, random": _median(lambda n: graph.get_entity_context(_id(graph, chosen[n]), as_of=MIDDLE)),
            "current, without history": _median(lambda n: graph.get_entity_context(_id(graph, plain))),
            "current, deep history": _median(lambda n: graph.get_entity_context(_id(graph, deep))),
            "current, hub": _median(lambda n: graph.get_entity_context(_id(graph, hub))),
            **_moves(graph),
        }
    for name, millis in results.items():
        print(f"{millis:9.3f} ms  {name}")
    kept = True
    for what, base, bound in (
        ("current, deep history", "current, without history", 2.0),
        ("as-of, random", "current, random", 2.5),
        ("supersede", "raw move", 3.0),
        ("current, hub", "current, random", 3.0),
    ):
        ratio = results[what] / results[base]
        kept = kept and ratio <= bound
        print(f"{ratio:9.2f} x   {what} to {base}; at most {bound}: {'kept' if ratio <= bound else 'NOT KEPT'}")
    sys.exit(0 if kept else 1)


def _median(call: Callable[[int], object]) -> float:
    """Return the median time of a call in milliseconds, after a first round that warms what can be warm."""
    for n in range(ROUNDS):
        call(n)
    times = []
    for n in range(ROUNDS):
        started = perf_counter()
        call(n)
        times.append(perf_counter() - started)
    return statistics.median(times) * 1000


def _moves(graph: Graph) -> dict[str, float]:
    """Time supersessions through the graph and by hand, in turns, on the same facts in the same store.

    Those by hand are on copies of the facts in two graphs of their own.
    """
    subject = graph.store_entity("Moving", "Service").id
    facts = [graph.store_fact(f"claim {n}", [subject]).id for n in range(4 * ROUNDS)]
    current, history = NamedNode("urn:by-hand:current"), NamedNode("urn:by-hand:history")
    stored = {public_id: _triples(graph, public_id) for public_id in facts}
    for triples in stored.values():
        text = f"INSERT DATA {{ GRAPH {current} {{ {' . '.join(f'{s} {p} {o}' for s, p, o in triples)} }} }}"
        graph.store.update(Request(text, "by hand"))
    took: dict[str, list[float]] = {"supersede": [], "raw move": []}
    for n, public_id in enumerate(facts):
        started = perf_counter()
        graph.supersede_fact(public_id, f"later {n}")
        took["supersede"].append(perf_counter() - started)
        node = graph.tenant.iri(public_id)
        update = Request(_raw_move(node, stored[public_id], current, history, n), "by hand")
        started = perf_counter()
        graph.store.update(update)
        took["raw move"].append(perf_counter() - started)
    return {name: statistics.median(times[len(times) // 2 :]) * 1000 for name, times in took.items()}


def _triples(graph: Graph, public_id: str) -> list[Triple]:
    rows = graph.store.select(load("statement_rows").bind(graph.tenant, ids=[graph.tenant.iri(public_id)]))
    return [(subject, predicate, value) for subject, predicate, value, _ in rows]


def _raw_move(node: NamedNode, triples: list[Triple], current: NamedNode, history: NamedNode, n: int) -> str:
    old = " . ".join(f"{s} {p} {o}" for s, p, o in triples)
    new = old.replace(node.value, f"{node.value}-{n}")
    ended = f"{node} {kg('validTo')} {NOW} . {node} {kg('endRecordedAt')} {NOW}"
    link = (
        f"<urn:link:{n}> {RDF_TYPE} {kg('Supersession')} . <urn:link:{n}> {kg('newer')} <{node.value}-{n}> . "
        f"<urn:link:{n}> {kg('older')} {node} . <urn:link:{n}> {kg('supersededAt')} {NOW} . "
        f"<urn:link:{n}> {kg('recordedAt')} {NOW}"
    )
    return (
        f"DELETE {{ GRAPH {current} {{ {old} }} }} "
        f"INSERT {{ GRAPH {history} {{ {old} . {ended} . {link} }} GRAPH {current} {{ {new} }} }} "
        f"WHERE {{ GRAPH {current} {{ {node} {kg('validFrom')} ?from }} }}"
    )


def _entity(world: World) -> NamedNode:
    world.entities.append(world.tenant.iri(f"entity::Service::measured {len(world.entities)}"))
    return world.entities[-1]


def _names(world: World, node: NamedNode) -> Iterator[Quad]:
    values: dict[str, Value] = {"name": node.value[-20:], "entityType": kg("Service"), "recordedAt": START}
    for name, value in values.items():
        yield Quad(node, kg(name), to_term(value), world.tenant.current)


def _statements(world: World, node: NamedNode, still_open: int, closed: int) -> Iterator[Quad]:
    """Yield relationships of an entity to random ones, and as many facts, half and half."""
    for n in range(still_open + closed):
        start = START + n
        end = None if n < still_open else start + 1000
        other = world.random.choice(world.entities)
        if n % 2:
            yield from world.relation(next(_numbers), node, other, start, end)
        else:
            chunk = world.tenant.iri("chunk::measured")
            yield from world.fact(next(_numbers), node, start, end, chunk)


def _hub(world: World, node: NamedNode, edges: int) -> Iterator[Quad]:
    for n in range(edges):
        yield from world.relation(next(_numbers), node, world.entities[n % (len(world.entities) - 3)], START + n, None)


def _id(graph: Graph, node: NamedNode) -> str:
    return graph.tenant.public_id(node)


if __name__ == "__main__":
    main()
