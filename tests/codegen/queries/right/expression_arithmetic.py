"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_ARITHMETIC",
    "QUERIES",
    "ExpressionArithmeticRow",
    "expression_arithmetic",
]

EXPRESSION_ARITHMETIC = runtime.QueryRow(
    name="expression_arithmetic",
    mode="many",
    text="""\
# @name expression_arithmetic
# @mode many
# @limit 20 max 200
# Twice the dose.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (?dose * 2 AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_arithmetic",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (?dose * 2 AS ?value)\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }\nORDER BY ?drug",
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
            name="value",
            python="value",
            wire="value",
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Twice the dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_ARITHMETIC,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionArithmeticRow:
    """One row of `expression_arithmetic`."""

    drug: runtime.Ref[models.Drug]
    value: Decimal


def expression_arithmetic(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionArithmeticRow]:
    """Twice the dose.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_ARITHMETIC,
        {},
        limit=limit,
    )
    return [ExpressionArithmeticRow(*row) for row in rows]
