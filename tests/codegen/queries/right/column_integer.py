"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_INTEGER",
    "QUERIES",
    "ColumnIntegerRow",
    "column_integer",
]

COLUMN_INTEGER = runtime.QueryRow(
    name="column_integer",
    mode="many",
    text="""\
# @name column_integer
# @mode many
# @limit 20 max 200
# How long each passage is.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?chunk ?tokens
WHERE { GRAPH $current { ?chunk a kg:Chunk ; kg:tokenCount ?tokens } }
ORDER BY ?chunk
""",
    template=runtime.Template(
        name="column_integer",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?chunk ?tokens\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?chunk a kg:Chunk ; kg:tokenCount ?tokens } }\nORDER BY ?chunk",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="chunk",
            python="chunk",
            wire="chunk",
            type="Ref[Chunk]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="tokens",
            python="tokens",
            wire="tokens",
            type="integer",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="How long each passage is.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_INTEGER,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnIntegerRow:
    """One row of `column_integer`."""

    chunk: runtime.Ref[models.Chunk]
    tokens: int


def column_integer(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnIntegerRow]:
    """How long each passage is.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_INTEGER,
        {},
        limit=limit,
    )
    return [ColumnIntegerRow(*row) for row in rows]
