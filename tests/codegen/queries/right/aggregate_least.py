"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "AGGREGATE_LEAST",
    "QUERIES",
    "AggregateLeastRow",
    "aggregate_least",
]

AGGREGATE_LEAST = runtime.QueryRow(
    name="aggregate_least",
    mode="one",
    text="""\
# @name aggregate_least
# @mode one
# The smallest dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (MIN(?dose) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_least",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (MIN(?dose) AS ?value)\n",
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
    doc="The smallest dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_LEAST,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateLeastRow:
    """One row of `aggregate_least`."""

    value: Decimal | None


def aggregate_least(
    graph: runtime.BaseGraph,
) -> AggregateLeastRow:
    """The smallest dose."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_LEAST,
        {},
    )
    return AggregateLeastRow(*runtime.only(rows, "aggregate_least"))
