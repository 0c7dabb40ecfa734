"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PATH_OF_NO_STEP",
    "QUERIES",
    "PathOfNoStepRow",
    "path_of_no_step",
]

PATH_OF_NO_STEP = runtime.QueryRow(
    name="path_of_no_step",
    mode="many",
    text="""\
# @name path_of_no_step
# @mode many
# @allow Q054 The drug itself is meant to be found too.
# @limit 20 max 200
# A drug and what it contains, itself among it.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?part
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name . ?drug ex:contains? ?part } }
ORDER BY ?drug ?part
""",
    template=runtime.Template(
        name="path_of_no_step",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?part\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name . ?drug ex:contains? ?part } }\nORDER BY ?drug ?part",
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
            name="part",
            python="part",
            wire="part",
            type="Ref[Substance]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="A drug and what it contains, itself among it.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PATH_OF_NO_STEP,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class PathOfNoStepRow:
    """One row of `path_of_no_step`."""

    drug: runtime.Ref[models.Drug]
    part: runtime.Ref[models.Substance]


def path_of_no_step(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[PathOfNoStepRow]:
    """A drug and what it contains, itself among it.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PATH_OF_NO_STEP,
        {},
        limit=limit,
    )
    return [PathOfNoStepRow(*row) for row in rows]
