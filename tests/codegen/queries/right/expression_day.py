"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "EXPRESSION_DAY",
    "QUERIES",
    "ExpressionDayRow",
    "expression_day",
]

EXPRESSION_DAY = runtime.QueryRow(
    name="expression_day",
    mode="many",
    text="""\
# @name expression_day
# @mode many
# @limit 20 max 200
# On how many days a drug was approved: a day is a number, and no instant.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?day (COUNT(?drug) AS ?drugs)
WHERE { GRAPH $current { ?drug ex:approvedAt ?at } BIND(FLOOR(?at / 86400000) AS ?day) }
GROUP BY ?day
ORDER BY ?day
""",
    template=runtime.Template(
        name="expression_day",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?day (COUNT(?drug) AS ?drugs)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:approvedAt ?at } BIND(FLOOR(?at / 86400000) AS ?day) }\nGROUP BY ?day\nORDER BY ?day",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="day",
            python="day",
            wire="day",
            type="decimal",
            optional=False,
        ),
        runtime.ColumnRow(
            name="drugs",
            python="drugs",
            wire="drugs",
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="On how many days a drug was approved: a day is a number, and no instant.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_DAY,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionDayRow:
    """One row of `expression_day`."""

    day: Decimal
    drugs: int


def expression_day(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionDayRow]:
    """On how many days a drug was approved: a day is a number, and no instant.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_DAY,
        {},
        limit=limit,
    )
    return [ExpressionDayRow(*row) for row in rows]
