"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_CONSTANT",
    "QUERIES",
    "ExpressionConstantRow",
    "expression_constant",
]

EXPRESSION_CONSTANT = runtime.QueryRow(
    name="expression_constant",
    mode="many",
    text="""\
# @name expression_constant
# @mode many
# @limit 20 max 200
# A number.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (7 AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_constant",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (7 AS ?value)\n",  # noqa: E501
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
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="A number.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_CONSTANT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionConstantRow:
    """One row of `expression_constant`."""

    drug: runtime.Ref[models.Drug]
    value: int


def expression_constant(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionConstantRow]:
    """A number.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_CONSTANT,
        {},
        limit=limit,
    )
    return [ExpressionConstantRow(*row) for row in rows]
