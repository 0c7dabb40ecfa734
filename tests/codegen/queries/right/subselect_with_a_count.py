"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "SUBSELECT_WITH_A_COUNT",
    "SubselectWithACountRow",
    "subselect_with_a_count",
]

SUBSELECT_WITH_A_COUNT = runtime.QueryRow(
    name="subselect_with_a_count",
    mode="many",
    text="""\
# @name subselect_with_a_count
# @mode many
# @limit 20 max 200
# Drugs with the number of their parts.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?name ?parts
WHERE {
  { SELECT ?drug (COUNT(?part) AS ?parts) WHERE { GRAPH $current { ?drug ex:contains ?part } } GROUP BY ?drug }
  GRAPH $current { ?drug kg:name ?name }
}
ORDER BY DESC(?parts) ?drug
""",
    template=runtime.Template(
        name="subselect_with_a_count",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?name ?parts\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  { SELECT ?drug (COUNT(?part) AS ?parts) WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:contains ?part } } GROUP BY ?drug }\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug kg:name ?name }\n}\nORDER BY DESC(?parts) ?drug",
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
            name="name",
            python="name",
            wire="name",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="parts",
            python="parts",
            wire="parts",
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs with the number of their parts.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (SUBSELECT_WITH_A_COUNT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class SubselectWithACountRow:
    """One row of `subselect_with_a_count`."""

    drug: runtime.Ref[models.Drug]
    name: str
    parts: int


def subselect_with_a_count(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[SubselectWithACountRow]:
    """Drugs with the number of their parts.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        SUBSELECT_WITH_A_COUNT,
        {},
        limit=limit,
    )
    return [SubselectWithACountRow(*row) for row in rows]
