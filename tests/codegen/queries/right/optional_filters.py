"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "OPTIONAL_FILTERS",
    "QUERIES",
    "OptionalFiltersRow",
    "optional_filters",
]

OPTIONAL_FILTERS = runtime.QueryRow(
    name="optional_filters",
    mode="many",
    text="""\
# @name optional_filters
# @mode many
# @tool find_drugs
# @param least: decimal = none
# @param word: string = none
# @param part: Ref[ex:Substance] = none
# @limit 20 max 200
# Drugs, narrowed down as far as is asked.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?dose
WHERE {
  GRAPH $current {
    ?drug a ex:Drug ; ex:dose ?dose ; kg:name ?name
    FILTER(!BOUND($least) || ?dose >= $least)
    FILTER(!BOUND($word) || CONTAINS(LCASE(?name), LCASE($word)))
    FILTER(!BOUND($part) || EXISTS { ?drug ex:contains $part })
  }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="optional_filters",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?dose\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug a ex:Drug ; ex:dose ?dose ; kg:name ?name",
            runtime.Choice(
                "least",
                given=(
                    "\n    FILTER(?dose >= ",
                    runtime.Slot("least", "decimal"),
                    ")",
                ),
                absent=("\n    FILTER(true)",),
            ),
            runtime.Choice(
                "word",
                given=(
                    "\n    FILTER(CONTAINS(LCASE(?name), LCASE(",
                    runtime.Slot("word", "string"),
                    ")))",
                ),
                absent=("\n    FILTER(true)",),
            ),
            runtime.Choice(
                "part",
                given=(
                    "\n    FILTER(EXISTS { ?drug ex:contains ",
                    runtime.Slot("part", "iri"),
                    " })",
                ),
                absent=("\n    FILTER(true)",),
            ),
            "\n  }\n}\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="least",
            python="least",
            wire="least",
            type="decimal",
            default=None,
            optional=True,
        ),
        runtime.ParamRow(
            name="word",
            python="word",
            wire="word",
            type="string",
            default=None,
            optional=True,
        ),
        runtime.ParamRow(
            name="part",
            python="part",
            wire="part",
            type="Ref[Substance]",
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
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool="find_drugs",
    doc="Drugs, narrowed down as far as is asked.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_FILTERS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalFiltersRow:
    """One row of `optional_filters`."""

    drug: runtime.Ref[models.Drug]
    dose: Decimal


def optional_filters(
    graph: runtime.BaseGraph,
    *,
    least: runtime.Numeric | None = None,
    word: str | None = None,
    part: str | None = None,
    limit: int | None = None,
) -> list[OptionalFiltersRow]:
    """Drugs, narrowed down as far as is asked.

    `least` is a number; left out, it narrows nothing.
    `word` is a text; left out, it narrows nothing.
    `part` is an id of class Substance; left out, it narrows nothing.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPTIONAL_FILTERS,
        {
            "least": least,
            "word": word,
            "part": part,
        },
        limit=limit,
    )
    return [OptionalFiltersRow(*row) for row in rows]
