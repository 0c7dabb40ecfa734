"""What the runtime asks of a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Triple

from kgrdf.query import Request

__all__ = ["Closeable", "Row", "Store", "UpdateLimits"]

Row: TypeAlias = tuple[NamedNode | BlankNode | Literal | Triple | None, ...]


@dataclass(frozen=True, slots=True)
class UpdateLimits:
    """What one update to a server may hold."""

    triples: int
    size: int
    """In bytes."""


class Closeable(Protocol):
    """Something that a store closes when it is closed."""

    def close(self) -> None:
        """Release what is held."""
        ...


class Store(Protocol):
    """A SPARQL 1.1 store of quads, with what is kept beside it.

    Every request names its graphs, so a store needs no notion of a tenant. An update is atomic, and on disk when the call
    returns.
    """

    location: str
    """As it was opened; fit for a message."""
    limits: UpdateLimits | None
    """Where each update takes a round trip, so that much is better sent in few of them; None where it does not."""
    keeps_registry: bool
    """Tenants are noted in the registry graph, because the names of all graphs are no list of them."""
    walks_paths: bool
    """A path of alternatives is walked to its end, both ways, past every cycle."""
    folder: Path | None
    """Where files beside the graph are kept; None in memory."""
    beside: dict[str, Closeable]
    """What is derived from the graph and shared by all users of this store, by name."""

    @property
    def exclusive(self) -> bool:
        """No other process can write to it now; what was written by this one need not be read again."""
        ...

    def select(self, request: Request) -> Iterator[Row]:
        """Yield solutions in the order of the projection, lazily where the engine can."""
        ...

    def ask(self, request: Request) -> bool:
        """Return the answer of an ASK."""
        ...

    def construct(self, request: Request) -> Iterator[Triple]:
        """Yield the triples of a CONSTRUCT."""
        ...

    def update(self, request: Request) -> None:
        """Run one update, whole or not at all."""
        ...

    def load(self, quads: Iterable[Quad]) -> None:
        """Add many quads, faster than updates can; not atomic with anything else. Forgets what lies beside."""
        ...

    def forget(self) -> None:
        """Let go of what lies beside the graph, because that was changed past the verbs; it is made anew when needed."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """Hold the writer lock: read, decide and write inside it."""
        ...

    def up_to_date(self) -> AbstractContextManager[None]:
        """Let the reads of this thread see all that is written, also where the store has copies that may be behind."""
        ...

    def close(self) -> None:
        """Release the store and everything beside it."""
        ...
