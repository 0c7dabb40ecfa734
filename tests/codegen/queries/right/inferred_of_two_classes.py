"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_OF_TWO_CLASSES",
    "QUERIES",
    "InferredOfTwoClassesRow",
    "inferred_of_two_classes",
]

INFERRED_OF_TWO_CLASSES = runtime.QueryRow(
    name="inferred_of_two_classes",
    mode="many",
    text="""\
# @name inferred_of_two_classes
# @mode many
# @param thing
# @limit 20 max 200
# The drugs that contain a thing or are taken against it.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { { ?drug ex:contains $thing } UNION { ?drug ex:against $thing } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_of_two_classes",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { { ?drug ex:contains ",
            runtime.Slot("thing", "iri"),
            " } UNION { ?drug ex:against ",
            runtime.Slot("thing", "iri"),
            " } } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="thing",
            python="thing",
            wire="thing",
            type="Ref[Disease | Substance]",
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
    doc="The drugs that contain a thing or are taken against it.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_OF_TWO_CLASSES,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredOfTwoClassesRow:
    """One row of `inferred_of_two_classes`."""

    drug: runtime.Ref[models.Drug]


def inferred_of_two_classes(
    graph: runtime.BaseGraph,
    *,
    thing: str,
    limit: int | None = None,
) -> list[InferredOfTwoClassesRow]:
    """The drugs that contain a thing or are taken against it.

    `thing` is an id of class Disease or Substance.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_OF_TWO_CLASSES,
        {
            "thing": thing,
        },
        limit=limit,
    )
    return [InferredOfTwoClassesRow(*row) for row in rows]
