"""Many quads as a row of updates, each small enough for the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

import pyoxigraph
from pyoxigraph import BlankNode, NamedNode, Quad, RdfFormat

from kgrdf.errors import InvalidValueError, KgrdfError
from kgrdf.query import Request
from kgrdf.terms import spelled

__all__ = ["Batch", "batches", "insert", "insertion"]

Batch = list[tuple[Quad, bytes]]
"""Quads, each with its triple as a line of N-Triples that is SPARQL too."""


def batches(quads: Iterable[Quad], *, triples: int, size: int) -> Iterator[Batch]:
    """Yield the quads in their order, in batches of at most so many triples and bytes; a larger triple goes alone."""
    batch: Batch = []
    used = 0
    for quad in quads:
        written = pyoxigraph.serialize([quad.triple], format=RdfFormat.N_TRIPLES)
        assert written is not None
        line = spelled(written.decode()).encode() if b"\\" in written else written
        if batch and (len(batch) == triples or used + len(line) > size):
            yield batch
            batch, used = [], 0
        batch.append((quad, line))
        used += len(line)
    if batch:
        yield batch


def insert(batch: Batch, limit: int, run: Callable[[Request], None], refused: Callable[[KgrdfError], bool]) -> int:
    """Insert a batch in its order, at most `limit` triples at once; return the limit, halved where one was too large.

    `refused` says that an error comes of the size. What a single triple is refused for, and any other error, is raised.
    """
    start = 0
    while start < len(batch):
        part = batch[start : start + limit]
        try:
            run(insertion(part))
            start += len(part)
        except KgrdfError as error:
            if len(part) == 1 or not refused(error):
                raise
            limit = len(part) // 2
    return limit


def insertion(batch: Batch) -> Request:
    """Return the INSERT DATA of a batch, by graph and subject, so that the server locks as little as it can.

    Lines of N-Triples are SPARQL as they are: every character that matters is escaped by pyoxigraph.
    """
    out = ["INSERT DATA {"]
    ordered = sorted(batch, key=lambda item: (_graph(item[0]), item[1]))
    for graph, items in groupby(ordered, key=lambda item: _graph(item[0])):
        out += [f"GRAPH {graph} {{", b"".join(line for _, line in items).decode(), "}"]
    return Request("\n".join([*out, "}"]), "load")


def _graph(quad: Quad) -> str:
    if (
        not isinstance(quad.graph_name, NamedNode)
        or isinstance(quad.subject, BlankNode)
        or isinstance(quad.object, BlankNode)
    ):
        raise InvalidValueError(
            f"quads: {quad} has a blank node or no graph", hint="name every node and the graph by an IRI"
        )
    return str(quad.graph_name)
