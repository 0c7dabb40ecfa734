"""The ontology's named queries as typed functions.

Generated from ontology.ttl, core.ttl, annotations.ttl, shapes.ttl. DO NOT EDIT: change the ontology and run `kgrdf codegen`.
"""

from __future__ import annotations

from kgrdf import runtime

from . import models

__all__ = [
    "CONSTRUCT_OF_PARTS_AND_WHOLE",
    "QUERIES",
    "construct_of_parts_and_whole",
]

CONSTRUCT_OF_PARTS_AND_WHOLE = runtime.QueryRow(
    name="construct_of_parts_and_whole",
    mode="construct",
    text="""\
# @name construct_of_parts_and_whole
# @mode construct
# @param document: Ref[kg:Document]
# @limit none
# A document and its chunks.
PREFIX kg: <https://w3id.org/kgrdf/ns#>
CONSTRUCT {
  $document a kg:Document ; kg:title ?title ; kg:ingestedAt ?ingested ; kg:contains ?chunk .
  ?chunk a kg:Chunk ; kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded
}
WHERE {
  GRAPH $current {
    $document kg:title ?title ; kg:ingestedAt ?ingested ; kg:contains ?chunk .
    ?chunk kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded
  }
}
""",
    template=runtime.Template(
        name="construct_of_parts_and_whole",
        pieces=(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#>\nCONSTRUCT {\n  ",
            runtime.Slot("document", "iri"),
            " a kg:Document ; kg:title ?title ; kg:ingestedAt ?ingested ; kg:contains ?chunk .\n  ?chunk a kg:Chunk ; kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded\n}\n",  # noqa: E501
            runtime.Slot("", "dataset"),
            "WHERE {\n  GRAPH ",
            runtime.Slot("current", "graph"),
            " {\n    ",
            runtime.Slot("document", "iri"),
            " kg:title ?title ; kg:ingestedAt ?ingested ; kg:contains ?chunk .\n    ?chunk kg:text ?text ; kg:chunkIndex ?index ; kg:tokenCount ?count ; kg:recordedAt ?recorded\n  }\n}",  # noqa: E501
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
    made=("Chunk", "Document"),
    limit=None,
    limit_max=None,
    tool=None,
    doc="A document and its chunks.",
)

QUERIES: tuple[runtime.QueryRow, ...] = (CONSTRUCT_OF_PARTS_AND_WHOLE,)
"""All of them, by name: part of `SCHEMA`."""


def construct_of_parts_and_whole(
    graph: runtime.BaseGraph,
    *,
    document: str,
) -> list[models.Chunk | models.Document]:
    """A document and its chunks.

    `document` is an id of class Document.
    """
    return runtime.construct_query(
        graph,
        CONSTRUCT_OF_PARTS_AND_WHOLE,
        {
            "document": document,
        },
        (models.Chunk, models.Document),
    )
