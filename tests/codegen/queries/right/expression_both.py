"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_BOTH",
    "QUERIES",
    "ExpressionBothRow",
    "expression_both",
]

EXPRESSION_BOTH = runtime.QueryRow(
    name="expression_both",
    mode="many",
    text="""\
# @name expression_both
# @mode many
# @limit 20 max 200
# Whether both hold.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (?dose > 1 && BOUND(?form) AS ?value)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; ex:dose ?dose OPTIONAL { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_both",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (?dose > 1 && BOUND(?form) AS ?value)\n",  # noqa: E501
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
    doc="Whether both hold.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_BOTH,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionBothRow:
    """One row of `expression_both`."""

    drug: runtime.Ref[models.Drug]
    value: bool


def expression_both(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionBothRow]:
    """Whether both hold.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_BOTH,
        {},
        limit=limit,
    )
    return [ExpressionBothRow(*row) for row in rows]
