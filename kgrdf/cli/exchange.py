"""The commands that move data in, out and over: import, export, copy."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from kgrdf.cli.options import (
    Place,
    Sync,
    endpoint_options,
    sync_option,
    tenant_option,
    viewpoint,
    with_existing_graph,
    with_graph,
)
from kgrdf.cli.output import progress
from kgrdf.errors import InvalidValueError

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph
    from kgrdf.ingest import Rejection
    from kgrdf.store import EndpointOptions

__all__ = ["copy", "export", "import_files"]


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@with_graph
def import_files(graph: BaseGraph, files: tuple[Path, ...]) -> None:
    """Import JSON lines, or a TriG file of an export.

    `-` reads JSON lines from stdin. A line is an object whose kind is document, chunk, entity, concept, mention,
    relationship or fact; its other fields are
    the arguments of the tool that stores one. A line that cannot go in is printed as file:line: reason (hint), the others go
    in, and the exit status is 1. Importing a line again changes nothing.
    """
    trig = [file for file in files if file.suffix.lower() == ".trig"]
    if trig and len(files) > 1:
        raise InvalidValueError("files: a TriG file is a whole memory and goes in alone", hint=f"import {trig[0]} by itself")
    if trig:
        _import_trig(graph, trig[0])
    else:
        _import_lines(graph, files)


def _import_trig(graph: BaseGraph, file: Path) -> None:
    from kgrdf.ingest import import_trig

    with _opened(file) as stream:
        added, problems = import_trig(graph, stream)
    for problem in problems:
        click.echo(f"{file}: {problem}", err=True)
    click.echo(f"{added:,} quads added")
    if problems:
        raise click.exceptions.Exit(1)


def _import_lines(graph: BaseGraph, files: tuple[Path, ...]) -> None:
    from kgrdf.ingest import import_lines

    def reject(rejection: Rejection) -> None:
        click.echo(str(rejection), err=True)

    def sources() -> Iterator[tuple[str, IO[bytes]]]:
        for file in files:
            with _opened(file) as stream:
                yield "<stdin>" if file == Path("-") else str(file), stream

    with progress("importing") as advance:
        report = import_lines(graph, sources(), reject=reject, advance=advance)
    click.echo(str(report))
    if report.rejected:
        raise click.exceptions.Exit(1)


@contextmanager
def _opened(file: Path) -> Iterator[IO[bytes]]:
    if file == Path("-"):
        yield sys.stdin.buffer
        return
    try:
        stream = file.open("rb")
    except OSError as error:
        raise InvalidValueError(f"files: {file} cannot be read: {error.strerror}", hint="check the path") from error
    with stream:
        yield stream


@click.command()
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; stdout if left out.")
@viewpoint
@with_existing_graph
def export(graph: BaseGraph, out: Path | None, as_of: str | None, known_at: str | None) -> None:
    """Write the memory as TriG: all of it, or what a viewpoint shows.

    One triple a line, sorted, so that two exports can be compared. `kgrdf import FILE.trig` brings it back into an empty
    tenant of the same name.
    """
    from kgrdf.export import export_trig

    if out is None:
        export_trig(graph, sys.stdout.buffer, as_of=as_of, known_at=known_at)
        return
    # A whole file or none: what was there stays until the new one is written.
    partial = out.with_name(f"{out.name}.partial")
    try:
        with partial.open("wb") as stream:
            export_trig(graph, stream, as_of=as_of, known_at=known_at)
        partial.replace(out)
    except OSError as error:
        raise InvalidValueError(f"out: {out} cannot be written: {error.strerror}", hint="check the path") from error
    finally:
        with suppress(OSError):
            partial.unlink()


@click.command()
@click.option(
    "--from", "source", required=True, metavar="WHERE", help="The store to copy from: a folder or an endpoint's URL."
)
@click.option("--to", "target", required=True, metavar="WHERE", help="A folder, or an endpoint's query URL.")
@tenant_option
@endpoint_options
@sync_option
def copy(source: str, target: str, tenant: str | None, endpoint: EndpointOptions, sync: Sync) -> None:
    """Copy one tenant's memory to another store.

    The two are compared when it is done. A copy that was interrupted goes on when the command is run again. The options of
    a server are those of whichever of the two is one; between servers of different kinds, copy by way of a folder.
    """
    from kgrdf.copying import copy_tenant
    from kgrdf.store import folder_of
    from kgrdf.tenancy import Tenant

    if not tenant:
        raise InvalidValueError("tenant: none is configured", hint="give --tenant ID, or set KGRDF_TENANT")
    one, other = folder_of(source), folder_of(target)
    if source == target or (one and other and one.resolve() == other.resolve()):
        raise InvalidValueError("to: is the store to copy from", hint="name another one")
    if not (one or other) and (endpoint.get("update_url") or endpoint.get("reader_url")):
        raise InvalidValueError(
            "to: is a server as the store to copy from is, and --update-url or --reader-url is of one of them alone",
            hint="copy by way of a folder",
        )
    with (
        Place(source, endpoint).opened(existing=True) as from_store,
        Place(target, endpoint).opened(sync) as to_store,
        progress("copying") as advance,
    ):
        copied = copy_tenant(from_store, to_store, Tenant(tenant), advance=advance)
    click.echo(f"{copied.quads:,} quads, the same on both sides: {copied.digest}")
