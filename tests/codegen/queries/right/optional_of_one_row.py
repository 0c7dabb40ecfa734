"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "OPTIONAL_OF_ONE_ROW",
    "QUERIES",
    "OptionalOfOneRowRow",
    "optional_of_one_row",
]

OPTIONAL_OF_ONE_ROW = runtime.QueryRow(
    name="optional_of_one_row",
    mode="optional",
    text="""\
# @name optional_of_one_row
# @mode optional
# @limit 1
# The drug of the highest dose.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:dose ?dose } }
ORDER BY DESC(?dose) ?drug
""",
    template=runtime.Template(
        name="optional_of_one_row",
        limit=1,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:dose ?dose } }\nORDER BY DESC(?dose) ?drug",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=1,
    limit_max=None,
    tool=None,
    doc="The drug of the highest dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_OF_ONE_ROW,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalOfOneRowRow:
    """One row of `optional_of_one_row`."""

    drug: runtime.Ref[models.Drug]


def optional_of_one_row(
    graph: runtime.BaseGraph,
) -> OptionalOfOneRowRow | None:
    """The drug of the highest dose."""
    rows = runtime.run_query(
        graph,
        OPTIONAL_OF_ONE_ROW,
        {},
    )
    return OptionalOfOneRowRow(*rows[0]) if rows else None
