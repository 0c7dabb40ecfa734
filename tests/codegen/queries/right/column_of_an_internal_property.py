"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OF_AN_INTERNAL_PROPERTY",
    "QUERIES",
    "ColumnOfAnInternalPropertyRow",
    "column_of_an_internal_property",
]

COLUMN_OF_AN_INTERNAL_PROPERTY = runtime.QueryRow(
    name="column_of_an_internal_property",
    mode="many",
    text="""\
# @name column_of_an_internal_property
# @mode many
# @limit 20 max 200
# By which key a name is found.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?key
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:nameKey ?key } }
ORDER BY ?drug ?key
""",
    template=runtime.Template(
        name="column_of_an_internal_property",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?key\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:nameKey ?key } }\nORDER BY ?drug ?key",
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
            name="key",
            python="key",
            wire="key",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="By which key a name is found.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_AN_INTERNAL_PROPERTY,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfAnInternalPropertyRow:
    """One row of `column_of_an_internal_property`."""

    drug: runtime.Ref[models.Drug]
    key: str


def column_of_an_internal_property(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnOfAnInternalPropertyRow]:
    """By which key a name is found.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_AN_INTERNAL_PROPERTY,
        {},
        limit=limit,
    )
    return [ColumnOfAnInternalPropertyRow(*row) for row in rows]
