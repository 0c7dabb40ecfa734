"""How much more `get_entity_context` costs than the same work written by hand on pyoxigraph, in one run.

    python benchmarks/context.py [--entities 100000] [--edges 100000] [--store FOLDER] [--sample 200]

Builds a memory on disk (or uses the one that an earlier run left in `--store`), asserts that both find the same ids, and
prints milliseconds and ratios. Exit status 1 if a current context of 2 hops costs more than twice the work by hand.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks.by_hand import ByHand, Found
from benchmarks.synthetic import NOW, START, World
from kgrdf import Graph
from kgrdf.answers import ContextAnswer, EntityBrief
from kgrdf.store import EmbeddedStore
from kgrdf.tenancy import Tenant
from kgrdf.testing import FrozenClock

AS_OF = 1_748_736_000_000
BAR = 2.0
CLOSED_START = START + 10_000_000
_Answer = TypeVar("_Answer")


def build(folder: Path, entities: int, edges: int) -> None:
    """Make the memory: a tenant of its own for the random entities, the node with many edges, and the one with a past."""
    started = time.time()
    with EmbeddedStore(folder) as store:
        store.load(World(Tenant("bench")).everything(entities))
        hub = World(Tenant("hub"), seed=8)
        store.load(hub.state())
        store.load(hub.people(edges + 1))
        store.load(quad for n in range(edges) for quad in hub.relation(n, hub.entities[0], hub.entities[n + 1], START, None))
        past = World(Tenant("past"), seed=9)
        store.load(past.state())
        store.load(past.people(1000))
        store.load(
            quad
            for e in (0, 1)
            for n in range(20)
            for quad in past.relation(n, past.entities[e], past.entities[n + 10], START, None)
        )
        store.load(
            quad
            for n in range(edges)
            for quad in past.relation(
                n, past.entities[0], past.entities[n % 900 + 40], CLOSED_START + n, CLOSED_START + n + 1
            )
        )
    print(f"built {entities:,} entities and {2 * edges:,} edges more in {time.time() - started:.0f} s", flush=True)


def main() -> int:
    """Build, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, default=100_000)
    parser.add_argument(
        "--edges", type=int, default=100_000, help="of the node with many, and closed ones of the one with a past"
    )
    parser.add_argument("--store", type=Path, help="keep the memory here, and use it again")
    parser.add_argument("--sample", type=int, default=200)
    args = parser.parse_args()
    with _folder(args.store) as folder:
        if not (folder / "graph").is_dir():
            build(folder, args.entities, args.edges)
        with EmbeddedStore(folder) as store:
            return measure(store, args.sample)


def measure(store: EmbeddedStore, sample: int) -> int:
    """Print the tables and return the exit status."""
    graph = Graph(store, "bench", clock=FrozenClock(NOW))
    entities = [entity.id for entity in _every(graph, 20_000)]
    chosen = random.Random(1).sample(entities, min(sample, len(entities)))
    print(f"\n{'random entities':<28}{'kgrdf p50':>11}{'p95':>8}{'by hand p50':>13}{'p95':>8}{'ratio p50':>11}{'p95':>6}")
    worst = 0.0
    for hops in (1, 2, 3):
        for as_of in (None, AS_OF):
            ratio = _compare(store, graph, chosen, hops, as_of)
            if hops == 2 and as_of is None:
                worst = ratio
    print()
    _single(store)
    print(f"\na current context of 2 hops costs {worst:.2f} times the work by hand; the bar is {BAR}")
    return int(worst > BAR)


def _compare(store: EmbeddedStore, graph: Graph, ids: list[str], hops: int, as_of: int | None) -> float:
    hand = ByHand(store._store, graph.tenant.id)
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(2):
        for number, public_id in enumerate(ids):
            call = partial(graph.get_entity_context, public_id, hops=hops, as_of=as_of)
            by_hand = partial(hand.context, graph.tenant.iri(public_id).value, hops, NOW, as_of)
            # Which goes first alternates: the second one finds the pages of the store warm.
            if number % 2:
                answer, mine = _timed(call)
                found, other = _timed(by_hand)
            else:
                found, other = _timed(by_hand)
                answer, mine = _timed(call)
            _assert_same(graph, answer, found)
            if turn:
                ours.append(mine)
                theirs.append(other)
    p50, p95 = _at(ours, 0.5), _at(ours, 0.95)
    hand50, hand95 = _at(theirs, 0.5), _at(theirs, 0.95)
    name = f"{hops} hop{'s' if hops > 1 else ''}, {'current' if as_of is None else 'as of'}"
    print(
        f"{name:<28}{p50:>11.2f}{p95:>8.2f}{hand50:>13.2f}{hand95:>8.2f}{p50 / hand50:>11.2f}{p95 / hand95:>6.2f}",
        flush=True,
    )
    return p50 / hand50


def _single(store: EmbeddedStore) -> None:
    """Print what one node with many edges costs, and one with a long past beside its twin without."""
    bench, hub, past = (Graph(store, name, clock=FrozenClock(NOW)) for name in ("bench", "hub", "past"))
    everyone = [entity.id for entity in _every(bench, 2000)]
    chosen = random.Random(2).sample(everyone, min(100, len(everyone)))
    (crowded,) = _made(hub, 8, 1)
    lived, young = _made(past, 9, 2)
    print(f"{'2 hops, current':<44}{'p50 ms':>8}{'p95':>8}")
    rows: list[tuple[str, Graph, list[str]]] = [
        ("random entities", bench, chosen),
        ("a node with many open edges", hub, [crowded] * 50),
        ("20 open edges", past, [young] * 50),
        ("20 open edges and many closed ones", past, [lived] * 50),
    ]
    for name, graph, ids in rows:
        for public_id in ids:
            graph.get_entity_context(public_id)
        times = [_timed(partial(graph.get_entity_context, public_id))[1] for public_id in ids]
        print(f"{name:<44}{_at(times, 0.5):>8.2f}{_at(times, 0.95):>8.2f}", flush=True)


def _made(graph: Graph, seed: int, count: int) -> list[str]:
    """Return the first entities that `build` made."""
    world = World(graph.tenant, seed=seed)
    for _ in world.people(count):
        pass
    return [graph.tenant.public_id(node) for node in world.entities]


def _every(graph: Graph, most: int) -> Iterator[EntityBrief]:
    cursor, count = None, 0
    while True:
        page = graph.list_entities(limit=200, cursor=cursor)
        yield from page.entities
        count += len(page.entities)
        cursor = page.next_cursor
        if cursor is None or count >= most:
            return


def _assert_same(graph: Graph, answer: ContextAnswer, found: Found) -> None:
    iri = graph.tenant.iri
    omitted = answer.omitted
    mine = Found(
        [iri(near.entity.id).value for near in answer.neighbors],
        [iri(via.id).value for near in answer.neighbors for via in near.via],
        [iri(fact.id).value for fact in answer.facts],
        [iri(chunk.id).value for chunk in answer.source_chunks],
        (omitted.neighbors, omitted.facts, omitted.chunks, omitted.superseded + omitted.ended + omitted.retracted),
    )
    assert mine == found, f"{answer.entity.id}: {mine} is not {found}"


def _timed(call: Callable[[], _Answer]) -> tuple[_Answer, float]:
    started = time.perf_counter()
    answer = call()
    return answer, (time.perf_counter() - started) * 1000


def _at(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        yield given
    else:
        with tempfile.TemporaryDirectory(prefix="kgrdf-bench-") as made:
            yield Path(made) / "store"


if __name__ == "__main__":
    sys.exit(main())
