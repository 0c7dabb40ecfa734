"""Answers of a SPARQL endpoint as the terms that the embedded store gives: strict to the end of the body."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

import pyoxigraph
from pyoxigraph import BlankNode, Literal, NamedNode, QueryResultsFormat, RdfFormat, Triple

from kgrdf.store.base import Row
from kgrdf.terms import XSD_BOOLEAN

__all__ = ["MalformedAnswerError", "read_boolean", "read_solutions", "read_triples"]

_TRUTH = {"1": Literal("true", datatype=XSD_BOOLEAN), "0": Literal("false", datatype=XSD_BOOLEAN)}
_SIZE_IN_MEMORY = 1 << 22


class MalformedAnswerError(Exception):
    """A body that is not what was asked for."""


def read_solutions(body: IO[bytes], size: int) -> tuple[int, Iterator[Row]]:
    """Return the number of solutions of a SPARQL JSON document, and the solutions, in the order of its head.

    The document is read to its end before the first solution is given. Raises `MalformedAnswerError` where it is broken
    anywhere. A small one is held as terms; a large one is read twice from `body`, which must stay open.
    """
    try:
        if size <= _SIZE_IN_MEMORY:
            rows = list(_parsed(body))
            return len(rows), iter(rows)
        count = sum(1 for _ in _parsed(body))
        body.seek(0)
        return count, _parsed(body)
    except SyntaxError as error:
        # What stricter readers refuse and servers send all the same: Virtuoso's blank nodes and names of columns.
        body.seek(0)
        rows = _lenient(body.read(), error)
        return len(rows), iter(rows)


def read_boolean(body: IO[bytes]) -> bool:
    """Return the answer of an ASK."""
    found = _document(body.read())
    match found:
        case {"boolean": bool(answer)}:
            return answer
        case {"head": {"vars": ["__ASK_RETVAL"]}, "results": {"bindings": list(rows)}}:
            return bool(rows)  # Virtuoso: one row for yes, none for no
    raise MalformedAnswerError("no boolean in it")


def read_triples(body: IO[bytes]) -> list[Triple]:
    """Return the triples of an N-Triples document."""
    try:
        return [quad.triple for quad in pyoxigraph.parse(body, format=RdfFormat.N_TRIPLES)]
    except SyntaxError as error:
        raise MalformedAnswerError(str(error.msg)) from None


def _parsed(body: IO[bytes]) -> Iterator[Row]:
    found = pyoxigraph.parse_query_results(body, format=QueryResultsFormat.JSON)
    try:
        if not isinstance(found, pyoxigraph.QuerySolutions):
            raise SyntaxError("a boolean where rows were asked for")
        for solution in found:
            yield tuple(map(_normal, solution))
    finally:
        # It belongs to its thread, and an error carries this frame to whichever thread is the last to look at it.
        del found


def _normal(term: Any) -> Any:
    if isinstance(term, Literal) and term.datatype == XSD_BOOLEAN:
        return _TRUTH.get(term.value, term)
    return term


def _lenient(data: bytes, refused: SyntaxError) -> list[Row]:
    found = _document(data)
    try:
        names, nodes = found["head"].get("vars", []), dict[str, BlankNode]()
        return [tuple(_normal(_term(row.get(name), nodes)) for name in names) for row in found["results"]["bindings"]]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise MalformedAnswerError(str(refused.msg)) from None


def _document(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise MalformedAnswerError(str(error)) from None


def _term(found: Any, nodes: dict[str, BlankNode]) -> NamedNode | BlankNode | Literal | None:
    if found is None:
        return None
    value = found["value"]
    match found["type"]:
        case "uri":
            return NamedNode(value)
        case "bnode":
            return nodes.setdefault(value, BlankNode())
        case "literal" | "typed-literal":
            if "xml:lang" in found:
                return Literal(value, language=found["xml:lang"])
            return Literal(value, datatype=NamedNode(found["datatype"])) if "datatype" in found else Literal(value)
    raise ValueError(found["type"])
