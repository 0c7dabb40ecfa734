"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_CLASS",
    "QUERIES",
    "ColumnClassRow",
    "column_class",
]

COLUMN_CLASS = runtime.QueryRow(
    name="column_class",
    mode="many",
    text="""\
# @name column_class
# @mode many
# @limit 20 max 200
# Of each drug its class.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:entityType ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_class",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:entityType ?value } }\nORDER BY ?drug ?value",
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
            type="iri",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug its class.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_CLASS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnClassRow:
    """One row of `column_class`."""

    drug: runtime.Ref[models.Drug]
    value: str


def column_class(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnClassRow]:
    """Of each drug its class.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_CLASS,
        {},
        limit=limit,
    )
    return [ColumnClassRow(*row) for row in rows]
