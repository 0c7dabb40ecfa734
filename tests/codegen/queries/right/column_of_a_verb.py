"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OF_A_VERB",
    "QUERIES",
    "ColumnOfAVerbRow",
    "column_of_a_verb",
]

COLUMN_OF_A_VERB = runtime.QueryRow(
    name="column_of_a_verb",
    mode="many",
    text="""\
# @name column_of_a_verb
# @mode many
# @param now: instant = now
# @limit 20 max 200
# What is not to be taken together: both ends are what the verb allows.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?one ?other
WHERE {
  GRAPH $current {
    ?relation kg:relationshipType "interacts_with" ; kg:from ?one ; kg:to ?other ; kg:validFrom ?from
    FILTER(?from <= $now)
    FILTER NOT EXISTS { ?relation kg:validTo ?to FILTER(?to <= $now) }
  }
}
ORDER BY ?one ?other
""",
    template=runtime.Template(
        name="column_of_a_verb",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?one ?other\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            ' {\n    ?relation kg:relationshipType "interacts_with" ; kg:from ?one ; kg:to ?other ; kg:validFrom ?from\n    FILTER(?from <= ',  # noqa: E501
            runtime.Slot("now", "instant"),
            ")\n    FILTER NOT EXISTS { ?relation kg:validTo ?to FILTER(?to <= ",
            runtime.Slot("now", "instant"),
            ") }\n  }\n}\nORDER BY ?one ?other",
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
    ),
    columns=(
        runtime.ColumnRow(
            name="one",
            python="one",
            wire="one",
            type="Ref[Drug]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="other",
            python="other",
            wire="other",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What is not to be taken together: both ends are what the verb allows.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_A_VERB,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfAVerbRow:
    """One row of `column_of_a_verb`."""

    one: runtime.Ref[models.Drug]
    other: runtime.Ref[models.Drug]


def column_of_a_verb(
    graph: runtime.BaseGraph,
    *,
    now: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[ColumnOfAVerbRow]:
    """What is not to be taken together: both ends are what the verb allows.

    `now` is an instant; left out, it is the moment of the call.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_A_VERB,
        {
            "now": now,
        },
        limit=limit,
    )
    return [ColumnOfAVerbRow(*row) for row in rows]
