"""The options that commands share, and the store, tenant and schema that they stand for."""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from kgrdf.errors import InvalidValueError, NotFoundError

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
    "with_existing_graph",
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
    help="The package that `kgrdf codegen` made: its folder, or its name where Python finds it.",
)
sync_option = click.option(
    "--sync",
    envvar="KGRDF_SYNC",
    show_envvar=True,
    type=click.Choice(["os", "always"]),
    default="os",
    show_default=True,
    help="When a write reaches the disk: when the system sees fit, or before each write returns, which is slower.",
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


def with_graph(command: Callable[..., Any], *, existing: bool = False) -> Callable[..., Any]:
    """Give the command the tenant's `graph` first, from the shared options; the store is closed after it.

    A folder that is not there is made, or refused if it has to be an `existing` one.
    """

    @store_option
    @tenant_option
    @schema_option
    @sync_option
    @functools.wraps(command)
    def run(store: str | None, tenant: str | None, schema: str, sync: Sync, **arguments: object) -> object:
        if not tenant:
            raise InvalidValueError("tenant: none is configured", hint="give --tenant ID, or set KGRDF_TENANT")
        from kgrdf.tenancy import Tenant

        owner, package = Tenant(tenant), load_schema_package(schema)
        with opened_store(store, sync, existing=existing) as kept:
            graph: BaseGraph = package.Graph(kept, owner)
            return command(graph, **arguments)

    return cast("Callable[..., Any]", run)


with_existing_graph = functools.partial(with_graph, existing=True)
"""For a command that has nothing to do in a store that was never written to: it makes no folder out of a slip of the pen."""


@contextmanager
def opened_store(location: str | None, sync: Sync = "os", *, existing: bool = False) -> Iterator[EmbeddedStore]:
    """Open the store that the command line names, and close it at the end."""
    from kgrdf.store import open_store

    if not location:
        raise InvalidValueError("store: none is configured", hint="give --store FOLDER, or set KGRDF_STORE")
    folder = location.removeprefix("file:")
    if existing and location != "memory:" and "://" not in location and not Path(folder).exists():
        raise NotFoundError(f"store: there is no folder {folder}", hint="check the path; the first write makes a store")
    with open_store(location, sync=sync) as store:
        yield store


def load_schema_package(name: str) -> Any:
    """Import the generated package of this name, from the working folder too, or the one in this folder."""
    folder = Path(name).resolve() if os.sep in name else None
    module = folder.name if folder else name
    found_in = str(folder.parent if folder else Path.cwd())
    if found_in not in sys.path:
        sys.path.append(found_in)
    try:
        package = importlib.import_module(module)
    except (ModuleNotFoundError, TypeError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name is not None and not module.startswith(error.name):
            raise
        raise InvalidValueError(
            f"schema: no package {name!r}",
            hint=f"make it with `kgrdf codegen --ontology FILE --out {name}`" + ("" if folder else ", or name its folder"),
        ) from None
    if folder and Path(package.__file__ or "").parent != folder:
        raise InvalidValueError(
            f"schema: Python finds another {module!r}, {package.__file__}", hint="give the folder a name of its own"
        )
    missing = [member for member in ("Graph", "SCHEMA") if not hasattr(package, member)]
    if missing:
        raise InvalidValueError(
            f"schema: the package {name!r} has no {' and no '.join(missing)}", hint="name one that `kgrdf codegen` made"
        )
    return package
