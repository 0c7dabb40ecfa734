"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "EXPRESSION_LANGUAGE",
    "QUERIES",
    "ExpressionLanguageRow",
    "expression_language",
]

EXPRESSION_LANGUAGE = runtime.QueryRow(
    name="expression_language",
    mode="many",
    text="""\
# @name expression_language
# @mode many
# @param drug: Ref[ex:Drug]
# @limit 20 max 200
# The languages of a leaflet.
PREFIX ex: <https://example.org/pharmacy#>
SELECT DISTINCT (LANG(?leaflet) AS ?language)
WHERE { GRAPH $current { $drug ex:leaflet ?leaflet } }
ORDER BY ?language
""",
    template=runtime.Template(
        name="expression_language",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (LANG(?leaflet) AS ?language)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " ex:leaflet ?leaflet } }\nORDER BY ?language",
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
            name="language",
            python="language",
            wire="language",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The languages of a leaflet.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_LANGUAGE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionLanguageRow:
    """One row of `expression_language`."""

    language: str


def expression_language(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    limit: int | None = None,
) -> list[ExpressionLanguageRow]:
    """The languages of a leaflet.

    `drug` is an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_LANGUAGE,
        {
            "drug": drug,
        },
        limit=limit,
    )
    return [ExpressionLanguageRow(*row) for row in rows]
