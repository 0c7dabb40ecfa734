"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "MODE_CONSTRUCT",
    "QUERIES",
    "mode_construct",
]

MODE_CONSTRUCT = runtime.QueryRow(
    name="mode_construct",
    mode="construct",
    text="""\
# @name mode_construct
# @mode construct
# @limit 20 max 100
# Drugs as whole things.
#\x20
# Of each what it is called and how much of it is taken.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT {
  ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose .
}
WHERE {
  GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose }
}
""",
    template=runtime.Template(
        name="mode_construct",
        limit=20,
        limit_max=100,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT {\n  ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose .\n}\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose }\n}",
        ),
    ),
    params=(),
    columns=(),
    made=("Drug",),
    limit=20,
    limit_max=100,
    tool=None,
    doc="Drugs as whole things.\n\nOf each what it is called and how much of it is taken.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MODE_CONSTRUCT,)
"""All of them, by name: part of `SCHEMA`."""


def mode_construct(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[models.Drug]:
    """Drugs as whole things.

    Of each what it is called and how much of it is taken.

    `limit` is at most 100; left out, it is 20.
    """
    return runtime.construct_query(
        graph,
        MODE_CONSTRUCT,
        {},
        (models.Drug,),
        limit=limit,
    )
