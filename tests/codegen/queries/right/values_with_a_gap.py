"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "QUERIES",
    "VALUES_WITH_A_GAP",
    "ValuesWithAGapRow",
    "values_with_a_gap",
]

VALUES_WITH_A_GAP = runtime.QueryRow(
    name="values_with_a_gap",
    mode="many",
    text="""\
# @name values_with_a_gap
# @mode many
# @limit 20 max 200
# Forms with their rank, one of which has none.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?form ?rank
WHERE { VALUES (?form ?rank) { ("tablet" 1) ("syrup" UNDEF) } GRAPH $current { ?drug ex:form ?form } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="values_with_a_gap",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?form ?rank\n",
            runtime.Slot("", "dataset"),
            'WHERE { VALUES (?form ?rank) { ("tablet" 1) ("syrup" UNDEF) } GRAPH ',
            runtime.Slot("current", "graph"),
            " { ?drug ex:form ?form } }\nORDER BY ?drug",
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
        runtime.ColumnRow(
            name="form",
            python="form",
            wire="form",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="rank",
            python="rank",
            wire="rank",
            type="integer",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Forms with their rank, one of which has none.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (VALUES_WITH_A_GAP,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ValuesWithAGapRow:
    """One row of `values_with_a_gap`."""

    drug: runtime.Ref[models.Drug]
    form: enums.DrugForm
    rank: int | None


def values_with_a_gap(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ValuesWithAGapRow]:
    """Forms with their rank, one of which has none.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        VALUES_WITH_A_GAP,
        {},
        limit=limit,
    )
    return [ValuesWithAGapRow(*row) for row in rows]
