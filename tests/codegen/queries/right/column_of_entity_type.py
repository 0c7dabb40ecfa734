"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OF_ENTITY_TYPE",
    "QUERIES",
    "ColumnOfEntityTypeRow",
    "column_of_entity_type",
]

COLUMN_OF_ENTITY_TYPE = runtime.QueryRow(
    name="column_of_entity_type",
    mode="many",
    text="""\
# @name column_of_entity_type
# @mode many
# @limit 20 max 200
# The things of which the class is the drug.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?thing ?name
WHERE { GRAPH $current { ?thing kg:entityType ex:Drug ; kg:name ?name } }
ORDER BY ?thing
""",
    template=runtime.Template(
        name="column_of_entity_type",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?thing ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?thing kg:entityType ex:Drug ; kg:name ?name } }\nORDER BY ?thing",
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
    doc="The things of which the class is the drug.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_ENTITY_TYPE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfEntityTypeRow:
    """One row of `column_of_entity_type`."""

    thing: runtime.Ref[models.Drug]
    name: str


def column_of_entity_type(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnOfEntityTypeRow]:
    """The things of which the class is the drug.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_ENTITY_TYPE,
        {},
        limit=limit,
    )
    return [ColumnOfEntityTypeRow(*row) for row in rows]
