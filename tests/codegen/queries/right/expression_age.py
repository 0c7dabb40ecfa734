"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_AGE",
    "QUERIES",
    "ExpressionAgeRow",
    "expression_age",
]

EXPRESSION_AGE = runtime.QueryRow(
    name="expression_age",
    mode="many",
    text="""\
# @name expression_age
# @mode many
# @param now: instant = now
# @limit 20 max 200
# How long ago a drug was approved, in milliseconds.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?age
WHERE { GRAPH $current { ?drug ex:approvedAt ?at } BIND($now - ?at AS ?age) }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_age",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?age\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:approvedAt ?at } BIND(",
            runtime.Slot("now", "instant"),
            " - ?at AS ?age) }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="now",
            python="now",
            wire="now",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="age",
            python="age",
            wire="age",
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="How long ago a drug was approved, in milliseconds.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_AGE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionAgeRow:
    """One row of `expression_age`."""

    drug: runtime.Ref[models.Drug]
    age: int


def expression_age(
    graph: runtime.BaseGraph,
    *,
    now: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[ExpressionAgeRow]:
    """How long ago a drug was approved, in milliseconds.

    `now` is an instant; left out, it is the moment of the call.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_AGE,
        {
            "now": now,
        },
        limit=limit,
    )
    return [ExpressionAgeRow(*row) for row in rows]
