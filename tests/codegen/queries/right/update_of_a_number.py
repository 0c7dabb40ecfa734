"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_OF_A_NUMBER",
    "update_of_a_number",
]

UPDATE_OF_A_NUMBER = runtime.QueryRow(
    name="update_of_a_number",
    mode="update",
    text="""\
# @name update_of_a_number
# @mode update
# @param drug: Ref[ex:Drug]
# @param dose: decimal
# Change the dose.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { $drug ex:dose ?old } }
INSERT { GRAPH $current { $drug ex:dose $dose } }
WHERE {
  GRAPH $current { $drug a ex:Drug ; ex:dose ?old }
}
""",
    template=runtime.Template(
        name="update_of_a_number",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) ?old (",
            runtime.Slot("dose", "decimal"),
            " AS ?_2)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug ; ex:dose ?old }\n}",
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
            name="dose",
            python="dose",
            wire="dose",
            type="decimal",
            default=None,
        ),
    ),
    columns=(),
    changes=(
        runtime.Change("delete", 0, "https://example.org/pharmacy#dose", 1),
        runtime.Change("insert", 0, "https://example.org/pharmacy#dose", 2),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Change the dose.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_OF_A_NUMBER,)
"""All of them, by name: part of `SCHEMA`."""


def update_of_a_number(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    dose: runtime.Numeric,
) -> list[runtime.Ref[models.Drug]]:
    """Change the dose.

    `drug` is an id of class Drug.
    `dose` is a number.
    """
    return runtime.run_update(
        graph,
        UPDATE_OF_A_NUMBER,
        {
            "drug": drug,
            "dose": dose,
        },
    )
