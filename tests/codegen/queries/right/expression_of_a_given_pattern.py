"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_OF_A_GIVEN_PATTERN",
    "QUERIES",
    "ExpressionOfAGivenPatternRow",
    "expression_of_a_given_pattern",
]

EXPRESSION_OF_A_GIVEN_PATTERN = runtime.QueryRow(
    name="expression_of_a_given_pattern",
    mode="many",
    text="""\
# @name expression_of_a_given_pattern
# @mode many
# @param pattern: string = a
# @limit 20 max 200
# A name without what a caller gives, which may be no pattern.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (REPLACE(?name, $pattern, "") AS ?left)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_of_a_given_pattern",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (REPLACE(?name, ",  # noqa: E501
            runtime.Slot("pattern", "string"),
            ', "") AS ?left)\n',
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="pattern",
            python="pattern",
            wire="pattern",
            type="string",
            default="a",
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
            name="left",
            python="left",
            wire="left",
            type="string",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="A name without what a caller gives, which may be no pattern.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_OF_A_GIVEN_PATTERN,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionOfAGivenPatternRow:
    """One row of `expression_of_a_given_pattern`."""

    drug: runtime.Ref[models.Drug]
    left: str | None


def expression_of_a_given_pattern(
    graph: runtime.BaseGraph,
    *,
    pattern: str | None = None,
    limit: int | None = None,
) -> list[ExpressionOfAGivenPatternRow]:
    """A name without what a caller gives, which may be no pattern.

    `pattern` is a text; left out, it is a.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_OF_A_GIVEN_PATTERN,
        {
            "pattern": pattern,
        },
        limit=limit,
    )
    return [ExpressionOfAGivenPatternRow(*row) for row in rows]
