"""The form of an answer, by what the client accepts."""

from __future__ import annotations

from collections.abc import Mapping

from pyoxigraph import QueryBoolean, QueryResultsFormat, QueryTriples, RdfFormat

from kgrdf.testing.neptune.dataset import Solutions

__all__ = ["GRAPH_FORMATS", "written"]

_TABLES: Mapping[str, QueryResultsFormat] = {
    "application/sparql-results+json": QueryResultsFormat.JSON,
    "application/sparql-results+xml": QueryResultsFormat.XML,
    "text/csv": QueryResultsFormat.CSV,
    "text/tab-separated-values": QueryResultsFormat.TSV,
}
_TRUTHS: Mapping[str, QueryResultsFormat] = {
    "application/sparql-results+json": QueryResultsFormat.JSON,
    "application/sparql-results+xml": QueryResultsFormat.XML,
    "text/boolean": QueryResultsFormat.CSV,
}
GRAPH_FORMATS: Mapping[str, RdfFormat] = {
    "application/n-quads": RdfFormat.N_QUADS,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "text/turtle": RdfFormat.TURTLE,
    "application/rdf+xml": RdfFormat.RDF_XML,
    "application/trig": RdfFormat.TRIG,
}


def written(answer: Solutions, accept: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of an answer: JSON, or N-Quads for triples, where nothing else is asked for."""
    if isinstance(answer, QueryTriples):
        graph = _chosen(accept, GRAPH_FORMATS)
        return graph, answer.serialize(format=GRAPH_FORMATS[graph]) or b""
    forms = _TRUTHS if isinstance(answer, QueryBoolean) else _TABLES
    table = _chosen(accept, forms)
    return table, answer.serialize(format=forms[table]) or b""


def _chosen(accept: str, known: Mapping[str, object]) -> str:
    asked = (part.partition(";")[0].strip().lower() for part in accept.split(","))
    return next((name for name in asked if name in known), next(iter(known)))
