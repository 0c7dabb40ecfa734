"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_COALESCE",
    "QUERIES",
    "ExpressionCoalesceRow",
    "expression_coalesce",
]

EXPRESSION_COALESCE = runtime.QueryRow(
    name="expression_coalesce",
    mode="many",
    text="""\
# @name expression_coalesce
# @mode many
# @limit 20 max 200
# How a drug is taken, or that it is unknown.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (COALESCE(?form, "unknown") AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_coalesce",
        limit=20,
        limit_max=200,
        pieces=(
            'PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (COALESCE(?form, "unknown") AS ?value)\n',  # noqa: E501
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
    doc="How a drug is taken, or that it is unknown.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_COALESCE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionCoalesceRow:
    """One row of `expression_coalesce`."""

    drug: runtime.Ref[models.Drug]
    value: str


def expression_coalesce(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionCoalesceRow]:
    """How a drug is taken, or that it is unknown.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_COALESCE,
        {},
        limit=limit,
    )
    return [ExpressionCoalesceRow(*row) for row in rows]
