"""A tenant is dropped on a server: a tombstone first, then all it has in parts, and nothing of any other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgrdf import Graph, clearing, open_store
from kgrdf.copying import content_of
from kgrdf.errors import ConflictError, InvalidValueError, KgrdfError, StoreUnavailableError
from kgrdf.query import Request, load
from kgrdf.store import EmbeddedStore, registry
from kgrdf.tenancy import Tenant
from kgrdf.tenants import drop_tenant, list_tenants
from tests.runtime.writers.shared import SharedStore

ACME, ACME2 = Tenant("acme"), Tenant("acme2")


@pytest.fixture
def kept() -> Iterator[EmbeddedStore]:
    with open_store("memory:") as store:
        assert isinstance(store, EmbeddedStore)
        for tenant in (ACME, ACME2):
            fill(Graph(SharedStore(store), tenant))
        yield store


def fill(graph: Graph) -> None:
    for number in range(15):
        entity = graph.store_entity(f"thing {number} of {graph.tenant.id}", "Service").id
        graph.end_statement(graph.store_fact(f"{number} was so", [entity]).id)


def killed_at(graph: Graph, updates: int) -> None:
    """Drop the tenant, and die before this many updates went out."""
    update, sent = graph.store.update, []

    def dying(request: Request) -> None:
        if len(sent) == updates:
            raise KeyboardInterrupt
        sent.append(request.name)
        update(request)

    graph.store.update = dying  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        drop_tenant(graph)


def test_a_tenant_is_entered_into_the_registry_by_its_first_write_and_leaves_with_its_last_quad(
    kept: EmbeddedStore,
) -> None:
    assert list_tenants(SharedStore(kept)).tenants == ["acme", "acme2"]
    assert drop_tenant(Graph(SharedStore(kept), ACME))
    assert list_tenants(SharedStore(kept)).tenants == ["acme2"]
    assert registry.entries(SharedStore(kept)) == ["acme2"]
    assert not list(kept.select(load("all_current").bind(ACME, part=None)))
    assert not drop_tenant(Graph(SharedStore(kept), ACME))


@pytest.mark.parametrize("updates", range(7))
def test_a_drop_that_was_killed_is_finished_by_the_next_one_and_touches_no_other_tenant(
    kept: EmbeddedStore, updates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clearing, "_FIRST", 7)
    other = content_of(kept, ACME2)
    killed_at(Graph(SharedStore(kept), ACME), updates)
    assert list_tenants(SharedStore(kept)).tenants == ["acme", "acme2"]
    assert drop_tenant(Graph(SharedStore(kept), ACME))
    assert content_of(kept, ACME).quads == 0
    assert content_of(kept, ACME2) == other
    assert list_tenants(SharedStore(kept)).tenants == ["acme2"]


def test_while_a_tenant_is_being_dropped_its_reads_and_writes_are_refused(kept: EmbeddedStore) -> None:
    running = Graph(SharedStore(kept), ACME)
    running.list_entities()
    killed_at(Graph(SharedStore(kept), ACME), 2)
    for call in (
        running.list_entities,
        lambda: running.search_memory("thing"),
        lambda: running.get_entity_context("thing 1 of acme"),
        lambda: running.store_entity("new", "Service"),
    ):
        with pytest.raises(ConflictError, match="acme is being dropped, since ") as refusal:
            call()
        assert refusal.value.code == "tenant_dropped"
    assert Graph(SharedStore(kept), ACME2).list_entities().entities


def test_a_write_that_was_prepared_before_the_tombstone_does_not_go_in(kept: EmbeddedStore) -> None:
    running, update = Graph(SharedStore(kept), ACME), None
    update = running.store.update

    def overtaken(request: Request) -> None:
        running.store.update = update  # type: ignore[method-assign]
        killed_at(Graph(SharedStore(kept), ACME), 2)
        update(request)

    running.store.update = overtaken  # type: ignore[method-assign]
    with pytest.raises(ConflictError, match="is being dropped"):
        running.store_entity("late", "Service")
    drop_tenant(Graph(SharedStore(kept), ACME))
    assert content_of(kept, ACME).quads == 0


def test_a_dropped_tenant_may_begin_again(kept: EmbeddedStore) -> None:
    drop_tenant(Graph(SharedStore(kept), ACME))
    graph = Graph(SharedStore(kept), ACME)
    graph.store_entity("new", "Service")
    assert [entity.name for entity in graph.list_entities().entities] == ["new"]
    assert list_tenants(SharedStore(kept)).tenants == ["acme", "acme2"]


@pytest.mark.parametrize("error", [StoreUnavailableError, InvalidValueError])
def test_parts_grow_while_they_are_fast_and_shrink_where_the_server_cannot(
    kept: EmbeddedStore, monkeypatch: pytest.MonkeyPatch, error: type[KgrdfError]
) -> None:
    """For want of time or memory, or because the request is too long."""
    monkeypatch.setattr(clearing, "_FIRST", 2)
    graph, done = Graph(SharedStore(kept), ACME), []
    update, refused = graph.store.update, []

    def limited(request: Request) -> None:
        if request.name == "drop_nodes" and request.text.count("<urn:kgrdf:acme:") > 12:
            refused.append(request)
            raise error("too much")
        update(request)

    graph.store.update = limited  # type: ignore[method-assign]
    assert drop_tenant(graph, advance=lambda gone, total: done.append(gone))
    assert refused
    assert done == sorted(done)
    assert done[:2] == [2, 6]
    assert content_of(kept, ACME).quads == 0


def test_a_server_that_cannot_remove_even_one_node_is_an_error(kept: EmbeddedStore) -> None:
    graph = Graph(SharedStore(kept), ACME)
    update = graph.store.update

    def broken(request: Request) -> None:
        if request.name == "drop_nodes":
            raise StoreUnavailableError("TimeLimitExceededException")
        update(request)

    graph.store.update = broken  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError):
        drop_tenant(graph)
