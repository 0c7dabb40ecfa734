"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "PARAMETER_LANGUAGE",
    "QUERIES",
    "ParameterLanguageRow",
    "parameter_language",
]

PARAMETER_LANGUAGE = runtime.QueryRow(
    name="parameter_language",
    mode="many",
    text="""\
# @name parameter_language
# @mode many
# @param value: langString
# @limit 20 max 200
# The drugs with this language.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:leaflet $value } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="parameter_language",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:leaflet ",
            runtime.Slot("value", "langString"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="value",
            python="value",
            wire="value",
            type="langString",
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
    doc="The drugs with this language.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_LANGUAGE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterLanguageRow:
    """One row of `parameter_language`."""

    drug: runtime.Ref[models.Drug]


def parameter_language(
    graph: runtime.BaseGraph,
    *,
    value: str,
    limit: int | None = None,
) -> list[ParameterLanguageRow]:
    """The drugs with this language.

    `value` is a text in a language.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_LANGUAGE,
        {
            "value": value,
        },
        limit=limit,
    )
    return [ParameterLanguageRow(*row) for row in rows]
