"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import enums, models

__all__ = [
    "INFERRED_MEMBER",
    "QUERIES",
    "InferredMemberRow",
    "inferred_member",
]

INFERRED_MEMBER = runtime.QueryRow(
    name="inferred_member",
    mode="many",
    text="""\
# @name inferred_member
# @mode many
# @param form
# @limit 20 max 200
# The drugs of a form.
PREFIX ex: <https://example.org/pharmacy#>
SELECT ?drug
WHERE { GRAPH $current { ?drug ex:form $form } }
ORDER BY ?drug
""",
    template=runtime.Template(
        name="inferred_member",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?drug ex:form ",
            runtime.Slot("form", "string"),
            " } }\nORDER BY ?drug",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="form",
            python="form",
            wire="form",
            type="string",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="drug",
            python="drug",
            wire="drug",
            type="Ref[Drug]",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="The drugs of a form.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (INFERRED_MEMBER,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class InferredMemberRow:
    """One row of `inferred_member`."""

    drug: runtime.Ref[models.Drug]


def inferred_member(
    graph: runtime.BaseGraph,
    *,
    form: enums.DrugForm,
    limit: int | None = None,
) -> list[InferredMemberRow]:
    """The drugs of a form.

    `form` is a text, one of `enums.DrugForm`.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        INFERRED_MEMBER,
        {
            "form": form,
        },
        limit=limit,
    )
    return [InferredMemberRow(*row) for row in rows]
