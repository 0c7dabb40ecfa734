"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from kgrdf import runtime

__all__ = [
    "PARAMETER_DEFAULTS",
    "QUERIES",
    "ParameterDefaultsRow",
    "parameter_defaults",
]

PARAMETER_DEFAULTS = runtime.QueryRow(
    name="parameter_defaults",
    mode="many",
    text="""\
# @name parameter_defaults
# @mode many
# @param name: string = "Acetyl acid"
# @param marked: boolean = true
# @param most: decimal = 0.5
# @param since: instant = 2024-01-01T00:00:00Z
# @param class: iri = <https://w3id.org/kgrdf/ns#Entity>
# @param word: string = now
# @limit 20 max 200
# What stands where nothing is given.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT ?called ?a ?b ?c ?d ?e ?f
WHERE {
  GRAPH $current { ?entity a kg:Entity ; kg:name ?called }
  BIND($name AS ?a) BIND($marked AS ?b) BIND($most AS ?c) BIND($since AS ?d) BIND($class AS ?e) BIND($word AS ?f)
}
""",
    template=runtime.Template(
        name="parameter_defaults",
        limit=20,
        limit_max=200,
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT ?called ?a ?b ?c ?d ?e ?f\n",
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " { ?entity a kg:Entity ; kg:name ?called }\n  BIND(",
            runtime.Slot("name", "string"),
            " AS ?a) BIND(",
            runtime.Slot("marked", "boolean"),
            " AS ?b) BIND(",
            runtime.Slot("most", "decimal"),
            " AS ?c) BIND(",
            runtime.Slot("since", "instant"),
            " AS ?d) BIND(",
            runtime.Slot("class", "iri"),
            " AS ?e) BIND(",
            runtime.Slot("word", "string"),
            " AS ?f)\n}",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="name",
            python="name",
            wire="name",
            type="string",
            default="Acetyl acid",
        ),
        runtime.ParamRow(
            name="marked",
            python="marked",
            wire="marked",
            type="boolean",
            default="true",
        ),
        runtime.ParamRow(
            name="most",
            python="most",
            wire="most",
            type="decimal",
            default="0.5",
        ),
        runtime.ParamRow(
            name="since",
            python="since",
            wire="since",
            type="instant",
            default="2024-01-01T00:00:00Z",
        ),
        runtime.ParamRow(
            name="class",
            python="class_",
            wire="class",
            type="iri",
            default="https://w3id.org/kgrdf/ns#Entity",
        ),
        runtime.ParamRow(
            name="word",
            python="word",
            wire="word",
            type="string",
            default="now",
        ),
    ),
    columns=(
        runtime.ColumnRow(
            name="called",
            python="called",
            wire="called",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="a",
            python="a",
            wire="a",
            type="string",
            optional=False,
        ),
        runtime.ColumnRow(
            name="b",
            python="b",
            wire="b",
            type="boolean",
            optional=False,
        ),
        runtime.ColumnRow(
            name="c",
            python="c",
            wire="c",
            type="decimal",
            optional=False,
        ),
        runtime.ColumnRow(
            name="d",
            python="d",
            wire="d",
            type="instant",
            optional=False,
        ),
        runtime.ColumnRow(
            name="e",
            python="e",
            wire="e",
            type="iri",
            optional=False,
        ),
        runtime.ColumnRow(
            name="f",
            python="f",
            wire="f",
            type="string",
            optional=False,
        ),
    ),
    limit=20,
    limit_max=200,
    tool=None,
    doc="What stands where nothing is given.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (PARAMETER_DEFAULTS,)
"""All of them, by name: part of `SCHEMA`."""


@dataclass(frozen=True, slots=True)
class ParameterDefaultsRow:
    """One row of `parameter_defaults`."""

    called: str
    a: str
    b: bool
    c: Decimal
    d: datetime
    e: str
    f: str


def parameter_defaults(
    graph: runtime.BaseGraph,
    *,
    name: str | None = None,
    marked: bool | None = None,
    most: runtime.Numeric | None = None,
    since: runtime.Instant | None = None,
    class_: str | None = None,
    word: str | None = None,
    limit: int | None = None,
) -> list[ParameterDefaultsRow]:
    """What stands where nothing is given.

    `name` is a text; left out, it is Acetyl acid.
    `marked` is true or false; left out, it is true.
    `most` is a number; left out, it is 0.5.
    `since` is an instant; left out, it is 2024-01-01T00:00:00Z.
    `class_` is an IRI; left out, it is https://w3id.org/kgrdf/ns#Entity.
    `word` is a text; left out, it is now.
    `limit` is at most 200; left out, it is 20.
    """
    rows = runtime.run_query(
        graph,
        PARAMETER_DEFAULTS,
        {
            "name": name,
            "marked": marked,
            "most": most,
            "since": since,
            "class": class_,
            "word": word,
        },
        limit=limit,
    )
    return [ParameterDefaultsRow(*row) for row in rows]
