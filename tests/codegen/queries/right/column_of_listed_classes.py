"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "COLUMN_OF_LISTED_CLASSES",
    "QUERIES",
    "ColumnOfListedClassesRow",
    "column_of_listed_classes",
]

COLUMN_OF_LISTED_CLASSES = runtime.QueryRow(
    name="column_of_listed_classes",
    mode="many",
    text="""\
# @name column_of_listed_classes
# @mode many
# @limit 20 max 200
# The names of people and of drugs.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?thing ?class ?name
WHERE { GRAPH $current { ?thing a ?class ; kg:name ?name } VALUES ?class { ex:Drug kg:Person } }
ORDER BY ?thing
""",
    template=runtime.Template(
        name="column_of_listed_classes",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?thing ?class ?name\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?thing a ?class ; kg:name ?name } VALUES ?class { ex:Drug kg:Person } }\nORDER BY ?thing",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="thing",
            python="thing",
            wire="thing",
            type="Ref[Drug | Person]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="class",
            python="class_",
            wire="class",
            type="iri",
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
    doc="The names of people and of drugs.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (COLUMN_OF_LISTED_CLASSES,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ColumnOfListedClassesRow:
    """One row of `column_of_listed_classes`."""

    thing: runtime.Ref[models.Drug | models.Person]
    class_: str
    name: str


def column_of_listed_classes(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[ColumnOfListedClassesRow]:
    """The names of people and of drugs.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        COLUMN_OF_LISTED_CLASSES,
        {},
        limit=limit,
    )
    return [ColumnOfListedClassesRow(*row) for row in rows]
