"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_LENGTH",
    "QUERIES",
    "ExpressionLengthRow",
    "expression_length",
]

EXPRESSION_LENGTH = runtime.QueryRow(
    name="expression_length",
    mode="many",
    text="""\
# @name expression_length
# @mode many
# @limit 20 max 200
# How long the name is.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (STRLEN(?name) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_length",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (STRLEN(?name) AS ?value)\n",  # noqa: E501
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
    doc="How long the name is.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_LENGTH,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionLengthRow:
    """One row of `expression_length`."""

    drug: runtime.Ref[models.Drug]
    value: int


def expression_length(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionLengthRow]:
    """How long the name is.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_LENGTH,
        {},
        limit=limit,
    )
    return [ExpressionLengthRow(*row) for row in rows]
