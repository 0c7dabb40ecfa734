"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

__all__ = [
    "AGGREGATE_TEXTS",
    "QUERIES",
    "AggregateTextsRow",
    "aggregate_texts",
]

AGGREGATE_TEXTS = runtime.QueryRow(
    name="aggregate_texts",
    mode="one",
    text="""\
# @name aggregate_texts
# @mode one
# All names in one text.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT (GROUP_CONCAT(?name; separator=", ") AS ?names)
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name } }
""",
    template=runtime.Template(
        name="aggregate_texts",
        pieces=(
            'PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT (GROUP_CONCAT(?name; separator=", ") AS ?names)\n',  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug a ex:Drug ; kg:name ?name } }",
        ),
    ),
    params=(),
    columns=(
        runtime.ColumnRow(
            name="names",
            python="names",
            wire="names",
            type="string",
            optional=False,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="All names in one text.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (AGGREGATE_TEXTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class AggregateTextsRow:
    """One row of `aggregate_texts`."""

    names: str


def aggregate_texts(
    graph: runtime.BaseGraph,
) -> AggregateTextsRow:
    """All names in one text."""
    rows = runtime.run_query(
        graph,
        AGGREGATE_TEXTS,
        {},
    )
    return AggregateTextsRow(*runtime.only(rows, "aggregate_texts"))
