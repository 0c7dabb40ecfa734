"""The registry of a server's tenants: which there are, and which are being dropped, for the owner of the store.

A server may hold much else, so that its graphs are no list of tenants; in a folder they are, and no registry is kept.
"""

from __future__ import annotations

from pyoxigraph import NamedNode

from kgrdf.query import load
from kgrdf.store.base import Store
from kgrdf.tenancy import Tenant
from kgrdf.terms import integer_of, to_value

__all__ = ["bury", "enter", "entries", "known", "strike"]


def enter(store: Store, tenant: Tenant) -> int | None:
    """Note that a tenant has something in the store, and return None; where that is noted, nothing is written.

    A tenant that is being dropped is not entered: the instant since when it is comes back instead.
    """
    for _, dropped in store.select(load("registry_entry").bind(None, entry=_entry(tenant))):
        return integer_of(dropped)
    store.update(load("registry_enter").bind(None, entry=[_entry(tenant)], id=tenant.id))
    return None


def bury(store: Store, tenant: Tenant, at: int) -> None:
    """Put up the tenant's tombstone: it is being dropped from that instant on. One that stands stays as it is."""
    store.update(load("registry_bury").bind(None, entry=[_entry(tenant)], id=tenant.id, at=at))


def known(store: Store, tenant: Tenant) -> bool:
    """Say whether the tenant has an entry."""
    return any(True for _ in store.select(load("registry_entry").bind(None, entry=_entry(tenant))))


def strike(store: Store, tenant: Tenant) -> None:
    """Remove the tenant's entry, with its tombstone."""
    store.update(load("registry_remove").bind(None, entry=_entry(tenant)))


def entries(store: Store) -> list[str]:
    """Return the ids of all tenants that have an entry, sorted; those that are being dropped too."""
    return sorted(str(to_value(tenant)) for (tenant,) in store.select(load("registry_entries").bind(None)))


def _entry(tenant: Tenant) -> NamedNode:
    return NamedNode(f"urn:kgrdf-store:tenant:{tenant.id}")
