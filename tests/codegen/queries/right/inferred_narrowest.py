"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_NARROWEST",
    "QUERIES",
    "InferredNarrowestRow",
    "inferred_narrowest",
]

INFERRED_NARROWEST = runtime.QueryRow(
    name="inferred_narrowest",
    mode="many",
    text="""\
# @name inferred_narrowest
# @mode many
# @param part
# @limit 20 max 200
# What else contains a drug, which is a substance with a dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:contains $part . $part ex:dose ?dose } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_narrowest",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:contains ",
            runtime.Slot("part", "iri"),
            " . ",
            runtime.Slot("part", "iri"),
            " ex:dose ?dose } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="part",
            python="part",
            wire="part",
            type="Ref[Drug]",
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
    doc="What else contains a drug, which is a substance with a dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_NARROWEST,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredNarrowestRow:
    """One row of `inferred_narrowest`."""

    drug: runtime.Ref[models.Drug]


def inferred_narrowest(
    graph: runtime.BaseGraph,
    *,
    part: str,
    limit: int | None = None,
) -> list[InferredNarrowestRow]:
    """What else contains a drug, which is a substance with a dose.

    `part` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_NARROWEST,
        {
            "part": part,
        },
        limit=limit,
    )
    return [InferredNarrowestRow(*row) for row in rows]
