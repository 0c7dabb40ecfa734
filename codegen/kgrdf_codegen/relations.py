"""The declared relation types: individuals of `kg:RelationType`."""

from __future__ import annotations

from collections.abc import Mapping

from rdflib import RDF, Graph, URIRef

from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import RelationType
from kgrdf_codegen.naming import local_name
from kgrdf_codegen.rdf import description, label
from kgrdf_codegen.reader import KG
from kgrdf_codegen.text import OntText

__all__ = ["read_relation_types"]


def read_relation_types(graph: Graph, names: Mapping[str, str], findings: Findings) -> tuple[RelationType, ...]:
    """Return the relation types by verb; two of one verb, or an unknown class at an end, are errors."""
    iris = sorted(iri for iri in graph.subjects(RDF.type, _kg("RelationType")) if isinstance(iri, URIRef))
    verbs = {iri: label(graph, iri).raw or local_name(str(iri)) for iri in iris}
    inverses = {
        iri: other
        for iri in iris
        for other in sorted(graph.objects(iri, _kg("inverseType")), key=str)
        if isinstance(other, URIRef) and other in verbs
    }
    back = {other: iri for iri, other in sorted(inverses.items())}
    holders: dict[str, URIRef] = {}
    found = []
    for iri in iris:
        first = holders.setdefault(verbs[iri], iri)
        if first != iri:
            findings.refuse(str(iri), "B004", f"the verb {verbs[iri]!r} is that of {findings.show([str(first)])} already")
        partner = inverses.get(iri) or back.get(iri)
        found.append(
            RelationType(
                iri=str(iri),
                name=OntText(verbs[iri]),
                subjects=_classes(graph, iri, "allowedSubject", names, findings),
                objects=_classes(graph, iri, "allowedObject", names, findings),
                inverse=None if partner is None else OntText(verbs[partner]),
                canonical=iri not in inverses,
                single_valued=_true(graph, iri, "singleValued"),
                symmetric=_true(graph, iri, "symmetric"),
                transitive=_true(graph, iri, "transitive"),
                disjoint=_disjoint(graph, iri, verbs),
                doc=description(graph, iri),
            )
        )
    return tuple(sorted(found, key=lambda row: row.name))


def _kg(name: str) -> URIRef:
    return URIRef(KG + name)


def _classes(graph: Graph, iri: URIRef, predicate: str, names: Mapping[str, str], findings: Findings) -> tuple[str, ...]:
    found = []
    for cls in sorted(map(str, graph.objects(iri, _kg(predicate)))):
        if cls in names:
            found.append(names[cls])
        else:
            findings.refuse(str(iri), "B005", f"kg:{predicate} names {findings.show([cls])}, which is not a class here")
    return tuple(found)


def _true(graph: Graph, iri: URIRef, predicate: str) -> bool:
    return any(str(value) in ("true", "1") for value in graph.objects(iri, _kg(predicate)))


def _disjoint(graph: Graph, iri: URIRef, verbs: Mapping[URIRef, str]) -> tuple[OntText, ...]:
    both = {*graph.objects(iri, _kg("disjointWith")), *graph.subjects(_kg("disjointWith"), iri)}
    return tuple(sorted(OntText(verbs[other]) for other in both if isinstance(other, URIRef) and other in verbs))
