"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kgrdf import runtime

from . import models

__all__ = [
    "OPTIONAL_AND_DEFAULT",
    "QUERIES",
    "OptionalAndDefaultRow",
    "optional_and_default",
]

OPTIONAL_AND_DEFAULT = runtime.QueryRow(
    name="optional_and_default",
    mode="many",
    text="""\
# @name optional_and_default
# @mode many
# @param until: instant = now
# @param since: instant = none
# @limit 20 max 200
# Drugs approved before a moment, now unless it is told.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?at
WHERE {
  GRAPH $current {
    ?drug a ex:Drug ; ex:approvedAt ?at
    FILTER(?at <= $until)
    FILTER(!BOUND($since) || ?at >= $since)
  }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="optional_and_default",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?at\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug a ex:Drug ; ex:approvedAt ?at\n    FILTER(?at <= ",
            runtime.Slot("until", "instant"),
            ")",
            runtime.Choice(
                "since",
                given=(
                    "\n    FILTER(?at >= ",
                    runtime.Slot("since", "instant"),
                    ")",
                ),
                absent=("\n    FILTER(true)",),
            ),
            "\n  }\n}\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="until",
            python="until",
            wire="until",
            type="instant",
            default="now",
        ),
        runtime.ParamRow(
            name="since",
            python="since",
            wire="since",
            type="instant",
            default=None,
            optional=True,
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
        runtime.ColumnRow(
            name="at",
            python="at",
            wire="at",
            type="instant",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs approved before a moment, now unless it is told.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_AND_DEFAULT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalAndDefaultRow:
    """One row of `optional_and_default`."""

    drug: runtime.Ref[models.Drug]
    at: datetime


def optional_and_default(
    graph: runtime.BaseGraph,
    *,
    until: runtime.Instant | None = None,
    since: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[OptionalAndDefaultRow]:
    """Drugs approved before a moment, now unless it is told.

    `until` is an instant; left out, it is the moment of the call.
    `since` is an instant; left out, it narrows nothing.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPTIONAL_AND_DEFAULT,
        {
            "until": until,
            "since": since,
        },
        limit=limit,
    )
    return [OptionalAndDefaultRow(*row) for row in rows]
