"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_IRI",
    "QUERIES",
    "ParameterIriRow",
    "parameter_iri",
]

PARAMETER_IRI = runtime.QueryRow(
    name="parameter_iri",
    mode="many",
    text="""\
# @name parameter_iri
# @mode many
# @param value: iri
# @limit 20 max 200
# The drugs with this iri.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:page $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_iri",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:page ",
            runtime.Slot("value", "iri"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="iri",
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
    doc="The drugs with this iri.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_IRI,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterIriRow:
    """One row of `parameter_iri`."""

    drug: runtime.Ref[models.Drug]


def parameter_iri(
    graph: runtime.BaseGraph,
    *,
    value: str,
    limit: int | None = None,
) -> list[ParameterIriRow]:
    """The drugs with this iri.

    `value` is an IRI.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_IRI,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterIriRow(*row) for row in rows]
