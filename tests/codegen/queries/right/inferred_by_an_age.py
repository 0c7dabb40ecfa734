"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_BY_AN_AGE",
    "QUERIES",
    "InferredByAnAgeRow",
    "inferred_by_an_age",
]

INFERRED_BY_AN_AGE = runtime.QueryRow(
    name="inferred_by_an_age",
    mode="many",
    text="""\
# @name inferred_by_an_age
# @mode many
# @param now: instant = now
# @param age
# @limit 20 max 200
# Drugs that were approved so many milliseconds ago.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:approvedAt ?at FILTER($now - ?at >= $age) } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_by_an_age",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:approvedAt ?at FILTER(",
            runtime.Slot("now", "instant"),
            " - ?at >= ",
            runtime.Slot("age", "integer"),
            ") } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="now",
            python="now",
            wire="now",
            type="instant",
            default="now",
        ),
        runtime.ParamRow(
            name="age",
            python="age",
            wire="age",
            type="integer",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs that were approved so many milliseconds ago.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_BY_AN_AGE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredByAnAgeRow:
    """One row of `inferred_by_an_age`."""

    drug: runtime.Ref[models.Drug]


def inferred_by_an_age(
    graph: runtime.BaseGraph,
    *,
    age: int,
    now: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[InferredByAnAgeRow]:
    """Drugs that were approved so many milliseconds ago.

    `now` is an instant; left out, it is the moment of the call.
    `age` is a whole number.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_BY_AN_AGE,
        {
            "now": now,
            "age": age,
        },
        limit=limit,
    )
    return [InferredByAnAgeRow(*row) for row in rows]
