"""Probes of how much may be written at once."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from urllib.parse import quote, urlsplit, urlunsplit

from kgrdf.doctor.finding import Finding, judged
from kgrdf.doctor.line import SCRATCH, Line, Seen
from kgrdf.doctor.scratch import PROBE

__all__ = ["graph_store", "sizes"]

_SIZES = (500, 1000, 2500, 10_000)
_PATIENCE = 5.0
"""Seconds of one request after which none larger is tried."""
# By profile: the end of the query URL's path, and what stands there instead, to be followed by the name of a graph.
_GRAPH_STORES = {
    "neptune": ("/sparql", "/sparql/gsp/?graph="),
    "oxigraph": ("/query", "/store?graph="),
    "virtuoso": ("/sparql", "/sparql-graph-crud-auth?graph-uri="),
    "fuseki": ("/query", "/data?graph="),
    "graphdb": ("", "/rdf-graphs/service?graph="),
}


def sizes(line: Line) -> Finding:
    """How many triples one INSERT DATA may hold."""
    taken, refused = _most(lambda triples: line.update(f"INSERT DATA {{ GRAPH <{SCRATCH}> {{ {triples} }} }}"))
    wanted = line.store.profile.batch_triples
    return judged(
        "triples of one INSERT DATA",
        refused is None or taken >= wanted,
        "unsafe",
        _taken(taken, refused),
        f"the profile sends at most {wanted:,}",
    )


def graph_store(line: Line) -> Finding:
    """How many triples the graph store protocol takes at once."""
    end, place = _GRAPH_STORES.get(line.store.profile.name, ("", ""))
    query = urlsplit(line.store.endpoint.query_url)
    if not place or not query.path.endswith(end):
        return Finding("graph store protocol", "unknown", "not tried: its URL is not known", "kgrdf does not use it")
    url = urlunsplit(query._replace(path=query.path.removesuffix(end), query="")) + place + quote(SCRATCH, safe="")
    taken, refused = _most(lambda triples: line.send("POST", url, triples, type="text/turtle"))
    return judged("graph store protocol", taken, "differs", _taken(taken, refused), "kgrdf does not use it")


def _most(send: Callable[[str], Seen]) -> tuple[int, Seen | None]:
    """Return how many triples were taken at once, and what more were answered with; None where no more were tried."""
    taken = 0
    for size in _SIZES:
        since = perf_counter()
        seen = send("".join(f"<{PROBE}size:{n}> <{PROBE}p> {n} .\n" for n in range(size)))
        if not seen.ok:
            return taken, seen
        taken = size
        if perf_counter() - since > _PATIENCE:
            break
    return taken, None


def _taken(taken: int, refused: Seen | None) -> str:
    return f"{taken:,} taken, " + ("more not tried" if refused is None else f"not more: {refused.short}")
