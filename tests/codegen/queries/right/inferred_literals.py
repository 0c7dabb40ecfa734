"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "INFERRED_LITERALS",
    "QUERIES",
    "InferredLiteralsRow",
    "inferred_literals",
]

INFERRED_LITERALS = runtime.QueryRow(
    name="inferred_literals",
    mode="many",
    text="""\
# @name inferred_literals
# @mode many
# @param dose
# @param approved
# @param free
# @param leaflet
# @param page
# @limit 20 max 200
# The drugs of which all of this is said.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE {
  GRAPH $current {
    ?drug ex:dose $dose ; ex:approvedAt $approved ; ex:overTheCounter $free ; ex:leaflet $leaflet ; ex:page $page
  }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_literals",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug ex:dose ",
            runtime.Slot("dose", "decimal"),
            " ; ex:approvedAt ",
            runtime.Slot("approved", "instant"),
            " ; ex:overTheCounter ",
            runtime.Slot("free", "boolean"),
            " ; ex:leaflet ",
            runtime.Slot("leaflet", "langString"),
            " ; ex:page ",
            runtime.Slot("page", "iri"),
            "\n  }\n}\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            default=None,
        ),
        runtime.ParamRow(
            name="approved",
            python="approved",
            wire="approved",
            type="instant",
            default=None,
        ),
        runtime.ParamRow(
            name="free",
            python="free",
            wire="free",
            type="boolean",
            default=None,
        ),
        runtime.ParamRow(
            name="leaflet",
            python="leaflet",
            wire="leaflet",
            type="langString",
            default=None,
        ),
        runtime.ParamRow(
            name="page",
            python="page",
            wire="page",
            type="iri",
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
    doc="The drugs of which all of this is said.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_LITERALS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredLiteralsRow:
    """One row of `inferred_literals`."""

    drug: runtime.Ref[models.Drug]


def inferred_literals(
    graph: runtime.BaseGraph,
    *,
    dose: runtime.Numeric,
    approved: runtime.Instant,
    free: bool,
    leaflet: str,
    page: str,
    limit: int | None = None,
) -> list[InferredLiteralsRow]:
    """The drugs of which all of this is said.

    `dose` is a number.
    `approved` is an instant.
    `free` is true or false.
    `leaflet` is a text in a language.
    `page` is an IRI.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_LITERALS,
        {
            "dose": dose,
            "approved": approved,
            "free": free,
            "leaflet": leaflet,
            "page": page,
        },
        limit=limit,
    )
    return [InferredLiteralsRow(*row) for row in rows]
