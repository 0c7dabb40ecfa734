"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "TOOL_THAT_UPDATES",
    "tool_that_updates",
]

TOOL_THAT_UPDATES = runtime.QueryRow(
    name="tool_that_updates",
    mode="update",
    text="""\
# @name tool_that_updates
# @mode update
# @tool sell_freely
# @param drug: Ref[ex:Drug]
# @param free: boolean
# Sell a drug freely, or no longer.
#\x20
# Use it only after the authority has decided.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { $drug ex:overTheCounter ?was } }
INSERT { GRAPH $current { $drug ex:overTheCounter $free } }
WHERE {
  GRAPH $current { $drug a ex:Drug OPTIONAL { $drug ex:overTheCounter ?was } }
}
""",
    template=runtime.Template(
        name="tool_that_updates",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) ?was (",
            runtime.Slot("free", "boolean"),
            " AS ?_2)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug OPTIONAL { ",
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
            name="free",
            python="free",
            wire="free",
            type="boolean",
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
    tool="sell_freely",
    doc="Sell a drug freely, or no longer.\n\nUse it only after the authority has decided.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (TOOL_THAT_UPDATES,)
"""All of them, by name: part of `SCHEMA`."""


def tool_that_updates(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    free: bool,
) -> list[runtime.Ref[models.Drug]]:
    """Sell a drug freely, or no longer.

    Use it only after the authority has decided.

    `drug` is an id of class Drug.
    `free` is true or false.
    """
    return runtime.run_update(
        graph,
        TOOL_THAT_UPDATES,
        {
            "drug": drug,
            "free": free,
        },
    )
