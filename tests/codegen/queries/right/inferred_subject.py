"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_SUBJECT",
    "QUERIES",
    "InferredSubjectRow",
    "inferred_subject",
]

INFERRED_SUBJECT = runtime.QueryRow(
    name="inferred_subject",
    mode="many",
    text="""\
# @name inferred_subject
# @mode many
# @param drug
# @limit 20 max 200
# What a drug is made of.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?substance
WHERE { GRAPH $current { $drug ex:contains ?substance } }
ORDER BY ?substance
""",
    template=runtime.Template(
        name="inferred_subject",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?substance\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:contains ?substance } }\nORDER BY ?substance",
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
            name="substance",
            python="substance",
            wire="substance",
            type="Ref[Substance]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What a drug is made of.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_SUBJECT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredSubjectRow:
    """One row of `inferred_subject`."""

    substance: runtime.Ref[models.Substance]


def inferred_subject(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[InferredSubjectRow]:
    """What a drug is made of.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_SUBJECT,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [InferredSubjectRow(*row) for row in rows]
