"""Copying one tenant's memory from a store to another, and proving that the two are the same."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.errors import ConflictError, CorruptGraphError, NotFoundError
from kgrdf.query import load
from kgrdf.standing import is_mark
from kgrdf.store import Store
from kgrdf.tenancy import Tenant

__all__ = ["Content", "content_of", "copy_tenant", "load_tenant", "quads_of"]

_AT_ONCE = 50_000


@dataclass(frozen=True, slots=True)
class Content:
    """What a tenant has, in two numbers: equal contents have equal ones."""

    quads: int
    digest: str
    """A hash of all quads, whatever their order."""


def quads_of(store: Store, tenant: Tenant) -> Iterator[Quad]:
    """Yield everything that a tenant has in a store; its clock comes last."""
    clock: list[Quad] = []
    for name, graph in (("history", tenant.history), ("current", tenant.current)):
        for subject, predicate, value in store.select(load(f"all_{name}").bind(tenant)):
            if is_mark(tenant, subject, predicate):
                continue
            assert isinstance(subject, NamedNode)
            assert isinstance(predicate, NamedNode)
            assert isinstance(value, (NamedNode, Literal))
            quad = Quad(subject, predicate, value, graph)
            if subject == tenant.state:
                clock.append(quad)
            else:
                yield quad
    yield from clock


def content_of(store: Store, tenant: Tenant) -> Content:
    """Return the count and digest of what a tenant has in a store."""
    count = total = 0
    for quad in quads_of(store, tenant):
        count += 1
        total += int.from_bytes(hashlib.sha256(str(quad).encode()).digest())
    return Content(count, f"{total % 2**128:032x}")


def copy_tenant(
    source: Store,
    target: Store,
    tenant: Tenant,
    *,
    advance: Callable[[int, int | None], None] = lambda done, total: None,
) -> Content:
    """Copy what a tenant has in `source` to `target`, read both back and return what they have.

    A copy that was interrupted is completed when it is asked for again; one that is complete changes nothing. Raises
    `NotFoundError` where there is nothing to copy, `ConflictError` where the target's tenant has something else.
    """
    with source.writing(), target.writing():
        wanted = content_of(source, tenant)
        if not wanted.quads:
            raise NotFoundError(f"tenant: {tenant.id} has nothing in {source.location}", hint="see kgrdf tenant list")
        found = content_of(target, tenant)
        if found == wanted:
            return wanted
        if found.quads and has_clock(target, tenant):
            raise ConflictError(
                f"tenant: {tenant.id} has other data in {target.location}", hint="drop it there first: kgrdf tenant drop"
            )
        load_tenant(target, quads_of(source, tenant), lambda done: advance(done, wanted.quads))
        found = content_of(target, tenant)
    if found != wanted:
        raise CorruptGraphError(
            f"tenant: {target.location} has {found.quads:,} quads of {tenant.id}, {source.location} has {wanted.quads:,}",
            hint="drop the tenant there and copy again: an unfinished copy of something else lay there",
        )
    return found


def has_clock(store: Store, tenant: Tenant) -> bool:
    """Say whether the tenant has ever been written to; a copy or an import that was interrupted leaves none."""
    return any(True for _ in store.select(load("state").bind(tenant, state=tenant.state)))


def load_tenant(store: Store, quads: Iterator[Quad], advance: Callable[[int], None] = lambda done: None) -> int:
    """Add quads, in the order in which they come, and return how many."""
    done = 0
    while some := list(itertools.islice(quads, _AT_ONCE)):
        store.load(some)
        done += len(some)
        advance(done)
    return done
