"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "QUERIES",
    "UPDATE_BY_A_DECLARED_TYPE",
    "update_by_a_declared_type",
]

UPDATE_BY_A_DECLARED_TYPE = runtime.QueryRow(
    name="update_by_a_declared_type",
    mode="update",
    text="""\
# @name update_by_a_declared_type
# @mode update
# @param person: Ref[kg:Person]
# @param confidence: decimal
# Say how sure a person is, of whom the pattern alone would tell nothing.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
DELETE { GRAPH $current { $person kg:confidence ?old } }
INSERT { GRAPH $current { $person kg:confidence $confidence } }
WHERE { GRAPH $current { $person kg:recordedAt ?at OPTIONAL { $person kg:confidence ?old } } }
""",
    template=runtime.Template(
        name="update_by_a_declared_type",
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nSELECT DISTINCT (",
            runtime.Slot("person", "iri"),
            " AS ?_0) ?old (",
            runtime.Slot("confidence", "decimal"),
            " AS ?_2)\n",
            runtime.Slot("", "dataset"),
            "WHERE { GRAPH ",
            runtime.Slot("current", "graph"),
            " { ",
            runtime.Slot("person", "iri"),
            " kg:recordedAt ?at OPTIONAL { ",
            runtime.Slot("person", "iri"),
            " kg:confidence ?old } } }",
        ),
    ),
    params=(
        runtime.ParamRow(
            name="person",
            python="person",
            wire="person",
            type="Ref[Person]",
            default=None,
        ),
        runtime.ParamRow(
            name="confidence",
            python="confidence",
            wire="confidence",
            type="decimal",
            default=None,
        ),
    ),
    columns=(),
    changes=(
        runtime.Change("delete", 0, "https://w3id.org/kgrdf/ns#confidence", 1),
        runtime.Change("insert", 0, "https://w3id.org/kgrdf/ns#confidence", 2),
    ),
    limit=None,
    limit_max=None,
    tool=None,
    doc="Say how sure a person is, of whom the pattern alone would tell nothing.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (UPDATE_BY_A_DECLARED_TYPE,)
"""All of them, by name: part of `SCHEMA`."""


def update_by_a_declared_type(
    graph: runtime.BaseGraph,
    *,
    person: str,
    confidence: runtime.Numeric,
) -> list[runtime.Ref[models.Person]]:
    """Say how sure a person is, of whom the pattern alone would tell nothing.

    `person` is an id of class Person.
    `confidence` is a number.
    """
    return runtime.run_update(
        graph,
        UPDATE_BY_A_DECLARED_TYPE,
        {
            "person": person,
            "confidence": confidence,
        },
    )
