"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "COLUMN_OF_A_PREDICATE",
    "QUERIES",
    "ColumnOfAPredicateRow",
    "column_of_a_predicate",
]

COLUMN_OF_A_PREDICATE = runtime.QueryRow(
    name="column_of_a_predicate",
    mode="many",
    text="""\
# @name column_of_a_predicate
# @mode many
# @param drug: Ref[ex:Drug]
# @limit 20 max 200
# Everything that is said of a drug.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?property ?value
WHERE { GRAPH $current { $drug a ex:Drug ; ?property ?value } }
ORDER BY ?property ?value
""",
    template=runtime.Template(
        name="column_of_a_predicate",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?property ?value\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; ?property ?value } }\nORDER BY ?property ?value",
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
    ),
    columns=(
        runtime.ColumnRow(
            name="property",
            python="property",
            wire="property",
            type="iri",
            optional=False,
        ),
        runtime.ColumnRow(
            name="value",
            python="value",
            wire="value",
            type="value",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Everything that is said of a drug.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_A_PREDICATE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfAPredicateRow:
    """One row of `column_of_a_predicate`."""

    property: str
    value: runtime.Value


def column_of_a_predicate(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[ColumnOfAPredicateRow]:
    """Everything that is said of a drug.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_A_PREDICATE,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [ColumnOfAPredicateRow(*row) for row in rows]
