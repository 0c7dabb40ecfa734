"""Threads that share one memory: nothing is lost, nothing is made twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from kgrdf.answers import WriteAnswer
from kgrdf.store import EmbeddedStore

THREADS, EACH = 8, 10


def at_once(work: Callable[[int], Iterable[WriteAnswer]]) -> list[WriteAnswer]:
    with ThreadPoolExecutor(THREADS) as pool:
        return [answer for answers in pool.map(lambda thread: list(work(thread)), range(THREADS)) for answer in answers]


def test_eight_threads_writing_lose_nothing(store: EmbeddedStore) -> None:
    from kgrdf import Graph

    graph = Graph(store, "acme")
    hub = graph.store_entity("hub", "Service").id

    def work(thread: int) -> Iterable[WriteAnswer]:
        for number in range(EACH):
            own = graph.store_entity(f"service {thread} {number}", "Service")
            yield own
            yield graph.add_relationship(own.id, hub, "uses")
            yield graph.store_fact(f"claim{thread}x{number} holds", [own.id, hub])

    answers = at_once(work)
    assert all(answer.created for answer in answers)
    assert len({answer.id for answer in answers}) == 3 * THREADS * EACH
    listed = graph.list_entities("Service", limit=200)
    assert len(listed.entities) == THREADS * EACH + 1
    for thread in range(THREADS):
        assert len(graph.get_entity_context(f"entity::Service::service {thread} 0", hops=1).neighbors) == 1
        assert graph.search_memory(f"claim{thread}x{EACH - 1}").hits[0].kind == "fact"


def test_the_same_writes_from_eight_threads_are_made_once(store: EmbeddedStore) -> None:
    from kgrdf import Graph

    graph = Graph(store, "acme")
    since = "2024-01-01T00:00:00Z"

    def work(thread: int) -> Iterable[WriteAnswer]:
        for number in range(EACH):
            service = graph.store_entity(f"service {number}", "Service")
            yield service
            yield graph.store_fact(f"claim {number}", [service.id], valid_from=since)
            yield graph.add_relationship(service.id, service.id.replace(str(number), "0"), "uses", valid_from=since)

    graph.store_entity("service 0", "Service")
    answers = at_once(work)
    made = Counter(answer.id for answer in answers if answer.created)
    assert set(made.values()) == {1}
    assert len({answer.id for answer in answers}) == 3 * EACH


def test_tenants_that_write_at_once_get_nothing_of_each_other(store: EmbeddedStore) -> None:
    from kgrdf import Graph

    graphs = [Graph(store, f"tenant-{thread}") for thread in range(THREADS)]

    def work(thread: int) -> Iterable[WriteAnswer]:
        for number in range(EACH):
            yield graphs[thread].store_entity(f"thing {number} of {thread}", "Service")

    at_once(work)
    for thread, graph in enumerate(graphs):
        names = {entity.name for entity in graph.list_entities(limit=100).entities}
        assert names == {f"thing {number} of {thread}" for number in range(EACH)}
