"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_IN_BIND",
    "QUERIES",
    "ExpressionInBindRow",
    "expression_in_bind",
]

EXPRESSION_IN_BIND = runtime.QueryRow(
    name="expression_in_bind",
    mode="many",
    text="""\
# @name expression_in_bind
# @mode many
# @limit 20 max 200
# The dose for a child.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?child
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } BIND(?dose / 2 AS ?child) }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_in_bind",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?child\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:dose ?dose } BIND(?dose / 2 AS ?child) }\nORDER BY ?drug",
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
            name="child",
            python="child",
            wire="child",
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The dose for a child.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_IN_BIND,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionInBindRow:
    """One row of `expression_in_bind`."""

    drug: runtime.Ref[models.Drug]
    child: Decimal


def expression_in_bind(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionInBindRow]:
    """The dose for a child.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_IN_BIND,
        {},
        limit=limit,
    )
    return [ExpressionInBindRow(*row) for row in rows]
