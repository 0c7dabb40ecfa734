"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_COMPARISON",
    "QUERIES",
    "ExpressionComparisonRow",
    "expression_comparison",
]

EXPRESSION_COMPARISON = runtime.QueryRow(
    name="expression_comparison",
    mode="many",
    text="""\
# @name expression_comparison
# @mode many
# @limit 20 max 200
# Whether the dose is large.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (?dose > 100 AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_comparison",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (?dose > 100 AS ?value)\n",  # noqa: E501
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
            type="boolean",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Whether the dose is large.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_COMPARISON,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionComparisonRow:
    """One row of `expression_comparison`."""

    drug: runtime.Ref[models.Drug]
    value: bool


def expression_comparison(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionComparisonRow]:
    """Whether the dose is large.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_COMPARISON,
        {},
        limit=limit,
    )
    return [ExpressionComparisonRow(*row) for row in rows]
