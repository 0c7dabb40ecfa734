"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "EXPRESSION_IRI",
    "QUERIES",
    "ExpressionIriRow",
    "expression_iri",
]

EXPRESSION_IRI = runtime.QueryRow(
    name="expression_iri",
    mode="many",
    text="""\
# @name expression_iri
# @mode many
# @limit 20 max 200
# An address made of a name: not every text makes an IRI.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug (IRI(CONCAT("https://example.org/", ?name)) AS ?page)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="expression_iri",
        limit=20,
        limit_max=200,
        pieces=(
            'PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug (IRI(CONCAT("https://example.org/", ?name)) AS ?page)\n',  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name } }\nORDER BY ?drug",
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
            name="page",
            python="page",
            wire="page",
            type="iri",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="An address made of a name: not every text makes an IRI.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (EXPRESSION_IRI,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ExpressionIriRow:
    """One row of `expression_iri`."""

    drug: runtime.Ref[models.Drug]
    page: str | None


def expression_iri(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ExpressionIriRow]:
    """An address made of a name: not every text makes an IRI.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        EXPRESSION_IRI,
        {},
        limit=limit,
    )
    return [ExpressionIriRow(*row) for row in rows]
