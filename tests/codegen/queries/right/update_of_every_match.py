"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_OF_EVERY_MATCH",
    "update_of_every_match",
]

UPDATE_OF_EVERY_MATCH = runtime.QueryRow(
    name="update_of_every_match",
    mode="update",
    text="""\
# @name update_of_every_match
# @mode update
# @param form: string
# Take what is no longer a tablet from the counter.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { ?drug ex:overTheCounter ?free } }
INSERT { GRAPH $current { ?drug ex:overTheCounter false } }
WHERE {
  GRAPH $current { ?drug a ex:Drug ; ex:form $form ; ex:overTheCounter ?free FILTER(?free = true) }
}
""",
    template=runtime.Template(
        name="update_of_every_match",
        pieces=(
            'PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT ?drug ?free ("false"^^<http://www.w3.org/2001/XMLSchema#boolean> AS ?_2)\n',  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:form ",
            runtime.Slot("form", "string"),
            " ; ex:overTheCounter ?free FILTER(?free = true) }\n}",
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
    changes=(
        runtime.Change("delete", 0, "https://example.org/pharmacy#overTheCounter", 1),
        runtime.Change("insert", 0, "https://example.org/pharmacy#overTheCounter", 2),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Take what is no longer a tablet from the counter.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_OF_EVERY_MATCH,)
"""All of them, by name: part of `SCHEMA`."""


def update_of_every_match(
    graph: runtime.BaseGraph,
    *,
    form: str,
) -> list[runtime.Ref[models.Drug]]:
    """Take what is no longer a tablet from the counter.

    `form` is a text.
    """
    return runtime.run_update(
        graph,
        UPDATE_OF_EVERY_MATCH,
        {
            "form": form,
        },
    )
