"""What was asked of the emulation: counted, and held against the rules that keep tenants apart."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgrdf.testing.neptune.text import Text

__all__ = ["EVERYTHING", "RESERVED", "Counters", "Observation"]

RESERVED = frozenset({"urn:kgrdf-store:registry", "urn:kgrdf-store:scratch"})
"""The graphs of requests about the whole store."""
EVERYTHING = "*"
"""Stands among the graphs of a request that could touch any graph."""
_MAY_LACK_LIMIT = ("ASK", "DESCRIBE")


@dataclass
class Observation:
    """One request, as the server saw it."""

    operation: str
    """`query`, `update`, `gsp`, `status`, `cancel`, `loader`, `summary`."""
    text: str = ""
    graphs: frozenset[str] = frozenset()
    """Every graph that it named or changed; `*` where that was left open."""
    lacks_graph: bool = False
    """A pattern lies outside every GRAPH, or no graph is named."""
    lacks_limit: bool = False
    """A SELECT or CONSTRUCT without a LIMIT at its end."""
    services: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()
    code: str = ""
    """Of the error answered."""
    fault: str = ""
    """The name of the fault that it met."""
    received: int = 0
    """Bytes of the body."""
    sent: int = 0

    def describe(self, text: Text) -> None:
        """Take over what a SPARQL text says."""
        open_ended = text.wild and not all(operation.named for operation in text.operations)
        self.graphs = frozenset(text.graphs | ({EVERYTHING} if open_ended else set()))
        self.lacks_graph = not self.graphs or any(pattern.graph is None for pattern in text.patterns)
        self.lacks_limit = not text.is_update and not all(
            operation.limited or operation.kind in _MAY_LACK_LIMIT for operation in text.operations
        )
        self.services, self.loads = tuple(text.services), tuple(text.loads)


@dataclass
class Counters:
    """All requests since the start, or since `reset`."""

    observations: list[Observation] = field(default_factory=list)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def note(self, observation: Observation) -> None:
        """Add a request."""
        with self._guard:
            self.observations.append(observation)

    def reset(self) -> None:
        """Forget everything."""
        with self._guard:
            self.observations.clear()

    @property
    def requests(self) -> int:
        """How many came in."""
        return len(self.observations)

    @property
    def per_operation(self) -> Counter[str]:
        """How many of each operation."""
        return Counter(observation.operation for observation in self.observations)

    @property
    def received(self) -> int:
        """Bytes of the bodies that came in."""
        return sum(observation.received for observation in self.observations)

    @property
    def sent(self) -> int:
        """Bytes of the bodies that went out."""
        return sum(observation.sent for observation in self.observations)

    @property
    def without_graph(self) -> list[Observation]:
        """SPARQL requests with a pattern outside every GRAPH."""
        return [observation for observation in self.observations if observation.lacks_graph]

    @property
    def without_limit(self) -> list[Observation]:
        """Queries whose answer has no bound."""
        return [observation for observation in self.observations if observation.lacks_limit]

    def check(self, *tenants: str) -> None:
        """Raise `AssertionError` if any request could have seen or changed what is not one of these tenants'.

        Each request has to keep every pattern in a GRAPH, and to name the two graphs of one tenant and no other, or reserved
        graphs alone; none may hold SERVICE, LOAD or UNLOAD.
        """
        own = [frozenset(f"urn:kgrdf:{tenant}:graph:{side}" for side in ("current", "history")) for tenant in tenants]
        wrong = [
            f"{trouble}: {observation.text.strip()[:300]}"
            for observation in list(self.observations)
            if observation.operation in ("query", "update", "gsp") and (trouble := _trouble(observation, [*own, RESERVED]))
        ]
        if wrong:
            shown = "\n".join(wrong[:3])
            raise AssertionError(f"{len(wrong)} requests broke the rules between tenants; the first:\n{shown}")


def _trouble(observation: Observation, allowed: list[frozenset[str]]) -> str:
    if observation.services or observation.loads:
        return f"SERVICE or LOAD of {', '.join(observation.services + observation.loads)}"
    if observation.lacks_graph:
        return "a pattern outside GRAPH"
    if not any(observation.graphs <= graphs for graphs in allowed):
        return f"touches {', '.join(sorted(observation.graphs))}"
    return ""
