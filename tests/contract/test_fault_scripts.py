"""Each thing that can go wrong on Neptune, and what a memory makes of it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator

import pytest

from kgrdf import Graph
from kgrdf.errors import KgrdfError, QueryRejectedError, StoreAccessError, StoreUnavailableError, WriteConflictError
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.pace import Pace
from kgrdf.testing import Fault, NeptuneEmulation
from tests.contract.ledger import TENANT, opened, signed_in


@pytest.fixture
def neptune() -> Iterator[NeptuneEmulation]:
    with NeptuneEmulation() as emulation, signed_in(emulation):
        yield emulation
        emulation.check(TENANT)


@pytest.fixture
def store(neptune: NeptuneEmulation) -> Iterator[EndpointStore]:
    with opened(neptune) as endpoint:
        yield endpoint


@pytest.fixture
def graph(store: EndpointStore) -> Graph:
    """A memory that holds one entity."""
    graph = Graph(store, TENANT)
    graph.store_entity("checkout", "Service")
    return graph


def names(graph: Graph) -> list[str]:
    return sorted(entity.name for entity in graph.list_entities().entities)


REPEATED = (
    Fault.conflict(),
    Fault.throttling(),
    Fault.too_many_requests(),
    Fault.memory_limit(),
    Fault.time_limit(),
    Fault.shutdown(),
    Fault.lost_reply(),
    Fault.reset_before_headers(),
    Fault.reset_before_headers(applied=False),
    Fault.reset_after_headers(),
)


@pytest.mark.parametrize("fault", REPEATED, ids=lambda fault: fault.name)
def test_a_write_that_met_a_fault_once_counts_once(neptune: NeptuneEmulation, graph: Graph, fault: Fault) -> None:
    neptune.faults.script(fault, on="update")
    fact = graph.store_fact("it is slow", ["entity::Service::checkout"])
    assert fact.created
    assert neptune.faults.pending == 0
    assert [version.id for version in graph.get_timeline("entity::Service::checkout").versions] == [fact.id]


@pytest.mark.parametrize("fault", [*REPEATED, Fault.broken_answer()], ids=lambda fault: fault.name)
def test_a_read_that_met_a_fault_once_is_whole(neptune: NeptuneEmulation, graph: Graph, fault: Fault) -> None:
    neptune.faults.script(fault, on="query")
    assert names(graph) == ["checkout"]
    assert neptune.faults.pending == 0


@pytest.mark.parametrize(
    ("fault", "error", "attempts"),
    [
        (Fault.conflict(), WriteConflictError, 8),
        (Fault.throttling(), StoreUnavailableError, 6),
        (Fault.memory_limit(), StoreUnavailableError, 2),
        (Fault.time_limit(), StoreUnavailableError, 2),
        (Fault.reset_before_headers(applied=False), StoreUnavailableError, 4),
        (Fault.malformed(), QueryRejectedError, 1),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_fault_that_stays_is_told_after_so_many_attempts(
    neptune: NeptuneEmulation, graph: Graph, fault: Fault, error: type[KgrdfError], attempts: int
) -> None:
    neptune.faults.script(fault, times=100, on="update")
    with pytest.raises(error):
        graph.store_entity("billing", "Service")
    assert 100 - neptune.faults.pending == attempts
    neptune.faults.clear()
    assert names(graph) == ["checkout"]
    graph.store_entity("billing", "Service")
    assert names(graph) == ["billing", "checkout"]


def test_a_conflict_is_repeated_after_growing_pauses_and_the_write_counts_once(
    neptune: NeptuneEmulation, graph: Graph
) -> None:
    pauses: list[float] = []
    pace = Pace(sleep=pauses.append, chance=lambda: 1.0)
    with EndpointStore(neptune.url, profile="neptune", ca_file=neptune.ca_file, pace=pace) as store:
        neptune.faults.script(Fault.conflict(), times=3, on="update")
        fact = Graph(store, TENANT).store_fact("it is slow", ["entity::Service::checkout"])
    assert pauses == [0.1, 0.2, 0.4]
    assert [version.id for version in graph.get_timeline("entity::Service::checkout").versions] == [fact.id]


def test_an_answer_that_stays_broken_is_an_error_and_never_an_empty_answer(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.faults.script(Fault.broken_answer(), times=100, on="query")
    with pytest.raises(StoreUnavailableError, match="TimeLimitExceededException"):
        graph.list_entities()


def test_an_answer_in_small_parts_is_read_to_its_end(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.faults.script(Fault.slow_drip(0.01), times=2, on="query")
    assert names(graph) == ["checkout"]


def test_expired_credentials_are_fetched_anew(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.rotate()
    os.environ.update(neptune.environment)
    graph.store_entity("billing", "Service")
    assert names(graph) == ["billing", "checkout"]


def test_credentials_that_stay_expired_are_told(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.rotate()
    with pytest.raises(StoreAccessError, match="expired"):
        graph.store_entity("billing", "Service")


def test_a_role_that_may_only_read_is_told_so_when_it_writes(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.credentials = neptune.read_only_credentials
    os.environ.update(neptune.environment)
    with opened(neptune) as store:
        reader = Graph(store, TENANT)
        assert names(reader) == ["checkout"]
        with pytest.raises(StoreAccessError):
            reader.store_entity("billing", "Service")


def test_after_a_failover_the_new_writer_is_found(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.cluster.lag = math.inf
    neptune.fail_over()
    graph.store_entity("billing", "Service")
    assert names(graph) == ["billing", "checkout"]


def test_a_reader_that_is_behind_is_never_asked_for_what_was_just_written(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.cluster.lag = math.inf
    with opened(neptune, reader_url=neptune.reader_url) as store:
        other = Graph(store, TENANT)
        assert names(other) == []
        other.store_entity("billing", "Service")
        assert names(other) == ["billing", "checkout"]


def test_a_request_that_takes_too_long_is_ended_by_its_own_deadline(neptune: NeptuneEmulation, graph: Graph) -> None:
    neptune.faults.script(Fault.slow(60.0), times=20, on="query")
    with opened(neptune, timeout=0.6) as store, pytest.raises(StoreUnavailableError):
        Graph(store, TENANT).list_entities()


def test_every_request_of_a_context_and_of_a_page_has_a_limit(neptune: NeptuneEmulation, graph: Graph) -> None:
    graph.add_relationship("entity::Service::checkout", graph.store_entity("billing", "Service").id, "depends_on")
    graph.store_fact("it is slow", ["entity::Service::checkout"])
    neptune.counters.reset()
    assert graph.get_entity_context("entity::Service::checkout").facts
    assert graph.list_entities().entities
    assert neptune.counters.requests > 5
    assert neptune.counters.without_limit == []
