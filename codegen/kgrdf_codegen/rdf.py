"""What an ontology's graph says of one term: its texts, flags, class expressions, datatypes."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, XSD, BNode, Graph, Literal, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from kgrdf_codegen.ir import ValueKind
from kgrdf_codegen.reader import KGC
from kgrdf_codegen.text import OntText

__all__ = [
    "ANYTHING",
    "DESCRIPTIONS",
    "INTEGERS",
    "LABELS",
    "META",
    "PROPERTIES",
    "THING_PROPERTIES",
    "ann",
    "chosen_words",
    "declared_classes",
    "description",
    "first",
    "flag",
    "label",
    "listed",
    "members",
    "text_datatype",
    "union",
    "value_kind",
    "words_of",
]

META = (str(OWL), str(RDF), str(RDFS), str(XSD), KGC)
"""Namespaces that speak about ontologies; nothing in them is a term of the domain."""
ANYTHING = frozenset({str(OWL.Thing), str(RDFS.Resource)})
"""Domains and ranges that say nothing."""

THING_PROPERTIES = (
    OWL.ObjectProperty,
    OWL.SymmetricProperty,
    OWL.AsymmetricProperty,
    OWL.TransitiveProperty,
    OWL.ReflexiveProperty,
    OWL.IrreflexiveProperty,
)
"""Types of properties whose values are things."""
PROPERTIES = (
    RDF.Property,
    *THING_PROPERTIES,
    OWL.DatatypeProperty,
    OWL.AnnotationProperty,
    OWL.FunctionalProperty,
    OWL.InverseFunctionalProperty,
)
"""All types that make a term a property."""

DESCRIPTIONS = (RDFS.comment, SKOS.definition, DCTERMS.description)
LABELS = (RDFS.label, SKOS.prefLabel)

_ANN = Namespace(KGC)
INTEGERS = frozenset(
    [
        "integer",
        "long",
        "int",
        "short",
        "byte",
        "nonNegativeInteger",
        "positiveInteger",
        "nonPositiveInteger",
        "negativeInteger",
        "unsignedLong",
        "unsignedInt",
        "unsignedShort",
        "unsignedByte",
    ]
)
_KINDS: dict[str, ValueKind] = {
    str(RDF.langString): "langString",
    str(XSD.boolean): "boolean",
    str(XSD.dateTime): "instant",
    str(XSD.dateTimeStamp): "instant",
    **{str(XSD[name]): "integer" for name in INTEGERS},
    **{str(XSD[name]): "decimal" for name in ("decimal", "double", "float")},
}

_TEXTS = frozenset({str(XSD.string), str(RDFS.Literal), ""})


def ann(graph: Graph, subject: Node, name: str) -> str | None:
    """Return the text of a `kgc:` annotation; of several, the first in order."""
    found = sorted(str(value) for value in graph.objects(subject, _ANN[name]))
    return found[0] if found else None


def flag(graph: Graph, subject: Node, name: str) -> bool:
    """Say whether a `kgc:` annotation is true."""
    return ann(graph, subject, name) in ("true", "1")


def first(graph: Graph, subject: Node, predicate: URIRef) -> Node | None:
    """Return the value of a property; of several, the first in order, blank nodes last."""
    values = graph.objects(subject, predicate)
    return min(values, key=lambda value: (isinstance(value, BNode), str(value)), default=None)


def declared_classes(graph: Graph) -> frozenset[str]:
    """Return the classes that a graph declares."""
    found = {iri for kind in (OWL.Class, RDFS.Class) for iri in graph.subjects(RDF.type, kind)}
    named = {str(iri) for iri in found if isinstance(iri, URIRef) and (iri, RDF.type, RDFS.Datatype) not in graph}
    return frozenset(iri for iri in named if not iri.startswith(META))


def words_of(graph: Graph, subject: Node, *predicates: URIRef) -> OntText:
    """Return the text of the first predicate that has one.

    Of several languages: English first, then none, then the first by tag; of several texts in it, the first in order.
    """
    chosen = chosen_words(graph, subject, *predicates)
    return OntText("" if chosen is None else str(chosen[1]))


def chosen_words(graph: Graph, subject: Node, *predicates: URIRef) -> tuple[URIRef, Literal] | None:
    """Return the text that `words_of` takes, with its predicate."""
    for predicate in predicates:
        found = [value for value in graph.objects(subject, predicate) if isinstance(value, Literal)]
        if found:
            return predicate, min(found, key=_preference)
    return None


def _preference(text: Literal) -> tuple[int, str, str]:
    language = (text.language or "").lower()
    rank = 0 if language == "en" else 1 if not language else 2 if language.startswith("en-") else 3
    return rank, language, str(text)


def description(graph: Graph, subject: Node) -> OntText:
    """Return what a term means."""
    return words_of(graph, subject, *DESCRIPTIONS)


def label(graph: Graph, subject: Node) -> OntText:
    """Return what a term is called."""
    return words_of(graph, subject, *LABELS)


def members(graph: Graph, head: Node) -> list[Node]:
    """Return the members of an RDF list, and none of one that is broken."""
    try:
        return list(Collection(graph, head))
    except ValueError:  # a list that runs into itself
        return []


def listed(graph: Graph, expression: Node) -> list[Node]:
    """Return the values that a class or datatype lists as all it has, itself or as what it is equivalent to."""
    places = [expression, *(node for node in graph.objects(expression, OWL.equivalentClass) if isinstance(node, BNode))]
    heads = sorted((head for place in places for head in graph.objects(place, OWL.oneOf)), key=str)
    return [value for head in heads for value in members(graph, head)]


def union(graph: Graph, expression: Node) -> frozenset[str] | None:
    """Return the named classes that a class expression joins; None where it is not a name or a union of names."""
    if isinstance(expression, URIRef):
        return frozenset({str(expression)})
    if isinstance(expression, BNode):
        heads = sorted(graph.objects(expression, OWL.unionOf), key=str)
        parts = [union(graph, member) for head in heads for member in members(graph, head)]
        if parts and all(part is not None for part in parts):
            return frozenset().union(*(part for part in parts if part is not None))
    return None


def value_kind(datatypes: Iterable[str]) -> ValueKind:
    """Return how values of a datatype are read; of what has no Python type of its own, the text is kept."""
    kinds = {_KINDS.get(datatype, "string") for datatype in datatypes}
    return kinds.pop() if len(kinds) == 1 else "string"


def text_datatype(datatype: str) -> bool:
    """Say whether values of a datatype are kept as text although it is not one of text."""
    return datatype not in _KINDS and datatype not in _TEXTS
