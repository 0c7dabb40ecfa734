"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "LIST_OF_REFERENCES",
    "QUERIES",
    "ListOfReferencesRow",
    "list_of_references",
]

LIST_OF_REFERENCES = runtime.QueryRow(
    name="list_of_references",
    mode="many",
    text="""\
# @name list_of_references
# @mode many
# @param drugs: list[Ref[ex:Drug]]
# @limit 20 max 200
# What some drugs are called.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT $drugs ?name
WHERE { VALUES $drugs { UNDEF } GRAPH $current { $drugs a ex:Drug ; kg:name ?name } }
ORDER BY $drugs
""",
    template=runtime.Template(
        name="list_of_references",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drugs ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE { VALUES ?drugs { ",
            runtime.Slot("drugs", "list[iri]"),
            " } GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drugs a ex:Drug ; kg:name ?name } }\nORDER BY ?drugs",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="drugs",
            python="drugs",
            wire="drugs",
            type="list[Ref[Drug]]",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="drugs",
            python="drugs",
            wire="drugs",
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
    doc="What some drugs are called.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (LIST_OF_REFERENCES,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ListOfReferencesRow:
    """One row of `list_of_references`."""

    drugs: runtime.Ref[models.Drug]
    name: str


def list_of_references(
    graph: runtime.BaseGraph,
    *,
    drugs: Iterable[str],
    limit: int | None = None,
) -> list[ListOfReferencesRow]:
    """What some drugs are called.

    `drugs` is a list, each an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        LIST_OF_REFERENCES,
        {
            "drugs": drugs,
        },
        limit=limit,
    )
    return [ListOfReferencesRow(*row) for row in rows]
