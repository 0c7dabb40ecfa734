"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_IF",
    "QUERIES",
    "ExpressionIfRow",
    "expression_if",
]

EXPRESSION_IF = runtime.QueryRow(
    name="expression_if",
    mode="many",
    text="""\
# @name expression_if
# @mode many
# @limit 20 max 200
# Whether a drug is strong.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (IF(?dose > 100, "strong", "mild") AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_if",
        limit=20,
        limit_max=200,
        pieces=(
            'PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (IF(?dose > 100, "strong", "mild") AS ?value)\n',  # noqa: E501
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
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Whether a drug is strong.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_IF,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionIfRow:
    """One row of `expression_if`."""

    drug: runtime.Ref[models.Drug]
    value: str


def expression_if(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionIfRow]:
    """Whether a drug is strong.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_IF,
        {},
        limit=limit,
    )
    return [ExpressionIfRow(*row) for row in rows]
