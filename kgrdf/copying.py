"""Copying one tenant's memory from a store to another, and proving that the two are the same."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.errors import ConflictError, CorruptGraphError, NotFoundError
from kgrdf.query import load
from kgrdf.standing import Head, head_in, is_mark, refuse_dropped
from kgrdf.store import Store, registry
from kgrdf.store.parts import all_rows
from kgrdf.temporal import SystemClock
from kgrdf.tenancy import Tenant
from kgrdf.terms import integer_of, kg, to_term, to_value

__all__ = ["Content", "bring_in", "content_of", "copy_tenant", "load_tenant", "quads_of"]

_AT_ONCE = 50_000
_REVISION = kg("revision")


@dataclass(frozen=True, slots=True)
class Content:
    """What a tenant has, in two numbers: equal contents have equal ones, whatever the stores."""

    quads: int
    digest: str
    """A hash of all quads by their values, whatever their order; servers spell numbers and languages in their own ways."""


def quads_of(store: Store, tenant: Tenant) -> Iterator[Quad]:
    """Yield everything that a tenant has in a store; its clock comes last."""
    clock: list[Quad] = []
    for name, graph in (("history", tenant.history), ("current", tenant.current)):
        for subject, predicate, value in all_rows(store, f"all_{name}", tenant):
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
    return _contents(quads_of(store, tenant), 0)[1]


def copy_tenant(
    source: Store,
    target: Store,
    tenant: Tenant,
    *,
    advance: Callable[[int, int | None], None] = lambda done, total: None,
) -> Content:
    """Copy what a tenant has in `source` to `target`, read both back and return what they have.

    A copy that was interrupted is completed when it is asked for again; one that is complete changes nothing. The clock goes
    last, once all else was read back, so that a copy in the making is no memory yet. Raises `NotFoundError` where there is
    nothing to copy, `ConflictError` where the target's tenant has something else, or where one of the two is written
    meanwhile, and `CorruptGraphError` where what was read back is not what was sent.
    """
    # In one order, so that a copy the other way at the same time does not wait for this one, and this one for it.
    first, second = sorted((source, target), key=lambda store: (store.location, id(store)))
    with first.writing(), second.writing():
        head = head_in(source, tenant)
        found = content_of(target, tenant)
        begun, wanted = _contents(quads_of(source, tenant), found.quads)
        if not wanted.quads:
            raise NotFoundError(
                f"tenant: {tenant.id} has nothing in {source.location}", hint="see kgrdf tenant list --store WHERE"
            )
        if found == wanted:
            return wanted
        if head_in(target, tenant) is not None:
            raise ConflictError(
                f"tenant: {tenant.id} has other data in {target.location}",
                hint=f"drop it there first: kgrdf tenant drop --tenant {tenant.id} --store {target.location}",
            )
        # What is there is mostly the beginning of the same row of quads; if it is not, all are sent.
        done = found.quads if begun == found else 0
        quads = itertools.islice(quads_of(source, tenant), done, None)
        _, clock = _load_all_but_clock(target, tenant, quads, lambda more: advance(done + more, wanted.quads))
        for store, stood in ((source, head), (target, None)):
            if head_in(store, tenant) != stood:
                raise ConflictError(
                    f"tenant: {tenant.id} was written in {store.location} while it was copied",
                    hint=f"drop it in {target.location}, and copy again when nobody writes",
                )
        _, there = _contents(itertools.chain(quads_of(target, tenant), clock), 0)
        if there != wanted:
            raise CorruptGraphError(
                f"tenant: {target.location} has {there.quads:,} quads of {tenant.id}, "
                f"{source.location} has {wanted.quads:,}",
                hint="drop the tenant there and copy again: an unfinished copy of something else lay there",
            )
        _put_clock(target, tenant, clock)
    return wanted


def bring_in(store: Store, tenant: Tenant, quads: Iterable[Quad]) -> int:
    """Add a whole memory to a tenant that has none, and return how many quads; its clock goes in last.

    Raises `ConflictError` where the tenant was written to meanwhile.
    """
    done, clock = _load_all_but_clock(store, tenant, quads)
    _put_clock(store, tenant, clock)
    return done + len(clock)


def load_tenant(store: Store, quads: Iterator[Quad], advance: Callable[[int], None] = lambda done: None) -> int:
    """Add quads, in the order in which they come, and return how many."""
    done = 0
    while some := list(itertools.islice(quads, _AT_ONCE)):
        store.load(some)
        done += len(some)
        advance(done)
    return done


def _load_all_but_clock(
    store: Store, tenant: Tenant, quads: Iterable[Quad], advance: Callable[[int], None] = lambda done: None
) -> tuple[int, list[Quad]]:
    """Add quads without the clock to a tenant that has none; return how many they were, and the clock."""
    if store.keeps_registry:
        refuse_dropped(tenant, registry.enter(store, tenant))
    clock: list[Quad] = []

    def all_but_the_clock() -> Iterator[Quad]:
        for quad in quads:
            if quad.subject == tenant.state:
                clock.append(quad)
            else:
                yield quad

    return load_tenant(store, all_but_the_clock(), advance), clock


def _put_clock(store: Store, tenant: Tenant, clock: list[Quad]) -> None:
    """Make a memory of what was loaded; raises `ConflictError` where the tenant has another clock by then."""
    if not clock:
        return
    told = {quad.predicate: integer_of(quad.object) for quad in clock}
    if store.keeps_registry:
        # Another process may have an index of what the tenant was before: its revision must not come back.
        told[_REVISION] = max(told.get(_REVISION) or 0, SystemClock().now())
    rows = [(tenant.state, predicate, to_term(value or 0)) for predicate, value in told.items()]
    store.update(load("commit_first").bind(tenant, state=[tenant.state], add_current=rows, add_history=[]))
    if head_in(store, tenant) != Head(told.get(kg("head")) or 0, told.get(_REVISION) or 0):
        raise ConflictError(
            f"tenant: {tenant.id} was written in {store.location} while a memory was brought in",
            hint="drop it there, and begin again when nobody writes",
        )


def _contents(quads: Iterator[Quad], begin: int) -> tuple[Content, Content]:
    """Return the content of the first so many quads, and that of all."""
    count = total = 0
    begun = _content(0, 0)
    for quad in quads:
        count += 1
        total += int.from_bytes(hashlib.sha256(_canonical(quad).encode()).digest())
        if count == begin:
            begun = _content(count, total)
    return begun, _content(count, total)


def _content(count: int, total: int) -> Content:
    return Content(count, f"{total % 2**128:032x}")


def _canonical(quad: Quad) -> str:
    # How often a store's words changed is no part of the memory: on a server it begins anew.
    value = "" if quad.predicate == _REVISION else _canonical_value(quad.object)
    return f"{quad.graph_name} {quad.subject} {quad.predicate} {value}"


def _canonical_value(term: object) -> str:
    if not isinstance(term, Literal):
        return str(term)
    if term.language is not None:
        return f"{Literal(term.value)}@{term.language.lower()}"
    value = to_value(term)
    if isinstance(value, Decimal):
        return f"{value.normalize():f} decimal"
    return f"{value!r} {type(value).__name__}" if isinstance(value, (bool, int)) else str(term)
