"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "TEXT_THAT_LOOKS_LIKE_CODE",
    "TextThatLooksLikeCodeRow",
    "text_that_looks_like_code",
]

TEXT_THAT_LOOKS_LIKE_CODE = runtime.QueryRow(
    name="text_that_looks_like_code",
    mode="many",
    text="""\
# @name text_that_looks_like_code
# @mode many
# @limit 20 max 200
# Drugs named "{{ x }}", ''' or \"\"\" or \\\\.
PREFIX ex: <https://example.org/pharmacy#>
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?drug
WHERE { GRAPH $current { ?drug a ex:Drug ; kg:name ?name FILTER(?name IN ("{{ x }}", "'''", "$current", "a\\\\b\\n", "} # BOUND($x)")) } }
ORDER BY ?drug
""",  # noqa: E501
    template=runtime.Template(
        name="text_that_looks_like_code",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX ex: <https://example.org/pharmacy#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?drug\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            ' { ?drug a ex:Drug ; kg:name ?name FILTER(?name IN ("{{ x }}", "\'\'\'", "$current", "a\\\\b\\n", "} # BOUND($x)")) } }\nORDER BY ?drug',  # noqa: E501
        ),
    ),
    params=(),
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
    doc='Drugs named "{{ x }}", \'\'\' or """ or \\\\.',
)

QUERIES: tuple[runtime.QueryRow, ...] = (TEXT_THAT_LOOKS_LIKE_CODE,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class TextThatLooksLikeCodeRow:
    """One row of `text_that_looks_like_code`."""

    drug: runtime.Ref[models.Drug]


def text_that_looks_like_code(
    graph: runtime.BaseGraph,
    *,
    limit: int | None = None,
) -> list[TextThatLooksLikeCodeRow]:
    """Drugs named "{{ x }}", ''' or \"\"\" or \\\\.

    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        TEXT_THAT_LOOKS_LIKE_CODE,
        {},
        limit=limit,
    )
    return [TextThatLooksLikeCodeRow(*row) for row in rows]
