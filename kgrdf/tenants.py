"""The tenants of a store, for the one who owns it: which there are, how much each has, and dropping one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import Answer, Moment, moment
from kgrdf.clearing import clear_tenant
from kgrdf.query import load
from kgrdf.remembered import Remembered
from kgrdf.store import EmbeddedStore, Store, registry
from kgrdf.tenancy import Tenant
from kgrdf.terms import integer_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["TenantList", "TenantStats", "drop_tenant", "list_tenants", "tenant_stats"]


class TenantList(Answer):
    """The tenants that have something in a store."""

    tenants: list[str]


class TenantStats(Answer):
    """How much a tenant has."""

    tenant: str
    nodes: dict[str, int]
    """How many nodes of each class, subclasses included, in both graphs."""
    open: int
    """Statements without an end."""
    ended: int
    """Statements with an end, passed or planned."""
    retracted: int
    last_write: Moment | None = None


def list_tenants(store: Store) -> TenantList:
    """Return the ids of all tenants of the store, sorted; one that is being dropped is among them.

    A folder is asked for its graphs, a server for its registry.
    """
    if not isinstance(store, EmbeddedStore):
        return TenantList(tenants=registry.entries(store))
    named = {tenant.id: tenant for name in store.graphs() if (tenant := Tenant.of_graph(name)) is not None}
    return TenantList(tenants=[name for name, tenant in sorted(named.items()) if _holds_anything(store, tenant)])


def tenant_stats(graph: BaseGraph) -> TenantStats:
    """Count what the tenant has."""
    nodes: dict[str, int] = {}
    for declared in graph.schema.classes:
        request = load("count_nodes").bind(graph.tenant, type=NamedNode(declared.iri))
        for counts in graph.store.select(request):
            nodes[declared.name] = sum(integer_of(count) or 0 for count in counts)
    (row,) = graph.store.select(load("count_statements").bind(graph.tenant))
    opened, ended, retracted = (integer_of(term) or 0 for term in row)
    head = graph.head()
    return TenantStats(
        tenant=graph.tenant.id,
        nodes={name: count for name, count in nodes.items() if count},
        open=opened,
        ended=ended,
        retracted=retracted,
        last_write=None if head is None else moment(head.instant),
    )


def drop_tenant(graph: BaseGraph, *, advance: Callable[[int, int | None], None] = lambda done, total: None) -> bool:
    """Remove all that the tenant has, its text index too, and nothing of any other; say whether there was anything.

    First a tombstone goes up: from then on every read and write of the tenant is refused. It is the last to go, and then the
    tenant may begin again. Bounded in memory, so not one transaction: if it is interrupted the tenant is still listed, and
    dropping it again removes the rest.
    """
    store, tenant = graph.store, graph.tenant
    with store.writing():
        if not _holds_anything(store, tenant) and not (store.keeps_registry and registry.known(store, tenant)):
            return False
        at = graph.clock.now()
        if store.keeps_registry:
            registry.bury(store, tenant, at)
        store.update(load("drop_begin").bind(tenant, state=[tenant.state], at=at))
        Remembered.forget(graph)
        clear_tenant(graph, advance=advance)
        store.update(load("drop_clock").bind(tenant, state=tenant.state))
        if store.keeps_registry:
            registry.strike(store, tenant)
        Remembered.forget(graph)
    return True


def _holds_anything(store: Store, tenant: Tenant) -> bool:
    stands = any(True for _ in store.select(load("state").bind(tenant, state=tenant.state)))
    return stands or store.ask(load("holds_more").bind(tenant, state=tenant.state))
