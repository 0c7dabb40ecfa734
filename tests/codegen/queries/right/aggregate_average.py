"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "AGGREGATE_AVERAGE",
    "QUERIES",
    "AggregateAverageRow",
    "aggregate_average",
]

AGGREGATE_AVERAGE = runtime.QueryRow(
    name="aggregate_average",
    mode="one",
    text="""\
# @name aggregate_average
# @mode one
# The average dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (AVG(?dose) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_average",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (AVG(?dose) AS ?value)\n",
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
            type="decimal",
            optional=False,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="The average dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_AVERAGE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateAverageRow:
    """One row of `aggregate_average`."""

    value: Decimal


def aggregate_average(
    graph: runtime.BaseGraph,
) -> AggregateAverageRow:
    """The average dose."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_AVERAGE,
        {},
    )
    return AggregateAverageRow(*runtime.only(rows, "aggregate_average"))
