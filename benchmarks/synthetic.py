"""A made-up memory of any size, in kgrdf's vocabulary: the data of the benchmarks.

Targets follow a power law (P(i) ~ (i+10)^-0.75), sources are uniform; two relations an entity, 1.5 versions a relation, 85 %
of the last ones open. Half a fact, 0.4 passages and one mention an entity.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from itertools import accumulate

from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.ids import make_id, name_key
from kgrdf.tenancy import Tenant
from kgrdf.terms import RDF_TYPE, XSD_DECIMAL, Value, kg, to_term

__all__ = ["NOW", "START", "World"]

START, NOW = 1_672_531_200_000, 1_796_000_000_000
TYPES = ("Person", "Organization", "Service", "Location")
RELATIONS = (
    "depends_on",
    "part_of",
    "authored_by",
    "works_at",
    "located_in",
    "uses",
    "owns",
    "replaces",
    "manages",
    "runs_in",
)
_SYLLABLES = (
    "ka",
    "lo",
    "mi",
    "ren",
    "ta",
    "sol",
    "ver",
    "dan",
    "qui",
    "pra",
    "zen",
    "tor",
    "mel",
    "bin",
    "gar",
    "nus",
    "ed",
)
_WEIGHTS = [Literal(str(Decimal(n) / 1000), datatype=XSD_DECIMAL) for n in range(1001)]


@cache
def _type(name: str) -> NamedNode:
    return kg(name)


@dataclass
class World:
    """Makes the quads of one tenant; the same seed makes the same ones."""

    tenant: Tenant
    seed: int = 7
    entities: list[NamedNode] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        vocabulary = {"".join(self.random.choices(_SYLLABLES, k=self.random.randint(2, 4))) for _ in range(22_000)}
        self.words = sorted(vocabulary)
        self.random.shuffle(self.words)
        self._word_weights = list(accumulate(1 / (i + 5) for i in range(len(self.words))))

    def state(self) -> Iterator[Quad]:
        """Yield the tenant's clock."""
        yield from self._node(self.tenant.current, self.tenant.state, (), head=NOW, revision=0)

    def people(self, count: int) -> Iterator[Quad]:
        """Yield `count` more entities."""
        for n in range(len(self.entities), len(self.entities) + count):
            kind = self.random.choice(TYPES)
            name = self._text(3).title()
            node = self.tenant.iri(f"entity::{kind}::{name_key(name)} {n}")
            self.entities.append(node)
            yield from self._node(
                self.tenant.current,
                node,
                (kind, "Entity"),
                name=f"{name} {n}",
                entityType=_type(kind),
                description=f"The {name} is known for {self._text(6)}.",
                confidence=self._share(),
                recordedAt=START + n,
                nameKey=name_key(f"{name} {n}"),
            )

    def everything(self, count: int) -> Iterator[Quad]:
        """Yield a whole memory of `count` entities."""
        yield from self.state()
        yield from self.people(count)
        popular = list(accumulate((i + 10) ** -0.75 for i in range(count)))
        chunks: list[NamedNode] = []
        yield from self._documents(int(count * 0.4), chunks)
        for n, chunk in enumerate(self.random.choices(chunks, k=count)):
            about = self.entities[n] if n % 2 else self.random.choices(self.entities, cum_weights=popular)[0]
            yield from self.mention(chunk, about)
        for n, source in enumerate(self.random.choices(self.entities, k=2 * count)):
            target = self.random.choices(self.entities, cum_weights=popular)[0]
            yield from self._versions(n, source, target, chunks)
        for n in range(count // 2):
            about = self.entities[2 * n] if n % 2 else self.random.choices(self.entities, cum_weights=popular)[0]
            start = START + self.random.randrange(NOW - START)
            ended = self.random.random() < 0.33
            yield from self.fact(n, about, start, start + (NOW - start) // 2 if ended else None, self.random.choice(chunks))

    def relation(
        self, n: int, source: NamedNode, target: NamedNode, start: int, end: int | None, chunk: NamedNode | None = None
    ) -> Iterator[Quad]:
        """Yield one version of a relationship; one that has ended lies in history."""
        rel_id = make_id("rel", self.tenant.id, n, source.value, target.value, start)
        node = self.tenant.iri(rel_id)
        graph = self.tenant.current if end is None else self.tenant.history
        share = self.random.randrange(1001)
        fields: dict[str, Value] = {
            "from": source,
            "to": target,
            "relationshipType": self.random.choice(RELATIONS),
            "weight": _WEIGHTS[share],
            "validFrom": start,
            "recordedAt": start,
            "key": f"{source.value[-12:]}{target.value[-12:]}{n}",
        }
        if end is not None:
            fields |= {"validTo": end, "endRecordedAt": end}
        yield from self._node(graph, node, ("Relationship", "Statement"), **fields)
        if end is None:
            band = kg(f"adj{min(9, share // 100)}")
            yield Quad(source, band, node, graph)
            yield Quad(target, band, node, graph)
        if chunk is not None:
            yield from self._derivation(graph, rel_id, node, chunk, start)

    def fact(self, n: int, about: NamedNode, start: int, end: int | None, chunk: NamedNode) -> Iterator[Quad]:
        """Yield one fact."""
        fact_id = make_id("fact", self.tenant.id, n)
        node = self.tenant.iri(fact_id)
        graph = self.tenant.current if end is None else self.tenant.history
        fields: dict[str, Value] = {
            "claim": self._text(15),
            "about": about,
            "confidence": self._share(),
            "validFrom": start,
            "recordedAt": start,
            "key": f"{n}",
        }
        if end is not None:
            fields |= {"validTo": end, "endRecordedAt": end}
        yield from self._node(graph, node, ("Fact", "Statement"), **fields)
        yield from self._derivation(graph, fact_id, node, chunk, start)

    def mention(self, chunk: NamedNode, entity: NamedNode) -> Iterator[Quad]:
        """Yield a mention of the entity in the passage."""
        node = self.tenant.iri(make_id("mention", chunk.value, entity.value))
        yield from self._node(
            self.tenant.current, node, ("Mention",), inChunk=chunk, ofEntity=entity, count=1, recordedAt=START
        )
        yield Quad(chunk, kg("mentions"), entity, self.tenant.current)

    def _documents(self, count: int, chunks: list[NamedNode]) -> Iterator[Quad]:
        current = self.tenant.current
        for n in range(count):
            document = self.tenant.iri(make_id("doc", self.tenant.id, n // 10))
            if n % 10 == 0:
                yield from self._node(current, document, ("Document",), title=self._text(3), ingestedAt=START)
            chunk = self.tenant.iri(make_id("chunk", self.tenant.id, n))
            chunks.append(chunk)
            text = self._text(60)
            yield from self._node(
                current, chunk, ("Chunk",), text=text, chunkIndex=n % 10, tokenCount=-(-len(text) // 4), recordedAt=START + n
            )
            yield Quad(document, kg("contains"), chunk, current)

    def _versions(self, n: int, source: NamedNode, target: NamedNode, chunks: list[NamedNode]) -> Iterator[Quad]:
        versions = self.random.choices((1, 2, 3, 4), (0.67, 0.2, 0.1, 0.03))[0]
        is_open = self.random.random() < 0.85
        start = START + self.random.randrange((NOW - START) // 2)
        step = (NOW - start) // (versions + 1)
        chunk = self.random.choice(chunks) if n % 4 == 0 else None
        for v in range(versions):
            end = None if is_open and v == versions - 1 else start + (v + 1) * step
            yield from self.relation(n, source, target, start + v * step, end, chunk)

    def _derivation(self, graph: NamedNode, id: str, node: NamedNode, chunk: NamedNode, at: int) -> Iterator[Quad]:
        edge = self.tenant.iri(make_id("deriv", id, chunk.value))
        yield from self._node(
            graph, edge, ("Derivation",), derived=node, derivedFrom=chunk, confidence=self._share(), extractedAt=at
        )

    def _node(self, graph: NamedNode, node: NamedNode, types: tuple[str, ...], **fields: Value) -> Iterator[Quad]:
        for name in types:
            yield Quad(node, RDF_TYPE, _type(name), graph)
        for name, value in fields.items():
            yield Quad(node, kg(name), to_term(value), graph)

    def _share(self) -> Literal:
        return _WEIGHTS[self.random.randrange(1001)]

    def _text(self, count: int) -> str:
        return " ".join(self.random.choices(self.words, cum_weights=self._word_weights, k=count))
