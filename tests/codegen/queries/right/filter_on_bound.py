"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "FILTER_ON_BOUND",
    "QUERIES",
    "FilterOnBoundRow",
    "filter_on_bound",
]

FILTER_ON_BOUND = runtime.QueryRow(
    name="filter_on_bound",
    mode="many",
    text="""\
# @name filter_on_bound
# @mode many
# @limit 20 max 200
# Drugs with a form, by BOUND.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?form
WHERE { GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug ex:form ?form } } FILTER(BOUND(?form)) }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="filter_on_bound",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?form\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug OPTIONAL { ?drug ex:form ?form } } FILTER(BOUND(?form)) }\nORDER BY ?drug",
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
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs with a form, by BOUND.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (FILTER_ON_BOUND,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class FilterOnBoundRow:
    """One row of `filter_on_bound`."""

    drug: runtime.Ref[models.Drug]
    form: enums.DrugForm


def filter_on_bound(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[FilterOnBoundRow]:
    """Drugs with a form, by BOUND.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        FILTER_ON_BOUND,
        {},
        limit=limit,
    )
    return [FilterOnBoundRow(*row) for row in rows]
