"""The work of `get_entity_context` written by hand on pyoxigraph: the yardstick of `benchmarks/context.py`.

No templates, no models, no checks of arguments: SPARQL text with the values in it, and plain tuples. The graph is read by
the same index, so that the same neighbours come out; nothing else is shared with kgrdf.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pyoxigraph

__all__ = ["ByHand", "Found"]

_PREFIX = "PREFIX kg: <https://w3id.org/kgrdf/ns#> "
_FOREVER = 253_402_300_800_000


@dataclass
class Found:
    """What is compared: IRIs, in order."""

    neighbors: list[str]
    via: list[str]
    facts: list[str]
    chunks: list[str]
    omitted: tuple[int, int, int, int]
    """Neighbours, facts, chunks, closed statements."""


class ByHand:
    """Reads one tenant of a store."""

    def __init__(self, store: pyoxigraph.Store, tenant: str) -> None:
        self.store = store
        self.current = f"<urn:kgrdf:{tenant}:graph:current>"
        self.history = f"<urn:kgrdf:{tenant}:graph:history>"

    def rows(self, text: str) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        return list(self.lazily(text))

    def lazily(self, text: str) -> Iterator[tuple[Any, ...]]:
        """Run a query and yield its rows as they are asked for."""
        found = self.store.query(_PREFIX + text)
        assert isinstance(found, pyoxigraph.QuerySolutions)
        return map(tuple, found)

    def context(self, start: str, hops: int, now: int, as_of: int | None) -> Found:
        """Return the context of the entity `<start>`."""
        valid = now if as_of is None else as_of
        self._brief([start])
        shown, edges, total, near = self._walk(start, hops, valid, current=as_of is None)
        if shown:
            self._brief(shown)
        facts, fact_count = self._facts(start, valid, current=as_of is None)
        sources = self._sources([*edges, *facts], current=as_of is None)
        self._disputes([*facts, *near[:100]], current=as_of is None)
        closed = self._closed(start, valid, current=as_of is None)
        cited = sorted({source for fact in facts for source in sources.get(fact, ()) if "chunk::" in source})
        chunks, chunk_count = self._chunks(start, cited, [s for f in facts for s in sorted(sources.get(f, ()))])
        return Found(shown, edges, facts, chunks, (min(total - len(shown), 100), fact_count, chunk_count, closed))

    def _brief(self, iris: list[str]) -> None:
        self.rows(
            f"SELECT ?e ?name ?type ?r ?d ?f WHERE {{ GRAPH {self.current} {{ VALUES ?e {{ {_list(iris)} }}"
            " ?e kg:name ?name ; kg:entityType ?type ; kg:recordedAt ?r OPTIONAL { ?e kg:description ?d }"
            " OPTIONAL { ?e kg:definition ?f } } }"
        )

    def _walk(self, start: str, hops: int, valid: int, *, current: bool) -> tuple[list[str], list[str], int, list[str]]:
        seen, frontier, read = {start}, [start], set[str]()
        shown: list[str] = []
        edges: list[str] = []
        near: list[str] = []
        total = 0
        for hop in range(hops):
            groups: dict[str, list[tuple[int, str]]] = {}
            for rel, source, target, band in self._edges(frontier, read, groups, 131 - total, valid, current=current):
                if source != target:
                    if hop == 0:
                        near.append(rel)
                    other = target if source in frontier else source
                    if other not in seen:
                        groups.setdefault(other, []).append((-band, rel))
            layer = sorted(groups, key=lambda iri: (min(groups[iri])[0], iri))
            total += len(layer)
            for iri in layer[: 30 - len(shown)]:
                shown.append(iri)
                edges += [rel for _, rel in sorted(groups[iri])[:5]]
            if total > 130 or not layer:
                break
            seen |= groups.keys()
            frontier = layer
        return shown, edges, total, near

    def _edges(
        self, frontier: list[str], read: set[str], groups: dict[str, Any], enough: int, valid: int, *, current: bool
    ) -> Iterable[tuple[str, str, str, int]]:
        arms = " UNION ".join(f"{{ ?n kg:adj{b} ?r BIND({b} AS ?b) }}" for b in range(9, -1, -1))
        nodes = f"GRAPH {self.current} {{ VALUES ?n {{ {_list(frontier)} }} "
        found = self.rows(f"SELECT ?r ?b WHERE {{ {nodes} {arms} }} }} LIMIT 161")
        bands = {rel.value: int(band.value) for rel, band in found}
        ranked = iter(sorted(bands, key=lambda rel: (-bands[rel], rel)))
        if len(found) > 160:
            ranked = (
                rel.value
                for b in range(9, -1, -1)
                for (rel,) in self.lazily(f"SELECT ?r WHERE {{ {nodes} ?n kg:adj{b} ?r }} }} LIMIT 2001")
            )
        new = _unread(ranked, read)
        more = "" if current else " kg:recordedAt ?rec ; "
        while batch := list(islice(new, max(64, enough - len(groups)))):
            for rel, source, target, _, weight, start, end, *_ in self.rows(
                f"SELECT ?r ?s ?t ?k ?w ?f ?e ?rec ?l WHERE {{ GRAPH {self.current} {{"
                f" VALUES ?r {{ {_list(batch)} }} ?r {more} kg:from ?s ; kg:to ?t ;"
                " kg:relationshipType ?k ; kg:validFrom ?f OPTIONAL { ?r kg:weight ?w } OPTIONAL { ?r kg:validTo ?e }"
                f" {'' if current else 'OPTIONAL { ?r kg:endRecordedAt ?l }'} }} }}"
            ):
                read.add(rel.value)
                if int(start.value) <= valid and (end is None or valid < int(end.value)):
                    yield rel.value, source.value, target.value, min(9, int(float(weight.value) * 10)) if weight else 9
            if len(groups) >= enough:
                break
        if not current:
            for rel, source, target, weight in self._past(frontier, valid):
                if rel not in read:
                    read.add(rel)
                    yield rel, source, target, min(9, int(float(weight) * 10)) if weight else 9

    def _past(self, frontier: list[str], valid: int) -> list[tuple[str, str, str, str | None]]:
        arms = " UNION ".join(
            f"{{ ?r kg:{end} ?n ; kg:validFrom ?f ; kg:recordedAt ?rec ; kg:from ?s ; kg:to ?t ; kg:relationshipType ?k"
            f" FILTER(?f <= {valid} && ?rec <= {_FOREVER}) OPTIONAL {{ ?r kg:retractedAt ?x }}"
            " OPTIONAL { ?r kg:validTo ?e } OPTIONAL { ?r kg:endRecordedAt ?l }"
            f" FILTER(!BOUND(?x) || {_FOREVER} < ?x) FILTER(!BOUND(?e) || {valid} < ?e || {_FOREVER} < ?l)"
            " OPTIONAL { ?r kg:weight ?w } }"
            for end in ("from", "to")
        )
        rows = self.rows(
            f"SELECT ?r ?s ?t ?w ?k ?f ?e ?l ?rec WHERE {{ GRAPH {self.history} {{"
            f" VALUES ?n {{ {_list(frontier)} }} {arms} }} }} LIMIT 401"
        )
        return [(rel.value, s.value, t.value, w.value if w else None) for rel, s, t, w, *_ in rows]

    def _facts(self, start: str, valid: int, *, current: bool) -> tuple[list[str], int]:
        if current:
            rows = self.rows(
                f"SELECT ?s ?f ?e WHERE {{ GRAPH {self.current} {{ ?s kg:about <{start}> ; kg:validFrom ?f"
                " OPTIONAL { ?s kg:validTo ?e } } } LIMIT 2000"
            )
        else:
            arm = (
                f"?s kg:about <{start}> ; kg:validFrom ?f ; kg:recordedAt ?rec OPTIONAL {{ ?s kg:retractedAt ?x }}"
                f" OPTIONAL {{ ?s kg:validTo ?e }} OPTIONAL {{ ?s kg:endRecordedAt ?l }} FILTER(?f <= {valid})"
                f" FILTER(!BOUND(?x) || {_FOREVER} < ?x) FILTER(!BOUND(?e) || {valid} < ?e || {_FOREVER} < ?l)"
            )
            both = f"{{ GRAPH {self.current} {{ {arm} }} }} UNION {{ GRAPH {self.history} {{ {arm} }} }}"
            rows = self.rows(f"SELECT ?s ?f ?e WHERE {{ {both} }} LIMIT 2000")
        spans = {s.value: int(f.value) for s, f, e in rows if int(f.value) <= valid and (e is None or valid < int(e.value))}
        facts = sorted(spans, key=lambda iri: (-spans[iri], iri))[:20]
        if facts:
            arm = f"VALUES ?s {{ {_list(facts)} }} ?s kg:claim ?c OPTIONAL {{ ?s kg:confidence ?p }}"
            self.rows(f"SELECT ?s ?c ?p WHERE {{ {self._everywhere(arm, current=current)} }}")
        return facts, min(len(spans) - len(facts), 100)

    def _sources(self, iris: list[str], *, current: bool) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        if iris:
            arm = (
                f"VALUES ?s {{ {_list(iris)} }} ?d kg:derived ?s ; kg:derivedFrom ?c ; kg:extractedAt ?x"
                " OPTIONAL { ?d kg:confidence ?p }"
            )
            for s, c, _, _ in self.rows(f"SELECT ?s ?c ?p ?x WHERE {{ {self._everywhere(arm, current=current)} }}"):
                found.setdefault(s.value, []).append(c.value)
        return found

    def _disputes(self, iris: list[str], *, current: bool) -> None:
        if iris:
            for end in ("first", "second"):
                arm = (
                    f"VALUES ?s {{ {_list(iris)} }} ?c kg:{end}Statement ?s ; kg:firstStatement ?a ; kg:secondStatement ?b ;"
                    " kg:detectedAt ?d"
                )
                self.rows(f"SELECT ?c ?a ?b ?d WHERE {{ {self._everywhere(arm, current=current)} }}")

    def _closed(self, start: str, valid: int, *, current: bool) -> int:
        some = " UNION ".join(f"{{ ?s kg:{p} <{start}> }}" for p in ("about", "from", "to"))
        more = "" if current else "?s kg:validFrom ?f ; kg:recordedAt ?rec OPTIONAL { ?s kg:validTo ?e }"
        rows = self.rows(
            f"SELECT ?s ?x ?n ?y ?f ?e WHERE {{ GRAPH {self.history} {{ {{ SELECT ?s WHERE {{ {some} }} LIMIT 100 }} {more}"
            " OPTIONAL { ?s kg:retractedAt ?x }"
            " OPTIONAL { ?k kg:older ?s ; kg:newer ?n OPTIONAL { ?n kg:retractedAt ?y } } } }"
        )
        return len({row[0].value for row in rows if current or int(row[5].value) <= valid})

    def _chunks(self, start: str, cited: list[str], order: list[str]) -> tuple[list[str], int]:
        chunks: dict[str, None] = {}
        if cited:
            standing = {
                row[0].value
                for row in self.rows(
                    f"SELECT ?c ?r WHERE {{ GRAPH {self.current} {{ VALUES ?c {{ {_list(cited)} }} ?c kg:recordedAt ?r"
                    " FILTER NOT EXISTS { ?c kg:withdrawnAt ?w } } }"
                )
            }
            chunks = {iri: None for iri in order if iri in standing}
        rows = self.rows(
            f"SELECT ?c ?r WHERE {{ GRAPH {self.current} {{ ?c kg:mentions <{start}> ; kg:recordedAt ?r"
            " FILTER NOT EXISTS { ?c kg:withdrawnAt ?w } } } LIMIT 130"
        )
        for iri, _ in sorted(((c.value, -int(r.value)) for c, r in rows), key=lambda pair: (pair[1], pair[0])):
            chunks.setdefault(iri)
        shown = list(chunks)[:5]
        if shown:
            self.rows(
                f"SELECT ?c ?t ?d WHERE {{ GRAPH {self.current} {{ VALUES ?c {{ {_list(shown)} }}"
                " ?c kg:text ?t . ?d kg:contains ?c } }"
            )
        return shown, min(len(chunks) - len(shown), 100)

    def _everywhere(self, arm: str, *, current: bool) -> str:
        here = f"GRAPH {self.current} {{ {arm} }}"
        return here if current else f"{{ {here} }} UNION {{ GRAPH {self.history} {{ {arm} }} }}"


def _unread(ranked: Iterable[str], read: set[str]) -> Iterator[str]:
    given: set[str] = set()
    for rel in ranked:
        if rel not in read and rel not in given:
            given.add(rel)
            yield rel


def _list(iris: Iterable[str]) -> str:
    return " ".join(f"<{iri}>" for iri in iris)
