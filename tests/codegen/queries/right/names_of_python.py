"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "NAMES_OF_PYTHON",
    "QUERIES",
    "NamesOfPythonRow",
    "names_of_python",
]

NAMES_OF_PYTHON = runtime.QueryRow(
    name="names_of_python",
    mode="many",
    text="""\
# @name names_of_python
# @mode many
# @param lambda: string
# @limit 20 max 200
# Names that Python keeps for itself.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?class ?import
WHERE { GRAPH $current { ?class a ex:Drug ; kg:name ?import FILTER(?import != $lambda) } }
ORDER BY ?class
""",
    template=runtime.Template(
        name="names_of_python",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?class ?import\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?class a ex:Drug ; kg:name ?import FILTER(?import != ",
            runtime.Slot("lambda", "string"),
            ") } }\nORDER BY ?class",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="lambda",
            python="lambda_",
            wire="lambda",
            type="string",
            default=None,
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="class",
            python="class_",
            wire="class",
            type="Ref[Drug]",
            optional=False,
        ),
        runtime.ColumnRow(
            name="import",
            python="import_",
            wire="import",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="Names that Python keeps for itself.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (NAMES_OF_PYTHON,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class NamesOfPythonRow:
    """One row of `names_of_python`."""

    class_: runtime.Ref[models.Drug]
    import_: str


def names_of_python(
    graph: runtime.BaseGraph,
    *,
    lambda_: str,
    limit: int | None = None,
) -> list[NamesOfPythonRow]:
    """Names that Python keeps for itself.

    `lambda_` is a text.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        NAMES_OF_PYTHON,
        {
            "lambda": lambda_,
        },
        limit=limit,
    )
    return [NamesOfPythonRow(*row) for row in rows]
