"""The terms that a query may name, and what the rules need to know of each."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field

from rdflib import RDF, Graph, URIRef

from kgrdf_codegen.check.declared import Property, RelationType, read_properties, read_relation_types
from kgrdf_codegen.naming import split_iri
from kgrdf_codegen.rdf import PROPERTIES, declared_classes
from kgrdf_codegen.reader import KG, KGC
from kgrdf_codegen.taxonomy import class_tree

__all__ = ["NODES", "STATEMENT", "Vocabulary"]

STATEMENT = f"{KG}Statement"
NODES = "urn:kgrdf"
"""How the IRI of everything begins that a tenant or the store holds."""


@dataclass(frozen=True)
class Vocabulary:
    """What an ontology declares.

    >>> vocabulary = Vocabulary.from_graph(read_ontology().graph)
    >>> vocabulary.is_a("https://w3id.org/kgrdf/ns#Fact", "https://w3id.org/kgrdf/ns#Statement")
    True
    """

    classes: dict[str, frozenset[str]]
    """Each class with all its superclasses and itself."""
    properties: dict[str, Property]
    individuals: frozenset[str]
    namespaces: frozenset[str] = field(default_factory=frozenset)
    """The namespaces in which every term must be declared."""
    relation_types: dict[str, RelationType] = field(default_factory=dict)
    """By their labels."""
    prefixes: dict[str, str] = field(default_factory=dict)
    """The namespaces of its terms, by the prefixes that its files give them."""

    @classmethod
    def from_graph(cls, graph: Graph) -> Vocabulary:
        """Read the classes, properties and individuals of an ontology's graph, the generator's annotations left out."""
        tree, _ = class_tree(graph)
        classes = {iri: frozenset({iri, *tree.above[iri]}) for iri in sorted(declared_classes(graph))}
        property_iris = {s for kind in PROPERTIES for s in graph.subjects(RDF.type, kind) if isinstance(s, URIRef)}
        property_iris = {iri for iri in property_iris if not iri.startswith(KGC)}
        individuals = {
            str(s)
            for iri in classes
            for s in graph.subjects(RDF.type, URIRef(iri))
            if isinstance(s, URIRef) and str(s) != iri
        }
        properties = read_properties(graph, sorted(property_iris), classes)
        declared = [*classes, *properties, *individuals]
        namespaces = frozenset(split_iri(iri)[0] for iri in declared)
        return cls(
            classes,
            properties,
            frozenset(individuals),
            namespaces,
            read_relation_types(graph, classes),
            {prefix: str(space) for prefix, space in graph.namespaces() if str(space) in namespaces},
        )

    def declares(self, iri: str) -> bool:
        """Whether the ontology declares the term, as whatever it may be."""
        return iri in self.classes or iri in self.properties or iri in self.individuals

    def owns(self, iri: str) -> bool:
        """Whether the term lies in a namespace of the ontology, so that it must be declared."""
        return split_iri(iri)[0] in self.namespaces

    def lacks(self, iri: str) -> bool:
        """Whether the term must be declared, and is not."""
        return self.owns(iri) and not self.declares(iri)

    def is_schema(self, iri: str) -> bool:
        """Whether the term is a class or a property, and not something that data may name as well."""
        return (iri in self.classes or iri in self.properties) and iri not in self.individuals

    def is_a(self, iri: str, ancestor: str) -> bool:
        """Whether a class is another one or below it."""
        return ancestor in self.classes.get(iri, frozenset())

    def of_the_core(self, iri: str) -> bool:
        """Whether a class is one of the core's or below one."""
        return any(cls.startswith(KG) for cls in self.classes.get(iri, ()))

    def overlap(self, some: frozenset[str], others: frozenset[str]) -> bool:
        """Whether something can be of a class of each set: by one class below one of each, or where nothing is known."""
        if not some or not others or not (some | others) <= self.classes.keys():
            return True
        return any(not above.isdisjoint(some) and not above.isdisjoint(others) for above in self.classes.values())

    def only(self, unions: tuple[frozenset[str], ...], ancestor: str) -> bool:
        """Whether everything in a domain or range is of one class."""
        return any(union and all(self.is_a(member, ancestor) for member in union) for union in unions)

    def never(self, unions: tuple[frozenset[str], ...], ancestor: str) -> bool:
        """Whether nothing in a domain or range can be of a class."""
        return any(
            union and not any(self.is_a(member, ancestor) or self.is_a(ancestor, member) for member in union)
            for union in unions
        )

    def closest(self, iri: str, among: Iterator[str] | list[str]) -> str | None:
        """Return the declared term whose local name is most like this one's, or None."""
        candidates = {split_iri(term)[1]: term for term in sorted(among, reverse=True)}
        by_case = {local.casefold(): local for local in candidates}
        found = difflib.get_close_matches(split_iri(iri)[1].casefold(), by_case, n=1, cutoff=0.7)
        return candidates[by_case[found[0]]] if found else None
