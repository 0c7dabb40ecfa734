"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_DECIMAL",
    "QUERIES",
    "ColumnDecimalRow",
    "column_decimal",
]

COLUMN_DECIMAL = runtime.QueryRow(
    name="column_decimal",
    mode="many",
    text="""\
# @name column_decimal
# @mode many
# @limit 20 max 200
# Of each drug how much of it is taken.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_decimal",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:dose ?value } }\nORDER BY ?drug ?value",
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
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug how much of it is taken.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_DECIMAL,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnDecimalRow:
    """One row of `column_decimal`."""

    drug: runtime.Ref[models.Drug]
    value: Decimal


def column_decimal(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnDecimalRow]:
    """Of each drug how much of it is taken.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_DECIMAL,
        {},
        limit=limit,
    )
    return [ColumnDecimalRow(*row) for row in rows]
