"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "OPTIONAL_LIST",
    "QUERIES",
    "OptionalListRow",
    "optional_list",
]

OPTIONAL_LIST = runtime.QueryRow(
    name="optional_list",
    mode="many",
    text="""\
# @name optional_list
# @mode many
# @param forms: list[string] = none
# @limit 20 max 200
# Drugs, of some forms if any are given.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE {
  GRAPH $current {
    ?drug a ex:Drug
    FILTER(!BOUND($forms) || EXISTS { VALUES $forms { UNDEF } ?drug ex:form $forms })
  }
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="optional_list",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?drug a ex:Drug",
            runtime.Choice(
                "forms",
                given=(
                    "\n    FILTER(EXISTS { VALUES ?forms { ",
                    runtime.Slot("forms", "list[string]"),
                    " } ?drug ex:form ?forms })",
                ),
                absent=("\n    FILTER(true)",),
            ),
            "\n  }\n}\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="forms",
            python="forms",
            wire="forms",
            type="list[string]",
            default=None,
            optional=True,
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
    doc="Drugs, of some forms if any are given.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_LIST,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalListRow:
    """One row of `optional_list`."""

    drug: runtime.Ref[models.Drug]


def optional_list(
    graph: runtime.BaseGraph,
    *,
    forms: Iterable[str] | None = None,
    limit: int | None = None,
) -> list[OptionalListRow]:
    """Drugs, of some forms if any are given.

    `forms` is a list, each a text; left out, it narrows nothing.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPTIONAL_LIST,
        {
            "forms": forms,
        },
        limit=limit,
    )
    return [OptionalListRow(*row) for row in rows]
