"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "LIST_OF_NUMBERS",
    "QUERIES",
    "ListOfNumbersRow",
    "list_of_numbers",
]

LIST_OF_NUMBERS = runtime.QueryRow(
    name="list_of_numbers",
    mode="many",
    text="""\
# @name list_of_numbers
# @mode many
# @param doses: list[decimal]
# @limit 20 max 200
# The drugs of some doses.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { VALUES $doses { UNDEF } GRAPH $current { ?drug a ex:Drug ; ex:dose $doses } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="list_of_numbers",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { VALUES ?doses { ",
            runtime.Slot("doses", "list[decimal]"),
            " } GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:dose ?doses } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="doses",
            python="doses",
            wire="doses",
            type="list[decimal]",
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
    doc="The drugs of some doses.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (LIST_OF_NUMBERS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ListOfNumbersRow:
    """One row of `list_of_numbers`."""

    drug: runtime.Ref[models.Drug]


def list_of_numbers(
    graph: runtime.BaseGraph,
    *,
    doses: Iterable[runtime.Numeric],
    limit: int | None = None,
) -> list[ListOfNumbersRow]:
    """The drugs of some doses.

    `doses` is a list, each a number.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        LIST_OF_NUMBERS,
        {
            "doses": doses,
        },
        limit=limit,
    )
    return [ListOfNumbersRow(*row) for row in rows]
