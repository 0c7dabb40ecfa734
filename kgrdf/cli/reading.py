"""The commands that read: context, search, list, timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgrdf.cli.options import as_json, viewpoint, with_existing_graph
from kgrdf.cli.output import progress, show

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["context", "list_entities", "search", "timeline"]

_CURSOR = click.option("--cursor", help="Where the page before ended: its nextCursor.")


@click.command()
@click.argument("entity_id")
@click.option("--hops", type=int, default=2, show_default=True, help="How far to walk, 1 to 3.")
@click.option("--source-chunks/--no-source-chunks", default=True, show_default=True, help="Passages too.")
@click.option("--type", "relationship_types", multiple=True, metavar="TYPE", help="Walk only this type; repeatable.")
@click.option("--direction", type=click.Choice(["out", "in", "both"]), default="both", show_default=True, help="Which way.")
@click.option("--max-tokens", type=int, help="Keep the answer below this many tokens.")
@viewpoint
@as_json
@with_existing_graph
def context(
    graph: BaseGraph,
    entity_id: str,
    hops: int,
    source_chunks: bool,
    relationship_types: tuple[str, ...],
    direction: str,
    max_tokens: int | None,
    as_of: str | None,
    known_at: str | None,
    as_json: bool,
) -> None:
    """Show what is known about an entity.

    Its neighbours, strongest first, facts, contradictions, and passages that mention it.
    """
    answer = graph.get_entity_context(
        entity_id,
        hops=hops,
        include_source_chunks=source_chunks,
        relationship_types=relationship_types,
        direction=direction,
        max_tokens=max_tokens,
        as_of=as_of,
        known_at=known_at,
    )
    show(answer, as_json)


@click.command()
@click.argument("query")
@click.option("--limit", type=int, default=10, show_default=True, help="At most this many hits.")
@viewpoint
@as_json
@with_existing_graph
def search(graph: BaseGraph, query: str, limit: int, as_of: str | None, known_at: str | None, as_json: bool) -> None:
    """Find entities, facts and passages by their words, best first."""
    from kgrdf.search import SearchIndex

    if graph.head() is not None:
        with progress("indexing") as advance:
            SearchIndex.of(graph).follow(advance=advance)
    show(graph.search_memory(query, limit=limit, as_of=as_of, known_at=known_at), as_json)


@click.command("list")
@click.option("--type", "entity_type", metavar="CLASS", help="Only entities of this class and the classes below it.")
@click.option("--limit", type=int, default=50, show_default=True, help="At most this many on the page.")
@_CURSOR
@viewpoint
@as_json
@with_existing_graph
def list_entities(
    graph: BaseGraph,
    entity_type: str | None,
    limit: int,
    cursor: str | None,
    as_of: str | None,
    known_at: str | None,
    as_json: bool,
) -> None:
    """List entities page by page."""
    page = graph.list_entities(entity_type, limit=limit, cursor=cursor, as_of=as_of, known_at=known_at)
    show(page, as_json)


@click.command()
@click.argument("subject_id", metavar="ID")
@click.option("--limit", type=int, default=50, show_default=True, help="At most this many versions on the page.")
@_CURSOR
@viewpoint
@as_json
@with_existing_graph
def timeline(
    graph: BaseGraph,
    subject_id: str,
    limit: int,
    cursor: str | None,
    as_of: str | None,
    known_at: str | None,
    as_json: bool,
) -> None:
    """Show every version of a statement, and what replaced it.

    ID is a fact or relationship, or an entity: then all that is said about it.
    """
    answer = graph.get_timeline(subject_id, limit=limit, cursor=cursor, as_of=as_of, known_at=known_at)
    show(answer, as_json)
