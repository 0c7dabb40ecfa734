"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "CONSTRUCT_BY_NAME",
    "QUERIES",
    "construct_by_name",
]

CONSTRUCT_BY_NAME = runtime.QueryRow(
    name="construct_by_name",
    mode="construct",
    text="""\
# @name construct_by_name
# @mode construct
# @param name: string
# @limit 10
# The people of a name.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT { ?person a kg:Person ; kg:name $name ; kg:entityType ?type ; kg:recordedAt ?recorded ; kg:description ?description }
WHERE {
  GRAPH $current {
    ?person a kg:Person ; kg:name $name ; kg:entityType ?type ; kg:recordedAt ?recorded
    OPTIONAL { ?person kg:description ?description }
  }
}
""",  # noqa: E501
    template=runtime.Template(
        name="construct_by_name",
        limit=10,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT { ?person a kg:Person ; kg:name ",
            runtime.Slot("name", "string"),
            " ; kg:entityType ?type ; kg:recordedAt ?recorded ; kg:description ?description }\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?person a kg:Person ; kg:name ",
            runtime.Slot("name", "string"),
            " ; kg:entityType ?type ; kg:recordedAt ?recorded\n    OPTIONAL { ?person kg:description ?description }\n  }\n}",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="name",
            python="name",
            wire="name",
            type="string",
            default=None,
        ),
    ),
    columns=(),
    made=("Person",),
    limit=10,
    limit_max=None,
    tool=None,
    doc="The people of a name.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (CONSTRUCT_BY_NAME,)
"""All of them, by name: part of `SCHEMA`."""


def construct_by_name(
    graph: runtime.BaseGraph,
    *,
    name: str,
    limit: int | None = None,
) -> list[models.Person]:
    """The people of a name.

    `name` is a text.
    `limit` is at most 10; left out, it is 10.
    """
    return runtime.construct_query(
        graph,
        CONSTRUCT_BY_NAME,
        {
            "name": name,
        },
        (models.Person,),
        limit=limit,
    )
