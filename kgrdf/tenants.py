"""The tenants of a store, for the one who owns it: which there are, how much each has, and dropping one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import Answer, Moment, moment
from kgrdf.query import load
from kgrdf.store import EmbeddedStore, Store
from kgrdf.tenancy import Tenant
from kgrdf.terms import integer_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["TenantList", "TenantStats", "clear_tenant", "drop_tenant", "list_tenants", "tenant_stats"]

_GRAPH = re.compile(r"urn:kgrdf:([a-z0-9][a-z0-9._-]{0,63}):graph:(?:current|history)")


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


def list_tenants(store: EmbeddedStore) -> TenantList:
    """Return the ids of all tenants of the store, sorted."""
    found = {match[1] for name in store.graphs() if (match := _GRAPH.fullmatch(name))}
    return TenantList(tenants=sorted(found))


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


def drop_tenant(store: EmbeddedStore, tenant: Tenant) -> bool:
    """Remove all that a tenant has, and nothing of any other; say whether there was anything.

    Bounded in memory, so not one transaction: if it is interrupted the tenant is still listed, and dropping it again removes
    the rest.
    """
    with store.writing():
        there = not {tenant.current.value, tenant.history.value}.isdisjoint(store.graphs())
        clear_tenant(store, tenant)
        store.remove_graph(tenant.history)
        store.remove_graph(tenant.current)
    return there


def clear_tenant(store: Store, tenant: Tenant) -> None:
    """Remove all that a tenant has but its clock, a part at a time."""
    while store.ask(load("holds_more").bind(tenant, state=tenant.state)):
        store.update(load("drop_some").bind(tenant, state=tenant.state))
