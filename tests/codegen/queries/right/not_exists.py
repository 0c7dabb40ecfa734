"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "NOT_EXISTS",
    "QUERIES",
    "NotExistsRow",
    "not_exists",
]

NOT_EXISTS = runtime.QueryRow(
    name="not_exists",
    mode="many",
    text="""\
# @name not_exists
# @mode many
# @limit 20 max 200
# Drugs without a form.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug FILTER NOT EXISTS { ?drug ex:form ?form } } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="not_exists",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug FILTER NOT EXISTS { ?drug ex:form ?form } } }\nORDER BY ?drug",
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
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs without a form.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (NOT_EXISTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class NotExistsRow:
    """One row of `not_exists`."""

    drug: runtime.Ref[models.Drug]


def not_exists(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[NotExistsRow]:
    """Drugs without a form.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        NOT_EXISTS,
        {},
        limit=limit,
    )
    return [NotExistsRow(*row) for row in rows]
