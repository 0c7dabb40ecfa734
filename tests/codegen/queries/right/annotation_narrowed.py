"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "ANNOTATION_NARROWED",
    "QUERIES",
    "AnnotationNarrowedRow",
    "annotation_narrowed",
]

ANNOTATION_NARROWED = runtime.QueryRow(
    name="annotation_narrowed",
    mode="many",
    text="""\
# @name annotation_narrowed
# @mode many
# @param part: Ref[kg:Entity]
# @limit 20 max 200
# The drugs that contain a part; an entity, says the header, and a substance, says the place.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:contains $part } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="annotation_narrowed",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:contains ",
            runtime.Slot("part", "iri"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="part",
            python="part",
            wire="part",
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
    doc="The drugs that contain a part; an entity, says the header, and a substance, says the place.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (ANNOTATION_NARROWED,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AnnotationNarrowedRow:
    """One row of `annotation_narrowed`."""

    drug: runtime.Ref[models.Drug]


def annotation_narrowed(
    graph: runtime.BaseGraph,
    *,
    part: str,
    limit: int | None = None,
) -> list[AnnotationNarrowedRow]:
    """The drugs that contain a part; an entity, says the header, and a substance, says the place.

    `part` is an id of class Substance.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        ANNOTATION_NARROWED,
        {
            "part": part,
        },
        limit=limit,
    )
    return [AnnotationNarrowedRow(*row) for row in rows]
