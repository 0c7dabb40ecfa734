"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "INFERRED_LISTS",
    "QUERIES",
    "InferredListsRow",
    "inferred_lists",
]

INFERRED_LISTS = runtime.QueryRow(
    name="inferred_lists",
    mode="many",
    text="""\
# @name inferred_lists
# @mode many
# @param substances
# @param forms
# @limit 20 max 200
# The drugs of some forms that contain one of some substances.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE {
  VALUES $substances { UNDEF }
  VALUES $forms { UNDEF }
  GRAPH $current { ?drug ex:contains $substances ; ex:form $forms }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_lists",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  VALUES ?substances { ",
            runtime.Slot("substances", "list[iri]"),
            " }\n  VALUES ?forms { ",
            runtime.Slot("forms", "list[string]"),
            " }\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:contains ?substances ; ex:form ?forms }\n}\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="substances",
            python="substances",
            wire="substances",
            type="list[Ref[Substance]]",
            default=None,
        ),
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
    doc="The drugs of some forms that contain one of some substances.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_LISTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredListsRow:
    """One row of `inferred_lists`."""

    drug: runtime.Ref[models.Drug]


def inferred_lists(
    graph: runtime.BaseGraph,
    *,
    substances: Iterable[str],
    forms: Iterable[enums.DrugForm],
    limit: int | None = None,
) -> list[InferredListsRow]:
    """The drugs of some forms that contain one of some substances.

    `substances` is a list, each an id of class Substance.
    `forms` is a list, each a text, one of `enums.DrugForm`.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_LISTS,
        {
            "substances": substances,
            "forms": forms,
        },
        limit=limit,
    )
    return [InferredListsRow(*row) for row in rows]
