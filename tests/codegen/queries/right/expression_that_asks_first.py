"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_THAT_ASKS_FIRST",
    "QUERIES",
    "ExpressionThatAsksFirstRow",
    "expression_that_asks_first",
]

EXPRESSION_THAT_ASKS_FIRST = runtime.QueryRow(
    name="expression_that_asks_first",
    mode="many",
    text="""\
# @name expression_that_asks_first
# @mode many
# @limit 20 max 200
# The name with the description, where there is one: each branch has what it asked for.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?label ?long
WHERE {
  GRAPH $current { ?drug a ex:Drug ; kg:name ?name OPTIONAL { ?drug kg:description ?text } }
  BIND(IF(BOUND(?text), CONCAT(?name, ": ", ?text), ?name) AS ?label)
  BIND(BOUND(?text) && STRLEN(?text) > 20 AS ?long)
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_that_asks_first",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?label ?long\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            ' { ?drug a ex:Drug ; kg:name ?name OPTIONAL { ?drug kg:description ?text } }\n  BIND(IF(BOUND(?text), CONCAT(?name, ": ", ?text), ?name) AS ?label)\n  BIND(BOUND(?text) && STRLEN(?text) > 20 AS ?long)\n}\nORDER BY ?drug',  # noqa: E501
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
            name="label",
            python="label",
            wire="label",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="long",
            python="long",
            wire="long",
            type="boolean",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The name with the description, where there is one: each branch has what it asked for.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_THAT_ASKS_FIRST,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionThatAsksFirstRow:
    """One row of `expression_that_asks_first`."""

    drug: runtime.Ref[models.Drug]
    label: str
    long: bool


def expression_that_asks_first(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionThatAsksFirstRow]:
    """The name with the description, where there is one: each branch has what it asked for.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_THAT_ASKS_FIRST,
        {},
        limit=limit,
    )
    return [ExpressionThatAsksFirstRow(*row) for row in rows]
