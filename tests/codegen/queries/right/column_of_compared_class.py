"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OF_COMPARED_CLASS",
    "QUERIES",
    "ColumnOfComparedClassRow",
    "column_of_compared_class",
]

COLUMN_OF_COMPARED_CLASS = runtime.QueryRow(
    name="column_of_compared_class",
    mode="many",
    text="""\
# @name column_of_compared_class
# @mode many
# @limit 20 max 200
# The things that are drugs, by a condition.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?thing ?name
WHERE { GRAPH $current { ?thing a ?class ; kg:name ?name FILTER(?class = ex:Drug) } }
ORDER BY ?thing
""",
    template=runtime.Template(
        name="column_of_compared_class",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?thing ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?thing a ?class ; kg:name ?name FILTER(?class = ex:Drug) } }\nORDER BY ?thing",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="thing",
            python="thing",
            wire="thing",
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
    doc="The things that are drugs, by a condition.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_COMPARED_CLASS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfComparedClassRow:
    """One row of `column_of_compared_class`."""

    thing: runtime.Ref[models.Drug]
    name: str


def column_of_compared_class(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnOfComparedClassRow]:
    """The things that are drugs, by a condition.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_COMPARED_CLASS,
        {},
        limit=limit,
    )
    return [ColumnOfComparedClassRow(*row) for row in rows]
