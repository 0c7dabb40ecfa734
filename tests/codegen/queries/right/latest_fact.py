"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "LATEST_FACT",
    "QUERIES",
    "LatestFactRow",
    "latest_fact",
]

LATEST_FACT = runtime.QueryRow(
    name="latest_fact",
    mode="optional",
    text="""\
# @name latest_fact
# @mode optional
# @param drug: Ref[ex:Drug]
# @param now: instant = now
# The last thing that became true of a drug.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?claim ?from ?confidence
WHERE {
  GRAPH $current {
    ?fact kg:about $drug ; kg:claim ?claim ; kg:validFrom ?from
    FILTER(?from <= $now) FILTER NOT EXISTS { ?fact kg:validTo ?to FILTER(?to <= $now) }
    OPTIONAL { ?fact kg:confidence ?confidence }
  }
}
ORDER BY DESC(?from) ?fact
""",
    template=runtime.Template(
        name="latest_fact",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?claim ?from ?confidence\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ?fact kg:about ",
            runtime.Slot("drug", "iri"),
            " ; kg:claim ?claim ; kg:validFrom ?from\n    FILTER(?from <= ",
            runtime.Slot("now", "instant"),
            ") FILTER NOT EXISTS { ?fact kg:validTo ?to FILTER(?to <= ",
            runtime.Slot("now", "instant"),
            ") }\n    OPTIONAL { ?fact kg:confidence ?confidence }\n  }\n}\nORDER BY DESC(?from) ?fact",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            default=None,
        ),
        runtime.ParamRow(
            name="now",
            python="now",
            wire="now",
            type="instant",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="claim",
            python="claim",
            wire="claim",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="from",
            python="from_",
            wire="from",
            type="instant",
            optional=False,
        ),
        runtime.ColumnRow(
            name="confidence",
            python="confidence",
            wire="confidence",
            type="decimal",
            optional=True,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="The last thing that became true of a drug.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (LATEST_FACT,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class LatestFactRow:
    """One row of `latest_fact`."""

    claim: str
    from_: datetime
    confidence: Decimal | None


def latest_fact(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    now: runtime.Instant | None = None,
) -> LatestFactRow | None:
    """The last thing that became true of a drug.

    `drug` is an id of class Drug.
    `now` is an instant; left out, it is the moment of the call.
    """
    rows = runtime.run_query(
        graph,
        LATEST_FACT,
        {
            "drug": drug,
            "now": now,
        },
    )
    return LatestFactRow(*rows[0]) if rows else None
