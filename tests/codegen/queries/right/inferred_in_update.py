"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import enums, models

__all__ = [
    "INFERRED_IN_UPDATE",
    "QUERIES",
    "inferred_in_update",
]

INFERRED_IN_UPDATE = runtime.QueryRow(
    name="inferred_in_update",
    mode="update",
    text="""\
# @name inferred_in_update
# @mode update
# @param drug
# @param form
# Say how a drug is taken, whatever was said before.
PREFIX ex: <https://example.org/pharmacy#>
DELETE { GRAPH $current { $drug ex:form ?old } }
INSERT { GRAPH $current { $drug ex:form $form } }
WHERE { GRAPH $current { $drug a ex:Drug OPTIONAL { $drug ex:form ?old } } }
""",
    template=runtime.Template(
        name="inferred_in_update",
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT DISTINCT (",
            runtime.Slot("drug", "iri"),
            " AS ?_0) ?old (",
            runtime.Slot("form", "string"),
            " AS ?_2)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("drug", "iri"),
            " a ex:Drug OPTIONAL { ",
            runtime.Slot("drug", "iri"),
            " ex:form ?old } } }",
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

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_IN_UPDATE,)
"""All of them, by name: part of `SCHEMA`."""


def inferred_in_update(
    graph: runtime.BaseGraph,
    *,
    drug: str,
    form: enums.DrugForm,
) -> list[runtime.Ref[models.Drug]]:
    """Say how a drug is taken, whatever was said before.

    `drug` is an id of class Drug.
    `form` is a text, one of `enums.DrugForm`.
    """
    return runtime.run_update(
        graph,
        INFERRED_IN_UPDATE,
        {
            "drug": drug,
            "form": form,
        },
    )
