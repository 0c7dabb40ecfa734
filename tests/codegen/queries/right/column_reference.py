"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_REFERENCE",
    "QUERIES",
    "ColumnReferenceRow",
    "column_reference",
]

COLUMN_REFERENCE = runtime.QueryRow(
    name="column_reference",
    mode="many",
    text="""\
# @name column_reference
# @mode many
# @limit 20 max 200
# Of each drug what it is made of.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:contains ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_reference",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:contains ?value } }\nORDER BY ?drug ?value",
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
            name="value",
            python="value",
            wire="value",
            type="Ref[Substance]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug what it is made of.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_REFERENCE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnReferenceRow:
    """One row of `column_reference`."""

    drug: runtime.Ref[models.Drug]
    value: runtime.Ref[models.Substance]


def column_reference(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnReferenceRow]:
    """Of each drug what it is made of.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_REFERENCE,
        {},
        limit=limit,
    )
    return [ColumnReferenceRow(*row) for row in rows]
