"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "AGGREGATE_SAMPLE",
    "QUERIES",
    "AggregateSampleRow",
    "aggregate_sample",
]

AGGREGATE_SAMPLE = runtime.QueryRow(
    name="aggregate_sample",
    mode="one",
    text="""\
# @name aggregate_sample
# @mode one
# Any dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (SAMPLE(?dose) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_sample",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (SAMPLE(?dose) AS ?value)\n",
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
            optional=True,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Any dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_SAMPLE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateSampleRow:
    """One row of `aggregate_sample`."""

    value: Decimal | None


def aggregate_sample(
    graph: runtime.BaseGraph,
) -> AggregateSampleRow:
    """Any dose."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_SAMPLE,
        {},
    )
    return AggregateSampleRow(*runtime.only(rows, "aggregate_sample"))
