"""The command that serves: serve."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

from kgrdf.cli.options import with_graph

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["serve"]


@click.command()
@click.option(
    "--tools",
    type=click.Choice(["default", "full"]),
    default="default",
    show_default=True,
    help="Which tools an agent gets; full adds those that correct what was recorded.",
)
@click.option(
    "--log-level",
    type=click.Choice(["DEBUG", "INFO", "WARNING", "ERROR"]),
    default="WARNING",
    show_default=True,
    help="What goes to stderr.",
)
@with_graph
def serve(
    graph: BaseGraph, tools: Literal["default", "full"], log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"]
) -> None:
    """Serve the tenant's memory over MCP, on stdin and stdout."""
    from kgrdf.mcp import serve_stdio

    if sys.stdin.isatty():
        click.echo("waiting for MCP messages on stdin, one a line; a client starts this command itself", err=True)
    serve_stdio(graph, tools=tools, log_level=log_level)
