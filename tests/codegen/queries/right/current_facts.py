"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "CURRENT_FACTS",
    "QUERIES",
    "CurrentFactsRow",
    "current_facts",
]

CURRENT_FACTS = runtime.QueryRow(
    name="current_facts",
    mode="many",
    text="""\
# @name current_facts
# @mode many
# @param drug: Ref[ex:Drug]
# @param now: instant = now
# @limit 20 max 200
# What is true of a drug now.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?fact ?claim
WHERE {
  GRAPH $current {
    ?fact kg:about $drug ; kg:claim ?claim ; kg:validFrom ?from
    FILTER(?from <= $now) FILTER NOT EXISTS { ?fact kg:validTo ?to FILTER(?to <= $now) }
  }
}
ORDER BY ?fact
""",
    template=runtime.Template(
        name="current_facts",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?fact ?claim\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?fact kg:about ",
            runtime.Slot("drug", "iri"),
            " ; kg:claim ?claim ; kg:validFrom ?from\n    FILTER(?from <= ",
            runtime.Slot("now", "instant"),
            ") FILTER NOT EXISTS { ?fact kg:validTo ?to FILTER(?to <= ",
            runtime.Slot("now", "instant"),
            ") }\n  }\n}\nORDER BY ?fact",
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
            name="now",
            python="now",
            wire="now",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="fact",
            python="fact",
            wire="fact",
            type="Ref[Fact]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="claim",
            python="claim",
            wire="claim",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What is true of a drug now.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (CURRENT_FACTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class CurrentFactsRow:
    """One row of `current_facts`."""

    fact: runtime.Ref[models.Fact]
    claim: str


def current_facts(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    now: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[CurrentFactsRow]:
    """What is true of a drug now.

    `drug` is an id of class Drug.
    `now` is an instant; left out, it is the moment of the call.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        CURRENT_FACTS,
        {
            "drug": drug,
            "now": now,
        },
        limit=limit,
    )
    return [CurrentFactsRow(*row) for row in rows]
