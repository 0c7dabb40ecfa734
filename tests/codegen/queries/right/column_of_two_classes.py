"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OF_TWO_CLASSES",
    "QUERIES",
    "ColumnOfTwoClassesRow",
    "column_of_two_classes",
]

COLUMN_OF_TWO_CLASSES = runtime.QueryRow(
    name="column_of_two_classes",
    mode="many",
    text="""\
# @name column_of_two_classes
# @mode many
# @param drug: Ref[ex:Drug]
# @limit 20 max 200
# What a drug is made of or taken against.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?thing
WHERE { GRAPH $current { $drug ex:contains|ex:against ?thing } }
ORDER BY ?thing
""",
    template=runtime.Template(
        name="column_of_two_classes",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?thing\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:contains|ex:against ?thing } }\nORDER BY ?thing",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="thing",
            python="thing",
            wire="thing",
            type="Ref[Disease | Substance]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What a drug is made of or taken against.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_TWO_CLASSES,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfTwoClassesRow:
    """One row of `column_of_two_classes`."""

    thing: runtime.Ref[models.Disease | models.Substance]


def column_of_two_classes(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[ColumnOfTwoClassesRow]:
    """What a drug is made of or taken against.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_TWO_CLASSES,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [ColumnOfTwoClassesRow(*row) for row in rows]
