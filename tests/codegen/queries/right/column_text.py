"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "COLUMN_TEXT",
    "QUERIES",
    "ColumnTextRow",
    "column_text",
]

COLUMN_TEXT = runtime.QueryRow(
    name="column_text",
    mode="many",
    text="""\
# @name column_text
# @mode many
# @limit 20 max 200
# Of each drug how it is taken.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:form ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_text",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:form ?value } }\nORDER BY ?drug ?value",
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
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug how it is taken.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_TEXT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnTextRow:
    """One row of `column_text`."""

    drug: runtime.Ref[models.Drug]
    value: enums.DrugForm


def column_text(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnTextRow]:
    """Of each drug how it is taken.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_TEXT,
        {},
        limit=limit,
    )
    return [ColumnTextRow(*row) for row in rows]
