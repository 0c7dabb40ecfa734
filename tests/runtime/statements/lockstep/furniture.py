"""What each tenant holds before a program: entities, a concept and documents, on both sides alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pyoxigraph import Quad

from kgrdf.generated import Graph
from kgrdf.store import open_store
from kgrdf.tenancy import Tenant
from kgrdf.testing import FrozenClock
from tests.runtime.statements.lockstep.steps import BASE, CONCEPT, P1, P2, P3, S1, S2, TENANTS
from tests.runtime.statements.lockstep.stored import read_triples
from tests.runtime.statements.oracle.oracle import Oracle

__all__ = ["DOCUMENTS", "TEXTS", "Furniture", "furniture"]

DOCUMENTS = ("doc::d1", "doc::d2")
TEXTS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("One is red.", "Two is plain.", "Three is common."), ("One is red.", "Two is new.")),
    (("Four is plain.", "Five is common.", "Six is blue."), ("Four is plain.", "Five is common.", "Seven is red.")),
)
"""By document: the texts that it may have, each as its chunks. A program begins with the first one."""
_THINGS = (
    (S1, "s1", "Service", "A common service."),
    (S2, "s2", "Service", None),
    (P1, "p1", "Person", None),
    (P2, "p2", "Person", None),
    (P3, "p3", "Person", "Somebody red."),
)
_STORED = BASE - 1000


@dataclass(frozen=True)
class Furniture:
    """What was stored, and the ids that it got."""

    quads: tuple[Quad, ...]
    chunks: dict[tuple[int, int], dict[str, str]]
    """By document and text: the texts of the chunks by id, in order."""
    oracle: Oracle

    @property
    def sources(self) -> tuple[str, ...]:
        """What a statement may be derived from: both documents, and a chunk of each; one of them may be withdrawn."""
        first, second = (list(self.chunks[document, 0]) for document in (0, 1))
        return (*DOCUMENTS, first[0], second[2], first[1])

    @property
    def passages(self) -> tuple[str, ...]:
        """All chunks there may be."""
        return tuple(dict.fromkeys(name for pieces in self.chunks.values() for name in pieces))


@cache
def furniture(tenant: str = TENANTS[0]) -> Furniture:
    """Store it once for each tenant, through the verbs; a program's store is loaded with the quads."""
    chunks: dict[tuple[int, int], dict[str, str]] = {}
    oracle = Oracle()
    with open_store("memory:") as store:
        graph = Graph(store, Tenant(tenant), clock=FrozenClock(_STORED))
        for id, name, type_name, description in _THINGS:
            graph.store_entity(name, type_name, id=id, description=description)
            oracle.store_thing(_STORED - BASE, id, name, type_name, description)
        graph.concepts.add("c1", definition="A common idea.", id=CONCEPT)
        oracle.store_thing(_STORED - BASE, CONCEPT, "c1", "Concept", "A common idea.")
        for number, document in enumerate(DOCUMENTS):
            chunks[number, 0] = _store(graph, document, TEXTS[number][0])
            oracle.store_document(_STORED - BASE, document, chunks[number, 0])
        for chunk, entity in [(name, P1) for number in (0, 1) for name in chunks[number, 0]] + [(min(chunks[0, 0]), S1)]:
            graph.add_mention(chunk, entity)
            oracle.mention(_STORED - BASE, chunk, entity)
        quads = tuple(Quad(s, p, o, graph.tenant.current) for s, p, o in read_triples(graph, "current"))
        # Only now, so that a program begins without them.
        for number, document in enumerate(DOCUMENTS):
            for text, pieces in enumerate(TEXTS[number]):
                chunks[number, text] = _store(graph, document, pieces)
    return Furniture(quads, chunks, oracle)


def _store(graph: Graph, document: str, pieces: tuple[str, ...]) -> dict[str, str]:
    answer = graph.store_document(document.removeprefix("doc::"), chunks=pieces, id=document)
    return dict(zip(answer.chunk_ids or (), pieces, strict=True))
