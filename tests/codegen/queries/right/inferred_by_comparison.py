"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_BY_COMPARISON",
    "QUERIES",
    "InferredByComparisonRow",
    "inferred_by_comparison",
]

INFERRED_BY_COMPARISON = runtime.QueryRow(
    name="inferred_by_comparison",
    mode="many",
    text="""\
# @name inferred_by_comparison
# @mode many
# @param least = 1
# @param before = none
# @param word
# @param length
# @limit 20 max 200
# The drugs of a dose, approved before a moment if one is given, with a word in a name that is long enough.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug
WHERE {
  GRAPH $current {
    ?drug a ex:Drug ; ex:dose ?dose ; ex:approvedAt ?approved ; kg:name ?name
    BIND(STRLEN(?name) AS ?long)
    FILTER(?dose >= $least && CONTAINS(LCASE(?name), LCASE($word)) && $length < ?long)
    FILTER(!BOUND($before) || ?approved < $before)
  }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_by_comparison",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug a ex:Drug ; ex:dose ?dose ; ex:approvedAt ?approved ; kg:name ?name\n    BIND(STRLEN(?name) AS ?long)\n    FILTER(?dose >= ",  # noqa: E501
            runtime.Slot("least", "decimal"),
            " && CONTAINS(LCASE(?name), LCASE(",
            runtime.Slot("word", "string"),
            ")) && ",
            runtime.Slot("length", "integer"),
            " < ?long)",
            runtime.Choice(
                "before",
                given=(
                    "\n    FILTER(?approved < ",
                    runtime.Slot("before", "instant"),
                    ")",
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
            default="1",
        ),
        runtime.ParamRow(
            name="before",
            python="before",
            wire="before",
            type="instant",
            default=None,
            optional=True,
        ),
        runtime.ParamRow(
            name="word",
            python="word",
            wire="word",
            type="string",
            default=None,
        ),
        runtime.ParamRow(
            name="length",
            python="length",
            wire="length",
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
    doc="The drugs of a dose, approved before a moment if one is given, with a word in a name that is long enough.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_BY_COMPARISON,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredByComparisonRow:
    """One row of `inferred_by_comparison`."""

    drug: runtime.Ref[models.Drug]


def inferred_by_comparison(
    graph: runtime.BaseGraph,
    *,
    word: str,
    length: int,
    least: runtime.Numeric | None = None,
    before: runtime.Instant | None = None,
    limit: int | None = None,
) -> list[InferredByComparisonRow]:
    """The drugs of a dose, approved before a moment if one is given, with a word in a name that is long enough.

    `least` is a number; left out, it is 1.
    `before` is an instant; left out, it narrows nothing.
    `word` is a text.
    `length` is a whole number.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_BY_COMPARISON,
        {
            "least": least,
            "before": before,
            "word": word,
            "length": length,
        },
        limit=limit,
    )
    return [InferredByComparisonRow(*row) for row in rows]
