"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_THAT_TAKES_AWAY",
    "update_that_takes_away",
]

UPDATE_THAT_TAKES_AWAY = runtime.QueryRow(
    name="update_that_takes_away",
    mode="update",
    text="""\
# @name update_that_takes_away
# @mode update
# @param drug: Ref[ex:Drug]
# @param page: iri
# Take pages away.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { $drug ex:page $page } }
WHERE {
  GRAPH $current { $drug a ex:Drug ; ex:page $page }
}
""",
    template=runtime.Template(
        name="update_that_takes_away",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) (",
            runtime.Slot("page", "iri"),
            " AS ?_1)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; ex:page ",
            runtime.Slot("page", "iri"),
            " }\n}",
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
            name="page",
            python="page",
            wire="page",
            type="iri",
            default=None,
        ),
    ),
    columns=(),
    changes=(runtime.Change("delete", 0, "https://example.org/pharmacy#page", 1),),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Take pages away.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_THAT_TAKES_AWAY,)
"""All of them, by name: part of `SCHEMA`."""


def update_that_takes_away(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    page: str,
) -> list[runtime.Ref[models.Drug]]:
    """Take pages away.

    `drug` is an id of class Drug.
    `page` is an IRI.
    """
    return runtime.run_update(
        graph,
        UPDATE_THAT_TAKES_AWAY,
        {
            "drug": drug,
            "page": page,
        },
    )
