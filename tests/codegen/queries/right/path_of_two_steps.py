"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "PATH_OF_TWO_STEPS",
    "QUERIES",
    "PathOfTwoStepsRow",
    "path_of_two_steps",
]

PATH_OF_TWO_STEPS = runtime.QueryRow(
    name="path_of_two_steps",
    mode="many",
    text="""\
# @name path_of_two_steps
# @mode many
# @param drug: Ref[ex:Drug]
# @limit 20 max 200
# What the parts of a drug are called.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?name
WHERE { GRAPH $current { $drug ex:contains/kg:name ?name } }
ORDER BY ?name
""",
    template=runtime.Template(
        name="path_of_two_steps",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:contains/kg:name ?name } }\nORDER BY ?name",
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
    doc="What the parts of a drug are called.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PATH_OF_TWO_STEPS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class PathOfTwoStepsRow:
    """One row of `path_of_two_steps`."""

    name: str


def path_of_two_steps(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[PathOfTwoStepsRow]:
    """What the parts of a drug are called.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PATH_OF_TWO_STEPS,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [PathOfTwoStepsRow(*row) for row in rows]
