"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_LANGUAGE",
    "QUERIES",
    "ColumnLanguageRow",
    "column_language",
]

COLUMN_LANGUAGE = runtime.QueryRow(
    name="column_language",
    mode="many",
    text="""\
# @name column_language
# @mode many
# @limit 20 max 200
# Of each drug what its leaflet says.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:leaflet ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_language",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:leaflet ?value } }\nORDER BY ?drug ?value",
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
            type="langString",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Of each drug what its leaflet says.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_LANGUAGE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnLanguageRow:
    """One row of `column_language`."""

    drug: runtime.Ref[models.Drug]
    value: runtime.LangString


def column_language(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnLanguageRow]:
    """Of each drug what its leaflet says.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_LANGUAGE,
        {},
        limit=limit,
    )
    return [ColumnLanguageRow(*row) for row in rows]
