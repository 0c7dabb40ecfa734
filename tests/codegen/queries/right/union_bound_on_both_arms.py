"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UNION_BOUND_ON_BOTH_ARMS",
    "UnionBoundOnBothArmsRow",
    "union_bound_on_both_arms",
]

UNION_BOUND_ON_BOTH_ARMS = runtime.QueryRow(
    name="union_bound_on_both_arms",
    mode="many",
    text="""\
# @name union_bound_on_both_arms
# @mode many
# @limit 20 max 200
# Names and descriptions of drugs.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?text
WHERE {
  GRAPH $current { { ?drug a ex:Drug ; kg:name ?text } UNION { ?drug a ex:Drug ; kg:description ?text } }
}
ORDER BY ?drug ?text
""",
    template=runtime.Template(
        name="union_bound_on_both_arms",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?text\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { { ?drug a ex:Drug ; kg:name ?text } UNION { ?drug a ex:Drug ; kg:description ?text } }\n}\nORDER BY ?drug ?text",  # noqa: E501
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
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Names and descriptions of drugs.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UNION_BOUND_ON_BOTH_ARMS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class UnionBoundOnBothArmsRow:
    """One row of `union_bound_on_both_arms`."""

    drug: runtime.Ref[models.Drug]
    text: str


def union_bound_on_both_arms(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[UnionBoundOnBothArmsRow]:
    """Names and descriptions of drugs.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        UNION_BOUND_ON_BOTH_ARMS,
        {},
        limit=limit,
    )
    return [UnionBoundOnBothArmsRow(*row) for row in rows]
