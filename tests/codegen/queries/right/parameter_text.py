"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_TEXT",
    "QUERIES",
    "ParameterTextRow",
    "parameter_text",
]

PARAMETER_TEXT = runtime.QueryRow(
    name="parameter_text",
    mode="many",
    text="""\
# @name parameter_text
# @mode many
# @param value: string
# @limit 20 max 200
# The drugs with this text.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:form $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_text",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:form ",
            runtime.Slot("value", "string"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="string",
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
    doc="The drugs with this text.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_TEXT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterTextRow:
    """One row of `parameter_text`."""

    drug: runtime.Ref[models.Drug]


def parameter_text(
    graph: runtime.BaseGraph,
    *,
    value: str,
    limit: int | None = None,
) -> list[ParameterTextRow]:
    """The drugs with this text.

    `value` is a text.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_TEXT,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterTextRow(*row) for row in rows]
