"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "SUBSELECT",
    "SubselectRow",
    "subselect",
]

SUBSELECT = runtime.QueryRow(
    name="subselect",
    mode="many",
    text="""\
# @name subselect
# @mode many
# @limit 20 max 200
# Names of the ten first drugs.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?name
WHERE {
  { SELECT ?drug WHERE { GRAPH $current { ?drug a ex:Drug } } ORDER BY ?drug LIMIT 10 }
  GRAPH $current { ?drug kg:name ?name }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="subselect",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  { SELECT ?drug WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug } } ORDER BY ?drug LIMIT 10 }\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug kg:name ?name }\n}\nORDER BY ?drug",
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
            name="name",
            python="name",
            wire="name",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Names of the ten first drugs.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (SUBSELECT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class SubselectRow:
    """One row of `subselect`."""

    drug: runtime.Ref[models.Drug]
    name: str


def subselect(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[SubselectRow]:
    """Names of the ten first drugs.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        SUBSELECT,
        {},
        limit=limit,
    )
    return [SubselectRow(*row) for row in rows]
