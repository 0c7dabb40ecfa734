"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PATH_BACKWARDS",
    "QUERIES",
    "PathBackwardsRow",
    "path_backwards",
]

PATH_BACKWARDS = runtime.QueryRow(
    name="path_backwards",
    mode="many",
    text="""\
# @name path_backwards
# @mode many
# @param substance: Ref[ex:Substance]
# @limit 20 max 200
# The drugs that something is in.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { $substance ^ex:contains ?drug } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="path_backwards",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("substance", "iri"),
            " ^ex:contains ?drug } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="substance",
            python="substance",
            wire="substance",
            type="Ref[Substance]",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The drugs that something is in.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PATH_BACKWARDS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class PathBackwardsRow:
    """One row of `path_backwards`."""

    drug: runtime.Ref[models.Drug]


def path_backwards(
    graph: runtime.BaseGraph,
    *,
    substance: str,
    limit: int | None = None,
) -> list[PathBackwardsRow]:
    """The drugs that something is in.

    `substance` is an id of class Substance.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PATH_BACKWARDS,
        {
            "substance": substance,
        },
        limit=limit,
    )
    return [PathBackwardsRow(*row) for row in rows]
