"""The stores that the contract holds on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kgrdf.query import Request
from kgrdf.store import Store, open_store
from kgrdf.testing import NeptuneEmulation
from tests.contract.servers import VIRTUOSO, rdflib_serving, virtuoso_serving
from tests.runtime.endpoint.servers import oxigraph_serving

NAMES = ("memory", "folder", "oxigraph", "oxigraph-union", "neptune", "rdflib", "virtuoso")
_INTO_A_GRAPH = ("rdflib", "virtuoso")
"""Servers that refuse an insert without a graph."""


@dataclass
class Backend:
    """One store, open."""

    name: str
    store: Store
    neptune: NeptuneEmulation | None = None
    tenants: list[str] = field(default_factory=list)
    """Whose memory was used."""
    seeded: bool = False
    """Somebody else's data lies outside every tenant."""

    def seed(self, text: str) -> None:
        """Run somebody else's update, which names no graph."""
        if self.name in _INTO_A_GRAPH:
            text = text.replace("INSERT DATA\n{", "INSERT DATA { GRAPH <urn:example:epl> {").rstrip() + "}"
        self.store.update(Request(text, "seed"))
        self.seeded = True

    def check(self) -> None:
        """Fail if a request could have touched what is not its tenant's."""
        if self.neptune is not None:
            self.neptune.check(*self.tenants)


@contextmanager
def serving(name: str, folder: Path) -> Iterator[Backend]:
    """Start what has to be started, and open the store."""
    if name in ("memory", "folder"):
        with open_store("memory:" if name == "memory" else folder / "store") as store:
            yield Backend(name, store)
    elif name.startswith("oxigraph"):
        options = ["--union-default-graph"] if name == "oxigraph-union" else []
        with oxigraph_serving(*options) as url, open_store(url, profile="oxigraph") as store:
            yield Backend(name, store)
    elif name == "neptune":
        with NeptuneEmulation() as neptune, pytest.MonkeyPatch.context() as patch:
            for variable in [variable for variable in os.environ if variable.startswith("AWS_")]:
                patch.delenv(variable)
            for variable, value in neptune.environment.items():
                patch.setenv(variable, value)
            with open_store(neptune.url, profile="neptune", ca_file=neptune.ca_file) as store:
                yield Backend(name, store, neptune)
    elif name == "rdflib":
        with rdflib_serving() as url, open_store(url, profile="generic", update_url=url) as store:
            yield Backend(name, store)
    elif VIRTUOSO is None:
        pytest.skip("Virtuoso is not installed (Debian: virtuoso-opensource)")
    else:
        with (
            virtuoso_serving(folder) as url,
            open_store(url, profile="virtuoso", user="dba", password="dba") as store,
        ):
            yield Backend(name, store)
