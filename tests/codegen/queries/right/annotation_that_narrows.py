"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "ANNOTATION_THAT_NARROWS",
    "QUERIES",
    "AnnotationThatNarrowsRow",
    "annotation_that_narrows",
]

ANNOTATION_THAT_NARROWS = runtime.QueryRow(
    name="annotation_that_narrows",
    mode="many",
    text="""\
# @name annotation_that_narrows
# @mode many
# @param part: Ref[ex:Drug]
# @limit 20 max 200
# The drugs that contain another drug; a substance, says the place, and a drug, says the header.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:contains $part } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="annotation_that_narrows",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
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
    doc="The drugs that contain another drug; a substance, says the place, and a drug, says the header.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (ANNOTATION_THAT_NARROWS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AnnotationThatNarrowsRow:
    """One row of `annotation_that_narrows`."""

    drug: runtime.Ref[models.Drug]


def annotation_that_narrows(
    graph: runtime.BaseGraph,
    *,
    part: str,
    limit: int | None = None,
) -> list[AnnotationThatNarrowsRow]:
    """The drugs that contain another drug; a substance, says the place, and a drug, says the header.

    `part` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        ANNOTATION_THAT_NARROWS,
        {
            "part": part,
        },
        limit=limit,
    )
    return [AnnotationThatNarrowsRow(*row) for row in rows]
