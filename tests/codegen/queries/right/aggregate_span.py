"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "AGGREGATE_SPAN",
    "QUERIES",
    "AggregateSpanRow",
    "aggregate_span",
]

AGGREGATE_SPAN = runtime.QueryRow(
    name="aggregate_span",
    mode="one",
    text="""\
# @name aggregate_span
# @mode one
# How far apart the approvals are, which is nothing where there is none.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (MAX(?at) - MIN(?at) AS ?span)
WHERE { GRAPH $current { ?drug ex:approvedAt ?at } }
""",
    template=runtime.Template(
        name="aggregate_span",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (MAX(?at) - MIN(?at) AS ?span)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:approvedAt ?at } }",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="span",
            python="span",
            wire="span",
            type="integer",
            optional=True,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="How far apart the approvals are, which is nothing where there is none.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_SPAN,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateSpanRow:
    """One row of `aggregate_span`."""

    span: int | None


def aggregate_span(
    graph: runtime.BaseGraph,
) -> AggregateSpanRow:
    """How far apart the approvals are, which is nothing where there is none."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_SPAN,
        {},
    )
    return AggregateSpanRow(*runtime.only(rows, "aggregate_span"))
