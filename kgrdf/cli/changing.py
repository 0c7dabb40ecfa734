"""The commands that change what stands: supersede, end, retract, amend, resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgrdf.cli.options import as_json, with_existing_graph
from kgrdf.cli.output import show
from kgrdf.cli.writing import SOURCE

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["amend", "end", "resolve", "retract", "supersede"]


@click.command()
@click.argument("statement_id", metavar="ID")
@click.option("--claim", help="For a fact: what is true instead.")
@click.option("--to", "to_id", metavar="ID", help="For a relationship: where it leads instead.")
@click.option("--confidence", metavar="SHARE", help="For a fact: how sure the source is, 0 to 1.")
@click.option("--weight", metavar="SHARE", help="For a relationship: how strong it is, 0 to 1.")
@click.option("--valid-from", metavar="INSTANT", help="When the change took place; now if left out.")
@SOURCE
@as_json
@with_existing_graph
def supersede(
    graph: BaseGraph,
    statement_id: str,
    claim: str | None,
    to_id: str | None,
    confidence: str | None,
    weight: str | None,
    valid_from: str | None,
    source: str | None,
    as_json: bool,
) -> None:
    """Replace a fact or relationship from an instant on.

    A fact by another claim, a relationship by one to another target. For example:

    kgrdf supersede fact::… --claim "Ana leads Payments"
    """
    if claim is not None and to_id is None and weight is None:
        answer = graph.supersede_fact(
            statement_id, claim, confidence=confidence, valid_from=valid_from, source_document_id=source
        )
    elif to_id is not None and claim is None and confidence is None:
        answer = graph.supersede_relationship(
            statement_id, to_id, weight=weight, valid_from=valid_from, source_document_id=source
        )
    else:
        raise click.UsageError("give --claim (and --confidence) for a fact, or --to (and --weight) for a relationship")
    show(answer, as_json)


@click.command()
@click.argument("statement_id", metavar="ID")
@click.option("--valid-to", metavar="INSTANT", help="The first instant at which it is true no more; now if left out.")
@as_json
@with_existing_graph
def end(graph: BaseGraph, statement_id: str, valid_to: str | None, as_json: bool) -> None:
    """Note that a fact or relationship ends, now or at an instant."""
    show(graph.end_statement(statement_id, valid_to=valid_to), as_json)


@click.command()
@click.argument("statement_id", metavar="ID")
@click.option("--reason", help="Why, in your words.")
@click.option("--include-ended", is_flag=True, help="Even if it has ended or was superseded.")
@as_json
@with_existing_graph
def retract(graph: BaseGraph, statement_id: str, reason: str | None, include_ended: bool, as_json: bool) -> None:
    """Withdraw a fact or relationship that was never right."""
    show(graph.retract_statement(statement_id, reason=reason, include_ended=include_ended), as_json)


@click.command()
@click.argument("statement_id", metavar="ID")
@click.option("--claim", help="For a fact: the claim as it should have been.")
@click.option("--weight", metavar="SHARE", help="For a relationship: its strength, 0 to 1.")
@click.option("--valid-from", metavar="INSTANT", help="The first instant at which it was true.")
@click.option("--valid-to", metavar="INSTANT", help="The first instant at which it was true no more.")
@click.option("--reopen", is_flag=True, help="Take the end away; not with --valid-to.")
@as_json
@with_existing_graph
def amend(
    graph: BaseGraph,
    statement_id: str,
    claim: str | None,
    weight: str | None,
    valid_from: str | None,
    valid_to: str | None,
    reopen: bool,
    as_json: bool,
) -> None:
    """Correct a fact or relationship that was recorded wrongly."""
    answer = graph.amend_statement(
        statement_id, claim=claim, weight=weight, valid_from=valid_from, valid_to=valid_to, reopen=reopen
    )
    show(answer, as_json)


@click.command()
@click.argument("contradiction_id", metavar="ID")
@click.argument("resolution", type=click.Choice(["keep", "both", "neither"]))
@click.option("--keep", "keep_id", metavar="ID", help="With keep: the statement that stands; the other is retracted.")
@click.option("--by", metavar="WHO", help="Who decided it.")
@as_json
@with_existing_graph
def resolve(
    graph: BaseGraph,
    contradiction_id: str,
    resolution: str,
    keep_id: str | None,
    by: str | None,
    as_json: bool,
) -> None:
    """Settle a contradiction: keep one, both, or neither."""
    show(graph.resolve_contradiction(contradiction_id, resolution, keep_id=keep_id, by=by), as_json)
