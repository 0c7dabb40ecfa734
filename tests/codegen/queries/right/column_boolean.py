"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_BOOLEAN",
    "QUERIES",
    "ColumnBooleanRow",
    "column_boolean",
]

COLUMN_BOOLEAN = runtime.QueryRow(
    name="column_boolean",
    mode="many",
    text="""\
# @name column_boolean
# @mode many
# @limit 20 max 200
# Of each drug whether it is sold freely.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:overTheCounter ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_boolean",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:overTheCounter ?value } }\nORDER BY ?drug ?value",
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
            type="boolean",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug whether it is sold freely.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_BOOLEAN,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnBooleanRow:
    """One row of `column_boolean`."""

    drug: runtime.Ref[models.Drug]
    value: bool


def column_boolean(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnBooleanRow]:
    """Of each drug whether it is sold freely.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_BOOLEAN,
        {},
        limit=limit,
    )
    return [ColumnBooleanRow(*row) for row in rows]
