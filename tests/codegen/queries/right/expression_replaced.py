"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_REPLACED",
    "QUERIES",
    "ExpressionReplacedRow",
    "expression_replaced",
]

EXPRESSION_REPLACED = runtime.QueryRow(
    name="expression_replaced",
    mode="many",
    text="""\
# @name expression_replaced
# @mode many
# @limit 20 max 200
# The name with letters replaced.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (REPLACE(?name, "a", "b") AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_replaced",
        limit=20,
        limit_max=200,
        pieces=(
            'PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (REPLACE(?name, "a", "b") AS ?value)\n',  # noqa: E501
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
    doc="The name with letters replaced.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_REPLACED,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionReplacedRow:
    """One row of `expression_replaced`."""

    drug: runtime.Ref[models.Drug]
    value: str


def expression_replaced(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionReplacedRow]:
    """The name with letters replaced.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_REPLACED,
        {},
        limit=limit,
    )
    return [ExpressionReplacedRow(*row) for row in rows]
