"""Where a tenant's graph stands: its clock, its revision, and by which marks a writer finds that it wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgrdf.errors import ConflictError
from kgrdf.query import load
from kgrdf.store import Store
from kgrdf.temporal import format_instant
from kgrdf.tenancy import Tenant
from kgrdf.terms import integer_of, kg, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["MARKS_KEPT", "Head", "Mark", "Standing", "head_in", "is_mark", "read_head", "read_standing", "refuse_dropped"]

MARKS_KEPT = 32
"""So many writes of others may come between a write and its reading back, and the writer still knows for certain."""

_MARK = kg("writeMark")


@dataclass(frozen=True, slots=True)
class Head:
    """Where a tenant's clock and searchable text stand."""

    instant: int
    """The instant of recording of the last write."""
    revision: int


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """What a write leaves beside the clock where other processes may write too, for the next so many writes."""

    instant: int
    op: str

    def __str__(self) -> str:
        return f"{self.instant} {self.op}"

    @classmethod
    def parse(cls, text: str) -> Mark:
        """Return the mark of this text, as it stands in the graph."""
        instant, _, op = text.partition(" ")
        return cls(int(instant), op)


@dataclass(frozen=True, slots=True)
class Standing:
    """A tenant's head and the marks of its last writes, as they stood at one instant."""

    head: Head | None
    """None before the first write."""
    marks: tuple[Mark, ...] = ()
    """The earliest first."""

    @property
    def fading(self) -> tuple[Mark, ...]:
        """Return the marks that the next write takes away, so that there are never more than `MARKS_KEPT`."""
        return self.marks[: max(0, len(self.marks) + 1 - MARKS_KEPT)]

    def after(self, head: Head, mark: Mark | None) -> Standing:
        """Return how the tenant stands after a write that left this head and this mark, if it leaves any."""
        kept = self.marks if mark is None else (*self.marks[len(self.fading) :], mark)
        return Standing(head, tuple(sorted(kept)))

    def outcome(self, mark: Mark) -> Literal["applied", "refused", "unknown"]:
        """Say what became of the write that was to leave this mark.

        Its guard lets it go in before all later writes or never, so where its mark is not found and none that is as late can
        have been taken away, it was refused, and always will be.
        """
        if mark in self.marks:
            return "applied"
        return "refused" if sum(mark.instant <= later.instant for later in self.marks) < MARKS_KEPT else "unknown"


def is_mark(tenant: Tenant, subject: object, predicate: object) -> bool:
    """Say whether a triple is a write's mark: of use to running writers only, and no part of the memory."""
    return predicate == _MARK and subject == tenant.state


def read_head(graph: BaseGraph) -> Head | None:
    """Return the head that stands in the graph, or None before the tenant's first write.

    Raises `ConflictError` where the tenant is being dropped.
    """
    return head_in(graph.store, graph.tenant)


def head_in(store: Store, tenant: Tenant) -> Head | None:
    """Return the head of a tenant in a store, as `read_head` does."""
    for instant, revision, dropped in store.select(load("state").bind(tenant, state=tenant.state)):
        refuse_dropped(tenant, integer_of(dropped))
        return Head(integer_of(instant) or 0, integer_of(revision) or 0)
    return None


def read_standing(graph: BaseGraph) -> Standing:
    """Return the head with the marks beside it. Raises `ConflictError` where the tenant is being dropped."""
    head: Head | None = None
    marks: list[Mark] = []
    request = load("standing").bind(graph.tenant, state=graph.tenant.state)
    for instant, revision, dropped, mark in graph.store.select(request):
        refuse_dropped(graph.tenant, integer_of(dropped))
        head = Head(integer_of(instant) or 0, integer_of(revision) or 0)
        if mark is not None:
            marks.append(Mark.parse(str(to_value(mark))))
    return Standing(head, tuple(sorted(marks)))


def refuse_dropped(tenant: Tenant, since: int | None) -> None:
    """Raise `ConflictError` if the removal of the tenant has begun, at this instant."""
    if since is not None:
        raise ConflictError(
            f"tenant: {tenant.id} is being dropped, since {format_instant(since)}",
            hint=f"kgrdf tenant drop --tenant {tenant.id} finishes it; after that the tenant may begin again",
            code="tenant_dropped",
        )
