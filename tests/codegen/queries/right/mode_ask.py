"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

__all__ = [
    "MODE_ASK",
    "QUERIES",
    "mode_ask",
]

MODE_ASK = runtime.QueryRow(
    name="mode_ask",
    mode="ask",
    text="""\
# @name mode_ask
# @mode ask
# @param drug: Ref[ex:Drug]
# Whether a drug is sold without a prescription.
PREFIX ex: <https://example.org/pharmacy#>
ASK
WHERE { GRAPH $current { $drug ex:overTheCounter true } }
""",
    template=runtime.Template(
        name="mode_ask",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nASK\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:overTheCounter true } }",
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
    limit=None,
    limit_max=None,
    tool=None,
    doc="Whether a drug is sold without a prescription.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MODE_ASK,)
"""All of them, by name: part of `SCHEMA`."""


def mode_ask(
    graph: runtime.BaseGraph,
    *,
    drug: str,
) -> bool:
    """Whether a drug is sold without a prescription.

    `drug` is an id of class Drug.
    """
    return runtime.ask_query(
        graph,
        MODE_ASK,
        {
            "drug": drug,
        },
    )
