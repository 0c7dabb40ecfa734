"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_NUMBER",
    "QUERIES",
    "ParameterNumberRow",
    "parameter_number",
]

PARAMETER_NUMBER = runtime.QueryRow(
    name="parameter_number",
    mode="many",
    text="""\
# @name parameter_number
# @mode many
# @param value: decimal
# @limit 20 max 200
# The drugs with this number.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:dose $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_number",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:dose ",
            runtime.Slot("value", "decimal"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="decimal",
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
    doc="The drugs with this number.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_NUMBER,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterNumberRow:
    """One row of `parameter_number`."""

    drug: runtime.Ref[models.Drug]


def parameter_number(
    graph: runtime.BaseGraph,
    *,
    value: runtime.Numeric,
    limit: int | None = None,
) -> list[ParameterNumberRow]:
    """The drugs with this number.

    `value` is a number.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_NUMBER,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterNumberRow(*row) for row in rows]
