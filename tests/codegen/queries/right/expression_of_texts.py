"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_OF_TEXTS",
    "QUERIES",
    "ExpressionOfTextsRow",
    "expression_of_texts",
]

EXPRESSION_OF_TEXTS = runtime.QueryRow(
    name="expression_of_texts",
    mode="many",
    text="""\
# @name expression_of_texts
# @mode many
# @limit 20 max 200
# Parts and forms of a name: all of them have a value for every text.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?first ?rest ?hash ?address ?spoken
WHERE {
  GRAPH $current { ?drug a ex:Drug ; kg:name ?name }
  BIND(SUBSTR(?name, 1, 3) AS ?first)
  BIND(STRAFTER(?name, " ") AS ?rest)
  BIND(SHA256(?name) AS ?hash)
  BIND(ENCODE_FOR_URI(?name) AS ?address)
  BIND(STRLANG(?name, "en") AS ?spoken)
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_of_texts",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?first ?rest ?hash ?address ?spoken\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            ' { ?drug a ex:Drug ; kg:name ?name }\n  BIND(SUBSTR(?name, 1, 3) AS ?first)\n  BIND(STRAFTER(?name, " ") AS ?rest)\n  BIND(SHA256(?name) AS ?hash)\n  BIND(ENCODE_FOR_URI(?name) AS ?address)\n  BIND(STRLANG(?name, "en") AS ?spoken)\n}\nORDER BY ?drug',  # noqa: E501
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
            name="first",
            python="first",
            wire="first",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="rest",
            python="rest",
            wire="rest",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="hash",
            python="hash",
            wire="hash",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="address",
            python="address",
            wire="address",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="spoken",
            python="spoken",
            wire="spoken",
            type="langString",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Parts and forms of a name: all of them have a value for every text.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_OF_TEXTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionOfTextsRow:
    """One row of `expression_of_texts`."""

    drug: runtime.Ref[models.Drug]
    first: str
    rest: str
    hash: str
    address: str
    spoken: runtime.LangString


def expression_of_texts(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionOfTextsRow]:
    """Parts and forms of a name: all of them have a value for every text.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_OF_TEXTS,
        {},
        limit=limit,
    )
    return [ExpressionOfTextsRow(*row) for row in rows]
