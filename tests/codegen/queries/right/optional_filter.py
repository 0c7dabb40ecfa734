"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "OPTIONAL_FILTER",
    "QUERIES",
    "OptionalFilterRow",
    "optional_filter",
]

OPTIONAL_FILTER = runtime.QueryRow(
    name="optional_filter",
    mode="many",
    text="""\
# @name optional_filter
# @mode many
# @param form_wanted: string = none
# @limit 20 max 200
# Drugs, of a form if one is given.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug ?form
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:form ?form FILTER(!BOUND($form_wanted) || ?form = $form_wanted) } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="optional_filter",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug ?form\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:form ?form",
            runtime.Choice(
                "form_wanted",
                given=(
                    " FILTER(?form = ",
                    runtime.Slot("form_wanted", "string"),
                    ")",
                ),
                absent=(" FILTER(true)",),
            ),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="form_wanted",
            python="form_wanted",
            wire="formWanted",
            type="string",
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
    doc="Drugs, of a form if one is given.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (OPTIONAL_FILTER,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class OptionalFilterRow:
    """One row of `optional_filter`."""

    drug: runtime.Ref[models.Drug]
    form: enums.DrugForm


def optional_filter(
    graph: runtime.BaseGraph,
    *,
    form_wanted: str | None = None,
    limit: int | None = None,
) -> list[OptionalFilterRow]:
    """Drugs, of a form if one is given.

    `form_wanted` is a text; left out, it narrows nothing.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        OPTIONAL_FILTER,
        {
            "form_wanted": form_wanted,
        },
        limit=limit,
    )
    return [OptionalFilterRow(*row) for row in rows]
