"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PATH_DOWN_AND_UP",
    "QUERIES",
    "PathDownAndUpRow",
    "path_down_and_up",
]

PATH_DOWN_AND_UP = runtime.QueryRow(
    name="path_down_and_up",
    mode="many",
    text="""\
# @name path_down_and_up
# @mode many
# @param drug: Ref[ex:Drug]
# @limit 20 max 200
# Drugs that share a part with a drug.
PREFIX ex: <https://example.org/pharmacy#>
SELECT DISTINCT ?other
WHERE { GRAPH $current { $drug ex:contains/^ex:contains ?other } }
ORDER BY ?other
""",
    template=runtime.Template(
        name="path_down_and_up",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT ?other\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:contains/^ex:contains ?other } }\nORDER BY ?other",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="other",
            python="other",
            wire="other",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs that share a part with a drug.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PATH_DOWN_AND_UP,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class PathDownAndUpRow:
    """One row of `path_down_and_up`."""

    other: runtime.Ref[models.Drug]


def path_down_and_up(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[PathDownAndUpRow]:
    """Drugs that share a part with a drug.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PATH_DOWN_AND_UP,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [PathDownAndUpRow(*row) for row in rows]
