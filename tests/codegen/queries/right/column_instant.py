"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_INSTANT",
    "QUERIES",
    "ColumnInstantRow",
    "column_instant",
]

COLUMN_INSTANT = runtime.QueryRow(
    name="column_instant",
    mode="many",
    text="""\
# @name column_instant
# @mode many
# @limit 20 max 200
# Of each drug when it was approved.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:approvedAt ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_instant",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:approvedAt ?value } }\nORDER BY ?drug ?value",
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
            type="instant",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug when it was approved.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_INSTANT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnInstantRow:
    """One row of `column_instant`."""

    drug: runtime.Ref[models.Drug]
    value: datetime


def column_instant(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnInstantRow]:
    """Of each drug when it was approved.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_INSTANT,
        {},
        limit=limit,
    )
    return [ColumnInstantRow(*row) for row in rows]
