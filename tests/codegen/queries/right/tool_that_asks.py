"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

__all__ = [
    "QUERIES",
    "TOOL_THAT_ASKS",
    "tool_that_asks",
]

TOOL_THAT_ASKS = runtime.QueryRow(
    name="tool_that_asks",
    mode="ask",
    text="""\
# @name tool_that_asks
# @mode ask
# @tool is_made_of
# @param drug: Ref[ex:Drug]
# @param substance: Ref[ex:Substance]
# Whether a drug is made of something.
PREFIX ex: <https://example.org/pharmacy#>
ASK
WHERE { GRAPH $current { $drug ex:contains $substance } }
""",
    template=runtime.Template(
        name="tool_that_asks",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nASK\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:contains ",
            runtime.Slot("substance", "iri"),
            " } }",
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
            name="substance",
            python="substance",
            wire="substance",
            type="Ref[Substance]",
            default=None,
        ),
    ),
    columns=(),
    limit=None,
    limit_max=None,
    tool="is_made_of",
    doc="Whether a drug is made of something.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (TOOL_THAT_ASKS,)
"""All of them, by name: part of `SCHEMA`."""


def tool_that_asks(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    substance: str,
) -> bool:
    """Whether a drug is made of something.

    `drug` is an id of class Drug.
    `substance` is an id of class Substance.
    """
    return runtime.ask_query(
        graph,
        TOOL_THAT_ASKS,
        {
            "drug": drug,
            "substance": substance,
        },
    )
