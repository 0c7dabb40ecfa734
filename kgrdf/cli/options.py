"""The options that commands share, and the store, tenant and schema that they stand for."""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from kgrdf.errors import InvalidValueError, NotFoundError

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph
    from kgrdf.store import EmbeddedStore, EndpointOptions
    from kgrdf.store.endpoint import EndpointStore

__all__ = [
    "Place",
    "Sync",
    "as_json",
    "endpoint_options",
    "load_schema_package",
    "schema_option",
    "store_options",
    "sync_option",
    "tenant_option",
    "validity",
    "viewpoint",
    "with_existing_graph",
    "with_graph",
]

Command = TypeVar("Command", bound=Callable[..., Any])
Sync = Literal["os", "always"]


@dataclass(frozen=True, slots=True)
class Place:
    """A store as the command line names it."""

    location: str | None
    endpoint: EndpointOptions

    @contextmanager
    def opened(self, sync: Sync = "os", *, existing: bool = False) -> Iterator[EmbeddedStore | EndpointStore]:
        """Open the store, and close it at the end."""
        from kgrdf.store import folder_of, open_store

        if not self.location:
            raise InvalidValueError("store: none is configured", hint="give --store FOLDER, or set KGRDF_STORE")
        folder = folder_of(self.location)
        if existing and folder is not None and not folder.exists():
            raise NotFoundError(f"store: there is no folder {folder}", hint="check the path; the first write makes a store")
        with open_store(self.location, sync=sync, **self.endpoint) as store:
            yield store


def _cache_folder() -> Path:
    """Return where the system wants to have what can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kgrdf"


def _option(name: str, *, help: str, **more: Any) -> Callable[[Command], Command]:
    """Return an option that can be set by a variable of its name, too."""
    return click.option(f"--{name}", envvar=f"KGRDF_{name.upper().replace('-', '_')}", show_envvar=True, help=help, **more)


# In the order in which help lists them; the last word of each is a key of `EndpointOptions`.
_ENDPOINT_OPTIONS = (
    _option("profile", metavar="NAME", help="Which server the URL is of, where it does not tell: oxigraph, neptune, …"),
    _option("update-url", metavar="URL", help="Where updates go, if not where the profile says."),
    _option("reader-url", metavar="URL", help="A read-only copy, read until this process writes for the first time."),
    _option("auth", metavar="HOW", help="How to sign in: none, basic, digest, bearer or sigv4."),
    _option("region", metavar="NAME", help="The AWS region for sigv4, where the host's name does not tell."),
    _option("ca-file", type=click.Path(path_type=Path), help="Certificates to trust instead of the system's."),
    _option("timeout", type=float, metavar="SECONDS", help="How long one request may take, with all its repeats."),
    _option(
        "writers",
        type=click.Choice(["one", "several"]),
        help="How many processes may write at once: several only where the server serialises updates.",
    ),
    _option("lease", type=float, metavar="SECONDS", help="How long a writer that was killed keeps others from writing."),
    _option("cache", type=click.Path(path_type=Path), help="Where the text index of an endpoint's memory is kept."),
)
_ENDPOINT = ("profile", "update_url", "reader_url", "auth", "region", "ca_file", "timeout", "writers", "lease", "cache")
_STORE = _option("store", metavar="WHERE", help="Where the memory is: a folder, memory:, or an endpoint's query URL.")


def endpoint_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the command `endpoint`: what the options and variables say of a server, whichever it is."""

    @functools.wraps(command)
    def run(**arguments: Any) -> object:
        said = {name: arguments.pop(name) for name in _ENDPOINT}
        said |= {name: os.environ.get(f"KGRDF_STORE_{name.upper()}") for name in ("user", "password", "token")}
        said["cache"] = said["cache"] or _cache_folder()
        return command(endpoint=cast("EndpointOptions", said), **arguments)

    for option in reversed(_ENDPOINT_OPTIONS):
        run = option(run)
    return run


def store_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the command `store`: what the options and variables say of the store, not opened yet."""

    @_STORE
    @endpoint_options
    @functools.wraps(command)
    def run(store: str | None, endpoint: EndpointOptions, **arguments: Any) -> object:
        return command(store=Place(store, endpoint), **arguments)

    return run


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

    @store_options
    @tenant_option
    @schema_option
    @sync_option
    @functools.wraps(command)
    def run(store: Place, tenant: str | None, schema: str, sync: Sync, **arguments: object) -> object:
        if not tenant:
            raise InvalidValueError("tenant: none is configured", hint="give --tenant ID, or set KGRDF_TENANT")
        from kgrdf.tenancy import Tenant

        owner, package = Tenant(tenant), load_schema_package(schema)
        with store.opened(sync, existing=existing) as kept:
            graph: BaseGraph = package.Graph(kept, owner)
            return command(graph, **arguments)

    return run


with_existing_graph = functools.partial(with_graph, existing=True)
"""For a command that has nothing to do in a store that was never written to: it makes no folder out of a slip of the pen."""


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
