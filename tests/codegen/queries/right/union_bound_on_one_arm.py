"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UNION_BOUND_ON_ONE_ARM",
    "UnionBoundOnOneArmRow",
    "union_bound_on_one_arm",
]

UNION_BOUND_ON_ONE_ARM = runtime.QueryRow(
    name="union_bound_on_one_arm",
    mode="many",
    text="""\
# @name union_bound_on_one_arm
# @mode many
# @limit 20 max 200
# Drugs with a dose, and substances.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?thing ?dose
WHERE {
  GRAPH $current { { ?thing a ex:Drug ; ex:dose ?dose } UNION { ?thing a ex:Substance FILTER NOT EXISTS { ?thing ex:dose ?any } } }
}
ORDER BY ?thing ?dose
""",  # noqa: E501
    template=runtime.Template(
        name="union_bound_on_one_arm",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?thing ?dose\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { { ?thing a ex:Drug ; ex:dose ?dose } UNION { ?thing a ex:Substance FILTER NOT EXISTS { ?thing ex:dose ?any } } }\n}\nORDER BY ?thing ?dose",  # noqa: E501
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="thing",
            python="thing",
            wire="thing",
            type="Ref[Substance]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            optional=True,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Drugs with a dose, and substances.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UNION_BOUND_ON_ONE_ARM,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class UnionBoundOnOneArmRow:
    """One row of `union_bound_on_one_arm`."""

    thing: runtime.Ref[models.Substance]
    dose: Decimal | None


def union_bound_on_one_arm(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[UnionBoundOnOneArmRow]:
    """Drugs with a dose, and substances.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        UNION_BOUND_ON_ONE_ARM,
        {},
        limit=limit,
    )
    return [UnionBoundOnOneArmRow(*row) for row in rows]
