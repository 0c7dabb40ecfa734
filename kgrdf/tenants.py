"""The tenants of a store, for the one who owns it: which there are, how much each has, and dropping one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import Answer, Moment, moment
from kgrdf.copying import has_clock
from kgrdf.errors import InvalidValueError
from kgrdf.query import load
from kgrdf.remembered import Remembered
from kgrdf.search import SearchIndex
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


def list_tenants(store: Store) -> TenantList:
    """Return the ids of all tenants of the store, sorted."""
    if not isinstance(store, EmbeddedStore):
        raise InvalidValueError(f"store: {store.location} does not tell its tenants", hint="name a tenant")
    named = {match[1] for name in store.graphs() if (match := _GRAPH.fullmatch(name))}
    return TenantList(tenants=[name for name in sorted(named) if _holds_anything(store, Tenant(name))])


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


def drop_tenant(graph: BaseGraph) -> bool:
    """Remove all that the tenant has, its text index too, and nothing of any other; say whether there was anything.

    Bounded in memory, so not one transaction: if it is interrupted the tenant is still listed, and dropping it again removes
    the rest.
    """
    store, tenant = graph.store, graph.tenant
    with store.writing():
        there = _holds_anything(store, tenant)
        clear_tenant(graph)
        store.update(load("drop_clock").bind(tenant, state=tenant.state))
        Remembered.forget(graph)
    return there


def clear_tenant(graph: BaseGraph) -> None:
    """Remove all that the tenant has but its clock, a part at a time."""
    store, tenant = graph.store, graph.tenant
    SearchIndex.of(graph).discard()
    while store.ask(load("holds_more").bind(tenant, state=tenant.state)):
        store.update(load("drop_some").bind(tenant, state=tenant.state))


def _holds_anything(store: Store, tenant: Tenant) -> bool:
    return has_clock(store, tenant) or store.ask(load("holds_more").bind(tenant, state=tenant.state))
