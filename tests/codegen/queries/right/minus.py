"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "MINUS",
    "QUERIES",
    "MinusRow",
    "minus",
]

MINUS = runtime.QueryRow(
    name="minus",
    mode="many",
    text="""\
# @name minus
# @mode many
# @limit 20 max 200
# Drugs that are against nothing.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?name
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name MINUS { ?drug ex:against ?disease } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="minus",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name MINUS { ?drug ex:against ?disease } } }\nORDER BY ?drug",
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
            name="name",
            python="name",
            wire="name",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs that are against nothing.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MINUS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class MinusRow:
    """One row of `minus`."""

    drug: runtime.Ref[models.Drug]
    name: str


def minus(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[MinusRow]:
    """Drugs that are against nothing.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        MINUS,
        {},
        limit=limit,
    )
    return [MinusRow(*row) for row in rows]
