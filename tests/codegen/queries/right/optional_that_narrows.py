"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "OPTIONAL_THAT_NARROWS",
    "QUERIES",
    "OptionalThatNarrowsRow",
    "optional_that_narrows",
]

OPTIONAL_THAT_NARROWS = runtime.QueryRow(
    name="optional_that_narrows",
    mode="many",
    text="""\
# @name optional_that_narrows
# @mode many
# @limit 20 max 200
# What a drug contains, where that is a drug itself.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?part
WHERE { GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug ex:contains ?part . ?part a ex:Drug } } }
ORDER BY ?drug ?part
""",
    template=runtime.Template(
        name="optional_that_narrows",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?part\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug OPTIONAL { ?drug ex:contains ?part . ?part a ex:Drug } } }\nORDER BY ?drug ?part",
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
            type="Ref[Drug]",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What a drug contains, where that is a drug itself.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_THAT_NARROWS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalThatNarrowsRow:
    """One row of `optional_that_narrows`."""

    drug: runtime.Ref[models.Drug]
    part: runtime.Ref[models.Drug] | None


def optional_that_narrows(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[OptionalThatNarrowsRow]:
    """What a drug contains, where that is a drug itself.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPTIONAL_THAT_NARROWS,
        {},
        limit=limit,
    )
    return [OptionalThatNarrowsRow(*row) for row in rows]
