"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_TRUTH",
    "QUERIES",
    "ParameterTruthRow",
    "parameter_truth",
]

PARAMETER_TRUTH = runtime.QueryRow(
    name="parameter_truth",
    mode="many",
    text="""\
# @name parameter_truth
# @mode many
# @param value: boolean
# @limit 20 max 200
# The drugs with this truth.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:overTheCounter $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_truth",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:overTheCounter ",
            runtime.Slot("value", "boolean"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="boolean",
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
    doc="The drugs with this truth.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_TRUTH,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterTruthRow:
    """One row of `parameter_truth`."""

    drug: runtime.Ref[models.Drug]


def parameter_truth(
    graph: runtime.BaseGraph,
    *,
    value: bool,
    limit: int | None = None,
) -> list[ParameterTruthRow]:
    """The drugs with this truth.

    `value` is true or false.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_TRUTH,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterTruthRow(*row) for row in rows]
