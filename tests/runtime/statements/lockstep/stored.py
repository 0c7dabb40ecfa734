"""What a tenant's two graphs hold, read triple by triple: no part of kgrdf decides here what is shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from pyoxigraph import Literal, NamedNode

from kgrdf.generated import Graph
from kgrdf.tenancy import Tenant
from kgrdf.terms import KG, RDF_TYPE, to_value
from kgrdf.testing import compiled
from tests.runtime.statements.oracle.statement import Source

__all__ = ["SIDES", "Contents", "Disputed", "Kept", "Triple", "contents_of", "everything", "read_contents", "read_triples"]

_ALL = {
    "current": compiled("# @name all\n# @mode many\nSELECT ?s ?p ?o WHERE { GRAPH $current { ?s ?p ?o } }\n"),
    "history": compiled("# @name all\n# @mode many\nSELECT ?s ?p ?o WHERE { GRAPH $history { ?s ?p ?o } }\n"),
}
SIDES = tuple(_ALL)

Values: TypeAlias = dict[str, list[object]]
Triple: TypeAlias = tuple[NamedNode, NamedNode, NamedNode | Literal]


@dataclass
class Kept:
    """A statement as it is stored."""

    id: str
    side: str
    kind: str
    label: str
    subject: tuple[str, ...]
    target: str | None
    weight: str | None
    valid_from: int
    valid_to: int | None
    recorded_at: int
    end_recorded_at: int | None
    retracted_at: int | None
    reason: str | None
    amends: str | None
    confidence: str | None
    sources: dict[str, Source] = field(default_factory=dict)

    def believed_at(self, known: int) -> bool:
        return self.recorded_at <= known and not (self.retracted_at is not None and self.retracted_at <= known)


class Disputed(NamedTuple):
    """A contradiction as it is stored."""

    id: str
    detected_at: int
    resolved_at: int | None
    resolution: str | None
    side: str


@dataclass
class Contents:
    """Everything of a tenant that the rules of time speak of."""

    statements: dict[str, Kept] = field(default_factory=dict)
    links: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """(newer, older) to (supersededAt, recordedAt)."""
    contradictions: dict[frozenset[str], Disputed] = field(default_factory=dict)
    """By the two statements."""
    adjacency: set[tuple[str, str, str, str]] = field(default_factory=set)
    """(side, subject, band, relationship)."""


def read_triples(graph: Graph, side: str) -> Iterator[Triple]:
    """Yield every triple of one of the tenant's graphs."""
    for s, p, o in graph.store.select(_ALL[side].bind(graph.tenant)):
        assert isinstance(s, NamedNode)
        assert isinstance(p, NamedNode)
        assert isinstance(o, (NamedNode, Literal))
        yield s, p, o


def everything(graph: Graph) -> Counter[tuple[str, str, str, str]]:
    """Return every quad of the tenant."""
    return Counter((side, str(s), str(p), str(o)) for side in SIDES for s, p, o in read_triples(graph, side))


def read_contents(graph: Graph) -> Contents:
    """Read both graphs whole."""
    return contents_of(graph.tenant, {side: read_triples(graph, side) for side in SIDES})


def contents_of(tenant: Tenant, graphs: Mapping[str, Iterable[Triple]]) -> Contents:
    """Return what the triples of the tenant's two graphs say."""
    found = Contents()
    derivations: list[tuple[str, Values]] = []
    for side, triples in graphs.items():
        nodes: dict[str, Values] = defaultdict(lambda: defaultdict(list))
        types: dict[str, set[str]] = defaultdict(set)
        for s, p, o in triples:
            node = tenant.public_id(s)
            if p == RDF_TYPE:
                types[node].add(str(to_value(o)).removeprefix(KG))
                continue
            name = p.value.removeprefix(KG)
            own = isinstance(o, NamedNode) and o.value.startswith(tenant.prefix)
            value = tenant.public_id(str(to_value(o))) if own else to_value(o)
            if name.startswith("adj"):
                found.adjacency.add((side, node, name, str(value)))
            else:
                nodes[node][name].append(value)
        for node, values in nodes.items():
            if types[node] & {"Fact", "Relationship"}:
                assert node not in found.statements, f"{node} lies in both graphs"
                assert "Statement" in types[node]
                found.statements[node] = _statement(node, side, values)
            elif "Derivation" in types[node]:
                derivations.append((side, values))
            elif "Supersession" in types[node]:
                assert side == "history"
                pair = (str(_one(values, "newer")), str(_one(values, "older")))
                assert pair not in found.links
                found.links[pair] = (_instant(values, "supersededAt"), _instant(values, "recordedAt"))
            elif "Contradiction" in types[node]:
                first, second = str(_one(values, "firstStatement")), str(_one(values, "secondStatement"))
                assert first < second
                assert frozenset((first, second)) not in found.contradictions
                resolution = _maybe(values, "resolution")
                found.contradictions[frozenset((first, second))] = Disputed(
                    node,
                    _instant(values, "detectedAt"),
                    _maybe_instant(values, "resolvedAt"),
                    None if resolution is None else str(resolution),
                    side,
                )
    for side, values in derivations:
        subject, source = str(_one(values, "derived")), str(_one(values, "derivedFrom"))
        if subject in found.statements:
            kept = found.statements[subject]
            assert kept.side == side, f"a source of {subject} lies in another graph than it"
            assert source not in kept.sources
            kept.sources[source] = Source(_instant(values, "extractedAt"), _share(values, "confidence"))
    return found


def _statement(node: str, side: str, values: Values) -> Kept:
    fact = "claim" in values
    amends, reason = _maybe(values, "amends"), _maybe(values, "retractReason")
    return Kept(
        id=node,
        side=side,
        kind="fact" if fact else "rel",
        label=str(_one(values, "claim" if fact else "relationshipType")),
        subject=tuple(sorted(str(about) for about in values["about"])) if fact else (str(_one(values, "from")),),
        target=None if fact else str(_one(values, "to")),
        weight=_share(values, "weight"),
        valid_from=_instant(values, "validFrom"),
        valid_to=_maybe_instant(values, "validTo"),
        recorded_at=_instant(values, "recordedAt"),
        end_recorded_at=_maybe_instant(values, "endRecordedAt"),
        retracted_at=_maybe_instant(values, "retractedAt"),
        reason=None if reason is None else str(reason),
        amends=None if amends is None else str(amends),
        confidence=_share(values, "confidence"),
    )


def _share(values: Values, name: str) -> str | None:
    value = _maybe(values, name)
    return None if value is None else format(Decimal(str(value)).normalize(), "f")


def _one(values: Values, name: str) -> object:
    (value,) = values[name]
    return value


def _maybe(values: Values, name: str) -> object | None:
    return _one(values, name) if name in values else None


def _instant(values: Values, name: str) -> int:
    value = _one(values, name)
    assert isinstance(value, int)
    return value


def _maybe_instant(values: Values, name: str) -> int | None:
    return _instant(values, name) if name in values else None
