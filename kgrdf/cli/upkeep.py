"""The commands that keep a memory in order: sweep, validate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgrdf.cli.options import with_existing_graph
from kgrdf.cli.output import progress

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["sweep", "validate"]


@click.command()
@with_existing_graph
def sweep(graph: BaseGraph) -> None:
    """Move what has ended into history; no answer changes."""
    click.echo(f"{graph.sweep():,} moved")


@click.command()
@click.option("--mend", is_flag=True, help="Repair first what is derived: adjacency, mention shortcuts, the text index.")
@click.option(
    "--shapes/--no-shapes", default=True, show_default=True, help="Hold every node against the shapes: the longest part."
)
@click.option(
    "--ontology",
    "ontologies",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A Turtle file with more shapes; repeatable.",
)
@with_existing_graph
def validate(graph: BaseGraph, mend: bool, shapes: bool, ontologies: tuple[Path, ...]) -> None:
    """Prove that the memory is whole; print what is not.

    Checked are the graphs, the clock, the adjacency index, the text index and the shapes; one problem a line. The exit
    status is 1 if anything is wrong, or is still wrong after --mend.
    """
    from kgrdf import validation

    if mend:
        click.echo(f"{validation.mend(graph):,} mended")
    found = 0
    with progress("validating") as advance:
        for problem in validation.validate(graph, shapes=shapes, ontologies=ontologies, advance=advance):
            click.echo(str(problem))
            found += 1
    click.echo(f"{found:,} problems", err=True)
    if found:
        raise click.exceptions.Exit(1)
