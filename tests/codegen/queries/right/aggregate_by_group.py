"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import enums

__all__ = [
    "AGGREGATE_BY_GROUP",
    "QUERIES",
    "AggregateByGroupRow",
    "aggregate_by_group",
]

AGGREGATE_BY_GROUP = runtime.QueryRow(
    name="aggregate_by_group",
    mode="many",
    text="""\
# @name aggregate_by_group
# @mode many
# @param least: integer
# @limit 20 max 200
# How many drugs there are of each form, and how strong they are.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?form (COUNT(?drug) AS ?drugs) (AVG(?dose) AS ?average)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:form ?form ; ex:dose ?dose } }
GROUP BY ?form
HAVING(COUNT(?drug) >= $least)
ORDER BY ?form
""",
    template=runtime.Template(
        name="aggregate_by_group",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?form (COUNT(?drug) AS ?drugs) (AVG(?dose) AS ?average)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:form ?form ; ex:dose ?dose } }\nGROUP BY ?form\nHAVING(COUNT(?drug) >= ",
            runtime.Slot("least", "integer"),
            ")\nORDER BY ?form",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="least",
            python="least",
            wire="least",
            type="integer",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="form",
            python="form",
            wire="form",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="drugs",
            python="drugs",
            wire="drugs",
            type="integer",
            optional=False,
        ),
        runtime.ColumnRow(
            name="average",
            python="average",
            wire="average",
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="How many drugs there are of each form, and how strong they are.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_BY_GROUP,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateByGroupRow:
    """One row of `aggregate_by_group`."""

    form: enums.DrugForm
    drugs: int
    average: Decimal


def aggregate_by_group(
    graph: runtime.BaseGraph,
    *,
    least: int,
    limit: int | None = None,
) -> list[AggregateByGroupRow]:
    """How many drugs there are of each form, and how strong they are.

    `least` is a whole number.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        AGGREGATE_BY_GROUP,
        {
            "least": least,
        },
        limit=limit,
    )
    return [AggregateByGroupRow(*row) for row in rows]
