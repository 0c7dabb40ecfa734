"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "MODE_ONE",
    "QUERIES",
    "ModeOneRow",
    "mode_one",
]

MODE_ONE = runtime.QueryRow(
    name="mode_one",
    mode="one",
    text="""\
# @name mode_one
# @mode one
# @param drug: Ref[ex:Drug]
# The dose of a drug.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?dose
WHERE { GRAPH $current { $drug a ex:Drug ; ex:dose ?dose } }
""",
    template=runtime.Template(
        name="mode_one",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?dose\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; ex:dose ?dose } }",
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
    ),
    columns=(
        runtime.ColumnRow(
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            optional=False,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="The dose of a drug.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MODE_ONE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ModeOneRow:
    """One row of `mode_one`."""

    dose: Decimal


def mode_one(
    graph: runtime.BaseGraph,
    *,
    drug: str,
) -> ModeOneRow:
    """The dose of a drug.

    `drug` is an id of class Drug.
    """
    rows = runtime.run_query(
        graph,
        MODE_ONE,
        {
            "drug": drug,
        },
    )
    return ModeOneRow(*runtime.only(rows, "mode_one"))
