"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "AGGREGATE_SUM_OF_INTEGERS",
    "QUERIES",
    "AggregateSumOfIntegersRow",
    "aggregate_sum_of_integers",
]

AGGREGATE_SUM_OF_INTEGERS = runtime.QueryRow(
    name="aggregate_sum_of_integers",
    mode="one",
    text="""\
# @name aggregate_sum_of_integers
# @mode one
# How many tokens all passages have.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT (SUM(?tokens) AS ?all) (COUNT(?chunk) AS ?chunks)
WHERE { GRAPH $current { ?chunk a kg:Chunk ; kg:tokenCount ?tokens } }
""",
    template=runtime.Template(
        name="aggregate_sum_of_integers",
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT (SUM(?tokens) AS ?all) (COUNT(?chunk) AS ?chunks)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?chunk a kg:Chunk ; kg:tokenCount ?tokens } }",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="all",
            python="all",
            wire="all",
            type="integer",
            optional=False,
        ),
        runtime.ColumnRow(
            name="chunks",
            python="chunks",
            wire="chunks",
            type="integer",
            optional=False,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="How many tokens all passages have.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_SUM_OF_INTEGERS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateSumOfIntegersRow:
    """One row of `aggregate_sum_of_integers`."""

    all: int
    chunks: int


def aggregate_sum_of_integers(
    graph: runtime.BaseGraph,
) -> AggregateSumOfIntegersRow:
    """How many tokens all passages have."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_SUM_OF_INTEGERS,
        {},
    )
    return AggregateSumOfIntegersRow(*runtime.only(rows, "aggregate_sum_of_integers"))
