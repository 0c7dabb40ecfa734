"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_INTEGER",
    "QUERIES",
    "ParameterIntegerRow",
    "parameter_integer",
]

PARAMETER_INTEGER = runtime.QueryRow(
    name="parameter_integer",
    mode="many",
    text="""\
# @name parameter_integer
# @mode many
# @param index: integer
# @limit 20 max 200
# The passages at a place.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?chunk
WHERE { GRAPH $current { ?chunk a kg:Chunk ; kg:chunkIndex $index } }
ORDER BY ?chunk
""",
    template=runtime.Template(
        name="parameter_integer",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?chunk\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?chunk a kg:Chunk ; kg:chunkIndex ",
            runtime.Slot("index", "integer"),
            " } }\nORDER BY ?chunk",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="index",
            python="index",
            wire="index",
            type="integer",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="chunk",
            python="chunk",
            wire="chunk",
            type="Ref[Chunk]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The passages at a place.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_INTEGER,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterIntegerRow:
    """One row of `parameter_integer`."""

    chunk: runtime.Ref[models.Chunk]


def parameter_integer(
    graph: runtime.BaseGraph,
    *,
    index: int,
    limit: int | None = None,
) -> list[ParameterIntegerRow]:
    """The passages at a place.

    `index` is a whole number.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_INTEGER,
        {
            "index": index,
        },
        limit=limit,
    )
    return [ParameterIntegerRow(*row) for row in rows]
