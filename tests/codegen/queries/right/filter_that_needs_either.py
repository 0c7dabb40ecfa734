"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "FILTER_THAT_NEEDS_EITHER",
    "QUERIES",
    "FilterThatNeedsEitherRow",
    "filter_that_needs_either",
]

FILTER_THAT_NEEDS_EITHER = runtime.QueryRow(
    name="filter_that_needs_either",
    mode="many",
    text="""\
# @name filter_that_needs_either
# @mode many
# @limit 20 max 200
# Drugs with a form or a description: neither of the two is sure to be there.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug ?form ?text
WHERE {
  GRAPH $current { ?drug a ex:Drug OPTIONAL { ?drug ex:form ?form } OPTIONAL { ?drug kg:description ?text } }
  FILTER(?form = "syrup" || STRLEN(?text) > 3)
}
ORDER BY ?drug
""",
    template=runtime.Template(
        name="filter_that_needs_either",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug ?form ?text\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            ' { ?drug a ex:Drug OPTIONAL { ?drug ex:form ?form } OPTIONAL { ?drug kg:description ?text } }\n  FILTER(?form = "syrup" || STRLEN(?text) > 3)\n}\nORDER BY ?drug',  # noqa: E501
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
        runtime.ColumnRow(
            name="text",
            python="text",
            wire="text",
            type="string",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs with a form or a description: neither of the two is sure to be there.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (FILTER_THAT_NEEDS_EITHER,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class FilterThatNeedsEitherRow:
    """One row of `filter_that_needs_either`."""

    drug: runtime.Ref[models.Drug]
    form: enums.DrugForm | None
    text: str | None


def filter_that_needs_either(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[FilterThatNeedsEitherRow]:
    """Drugs with a form or a description: neither of the two is sure to be there.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        FILTER_THAT_NEEDS_EITHER,
        {},
        limit=limit,
    )
    return [FilterThatNeedsEitherRow(*row) for row in rows]
