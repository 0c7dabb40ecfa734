"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXISTS",
    "QUERIES",
    "ExistsRow",
    "exists",
]

EXISTS = runtime.QueryRow(
    name="exists",
    mode="many",
    text="""\
# @name exists
# @mode many
# @limit 20 max 200
# Drugs with a leaflet.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug FILTER EXISTS { ?drug ex:leaflet ?leaflet } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="exists",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug FILTER EXISTS { ?drug ex:leaflet ?leaflet } } }\nORDER BY ?drug",
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
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs with a leaflet.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXISTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExistsRow:
    """One row of `exists`."""

    drug: runtime.Ref[models.Drug]


def exists(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExistsRow]:
    """Drugs with a leaflet.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXISTS,
        {},
        limit=limit,
    )
    return [ExistsRow(*row) for row in rows]
