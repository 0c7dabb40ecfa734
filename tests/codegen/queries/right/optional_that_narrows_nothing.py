"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "OPTIONAL_THAT_NARROWS_NOTHING",
    "QUERIES",
    "OptionalThatNarrowsNothingRow",
    "optional_that_narrows_nothing",
]

OPTIONAL_THAT_NARROWS_NOTHING = runtime.QueryRow(
    name="optional_that_narrows_nothing",
    mode="many",
    text="""\
# @name optional_that_narrows_nothing
# @mode many
# @limit 20 max 200
# What a drug contains, with the dose of a part that has one.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?part ?dose
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:contains ?part OPTIONAL { ?part ex:dose ?dose } } }
ORDER BY ?drug ?part
""",
    template=runtime.Template(
        name="optional_that_narrows_nothing",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?part ?dose\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:contains ?part OPTIONAL { ?part ex:dose ?dose } } }\nORDER BY ?drug ?part",
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
            name="part",
            python="part",
            wire="part",
            type="Ref[Substance]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What a drug contains, with the dose of a part that has one.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_THAT_NARROWS_NOTHING,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalThatNarrowsNothingRow:
    """One row of `optional_that_narrows_nothing`."""

    drug: runtime.Ref[models.Drug]
    part: runtime.Ref[models.Substance]
    dose: Decimal | None


def optional_that_narrows_nothing(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[OptionalThatNarrowsNothingRow]:
    """What a drug contains, with the dose of a part that has one.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPTIONAL_THAT_NARROWS_NOTHING,
        {},
        limit=limit,
    )
    return [OptionalThatNarrowsNothingRow(*row) for row in rows]
