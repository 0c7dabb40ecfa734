"""Reads that take several queries while others write: each sees one state, never something between two."""

from __future__ import annotations

import itertools
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from kgrdf import Graph
from kgrdf.search import SearchIndex

SECONDS = 1.0


@pytest.fixture(autouse=True)
def threads_change_often() -> Iterator[None]:
    """Let threads take turns often enough that what can be torn is torn."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@contextmanager
def meanwhile(work: Callable[[int], None]) -> Iterator[Iterator[int]]:
    """Repeat `work` in another thread, and yield as many numbers as there is time for."""
    over = threading.Event()

    def repeat() -> None:
        for number in itertools.count():
            if over.is_set():
                return
            work(number)

    thread = threading.Thread(target=repeat)
    thread.start()
    end = time.monotonic() + SECONDS
    try:
        yield itertools.takewhile(lambda _: time.monotonic() < end, itertools.count())
    finally:
        over.set()
        thread.join()


def test_a_context_shows_either_the_old_or_the_new_of_what_is_superseded(graph: Graph) -> None:
    checkout = graph.store_entity("checkout", "Service").id
    people = [graph.store_entity(name, "Person").id for name in ("ann", "ben")]
    fact = [graph.store_fact("version one", [checkout]).id]
    owner = [graph.add_relationship(checkout, people[0], "primary_owner").id]

    def change(number: int) -> None:
        fact[0] = graph.supersede_fact(fact[0], f"version {number}").id
        owner[0] = graph.supersede_relationship(owner[0], people[(number + 1) % 2]).id

    with meanwhile(change) as numbers:
        for _ in numbers:
            seen = graph.get_entity_context(checkout, hops=1)
            assert (len(seen.facts), len(seen.neighbors)) == (1, 1)
            assert len([hit for hit in graph.search_memory("version").hits if hit.kind == "fact"]) == 1


def test_a_search_finds_what_is_there_while_the_index_is_made_anew(graph: Graph) -> None:
    graph.store_entity("checkout", "Service")

    def discard(_: int) -> None:
        SearchIndex.of(graph).discard()
        time.sleep(0.0005)

    with meanwhile(discard) as numbers:
        for _ in numbers:
            assert len(graph.search_memory("checkout").hits) == 1
