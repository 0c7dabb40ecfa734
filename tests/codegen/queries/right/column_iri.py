"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_IRI",
    "QUERIES",
    "ColumnIriRow",
    "column_iri",
]

COLUMN_IRI = runtime.QueryRow(
    name="column_iri",
    mode="many",
    text="""\
# @name column_iri
# @mode many
# @limit 20 max 200
# Of each drug a page about it.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?value
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:page ?value } }
ORDER BY ?drug ?value
""",
    template=runtime.Template(
        name="column_iri",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:page ?value } }\nORDER BY ?drug ?value",
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
    doc="Of each drug a page about it.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_IRI,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnIriRow:
    """One row of `column_iri`."""

    drug: runtime.Ref[models.Drug]
    value: str


def column_iri(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnIriRow]:
    """Of each drug a page about it.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_IRI,
        {},
        limit=limit,
    )
    return [ColumnIriRow(*row) for row in rows]
