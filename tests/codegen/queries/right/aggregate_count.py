"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "AGGREGATE_COUNT",
    "QUERIES",
    "AggregateCountRow",
    "aggregate_count",
]

AGGREGATE_COUNT = runtime.QueryRow(
    name="aggregate_count",
    mode="one",
    text="""\
# @name aggregate_count
# @mode one
# How many drugs there are.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (COUNT(?drug) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_count",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (COUNT(?drug) AS ?value)\n",
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
    doc="How many drugs there are.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_COUNT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateCountRow:
    """One row of `aggregate_count`."""

    value: int


def aggregate_count(
    graph: runtime.BaseGraph,
) -> AggregateCountRow:
    """How many drugs there are."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_COUNT,
        {},
    )
    return AggregateCountRow(*runtime.only(rows, "aggregate_count"))
