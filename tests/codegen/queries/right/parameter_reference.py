"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_REFERENCE",
    "QUERIES",
    "ParameterReferenceRow",
    "parameter_reference",
]

PARAMETER_REFERENCE = runtime.QueryRow(
    name="parameter_reference",
    mode="many",
    text="""\
# @name parameter_reference
# @mode many
# @param value: Ref[ex:Disease]
# @limit 20 max 200
# The drugs with this reference.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:against $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_reference",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:against ",
            runtime.Slot("value", "iri"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="Ref[Disease]",
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
    doc="The drugs with this reference.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_REFERENCE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterReferenceRow:
    """One row of `parameter_reference`."""

    drug: runtime.Ref[models.Drug]


def parameter_reference(
    graph: runtime.BaseGraph,
    *,
    value: str,
    limit: int | None = None,
) -> list[ParameterReferenceRow]:
    """The drugs with this reference.

    `value` is an id of class Disease.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_REFERENCE,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterReferenceRow(*row) for row in rows]
