"""That everything lies where it belongs: in the tenant's graphs, under its clock, and once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.export import sorted_lines
from kgrdf.query import load
from kgrdf.store.parts import all_rows
from kgrdf.temporal import FOREVER, MINIMUM, format_instant
from kgrdf.tenancy import Tenant
from kgrdf.terms import integer_of, kg, to_value
from kgrdf.validation.problem import Problem

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["RECORDING", "check_structure", "foreign"]

RECORDING = frozenset(
    kg(name)
    for name in (
        "recordedAt",
        "endRecordedAt",
        "retractedAt",
        "extractedAt",
        "detectedAt",
        "resolvedAt",
        "ingestedAt",
        "withdrawnAt",
    )
)
"""Properties whose values are instants of the tenant's clock, so that none is later than its head."""


def foreign(tenant: Tenant, subject: object, value: object) -> str | None:
    """Say why a triple does not belong to a tenant; None if it does.

    Its subject is an IRI of the tenant's, in the one spelling that its id has, and its value names no other tenant.
    """
    if not isinstance(subject, NamedNode):
        return f"has {subject} for a subject, which is no IRI"
    if not _own(tenant, subject):
        return f"has <{subject.value}> for a subject, which is not of tenant {tenant.id}"
    if isinstance(value, NamedNode) and value.value.startswith("urn:kgrdf:") and not _own(tenant, value):
        return f"points at <{value.value}>, which is not of tenant {tenant.id}"
    if not isinstance(value, NamedNode) and not hasattr(value, "datatype"):
        return f"has {value} for a value, which is neither an IRI nor a literal"
    return None


def _own(tenant: Tenant, node: NamedNode) -> bool:
    if not node.value.startswith(tenant.prefix):
        return False
    try:
        public_id = tenant.public_id(node)
    except UnicodeDecodeError:
        return False
    return node == tenant.state or (not public_id.startswith("graph:") and tenant.iri(public_id) == node)


def check_structure(graph: BaseGraph) -> Iterator[Problem]:
    """Yield what is wrong with the tenant's graphs as such, before any shape is looked at."""
    tenant = graph.tenant
    latest, triples = MINIMUM, 0
    for name in ("current", "history"):
        for subject, predicate, value in all_rows(graph.store, f"all_{name}", tenant):
            triples += 1
            trouble = foreign(tenant, subject, value)
            if trouble is not None:
                yield Problem("tenant", f"{subject} {predicate} {value}", f"in the {name} graph {trouble}")
            if predicate in RECORDING:
                found = to_value(value)
                latest = max(latest, found if isinstance(found, int) else latest)
    if not triples:
        return
    states = list(graph.store.select(load("all_states").bind(tenant, state=tenant.state)))
    if len(states) != 1:
        yield Problem("clock", tenant.id, f"has {len(states)} pairs of head and revision instead of one")
        return
    head = integer_of(states[0][0]) or 0
    if latest > head:
        trouble = f"stands at {format_instant(head)}, before the latest recording at {format_instant(latest)}"
        yield Problem("clock", tenant.id, trouble)
    for rows in (
        all_rows(graph.store, "misplaced_statements", tenant, head=head),
        all_rows(graph.store, "misplaced_nodes", tenant),
    ):
        for node, reason in rows:
            yield Problem("graphs", _id(tenant, node), str(to_value(reason)))
    yield from _overlaps(graph)


def _overlaps(graph: BaseGraph) -> Iterator[Problem]:
    """Yield pairs of believed statements that say the same thing at the same instant."""
    rows = all_rows(graph.store, "believed_spans", graph.tenant)
    before: tuple[str, int, str] | None = None
    for line in sorted_lines(_span_line(*row) for row in rows):
        key, start, end, iri = line.decode().split()
        if before is not None and before[0] == key and int(start) < before[1]:
            trouble = f"says the same as {_id(graph.tenant, before[2])} at the same time"
            yield Problem("keys", _id(graph.tenant, iri), trouble)
        if int(start) < int(end) and (before is None or before[0] != key or int(end) > before[1]):
            before = (key, int(end), iri)


def _span_line(statement: object, key: object, start: object, end: object) -> bytes:
    # Shifted to be positive and padded, so that the order of the bytes is the order of the instants.
    first, last = (FOREVER if term is None else int(str(to_value(term))) for term in (start, end))  # type: ignore[arg-type]
    name = to_value(key)  # type: ignore[arg-type]
    return f"{name} {first - MINIMUM:015d} {last - MINIMUM:015d} {to_value(statement)}\n".encode()  # type: ignore[arg-type]


def _id(tenant: Tenant, node: object) -> str:
    text = node.value if isinstance(node, NamedNode) else str(node)
    return tenant.public_id(text) if text.startswith(tenant.prefix) else text
