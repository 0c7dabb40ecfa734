"""Searching the memory: candidates by their words, each shown only if the graph says that it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from pyoxigraph import NamedNode

from kgrdf.answers import Hit, SearchAnswer, moment
from kgrdf.arguments import checked_integer, checked_text
from kgrdf.chunking import excerpt
from kgrdf.context.provenance import read_grounds
from kgrdf.entities import lookup_key
from kgrdf.ids import kind_of
from kgrdf.query import load
from kgrdf.search.index import SearchIndex
from kgrdf.search.tables import Candidate
from kgrdf.search.words import match_expression, question_terms
from kgrdf.store.base import Row
from kgrdf.temporal import Viewpoint
from kgrdf.terms import integer_of, node_of, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["search_memory"]

MAX_LIMIT = 100
_GROWTH = 8
_PATIENCE = 2.0
"""Seconds that a search waits for an index that is behind to be made again; then it answers from what there is."""
_BATCH = 1000


def search_memory(
    graph: BaseGraph,
    query: str,
    viewpoint: Viewpoint,
    *,
    limit: int = 10,
) -> SearchAnswer:
    """Find entities, concepts, facts, passages and documents by their words, best first.

    The query is words and never syntax: any of them may match, rare ones count more, English endings and function words do
    not count. What has exactly this name comes first. Only what holds from the viewpoint is found, and no
    withdrawn chunk at all. `limit` is from 1 to 100. On a server where another process wrote, the index may be behind: then
    the answer says of which instant it is.
    """
    text = checked_text(query, "query")
    limit = checked_integer(limit, "limit", minimum=1, maximum=MAX_LIMIT)
    if graph.head() is None:
        return SearchAnswer(hits=[])
    terms = question_terms(text)
    behind = SearchIndex.of(graph).follow(_PATIENCE) if terms else None
    hits: dict[str, Hit] = {}
    seen: dict[str, Candidate] = {}
    for candidates in _candidates(graph, text, terms, viewpoint, limit):
        fresh: dict[str, Candidate] = {}
        for candidate in candidates:
            if candidate.id not in seen:
                fresh.setdefault(candidate.id, candidate)
        seen |= fresh
        hits |= {hit.id: hit for hit in _shown(graph, fresh, viewpoint, terms)}
        if len(hits) >= limit:
            break
    # In the order of the index, which is total: so a smaller limit shows the beginning of what a larger one does.
    found = [hits[public_id] for public_id in seen if public_id in hits][:limit]
    return SearchAnswer(hits=found, indexed_at=moment(behind))


def _candidates(
    graph: BaseGraph, text: str, terms: Sequence[str], viewpoint: Viewpoint, limit: int
) -> Iterator[list[Candidate]]:
    """Yield what may be shown, best first: each time more, until there is no more."""
    index, size = SearchIndex.of(graph), 2 * limit
    now = viewpoint.valid if viewpoint.current else graph.now()
    while True:
        words = match_expression(terms)
        matched = index.match(words, everything=not viewpoint.current, now=now, limit=size) if terms else []
        top = 1 + (matched[0].score if matched else 0.0)
        yield [*(Candidate(named, kind_of(named) or "entity", top) for named in _named(graph, text)), *matched]
        if len(matched) < size:
            return
        size *= _GROWTH


def _named(graph: BaseGraph, text: str) -> list[str]:
    """Return what has exactly this name; a name of signs alone has no words and is found only so."""
    rows = graph.store.select(load("entities_by_key").bind(graph.tenant, key=lookup_key(text)))
    return sorted(graph.tenant.public_id(row[0]) for row in rows if isinstance(row[0], NamedNode))


def _shown(graph: BaseGraph, candidates: Mapping[str, Candidate], viewpoint: Viewpoint, terms: Sequence[str]) -> list[Hit]:
    """Return the candidates that may be shown, with what is shown of them, in no order."""
    words = [term.replace(" ", "") for term in terms]
    hits: list[Hit] = []
    for public_id, text, more in (
        *_things(graph, _of_kind(graph, candidates, "entity", "concept"), viewpoint),
        *_documents(graph, _of_kind(graph, candidates, "document"), viewpoint),
        *_chunks(graph, _of_kind(graph, candidates, "chunk"), viewpoint),
        *_facts(graph, _of_kind(graph, candidates, "fact"), viewpoint),
    ):
        candidate = candidates[public_id]
        hits.append(Hit(id=public_id, kind=candidate.kind, text=excerpt(text, words), score=candidate.score, **more))
    return hits


_Found: TypeAlias = Iterator[tuple[str, str, dict[str, Any]]]
"""Ids, texts, and the other fields of a hit."""


def _of_kind(graph: BaseGraph, candidates: Mapping[str, Candidate], *kinds: str) -> list[NamedNode]:
    return [graph.tenant.iri(candidate.id) for candidate in candidates.values() if candidate.kind in kinds]


def _things(graph: BaseGraph, ids: Sequence[NamedNode], viewpoint: Viewpoint) -> _Found:
    for node, recorded, name, *described in _select(graph, "found_entities", ids):
        if (integer_of(recorded) or 0) <= viewpoint.known:
            description = next((str(to_value(term)) for term in described if term is not None), "")
            yield _id(graph, node), f"{to_value(name)}: {description}" if description else str(to_value(name)), {}


def _documents(graph: BaseGraph, ids: Sequence[NamedNode], viewpoint: Viewpoint) -> _Found:
    for node, recorded, title in _select(graph, "found_documents", ids):
        if (integer_of(recorded) or 0) <= viewpoint.known:
            yield _id(graph, node), str(to_value(title)), {}


def _chunks(graph: BaseGraph, ids: Sequence[NamedNode], viewpoint: Viewpoint) -> _Found:
    for node, recorded, text, document in _select(graph, "found_chunks", ids):
        if (integer_of(recorded) or 0) <= viewpoint.known:
            yield _id(graph, node), str(to_value(text)), {"source_ids": [_id(graph, document)]}


def _facts(graph: BaseGraph, ids: Sequence[NamedNode], viewpoint: Viewpoint) -> _Found:
    if viewpoint.current:
        rows = list(_select(graph, "found_facts", ids, now=viewpoint.valid))
    else:
        rows = list(_select(graph, "found_facts_asof", ids, asOf=viewpoint.valid, knownAt=viewpoint.known))
    grounds = read_grounds(graph, viewpoint, (node for node, *_ in rows if isinstance(node, NamedNode)))
    for node, claim, start, end in rows:
        public_id = _id(graph, node)
        found = grounds.get(graph.tenant.iri(public_id).value)
        more = {
            "source_ids": [] if found is None else found.ids,
            "valid_from": moment(integer_of(start)),
            "valid_to": moment(integer_of(end)),
        }
        yield public_id, str(to_value(claim)), more


def _select(graph: BaseGraph, name: str, ids: Sequence[object], **params: int) -> Iterator[Row]:
    nodes = (node for node in ids if isinstance(node, NamedNode))
    while part := list(islice(nodes, _BATCH)):
        yield from graph.store.select(load(name).bind(graph.tenant, ids=part, **params))


def _id(graph: BaseGraph, term: object) -> str:
    return graph.tenant.public_id(node_of(term))
