"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OPTIONAL",
    "QUERIES",
    "ColumnOptionalRow",
    "column_optional",
]

COLUMN_OPTIONAL = runtime.QueryRow(
    name="column_optional",
    mode="many",
    text="""\
# @name column_optional
# @mode many
# @limit 20 max 200
# Drugs, and what they are for where that is known.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?disease
WHERE { GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug ex:against ?disease } } }
ORDER BY ?drug ?disease
""",
    template=runtime.Template(
        name="column_optional",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?disease\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug OPTIONAL { ?drug ex:against ?disease } } }\nORDER BY ?drug ?disease",
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
            name="disease",
            python="disease",
            wire="disease",
            type="Ref[Disease]",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs, and what they are for where that is known.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OPTIONAL,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOptionalRow:
    """One row of `column_optional`."""

    drug: runtime.Ref[models.Drug]
    disease: runtime.Ref[models.Disease] | None


def column_optional(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnOptionalRow]:
    """Drugs, and what they are for where that is known.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OPTIONAL,
        {},
        limit=limit,
    )
    return [ColumnOptionalRow(*row) for row in rows]
