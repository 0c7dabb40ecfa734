"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "MODE_UPDATE",
    "QUERIES",
    "mode_update",
]

MODE_UPDATE = runtime.QueryRow(
    name="mode_update",
    mode="update",
    text="""\
# @name mode_update
# @mode update
# @param drug: Ref[ex:Drug]
# @param form: string
# Say how a drug is taken, whatever was said before.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { $drug ex:form ?old } }
INSERT { GRAPH $current { $drug ex:form $form } }
WHERE {
  GRAPH $current { $drug a ex:Drug OPTIONAL { $drug ex:form ?old } }
}
""",
    template=runtime.Template(
        name="mode_update",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) ?old (",
            runtime.Slot("form", "string"),
            " AS ?_2)\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug OPTIONAL { ",
            runtime.Slot("drug", "iri"),
            " ex:form ?old } }\n}",
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
            name="form",
            python="form",
            wire="form",
            type="string",
            default=None,
        ),
    ),
    columns=(),
    changes=(
        runtime.Change("delete", 0, "https://example.org/pharmacy#form", 1),
        runtime.Change("insert", 0, "https://example.org/pharmacy#form", 2),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Say how a drug is taken, whatever was said before.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (MODE_UPDATE,)
"""All of them, by name: part of `SCHEMA`."""


def mode_update(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    form: str,
) -> list[runtime.Ref[models.Drug]]:
    """Say how a drug is taken, whatever was said before.

    `drug` is an id of class Drug.
    `form` is a text.
    """
    return runtime.run_update(
        graph,
        MODE_UPDATE,
        {
            "drug": drug,
            "form": form,
        },
    )
