"""The ontology's shapes, held against the data a hundred nodes at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgrdf.errors import InvalidValueError
from kgrdf.store.parts import all_rows
from kgrdf.terms import RDF_TYPE, kg
from kgrdf.validation.problem import Problem

if TYPE_CHECKING:
    import rdflib
    from pyoxigraph import NamedNode

    from kgrdf.graph import BaseGraph

__all__ = ["check_shapes"]

_AT_ONCE = 100
_REASON = 300
_ROOTS = (
    "Document",
    "Chunk",
    "Entity",
    "Concept",
    "Statement",
    "Mention",
    "Derivation",
    "Contradiction",
    "Supersession",
)


def check_shapes(
    graph: BaseGraph, ontologies: Sequence[Path], advance: Callable[[int, int | None], None]
) -> Iterator[Problem]:
    """Yield every violation of the core shapes, and of those in `ontologies`.

    A node is looked at together with its own triples, the classes of what it points at, and what points at it through a
    path that a shape names; so memory stays bounded. About 1 ms a node.
    """
    shapes = _shapes(ontologies)
    inverse = _inverse_properties(shapes)
    done = 0
    for root in _ROOTS:
        nodes = (row[0] for row in all_rows(graph.store, "nodes_of_class", graph.tenant, type=kg(root)))
        while some := list(itertools.islice(nodes, _AT_ONCE)):
            yield from _violations(graph, shapes, inverse, some, given=bool(ontologies))  # type: ignore[arg-type]
            done += len(some)
            advance(done, None)


def _shapes(ontologies: Sequence[Path]) -> rdflib.Graph:
    import rdflib

    from kgrdf_codegen.sources import ontology_folder

    shapes = rdflib.Graph()
    for path in (ontology_folder() / "shapes.ttl", *ontologies):
        try:
            shapes.parse(path, format="turtle")
        except (OSError, SyntaxError, ValueError) as error:
            raise InvalidValueError(f"ontology: {path} is not Turtle: {_reason(error)}", hint="check the file") from error
    return shapes


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:_REASON]


def _inverse_properties(shapes: rdflib.Graph) -> list[NamedNode]:
    import rdflib
    from pyoxigraph import NamedNode

    return sorted(
        {NamedNode(str(path)) for path in shapes.objects(None, rdflib.SH.inversePath) if isinstance(path, rdflib.URIRef)},
        key=str,
    )


def _violations(
    graph: BaseGraph, shapes: rdflib.Graph, inverse: list[NamedNode], nodes: list[NamedNode], *, given: bool
) -> Iterator[Problem]:
    import pyshacl
    import rdflib

    data = _neighbourhood(graph, inverse, nodes)
    focus: list[rdflib.URIRef | str] = [rdflib.URIRef(node.value) for node in nodes]
    try:
        conforms, report, _ = pyshacl.validate(data, shacl_graph=shapes, focus_nodes=focus, inplace=True)
    except Exception as error:
        # Ours are tried by tests; whatever shapes of a caller make fail, in whichever library, is theirs to correct.
        if not given:
            raise
        raise InvalidValueError(
            f"ontology: a shape cannot be applied: {_reason(error)}", hint="correct the shapes that you gave"
        ) from error
    if conforms:
        return
    seen: set[tuple[str, str]] = set()
    for result in report.subjects(rdflib.RDF.type, rdflib.SH.ValidationResult):
        node = str(report.value(result, rdflib.SH.focusNode))
        path = report.value(result, rdflib.SH.resultPath)
        message = str(report.value(result, rdflib.SH.resultMessage))
        field = path.partition("#")[2] if isinstance(path, rdflib.URIRef) else ""
        seen.add((node, f"{field}: {message}" if field else message))
    for node, trouble in sorted(seen):
        yield Problem("shapes", graph.tenant.public_id(node), " ".join(trouble.split()))


def _neighbourhood(graph: BaseGraph, inverse: list[NamedNode], nodes: list[NamedNode]) -> rdflib.Graph:
    import rdflib
    from pyoxigraph import NamedNode

    data = rdflib.Graph()
    store, tenant = graph.store, graph.tenant
    near: set[NamedNode] = set()
    for subject, predicate, value in all_rows(store, "node_rows", tenant, ids=nodes):
        data.add((_rdflib(subject), _rdflib(predicate), _rdflib(value)))
        if isinstance(value, NamedNode) and value.value.startswith(tenant.prefix):
            near.add(value)
    for prop in inverse:
        for subject, value in all_rows(store, "nodes_pointing", tenant, ids=nodes, property=prop):
            data.add((_rdflib(subject), _rdflib(prop), _rdflib(value)))
            near.add(subject)  # type: ignore[arg-type]
    strangers = list(near.difference(nodes))
    for subject, class_ in all_rows(store, "node_classes", tenant, ids=strangers) if strangers else ():
        data.add((_rdflib(subject), _rdflib(RDF_TYPE), _rdflib(class_)))
    return data


def _rdflib(term: object) -> rdflib.term.Identifier:
    import rdflib
    from pyoxigraph import Literal, NamedNode

    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    assert isinstance(term, Literal), term
    if term.language is not None:
        return rdflib.Literal(term.value, lang=term.language)
    if term.datatype.value == "http://www.w3.org/2001/XMLSchema#string":
        return rdflib.Literal(term.value)
    return rdflib.Literal(term.value, datatype=rdflib.URIRef(term.datatype.value))
