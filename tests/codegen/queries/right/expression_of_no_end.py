"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_OF_NO_END",
    "QUERIES",
    "ExpressionOfNoEndRow",
    "expression_of_no_end",
]

EXPRESSION_OF_NO_END = runtime.QueryRow(
    name="expression_of_no_end",
    mode="many",
    text="""\
# @name expression_of_no_end
# @mode many
# @limit 20 max 200
# When an approval ends: a far number stands for one without, so that it is no instant.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug (COALESCE(?at, 253402300799999) AS ?until)
WHERE { GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug ex:approvedAt ?at } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_of_no_end",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug (COALESCE(?at, 253402300799999) AS ?until)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug OPTIONAL { ?drug ex:approvedAt ?at } } }\nORDER BY ?drug",
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
            name="until",
            python="until",
            wire="until",
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="When an approval ends: a far number stands for one without, so that it is no instant.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_OF_NO_END,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionOfNoEndRow:
    """One row of `expression_of_no_end`."""

    drug: runtime.Ref[models.Drug]
    until: int


def expression_of_no_end(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionOfNoEndRow]:
    """When an approval ends: a far number stands for one without, so that it is no instant.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_OF_NO_END,
        {},
        limit=limit,
    )
    return [ExpressionOfNoEndRow(*row) for row in rows]
