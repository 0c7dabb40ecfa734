"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "AGGREGATE_MOST",
    "QUERIES",
    "AggregateMostRow",
    "aggregate_most",
]

AGGREGATE_MOST = runtime.QueryRow(
    name="aggregate_most",
    mode="one",
    text="""\
# @name aggregate_most
# @mode one
# The largest dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (MAX(?dose) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="aggregate_most",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (MAX(?dose) AS ?value)\n",
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
    doc="The largest dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_MOST,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateMostRow:
    """One row of `aggregate_most`."""

    value: Decimal | None


def aggregate_most(
    graph: runtime.BaseGraph,
) -> AggregateMostRow:
    """The largest dose."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_MOST,
        {},
    )
    return AggregateMostRow(*runtime.only(rows, "aggregate_most"))
