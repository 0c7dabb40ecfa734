"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "CONSTRUCT_OF_ALL_VALUES",
    "QUERIES",
    "construct_of_all_values",
]

CONSTRUCT_OF_ALL_VALUES = runtime.QueryRow(
    name="construct_of_all_values",
    mode="construct",
    text="""\
# @name construct_of_all_values
# @mode construct
# @param drug: Ref[ex:Drug]
# @limit none
# A drug with its leaflet in every language.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT {
  $drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:leaflet ?leaflet .
}
WHERE {
  GRAPH $current {
    $drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose
    OPTIONAL { $drug ex:leaflet ?leaflet }
  }
}
""",
    template=runtime.Template(
        name="construct_of_all_values",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT {\n  ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:leaflet ?leaflet .\n}\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose\n    OPTIONAL { ",
            runtime.Slot("drug", "iri"),
            " ex:leaflet ?leaflet }\n  }\n}",
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
    columns=(),
    made=("Drug",),
    limit=None,
    limit_max=None,
    tool=None,
    doc="A drug with its leaflet in every language.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (CONSTRUCT_OF_ALL_VALUES,)
"""All of them, by name: part of `SCHEMA`."""


def construct_of_all_values(
    graph: runtime.BaseGraph,
    *,
    drug: str,
) -> list[models.Drug]:
    """A drug with its leaflet in every language.

    `drug` is an id of class Drug.
    """
    return runtime.construct_query(
        graph,
        CONSTRUCT_OF_ALL_VALUES,
        {
            "drug": drug,
        },
        (models.Drug,),
    )
