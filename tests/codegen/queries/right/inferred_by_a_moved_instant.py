"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_BY_A_MOVED_INSTANT",
    "QUERIES",
    "InferredByAMovedInstantRow",
    "inferred_by_a_moved_instant",
]

INFERRED_BY_A_MOVED_INSTANT = runtime.QueryRow(
    name="inferred_by_a_moved_instant",
    mode="many",
    text="""\
# @name inferred_by_a_moved_instant
# @mode many
# @param until
# @limit 20 max 200
# Drugs that were approved a day before a moment.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:approvedAt ?at FILTER(?at + 86400000 < $until) } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_by_a_moved_instant",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:approvedAt ?at FILTER(?at + 86400000 < ",
            runtime.Slot("until", "instant"),
            ") } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="until",
            python="until",
            wire="until",
            type="instant",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs that were approved a day before a moment.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_BY_A_MOVED_INSTANT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredByAMovedInstantRow:
    """One row of `inferred_by_a_moved_instant`."""

    drug: runtime.Ref[models.Drug]


def inferred_by_a_moved_instant(
    graph: runtime.BaseGraph,
    *,
    until: runtime.Instant,
    limit: int | None = None,
) -> list[InferredByAMovedInstantRow]:
    """Drugs that were approved a day before a moment.

    `until` is an instant.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_BY_A_MOVED_INSTANT,
        {
            "until": until,
        },
        limit=limit,
    )
    return [InferredByAMovedInstantRow(*row) for row in rows]
