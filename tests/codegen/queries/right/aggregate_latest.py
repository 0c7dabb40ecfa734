"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kgrdf import runtime

__all__ = [
    "AGGREGATE_LATEST",
    "QUERIES",
    "AggregateLatestRow",
    "aggregate_latest",
]

AGGREGATE_LATEST = runtime.QueryRow(
    name="aggregate_latest",
    mode="one",
    text="""\
# @name aggregate_latest
# @mode one
# When the last drug was approved.
PREFIX ex: <https://example.org/pharmacy#>
SELECT (MAX(?at) AS ?latest)
WHERE { GRAPH $current { ?drug a ex:Drug ; ex:approvedAt ?at } }
""",
    template=runtime.Template(
        name="aggregate_latest",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT (MAX(?at) AS ?latest)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; ex:approvedAt ?at } }",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="latest",
            python="latest",
            wire="latest",
            type="instant",
            optional=True,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="When the last drug was approved.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_LATEST,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateLatestRow:
    """One row of `aggregate_latest`."""

    latest: datetime | None


def aggregate_latest(
    graph: runtime.BaseGraph,
) -> AggregateLatestRow:
    """When the last drug was approved."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_LATEST,
        {},
    )
    return AggregateLatestRow(*runtime.only(rows, "aggregate_latest"))
