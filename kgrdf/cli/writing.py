"""The commands that assert: fact, relate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgrdf.cli.options import as_json, validity, with_graph
from kgrdf.cli.output import show

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["SOURCE", "fact", "relate"]

SOURCE = click.option("--source", metavar="ID", help="The document or chunk that says so.")


@click.command()
@click.argument("claim")
@click.option("--about", multiple=True, required=True, metavar="ID", help="The entity or concept it is about; repeatable.")
@click.option("--confidence", metavar="SHARE", help="How sure the source is, 0 to 1.")
@validity
@SOURCE
@as_json
@with_graph
def fact(
    graph: BaseGraph,
    claim: str,
    about: tuple[str, ...],
    confidence: str | None,
    valid_from: str | None,
    valid_to: str | None,
    source: str | None,
    as_json: bool,
) -> None:
    """Assert a claim about one or more entities."""
    answer = graph.store_fact(
        claim, about, confidence=confidence, valid_from=valid_from, valid_to=valid_to, source_document_id=source
    )
    show(answer, as_json)


@click.command()
@click.argument("from_id")
@click.argument("relationship_type")
@click.argument("to_id")
@click.option("--weight", metavar="SHARE", help="How strong it is, 0 to 1.")
@validity
@SOURCE
@as_json
@with_graph
def relate(
    graph: BaseGraph,
    from_id: str,
    relationship_type: str,
    to_id: str,
    weight: str | None,
    valid_from: str | None,
    valid_to: str | None,
    source: str | None,
    as_json: bool,
) -> None:
    """Assert that one entity relates to another.

    In the order of the sentence: kgrdf relate checkout depends_on payments
    """
    answer = graph.add_relationship(
        from_id,
        to_id,
        relationship_type,
        weight=weight,
        valid_from=valid_from,
        valid_to=valid_to,
        source_document_id=source,
    )
    show(answer, as_json)
