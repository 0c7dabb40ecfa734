"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_IN_EXISTS",
    "QUERIES",
    "InferredInExistsRow",
    "inferred_in_exists",
]

INFERRED_IN_EXISTS = runtime.QueryRow(
    name="inferred_in_exists",
    mode="many",
    text="""\
# @name inferred_in_exists
# @mode many
# @param disease
# @param substance: iri
# @limit 20 max 200
# The drugs that are not against a disease and contain a substance.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE {
  GRAPH $current {
    ?drug a ex:Drug
    FILTER NOT EXISTS { ?drug ex:against $disease }
    FILTER EXISTS { ?drug ex:contains $substance }
  }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_in_exists",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug a ex:Drug\n    FILTER NOT EXISTS { ?drug ex:against ",
            runtime.Slot("disease", "iri"),
            " }\n    FILTER EXISTS { ?drug ex:contains ",
            runtime.Slot("substance", "iri"),
            " }\n  }\n}\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="disease",
            python="disease",
            wire="disease",
            type="Ref[Disease]",
            default=None,
        ),
        runtime.ParamRow(
            name="substance",
            python="substance",
            wire="substance",
            type="Ref[Substance]",
            default=None,
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
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The drugs that are not against a disease and contain a substance.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_IN_EXISTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredInExistsRow:
    """One row of `inferred_in_exists`."""

    drug: runtime.Ref[models.Drug]


def inferred_in_exists(
    graph: runtime.BaseGraph,
    *,
    disease: str,
    substance: str,
    limit: int | None = None,
) -> list[InferredInExistsRow]:
    """The drugs that are not against a disease and contain a substance.

    `disease` is an id of class Disease.
    `substance` is an id of class Substance.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_IN_EXISTS,
        {
            "disease": disease,
            "substance": substance,
        },
        limit=limit,
    )
    return [InferredInExistsRow(*row) for row in rows]
