"""Every term of an ontology by namespace, for `vocab.py`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, TypeAlias

from rdflib import OWL, RDF, Graph, URIRef

from kgrdf_codegen import naming
from kgrdf_codegen.allocation import Allocator, Clash, Wish
from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import Namespace, Term
from kgrdf_codegen.naming import Form
from kgrdf_codegen.rdf import META, ann, description, flag, label
from kgrdf_codegen.reader import KG

__all__ = ["read_namespaces"]

Sort: TypeAlias = Literal["class", "property", "individual"]


def read_namespaces(
    graph: Graph, classes: Iterable[str], properties: Iterable[str], allocator: Allocator, findings: Findings
) -> tuple[Namespace, ...]:
    """Return classes (CapWords), properties (snake_case) and individuals (UPPER_CASE) of each namespace.

    The three spellings keep `org:Role`, `org:role` and `org:ROLE` apart; two terms that still fall together are an error.
    """
    known_classes, known_properties = frozenset(classes), frozenset(properties)
    individuals = _individuals(graph, known_classes) - known_classes - known_properties
    sorts: tuple[tuple[Sort, Form, frozenset[str]], ...] = (
        ("class", naming.capwords, known_classes),
        ("property", naming.snake, known_properties),
        ("individual", naming.upper, individuals),
    )
    terms: dict[str, list[Term]] = defaultdict(list)
    for sort, form, iris in sorts:
        wishes: dict[str, list[Wish]] = defaultdict(list)
        for iri in sorted(iris):
            given = ann(graph, URIRef(iri), "pyName") if sort == "class" else None
            wishes[naming.split_iri(iri)[0]].append(_wish(iri, given, form, allocator))
        for space, wanted in wishes.items():
            names, clashes = allocator.allocate("terms", sort, wanted, space=space)
            findings.clash(clashes, "terms")
            terms[space] += [_term(graph, iri, name, sort) for iri, name in names.items()]
    found = []
    for space, rows in sorted(terms.items()):
        if not space.startswith(META):
            prefix = allocator.prefixes.of(space)
            name = allocator.settle("namespaces", "python", space, naming.capwords(prefix))
            found.append(Namespace(space, prefix, name, tuple(rows)))
    for namespace in found:
        findings.clash(_clashes((term.name, term.iri) for term in namespace.terms), "terms")
    findings.clash(_clashes((row.name, row.iri) for row in found), "namespaces", "a prefix of its own")
    return tuple(sorted(found, key=lambda row: (row.name, row.iri)))


def _wish(iri: str, given: str | None, form: Form, allocator: Allocator) -> Wish:
    local = naming.local_name(iri)
    name = naming.identifier(form(given or local))
    prefixed = naming.identifier(form(f"{allocator.prefixes.of(iri)}_{local}"))
    return Wish(iri, name, prefixed, fixed=iri.startswith(KG), given=given is not None)


def _term(graph: Graph, iri: str, name: str, sort: Sort) -> Term:
    node = URIRef(iri)
    return Term(iri, name, sort, flag(graph, node, "internal"), label(graph, node), description(graph, node))


def _individuals(graph: Graph, classes: frozenset[str]) -> frozenset[str]:
    types = (*map(URIRef, sorted(classes)), OWL.NamedIndividual)
    return frozenset(str(iri) for cls in types for iri in graph.subjects(RDF.type, cls) if isinstance(iri, URIRef))


def _clashes(pairs: Iterable[tuple[str, str]]) -> list[Clash]:
    holders: dict[str, list[str]] = defaultdict(list)
    for name, iri in pairs:
        holders[name].append(iri)
    return [Clash(name, tuple(iris)) for name, iris in sorted(holders.items()) if len(iris) > 1]
