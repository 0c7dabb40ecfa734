"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_DOUBLE",
    "QUERIES",
    "ExpressionDoubleRow",
    "expression_double",
]

EXPRESSION_DOUBLE = runtime.QueryRow(
    name="expression_double",
    mode="many",
    text="""\
# @name expression_double
# @mode many
# @limit 20 max 200
# Half the dose as a double, which is read as a decimal.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug (?dose * 5e-1 AS ?half)
WHERE { GRAPH $current { ?drug ex:dose ?dose } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_double",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug (?dose * 5e-1 AS ?half)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:dose ?dose } }\nORDER BY ?drug",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="half",
            python="half",
            wire="half",
            type="decimal",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Half the dose as a double, which is read as a decimal.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_DOUBLE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionDoubleRow:
    """One row of `expression_double`."""

    drug: runtime.Ref[models.Drug]
    half: Decimal | None


def expression_double(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionDoubleRow]:
    """Half the dose as a double, which is read as a decimal.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_DOUBLE,
        {},
        limit=limit,
    )
    return [ExpressionDoubleRow(*row) for row in rows]
