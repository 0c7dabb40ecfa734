"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "MODE_MANY",
    "QUERIES",
    "ModeManyRow",
    "mode_many",
]

MODE_MANY = runtime.QueryRow(
    name="mode_many",
    mode="many",
    text="""\
# @name mode_many
# @mode many
# @limit 20 max 200
# Every drug and its dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?dose
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose ?dose } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="mode_many",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?dose\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:dose ?dose } }\nORDER BY ?drug",
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
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Every drug and its dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MODE_MANY,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ModeManyRow:
    """One row of `mode_many`."""

    drug: runtime.Ref[models.Drug]
    dose: Decimal


def mode_many(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ModeManyRow]:
    """Every drug and its dose.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        MODE_MANY,
        {},
        limit=limit,
    )
    return [ModeManyRow(*row) for row in rows]
