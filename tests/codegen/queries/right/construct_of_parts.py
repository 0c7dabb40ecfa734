"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "CONSTRUCT_OF_PARTS",
    "QUERIES",
    "construct_of_parts",
]

CONSTRUCT_OF_PARTS = runtime.QueryRow(
    name="construct_of_parts",
    mode="construct",
    text="""\
# @name construct_of_parts
# @mode construct
# @param document: Ref[kg:Document]
# @limit none
# The chunks of a document as whole things, which the document points at.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT {
  $document kg:contains ?chunk .
  ?chunk a kg:Chunk ; kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded
}
WHERE {
  GRAPH $current {
    $document kg:contains ?chunk .
    ?chunk kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded
  }
}
""",
    template=runtime.Template(
        name="construct_of_parts",
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT {\n  ",
            runtime.Slot("document", "iri"),
            " kg:contains ?chunk .\n  ?chunk a kg:Chunk ; kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded\n}\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ",
            runtime.Slot("document", "iri"),
            " kg:contains ?chunk .\n    ?chunk kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded\n  }\n}",  # noqa: E501
        ),
    ),
    params=(
        runtime.ParamRow(
            name="document",
            python="document",
            wire="document",
            type="Ref[Document]",
            default=None,
        ),
    ),
    columns=(),
    made=("Chunk",),
    limit=None,
    limit_max=None,
    tool=None,
    doc="The chunks of a document as whole things, which the document points at.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (CONSTRUCT_OF_PARTS,)
"""All of them, by name: part of `SCHEMA`."""


def construct_of_parts(
    graph: runtime.BaseGraph,
    *,
    document: str,
) -> list[models.Chunk]:
    """The chunks of a document as whole things, which the document points at.

    `document` is an id of class Document.
    """
    return runtime.construct_query(
        graph,
        CONSTRUCT_OF_PARTS,
        {
            "document": document,
        },
        (models.Chunk,),
    )
