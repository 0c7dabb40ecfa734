"""The declared relation types: individuals of `kg:RelationType`."""

from __future__ import annotations

from collections.abc import Mapping

from rdflib import RDF, Graph, Literal, URIRef
from rdflib.term import Node

from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import RelationType
from kgrdf_codegen.naming import local_name
from kgrdf_codegen.rdf import description, label, union
from kgrdf_codegen.reader import KG
from kgrdf_codegen.taxonomy import Taxonomy
from kgrdf_codegen.text import OntText

__all__ = ["read_relation_types"]

_TRUTH = {"true": True, "1": True, "false": False, "0": False}
_LONGEST = 8 * 1024
"""How many bytes the runtime takes as a verb."""


def read_relation_types(graph: Graph, taxonomy: Taxonomy, findings: Findings) -> tuple[RelationType, ...]:
    """Return the relation types by verb; what is said of one and cannot be kept is an error.

    B004: two of one verb. B005: what is not of the sort that is asked for. B010: what contradicts itself, or another type.
    """
    kinds = [cls for cls in taxonomy.declared if taxonomy.tree.is_a(cls, KG + "RelationType")]
    iris = sorted({iri for cls in kinds for iri in graph.subjects(RDF.type, URIRef(cls)) if isinstance(iri, URIRef)})
    verbs = {iri: _verb(graph, iri, findings) for iri in iris}
    inverses = _inverses(graph, verbs, findings)
    back = {other: iri for iri, other in inverses.items()}
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
                subjects=_classes(graph, iri, "allowedSubject", taxonomy.names, findings),
                objects=_classes(graph, iri, "allowedObject", taxonomy.names, findings),
                inverse=None if partner is None else OntText(verbs[partner]),
                canonical=iri not in inverses,
                single_valued=_true(graph, iri, "singleValued", findings),
                symmetric=_true(graph, iri, "symmetric", findings),
                transitive=_true(graph, iri, "transitive", findings),
                disjoint=_disjoint(graph, iri, verbs, findings),
                doc=description(graph, iri),
            )
        )
    return tuple(sorted(found, key=lambda row: row.name))


def _kg(name: str) -> URIRef:
    return URIRef(KG + name)


def _verb(graph: Graph, iri: URIRef, findings: Findings) -> str:
    text = label(graph, iri)
    verb = text.raw if text else local_name(str(iri))
    if "\x00" in verb or len(verb.encode()) > _LONGEST:
        message = f"no relationship can be of the verb of {findings.show([iri])}: it has a NUL, or over {_LONGEST:,} bytes"
        findings.refuse(str(iri), "B010", message)
    return verb


def _inverses(graph: Graph, verbs: Mapping[URIRef, str], findings: Findings) -> Mapping[URIRef, URIRef]:
    """Return the type that is kept in the place of each that has one; of a pair, one name is kept."""
    found: dict[URIRef, URIRef] = {}
    for iri in verbs:
        named = _types(graph, iri, "inverseType", verbs, findings)
        if len(named) > 1:
            findings.refuse(str(iri), "B010", f"kg:inverseType of {findings.show([iri])} is {findings.show(named, ' and ')}")
        elif named == [iri]:
            message = f"{findings.show([iri])} is its own kg:inverseType; say kg:symmetric true"
            findings.refuse(str(iri), "B010", message)
        elif named:
            found[iri] = named[0]
    kept: dict[URIRef, URIRef] = {}
    for iri, other in found.items():
        first = kept.setdefault(other, iri)
        if other in found:
            message = (
                f"kg:inverseType of {findings.show([iri])} is {findings.show([other])}, which has one itself; "
                "it stands on one name of a pair, and points at the one that is kept"
            )
            findings.refuse(str(iri), "B010", message)
        elif first != iri:
            message = (
                f"kg:inverseType of {findings.show([first, iri], ' and ')} is {findings.show([other])}; a pair has two names"
            )
            findings.refuse(str(iri), "B010", message)
    return found


def _types(graph: Graph, iri: URIRef, predicate: str, verbs: Mapping[URIRef, str], findings: Findings) -> list[URIRef]:
    """Return the relation types that a property of one names."""
    found = []
    for value in sorted(graph.objects(iri, _kg(predicate)), key=str):
        if isinstance(value, URIRef) and value in verbs:
            found.append(value)
        else:
            message = f"kg:{predicate} names {_shown(value, findings)}, which is not a relation type here"
            findings.refuse(str(iri), "B005", message)
    return found


def _classes(graph: Graph, iri: URIRef, predicate: str, names: Mapping[str, str], findings: Findings) -> tuple[str, ...]:
    """Return the names of the classes at one end; a union says the same as several values."""
    found: set[str] = set()
    for value in graph.objects(iri, _kg(predicate)):
        classes = union(graph, value)
        found |= classes or set()
        if classes is None:
            message = f"kg:{predicate} names {_shown(value, findings)}, which is not a class here"
            findings.refuse(str(iri), "B005", message)
    for cls in sorted(found - names.keys()):
        findings.refuse(str(iri), "B005", f"kg:{predicate} names {findings.show([cls])}, which is not a class here")
    return tuple(names[cls] for cls in sorted(found & names.keys()))


def _true(graph: Graph, iri: URIRef, predicate: str, findings: Findings) -> bool:
    values = sorted(graph.objects(iri, _kg(predicate)), key=str)
    truths = [_TRUTH.get(str(value)) if isinstance(value, Literal) else None for value in values]
    if None in truths:
        wrong = _shown(values[truths.index(None)], findings)
        findings.refuse(str(iri), "B005", f"kg:{predicate} is {wrong}, which is neither true nor false")
    elif len(set(truths)) > 1:
        findings.refuse(str(iri), "B010", f"kg:{predicate} of {findings.show([iri])} is both true and false")
    return True in truths


def _disjoint(graph: Graph, iri: URIRef, verbs: Mapping[URIRef, str], findings: Findings) -> tuple[OntText, ...]:
    others = _types(graph, iri, "disjointWith", verbs, findings)
    if iri in others:
        findings.refuse(str(iri), "B010", f"{findings.show([iri])} is disjoint with itself, so nothing could be of it")
    back = [other for other in graph.subjects(_kg("disjointWith"), iri) if isinstance(other, URIRef) and other in verbs]
    return tuple(sorted({OntText(verbs[other]) for other in (*others, *back)}))


def _shown(value: Node, findings: Findings) -> str:
    match value:
        case Literal():
            return repr(str(value))
        case URIRef():
            return findings.show([str(value)])
        case _:
            return "a blank node"
