"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "AGGREGATE_SUM",
    "QUERIES",
    "AggregateSumRow",
    "aggregate_sum",
]

AGGREGATE_SUM = runtime.QueryRow(
    name="aggregate_sum",
    mode="one",
    text="""\
# @name aggregate_sum
# @mode one
# The sum of all doses.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (SUM(?dose) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_sum",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (SUM(?dose) AS ?value)\n",
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
    doc="The sum of all doses.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_SUM,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateSumRow:
    """One row of `aggregate_sum`."""

    value: Decimal


def aggregate_sum(
    graph: runtime.BaseGraph,
) -> AggregateSumRow:
    """The sum of all doses."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_SUM,
        {},
    )
    return AggregateSumRow(*runtime.only(rows, "aggregate_sum"))
