"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "FILTER_THAT_NEEDS_A_VALUE",
    "QUERIES",
    "FilterThatNeedsAValueRow",
    "filter_that_needs_a_value",
]

FILTER_THAT_NEEDS_A_VALUE = runtime.QueryRow(
    name="filter_that_needs_a_value",
    mode="many",
    text="""\
# @name filter_that_needs_a_value
# @mode many
# @limit 20 max 200
# Drugs with a long description: a comparison with what has no value is never true.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?text ?length
WHERE {
  GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug kg:description ?text } }
  BIND(STRLEN(?text) AS ?length)
  FILTER(?length > 3)
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="filter_that_needs_a_value",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?text ?length\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug OPTIONAL { ?drug kg:description ?text } }\n  BIND(STRLEN(?text) AS ?length)\n  FILTER(?length > 3)\n}\nORDER BY ?drug",  # noqa: E501
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
            name="text",
            python="text",
            wire="text",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="length",
            python="length",
            wire="length",
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs with a long description: a comparison with what has no value is never true.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (FILTER_THAT_NEEDS_A_VALUE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class FilterThatNeedsAValueRow:
    """One row of `filter_that_needs_a_value`."""

    drug: runtime.Ref[models.Drug]
    text: str
    length: int


def filter_that_needs_a_value(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[FilterThatNeedsAValueRow]:
    """Drugs with a long description: a comparison with what has no value is never true.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        FILTER_THAT_NEEDS_A_VALUE,
        {},
        limit=limit,
    )
    return [FilterThatNeedsAValueRow(*row) for row in rows]
