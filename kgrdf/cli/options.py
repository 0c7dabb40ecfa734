"""The options that commands share, and the store, tenant and schema that they stand for."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from kgrdf.errors import InvalidValueError

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph
    from kgrdf.store import EmbeddedStore

__all__ = [
    "Sync",
    "as_json",
    "load_schema_package",
    "opened_store",
    "schema_option",
    "store_option",
    "sync_option",
    "tenant_option",
    "validity",
    "viewpoint",
    "with_graph",
]

Command = TypeVar("Command", bound=Callable[..., Any])
Sync = Literal["os", "always"]

store_option = click.option(
    "--store", envvar="KGRDF_STORE", show_envvar=True, metavar="FOLDER", help="Where the memory is: a folder, or memory:."
)
tenant_option = click.option("--tenant", envvar="KGRDF_TENANT", show_envvar=True, metavar="ID", help="Whose memory it is.")
schema_option = click.option(
    "--schema",
    envvar="KGRDF_SCHEMA",
    show_envvar=True,
    metavar="PACKAGE",
    default="kgrdf.generated",
    show_default=True,
    help="The package that `kgrdf codegen` made; the working folder is searched too.",
)
sync_option = click.option(
    "--sync",
    envvar="KGRDF_SYNC",
    show_envvar=True,
    type=click.Choice(["os", "always"]),
    default="os",
    show_default=True,
    help="When a write reaches the disk: when the system sees fit, or before the command goes on (20 ms a write).",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as one line of JSON.")


def viewpoint(command: Command) -> Command:
    """Give the command `as_of` and `known_at`."""
    command = click.option("--known-at", metavar="INSTANT", help="As it was known at this instant.")(command)
    return click.option("--as-of", metavar="INSTANT", help="What was true at this instant, such as 2024-05-01T09:30:00Z.")(
        command
    )


def validity(command: Command) -> Command:
    """Give the command `valid_from` and `valid_to`."""
    command = click.option("--valid-to", metavar="INSTANT", help="The first instant at which it is true no more.")(command)
    return click.option("--valid-from", metavar="INSTANT", help="The first instant at which it is true; now if left out.")(
        command
    )


def with_graph(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the command the tenant's `graph` first, from the shared options; the store is closed after it."""

    @store_option
    @tenant_option
    @schema_option
    @sync_option
    @functools.wraps(command)
    def run(store: str | None, tenant: str | None, schema: str, sync: Sync, **arguments: object) -> object:
        if not tenant:
            raise InvalidValueError("tenant: none is configured", hint="give --tenant ID, or set KGRDF_TENANT")
        package = load_schema_package(schema)
        with opened_store(store, sync) as kept:
            graph: BaseGraph = package.Graph(kept, tenant)
            return command(graph, **arguments)

    return cast("Callable[..., Any]", run)


@contextmanager
def opened_store(
    location: str | None, sync: Sync = "os", *, setting: str = "--store FOLDER, or set KGRDF_STORE"
) -> Iterator[EmbeddedStore]:
    """Open the store that the command line names, and close it at the end."""
    from kgrdf.store import open_store

    if not location:
        raise InvalidValueError("store: none is configured", hint=f"give {setting}")
    with open_store(location, sync=sync) as store:
        yield store


def load_schema_package(name: str) -> Any:
    """Import the generated package of this name, from the working folder too."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        package = importlib.import_module(name)
    except (ModuleNotFoundError, TypeError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name is not None and not name.startswith(error.name):
            raise
        raise InvalidValueError(
            f"schema: no package {name!r}",
            hint=f"make it with `kgrdf codegen --ontology FILE --out {name}`, or run where it can be imported",
        ) from None
    missing = [member for member in ("Graph", "SCHEMA") if not hasattr(package, member)]
    if missing:
        raise InvalidValueError(
            f"schema: the package {name!r} has no {' and no '.join(missing)}", hint="name one that `kgrdf codegen` made"
        )
    return package
