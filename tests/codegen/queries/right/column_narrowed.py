"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_NARROWED",
    "QUERIES",
    "ColumnNarrowedRow",
    "column_narrowed",
]

COLUMN_NARROWED = runtime.QueryRow(
    name="column_narrowed",
    mode="many",
    text="""\
# @name column_narrowed
# @mode many
# @param drug: Ref[ex:Drug]
# @limit 20 max 200
# The drugs among the ingredients.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?part
WHERE { GRAPH $current { $drug ex:contains ?part . ?part a ex:Drug } }
ORDER BY ?part
""",
    template=runtime.Template(
        name="column_narrowed",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?part\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:contains ?part . ?part a ex:Drug } }\nORDER BY ?part",
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
            name="part",
            python="part",
            wire="part",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The drugs among the ingredients.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_NARROWED,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnNarrowedRow:
    """One row of `column_narrowed`."""

    part: runtime.Ref[models.Drug]


def column_narrowed(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[ColumnNarrowedRow]:
    """The drugs among the ingredients.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_NARROWED,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [ColumnNarrowedRow(*row) for row in rows]
