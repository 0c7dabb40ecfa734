"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_OF_TEXT",
    "update_of_text",
]

UPDATE_OF_TEXT = runtime.QueryRow(
    name="update_of_text",
    mode="update",
    text="""\
# @name update_of_text
# @mode update
# @param drug: Ref[ex:Drug]
# @param description: string
# Describe a drug anew.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
DELETE { GRAPH $current { $drug kg:description ?old } }
INSERT { GRAPH $current { $drug kg:description $description } }
WHERE {
  GRAPH $current { $drug a ex:Drug OPTIONAL { $drug kg:description ?old } }
}
""",
    template=runtime.Template(
        name="update_of_text",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) ?old (",
            runtime.Slot("description", "string"),
            " AS ?_2)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug OPTIONAL { ",
            runtime.Slot("drug", "iri"),
            " kg:description ?old } }\n}",
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
            name="description",
            python="description",
            wire="description",
            type="string",
            default=None,
        ),
    ),
    columns=(),
    changes=(
        runtime.Change("delete", 0, "https://w3id.org/kgrdf/ns#description", 1),
        runtime.Change("insert", 0, "https://w3id.org/kgrdf/ns#description", 2),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Describe a drug anew.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_OF_TEXT,)
"""All of them, by name: part of `SCHEMA`."""


def update_of_text(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    description: str,
) -> list[runtime.Ref[models.Drug]]:
    """Describe a drug anew.

    `drug` is an id of class Drug.
    `description` is a text.
    """
    return runtime.run_update(
        graph,
        UPDATE_OF_TEXT,
        {
            "drug": drug,
            "description": description,
        },
    )
