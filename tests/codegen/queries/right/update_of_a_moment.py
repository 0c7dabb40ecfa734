"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_OF_A_MOMENT",
    "update_of_a_moment",
]

UPDATE_OF_A_MOMENT = runtime.QueryRow(
    name="update_of_a_moment",
    mode="update",
    text="""\
# @name update_of_a_moment
# @mode update
# @param drug: Ref[ex:Drug]
# @param at: instant
# @param free: boolean
# Say when a drug was approved, and whether it is free.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { $drug ex:approvedAt ?old ; ex:overTheCounter ?was } }
INSERT { GRAPH $current { $drug ex:approvedAt $at ; ex:overTheCounter $free } }
WHERE {
  GRAPH $current { $drug a ex:Drug OPTIONAL { $drug ex:approvedAt ?old } OPTIONAL { $drug ex:overTheCounter ?was } }
}
""",
    template=runtime.Template(
        name="update_of_a_moment",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) ?old ?was (",
            runtime.Slot("at", "instant"),
            " AS ?_3) (",
            runtime.Slot("free", "boolean"),
            " AS ?_4)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug OPTIONAL { ",
            runtime.Slot("drug", "iri"),
            " ex:approvedAt ?old } OPTIONAL { ",
            runtime.Slot("drug", "iri"),
            " ex:overTheCounter ?was } }\n}",
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
            name="at",
            python="at",
            wire="at",
            type="instant",
            default=None,
        ),
        runtime.ParamRow(
            name="free",
            python="free",
            wire="free",
            type="boolean",
            default=None,
        ),
    ),
    columns=(),
    changes=(
        runtime.Change("delete", 0, "https://example.org/pharmacy#approvedAt", 1),
        runtime.Change("delete", 0, "https://example.org/pharmacy#overTheCounter", 2),
        runtime.Change("insert", 0, "https://example.org/pharmacy#approvedAt", 3),
        runtime.Change("insert", 0, "https://example.org/pharmacy#overTheCounter", 4),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Say when a drug was approved, and whether it is free.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_OF_A_MOMENT,)
"""All of them, by name: part of `SCHEMA`."""


def update_of_a_moment(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    at: runtime.Instant,
    free: bool,
) -> list[runtime.Ref[models.Drug]]:
    """Say when a drug was approved, and whether it is free.

    `drug` is an id of class Drug.
    `at` is an instant.
    `free` is true or false.
    """
    return runtime.run_update(
        graph,
        UPDATE_OF_A_MOMENT,
        {
            "drug": drug,
            "at": at,
            "free": free,
        },
    )
