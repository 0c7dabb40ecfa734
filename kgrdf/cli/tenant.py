"""The commands of a store's owner: tenant new, list, stats, drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgrdf.cli.options import Place, as_json, store_options, with_existing_graph
from kgrdf.cli.output import progress
from kgrdf.errors import NotFoundError

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["tenant"]


@click.group()
def tenant() -> None:
    """Make, list, measure and drop tenants."""


@tenant.command()
def new() -> None:
    """Print a fresh tenant id; nothing is stored, the first write makes the tenant."""
    from kgrdf.tenancy import Tenant

    click.echo(Tenant.fresh().id)


@tenant.command("list")
@store_options
@as_json
def list_all(store: Place, as_json: bool) -> None:
    """Print the ids of all tenants that have something in the store."""
    from kgrdf.tenants import list_tenants

    with store.opened(existing=True) as kept:
        answer = list_tenants(kept)
    for line in [answer.to_json()] if as_json else answer.tenants:
        click.echo(line)


@tenant.command()
@as_json
@with_existing_graph
def stats(graph: BaseGraph, as_json: bool) -> None:
    """Count what the tenant has."""
    from kgrdf.tenants import tenant_stats

    answer = tenant_stats(graph)
    if as_json:
        click.echo(answer.to_json())
        return
    click.echo(f"{answer.open:,} statements open, {answer.ended:,} ended, {answer.retracted:,} retracted")
    for name, count in answer.nodes.items():
        click.echo(f"{name}: {count:,}")
    if answer.last_write is not None:
        click.echo(f"last write: {answer.wire()['lastWrite']}")


@tenant.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_existing_graph
def drop(graph: BaseGraph, yes: bool) -> None:
    """Remove all that the tenant has from the store; no other tenant is touched."""
    from kgrdf.tenants import drop_tenant

    name, place = graph.tenant.id, graph.store.location
    if not yes:
        click.confirm(f"Remove all that tenant {name} has in {place}?", abort=True, err=True)
    with progress("dropping") as advance:
        dropped = drop_tenant(graph, advance=advance)
    if not dropped:
        raise NotFoundError(f"tenant: {name} has nothing in {place}", hint="see kgrdf tenant list")
    click.echo(f"{name} dropped")
