"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "AGGREGATE_DISTINCT",
    "QUERIES",
    "AggregateDistinctRow",
    "aggregate_distinct",
]

AGGREGATE_DISTINCT = runtime.QueryRow(
    name="aggregate_distinct",
    mode="one",
    text="""\
# @name aggregate_distinct
# @mode one
# How many doses there are.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (COUNT(DISTINCT ?dose) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_distinct",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (COUNT(DISTINCT ?dose) AS ?value)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:dose ?dose } }",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="value",
            python="value",
            wire="value",
            type="integer",
            optional=False,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="How many doses there are.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_DISTINCT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateDistinctRow:
    """One row of `aggregate_distinct`."""

    value: int


def aggregate_distinct(
    graph: runtime.BaseGraph,
) -> AggregateDistinctRow:
    """How many doses there are."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_DISTINCT,
        {},
    )
    return AggregateDistinctRow(*runtime.only(rows, "aggregate_distinct"))
