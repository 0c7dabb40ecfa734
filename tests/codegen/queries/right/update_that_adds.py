"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_THAT_ADDS",
    "update_that_adds",
]

UPDATE_THAT_ADDS = runtime.QueryRow(
    name="update_that_adds",
    mode="update",
    text="""\
# @name update_that_adds
# @mode update
# @param drug: Ref[ex:Drug]
# @param substance: Ref[ex:Substance]
# Add an ingredient.
PREFIX ex: <https://example.org/pharmacy#>
INSERT { GRAPH $current { $drug ex:contains $substance } }
WHERE {
  GRAPH $current { $drug a ex:Drug . $substance a ex:Substance }
}
""",
    template=runtime.Template(
        name="update_that_adds",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) (",
            runtime.Slot("substance", "iri"),
            " AS ?_1)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug . ",
            runtime.Slot("substance", "iri"),
            " a ex:Substance }\n}",
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
        runtime.ParamRow(
            name="substance",
            python="substance",
            wire="substance",
            type="Ref[Substance]",
            default=None,
        ),
    ),
    columns=(),
    changes=(runtime.Change("insert", 0, "https://example.org/pharmacy#contains", 1),),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Add an ingredient.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_THAT_ADDS,)
"""All of them, by name: part of `SCHEMA`."""


def update_that_adds(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    substance: str,
) -> list[runtime.Ref[models.Drug]]:
    """Add an ingredient.

    `drug` is an id of class Drug.
    `substance` is an id of class Substance.
    """
    return runtime.run_update(
        graph,
        UPDATE_THAT_ADDS,
        {
            "drug": drug,
            "substance": substance,
        },
    )
