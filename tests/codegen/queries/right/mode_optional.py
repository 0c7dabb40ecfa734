"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums

__all__ = [
    "MODE_OPTIONAL",
    "QUERIES",
    "ModeOptionalRow",
    "mode_optional",
]

MODE_OPTIONAL = runtime.QueryRow(
    name="mode_optional",
    mode="optional",
    text="""\
# @name mode_optional
# @mode optional
# @param drug: Ref[ex:Drug]
# The form of a drug, if it says one.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?form
WHERE { GRAPH $current { $drug a ex:Drug ; ex:form ?form } }
""",
    template=runtime.Template(
        name="mode_optional",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?form\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; ex:form ?form } }",
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
            name="form",
            python="form",
            wire="form",
            type="string",
            optional=False,
        ),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="The form of a drug, if it says one.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MODE_OPTIONAL,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ModeOptionalRow:
    """One row of `mode_optional`."""

    form: enums.DrugForm


def mode_optional(
    graph: runtime.BaseGraph,
    *,
    drug: str,
) -> ModeOptionalRow | None:
    """The form of a drug, if it says one.

    `drug` is an id of class Drug.
    """
    rows = runtime.run_query(
        graph,
        MODE_OPTIONAL,
        {
            "drug": drug,
        },
    )
    return ModeOptionalRow(*rows[0]) if rows else None
