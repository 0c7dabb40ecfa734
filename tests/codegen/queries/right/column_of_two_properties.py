"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "COLUMN_OF_TWO_PROPERTIES",
    "QUERIES",
    "ColumnOfTwoPropertiesRow",
    "column_of_two_properties",
]

COLUMN_OF_TWO_PROPERTIES = runtime.QueryRow(
    name="column_of_two_properties",
    mode="many",
    text="""\
# @name column_of_two_properties
# @mode many
# @param thing: Ref[kg:Entity]
# @limit 20 max 200
# What something is called or described as.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?text
WHERE { GRAPH $current { $thing kg:name|kg:description ?text } }
ORDER BY ?text
""",
    template=runtime.Template(
        name="column_of_two_properties",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?text\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("thing", "iri"),
            " kg:name|kg:description ?text } }\nORDER BY ?text",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="thing",
            python="thing",
            wire="thing",
            type="Ref[Entity]",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="text",
            python="text",
            wire="text",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What something is called or described as.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_TWO_PROPERTIES,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfTwoPropertiesRow:
    """One row of `column_of_two_properties`."""

    text: str


def column_of_two_properties(
    graph: runtime.BaseGraph,
    *,
    thing: str,
    limit: int | None = None,
) -> list[ColumnOfTwoPropertiesRow]:
    """What something is called or described as.

    `thing` is an id of class Entity.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_TWO_PROPERTIES,
        {
            "thing": thing,
        },
        limit=limit,
    )
    return [ColumnOfTwoPropertiesRow(*row) for row in rows]
