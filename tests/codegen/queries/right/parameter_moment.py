"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_MOMENT",
    "QUERIES",
    "ParameterMomentRow",
    "parameter_moment",
]

PARAMETER_MOMENT = runtime.QueryRow(
    name="parameter_moment",
    mode="many",
    text="""\
# @name parameter_moment
# @mode many
# @param value: instant
# @limit 20 max 200
# The drugs with this moment.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:approvedAt $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_moment",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:approvedAt ",
            runtime.Slot("value", "instant"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="instant",
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
    doc="The drugs with this moment.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_MOMENT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterMomentRow:
    """One row of `parameter_moment`."""

    drug: runtime.Ref[models.Drug]


def parameter_moment(
    graph: runtime.BaseGraph,
    *,
    value: runtime.Instant,
    limit: int | None = None,
) -> list[ParameterMomentRow]:
    """The drugs with this moment.

    `value` is an instant.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_MOMENT,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterMomentRow(*row) for row in rows]
