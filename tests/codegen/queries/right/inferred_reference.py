"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_REFERENCE",
    "QUERIES",
    "InferredReferenceRow",
    "inferred_reference",
]

INFERRED_REFERENCE = runtime.QueryRow(
    name="inferred_reference",
    mode="many",
    text="""\
# @name inferred_reference
# @mode many
# @param disease
# @limit 20 max 200
# The drugs against a disease.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:against $disease } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_reference",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:against ",
            runtime.Slot("disease", "iri"),
            " } }\nORDER BY ?drug",
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
    doc="The drugs against a disease.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_REFERENCE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredReferenceRow:
    """One row of `inferred_reference`."""

    drug: runtime.Ref[models.Drug]


def inferred_reference(
    graph: runtime.BaseGraph,
    *,
    disease: str,
    limit: int | None = None,
) -> list[InferredReferenceRow]:
    """The drugs against a disease.

    `disease` is an id of class Disease.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_REFERENCE,
        {
            "disease": disease,
        },
        limit=limit,
    )
    return [InferredReferenceRow(*row) for row in rows]
