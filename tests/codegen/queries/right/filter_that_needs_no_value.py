"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "FILTER_THAT_NEEDS_NO_VALUE",
    "QUERIES",
    "FilterThatNeedsNoValueRow",
    "filter_that_needs_no_value",
]

FILTER_THAT_NEEDS_NO_VALUE = runtime.QueryRow(
    name="filter_that_needs_no_value",
    mode="many",
    text="""\
# @name filter_that_needs_no_value
# @mode many
# @limit 20 max 200
# Drugs that are no syrup, with their form if they have one.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?form
WHERE { GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug ex:form ?form } } FILTER(!BOUND(?form) || ?form != "syrup") }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="filter_that_needs_no_value",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?form\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            ' { ?drug a ex:Drug OPTIONAL { ?drug ex:form ?form } } FILTER(!BOUND(?form) || ?form != "syrup") }\nORDER BY ?drug',  # noqa: E501
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
            name="form",
            python="form",
            wire="form",
            type="string",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs that are no syrup, with their form if they have one.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (FILTER_THAT_NEEDS_NO_VALUE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class FilterThatNeedsNoValueRow:
    """One row of `filter_that_needs_no_value`."""

    drug: runtime.Ref[models.Drug]
    form: enums.DrugForm | None


def filter_that_needs_no_value(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[FilterThatNeedsNoValueRow]:
    """Drugs that are no syrup, with their form if they have one.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        FILTER_THAT_NEEDS_NO_VALUE,
        {},
        limit=limit,
    )
    return [FilterThatNeedsNoValueRow(*row) for row in rows]
