"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_IN_A_LANGUAGE",
    "update_in_a_language",
]

UPDATE_IN_A_LANGUAGE = runtime.QueryRow(
    name="update_in_a_language",
    mode="update",
    text="""\
# @name update_in_a_language
# @mode update
# @param drug: Ref[ex:Drug]
# @param leaflet: langString
# Add what the leaflet says.
PREFIX ex: <https://example.org/pharmacy#>
INSERT { GRAPH $current { $drug ex:leaflet $leaflet } }
WHERE {
  GRAPH $current { $drug a ex:Drug }
}
""",
    template=runtime.Template(
        name="update_in_a_language",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) (",
            runtime.Slot("leaflet", "langString"),
            " AS ?_1)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug }\n}",
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
            name="leaflet",
            python="leaflet",
            wire="leaflet",
            type="langString",
            default=None,
        ),
    ),
    columns=(),
    changes=(runtime.Change("insert", 0, "https://example.org/pharmacy#leaflet", 1),),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Add what the leaflet says.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_IN_A_LANGUAGE,)
"""All of them, by name: part of `SCHEMA`."""


def update_in_a_language(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    leaflet: str,
) -> list[runtime.Ref[models.Drug]]:
    """Add what the leaflet says.

    `drug` is an id of class Drug.
    `leaflet` is a text in a language.
    """
    return runtime.run_update(
        graph,
        UPDATE_IN_A_LANGUAGE,
        {
            "drug": drug,
            "leaflet": leaflet,
        },
    )
