"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "TOOL_THAT_CONSTRUCTS",
    "tool_that_constructs",
]

TOOL_THAT_CONSTRUCTS = runtime.QueryRow(
    name="tool_that_constructs",
    mode="construct",
    text="""\
# @name tool_that_constructs
# @mode construct
# @tool drugs_of_form
# @param form: string
# @limit 10 max 50
# The drugs of a form.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT { ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:form $form }
WHERE {
  GRAPH $current { ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:form $form }
}
""",  # noqa: E501
    template=runtime.Template(
        name="tool_that_constructs",
        limit=10,
        limit_max=50,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT { ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:form ",  # noqa: E501
            runtime.Slot("form", "string"),
            " }\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?recorded ; ex:dose ?dose ; ex:form ",
            runtime.Slot("form", "string"),
            " }\n}",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="form",
            python="form",
            wire="form",
            type="string",
            default=None,
        ),
    ),
    columns=(),
    made=("Drug",),
    limit=10,
    limit_max=50,
    tool="drugs_of_form",
    doc="The drugs of a form.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (TOOL_THAT_CONSTRUCTS,)
"""All of them, by name: part of `SCHEMA`."""


def tool_that_constructs(
    graph: runtime.BaseGraph,
    *,
    form: str,
    limit: int | None = None,
) -> list[models.Drug]:
    """The drugs of a form.

    `form` is a text.
    `limit` is at most 50; left out, it is 10.
    """
    return runtime.construct_query(
        graph,
        TOOL_THAT_CONSTRUCTS,
        {
            "form": form,
        },
        (models.Drug,),
        limit=limit,
    )
