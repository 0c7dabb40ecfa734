"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_QUOTIENT",
    "QUERIES",
    "ExpressionQuotientRow",
    "expression_quotient",
]

EXPRESSION_QUOTIENT = runtime.QueryRow(
    name="expression_quotient",
    mode="many",
    text="""\
# @name expression_quotient
# @mode many
# @limit 20 max 200
# The dose in parts of another: a divisor that is no constant may be zero.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug (?dose / ?other AS ?parts) (?dose / 2 AS ?half)
WHERE { GRAPH $current { ?drug ex:contains ?part ; ex:dose ?dose . ?part ex:dose ?other } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_quotient",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug (?dose / ?other AS ?parts) (?dose / 2 AS ?half)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:contains ?part ; ex:dose ?dose . ?part ex:dose ?other } }\nORDER BY ?drug",
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
            name="parts",
            python="parts",
            wire="parts",
            type="decimal",
            optional=True,
        ),
        runtime.ColumnRow(
            name="half",
            python="half",
            wire="half",
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The dose in parts of another: a divisor that is no constant may be zero.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_QUOTIENT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionQuotientRow:
    """One row of `expression_quotient`."""

    drug: runtime.Ref[models.Drug]
    parts: Decimal | None
    half: Decimal


def expression_quotient(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionQuotientRow]:
    """The dose in parts of another: a divisor that is no constant may be zero.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_QUOTIENT,
        {},
        limit=limit,
    )
    return [ExpressionQuotientRow(*row) for row in rows]
