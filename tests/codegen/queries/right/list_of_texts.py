"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "LIST_OF_TEXTS",
    "QUERIES",
    "ListOfTextsRow",
    "list_of_texts",
]

LIST_OF_TEXTS = runtime.QueryRow(
    name="list_of_texts",
    mode="many",
    text="""\
# @name list_of_texts
# @mode many
# @param forms: list[string]
# @limit 20 max 200
# The drugs of some forms.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { VALUES $forms { UNDEF } GRAPH $current { ?drug a ex:Drug ; ex:form $forms } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="list_of_texts",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { VALUES ?forms { ",
            runtime.Slot("forms", "list[string]"),
            " } GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:form ?forms } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="forms",
            python="forms",
            wire="forms",
            type="list[string]",
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
    doc="The drugs of some forms.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (LIST_OF_TEXTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ListOfTextsRow:
    """One row of `list_of_texts`."""

    drug: runtime.Ref[models.Drug]


def list_of_texts(
    graph: runtime.BaseGraph,
    *,
    forms: Iterable[str],
    limit: int | None = None,
) -> list[ListOfTextsRow]:
    """The drugs of some forms.

    `forms` is a list, each a text.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        LIST_OF_TEXTS,
        {
            "forms": forms,
        },
        limit=limit,
    )
    return [ListOfTextsRow(*row) for row in rows]
