"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "CONSTRUCT_OF_TWO_CLASSES",
    "QUERIES",
    "construct_of_two_classes",
]

CONSTRUCT_OF_TWO_CLASSES = runtime.QueryRow(
    name="construct_of_two_classes",
    mode="construct",
    text="""\
# @name construct_of_two_classes
# @mode construct
# @limit 50
# Drugs and what they are taken against.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT {
  ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose .
  ?disease a ex:Disease ; kg:name ?called ; kg:entityType ?kind ; kg:recordedAt ?learned .
}
WHERE {
  GRAPH $current {
    ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:against ?disease .
    ?disease kg:name ?called ; kg:entityType ?kind ; kg:recordedAt ?learned .
  }
}
""",
    template=runtime.Template(
        name="construct_of_two_classes",
        limit=50,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT {\n  ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose .\n  ?disease a ex:Disease ; kg:name ?called ; kg:entityType ?kind ; kg:recordedAt ?learned .\n}\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:against ?disease .\n    ?disease kg:name ?called ; kg:entityType ?kind ; kg:recordedAt ?learned .\n  }\n}",  # noqa: E501
        ),
    ),
    params=(),
    columns=(),
    made=("Disease", "Drug"),
    limit=50,
    limit_max=None,
    tool=None,
    doc="Drugs and what they are taken against.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (CONSTRUCT_OF_TWO_CLASSES,)
"""All of them, by name: part of `SCHEMA`."""


def construct_of_two_classes(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[models.Disease | models.Drug]:
    """Drugs and what they are taken against.

    `limit` is at most 50; left out, it is 50.
    """
    return runtime.construct_query(
        graph,
        CONSTRUCT_OF_TWO_CLASSES,
        {},
        (models.Disease, models.Drug),
        limit=limit,
    )
