"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_PRODUCT",
    "QUERIES",
    "ExpressionProductRow",
    "expression_product",
]

EXPRESSION_PRODUCT = runtime.QueryRow(
    name="expression_product",
    mode="many",
    text="""\
# @name expression_product
# @mode many
# @limit 20 max 200
# Ten times the dose, which is at most 5000; the square of it may have too many digits.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug (?dose * 10 AS ?ten) (?dose * ?dose AS ?square)
WHERE { GRAPH $current { ?drug ex:dose ?dose } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_product",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug (?dose * 10 AS ?ten) (?dose * ?dose AS ?square)\n",
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
            name="ten",
            python="ten",
            wire="ten",
            type="decimal",
            optional=False,
        ),
        runtime.ColumnRow(
            name="square",
            python="square",
            wire="square",
            type="decimal",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Ten times the dose, which is at most 5000; the square of it may have too many digits.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_PRODUCT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionProductRow:
    """One row of `expression_product`."""

    drug: runtime.Ref[models.Drug]
    ten: Decimal
    square: Decimal | None


def expression_product(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionProductRow]:
    """Ten times the dose, which is at most 5000; the square of it may have too many digits.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_PRODUCT,
        {},
        limit=limit,
    )
    return [ExpressionProductRow(*row) for row in rows]
