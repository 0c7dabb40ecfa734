"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "LIST_COPIED",
    "QUERIES",
    "ListCopiedRow",
    "list_copied",
]

LIST_COPIED = runtime.QueryRow(
    name="list_copied",
    mode="many",
    text="""\
# @name list_copied
# @mode many
# @param drugs: list[Ref[ex:Drug]]
# @limit 20 max 200
# The names of some drugs, under another variable.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?name
WHERE { GRAPH $current { VALUES $drugs { UNDEF } BIND($drugs AS ?drug) ?drug kg:name ?name } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="list_copied",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?name\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { VALUES ?drugs { ",
            runtime.Slot("drugs", "list[iri]"),
            " } BIND(?drugs AS ?drug) ?drug kg:name ?name } }\nORDER BY ?drug",
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
    doc="The names of some drugs, under another variable.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (LIST_COPIED,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ListCopiedRow:
    """One row of `list_copied`."""

    drug: runtime.Ref[models.Drug]
    name: str


def list_copied(
    graph: runtime.BaseGraph,
    *,
    drugs: Iterable[str],
    limit: int | None = None,
) -> list[ListCopiedRow]:
    """The names of some drugs, under another variable.

    `drugs` is a list, each an id of class Drug.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        LIST_COPIED,
        {
            "drugs": drugs,
        },
        limit=limit,
    )
    return [ListCopiedRow(*row) for row in rows]
