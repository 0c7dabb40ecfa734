"""Which triples of an ontology are represented in its intermediate form; what is not is for `losses` to name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rdflib import OWL, RDF, RDFS, SH, SKOS, BNode, Graph, Namespace, URIRef
from rdflib.term import Node

from kgrdf_codegen.fields import Fields
from kgrdf_codegen.properties import Path, is_datatype
from kgrdf_codegen.rdf import (
    ANYTHING,
    DESCRIPTIONS,
    LABELS,
    META,
    chosen_words,
    listed,
    members,
    text_datatype,
    union,
)
from kgrdf_codegen.reader import KG, KGC, Reading
from kgrdf_codegen.taxonomy import Taxonomy

__all__ = ["AT_MOST", "DOMAINS", "RANGES", "READ", "TEXTS", "Ledger", "Triple"]

Triple = tuple[Node, Node, Node]

_SCHEMA = (Namespace("https://schema.org/"), Namespace("http://schema.org/"))
DOMAINS: frozenset[Node] = frozenset({RDFS.domain, *(space.domainIncludes for space in _SCHEMA)})
RANGES: frozenset[Node] = frozenset({RDFS.range, *(space.rangeIncludes for space in _SCHEMA)})
TEXTS = frozenset({*LABELS, *DESCRIPTIONS, OWL.versionInfo})
_LISTS = frozenset({RDF.first, RDF.rest, OWL.unionOf, OWL.oneOf})
AT_MOST = frozenset({OWL.maxCardinality, OWL.cardinality, OWL.maxQualifiedCardinality, OWL.qualifiedCardinality})
_VERB_PARTS = frozenset(
    URIRef(KG + name)
    for name in (
        "allowedSubject",
        "allowedObject",
        "inverseType",
        "singleValued",
        "symmetric",
        "transitive",
        "disjointWith",
    )
)
_DECLARES = frozenset(
    {OWL.Class, RDFS.Class, RDF.Property, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty}
    | {OWL.FunctionalProperty, OWL.NamedIndividual, OWL.Ontology, SH.NodeShape, SH.PropertyShape}
)
_TERMS = frozenset({RDF.type, RDFS.subClassOf, OWL.equivalentClass, RDFS.subPropertyOf, SKOS.inScheme, OWL.onProperty})
READ = DOMAINS | RANGES | _LISTS | AT_MOST | _TERMS | TEXTS | {OWL.imports}
"""The properties of which at least some use is understood; SHACL's and the annotations' are told by their namespaces."""


@dataclass(frozen=True)
class Ledger:
    """What was made of an ontology, to hold each of its triples against."""

    reading: Reading
    taxonomy: Taxonomy
    fields: Fields
    verbs: frozenset[str]
    """The relation types."""
    named: frozenset[str]
    """Every term of `vocab.py`, and every scheme."""
    _known: dict[Triple, bool] = field(default_factory=dict, repr=False, compare=False)

    def root(self, node: Node) -> Node:
        """Return the named term that a blank node belongs to; the node itself where there is none."""
        seen = {node}
        while isinstance(node, BNode) and (parent := self.parents.get(node)) is not None and parent[0] not in seen:
            node = parent[0]
            seen.add(node)
        return node

    def represented(self, triple: Triple) -> bool:
        """Say whether what a triple says is in the intermediate form."""
        # Every part of a long list asks for the triple that leads to the list.
        if triple not in self._known:
            self._known[triple] = self._represented(triple)
        return self._known[triple]

    def _represented(self, triple: Triple) -> bool:
        subject, predicate, value = triple
        if isinstance(subject, BNode):
            return self._part_represented(subject, triple)
        if str(subject).startswith(KGC) or str(predicate).startswith(KGC):
            return True
        if predicate in LABELS or predicate in DESCRIPTIONS or predicate == OWL.versionInfo:
            return self._is_chosen(triple)
        if predicate == RDF.type:
            return self._type_represented(str(subject), value)
        if str(subject) in self.fields_by_iri:
            return self._of_property(str(subject), predicate, value)
        if str(subject) in self.taxonomy.declared and predicate in (RDFS.subClassOf, OWL.equivalentClass, OWL.oneOf):
            return self._of_class(str(subject), predicate, value)
        if predicate in (OWL.oneOf, OWL.equivalentClass) and (subject, RDF.type, RDFS.Datatype) in self.graph:
            return bool(listed(self.graph, subject))
        if predicate in _VERB_PARTS:
            return str(subject) in self.verbs
        if predicate == OWL.imports:
            return str(value).rstrip("#") in self._ontologies
        if predicate == SKOS.inScheme:
            return (value, RDF.type, SKOS.ConceptScheme) in self.graph
        if subject in self._read_shapes:
            return (predicate == SH.targetClass and str(value) in self.taxonomy.names) or (
                predicate == SH.property and value in self.facets
            )
        return self._facet_represented(subject, predicate, value) if subject in self.facets else False

    def _part_represented(self, subject: BNode, triple: Triple) -> bool:
        parent = self.parents.get(subject)
        if parent is None or self.root(subject) == subject or isinstance(self.root(subject), BNode):
            return False
        if subject in self.facets:
            return self._facet_represented(subject, triple[1], triple[2])
        if parent[1] == RDFS.subClassOf and (subject, OWL.onProperty, None) in self.graph:
            return self._restriction_read(subject) and _restriction_part(triple)
        return triple[1] in {*_LISTS, RDF.type, SH.inversePath, SH.datatype, SH["class"]} and self.represented(parent)

    def _is_chosen(self, triple: Triple) -> bool:
        subject, predicate, value = triple
        for texts in (LABELS, DESCRIPTIONS, (OWL.versionInfo,)):
            if predicate in texts:
                described = str(subject) in self.named or subject in self._headers
                described |= subject in self.shapes and texts == DESCRIPTIONS
                described &= predicate != OWL.versionInfo or subject in self._headers
                return described and chosen_words(self.graph, subject, *texts) == (predicate, value)
        return False

    def _type_represented(self, subject: str, value: Node) -> bool:
        if value == OWL.Ontology or (value in _DECLARES and subject in self.named):
            return True
        if value in (SH.NodeShape, SH.PropertyShape, RDFS.Datatype):  # a datatype: its values are text, and no things
            return True
        if value == SKOS.ConceptScheme:
            return (None, SKOS.inScheme, URIRef(subject)) in self.graph
        return str(value) in self.taxonomy.declared and subject in self.named

    def _of_property(self, iri: str, predicate: Node, value: Node) -> bool:
        if predicate not in DOMAINS and predicate not in RANGES:
            return False
        if self.fields_by_iri[iri] or str(value) in ANYTHING:  # internal: its own word that nothing more is made of it
            return True
        if iri not in self.placed:
            return False
        names = union(self.graph, value)
        if predicate in DOMAINS:
            return names is not None and not names.isdisjoint(self.taxonomy.names)
        if names is None or (value, RDF.type, RDFS.Datatype) in self.graph:
            return bool(listed(self.graph, value))
        return all(name in self.taxonomy.names or self._is_plain(name) for name in names)

    def _of_class(self, iri: str, predicate: Node, value: Node) -> bool:
        if isinstance(value, URIRef):
            return str(value) in self.taxonomy.declared or str(value) in ANYTHING
        if predicate == RDFS.subClassOf and (value, OWL.onProperty, None) in self.graph:
            return self._restriction_read(value)
        closed = predicate == OWL.oneOf or (value, OWL.oneOf, None) in self.graph
        return closed and iri in self.taxonomy.names and predicate != RDFS.subClassOf

    def _restriction_read(self, node: Node) -> bool:
        """Say whether a restriction puts a property on its class."""
        return any(str(iri) in self.placed for iri in self.graph.objects(node, OWL.onProperty))

    def _facet_represented(self, facet: Node, predicate: Node, value: Node) -> bool:
        """Say whether one word of a property shape is in the fields of its classes."""
        match predicate:
            case SH.path | SH.order | RDF.type | SH.minInclusive | SH.maxInclusive | SH.minLength | SH.maxLength:
                return True
            case SH.minCount | SH.maxCount:
                return str(value) in ("0", "1")
            case SH.datatype:
                return self._is_plain(str(value))
            case SH.nodeKind:
                return value == SH.IRI
        if predicate == SH["class"]:
            return str(value) in self.taxonomy.names
        if predicate == SH["in"]:
            values = members(self.graph, value)
            return bool(values) and len({type(item) for item in values}) == 1 and not isinstance(values[0], BNode)
        if predicate == SH["or"]:
            return all(_is_choice(self.graph, choice) for choice in members(self.graph, value))
        return str(predicate).startswith(KGC)

    def _is_plain(self, name: str) -> bool:
        """Say whether a range needs no more words: a datatype that has a Python type, text, or a class of OWL's own."""
        return name.startswith(META) and not (is_datatype(self.graph, name) and text_datatype(name))

    @property
    def graph(self) -> Graph:
        """The ontology."""
        return self.reading.graph

    @cached_property
    def fields_by_iri(self) -> Mapping[str, bool]:
        """Each declared property, and whether it is internal."""
        return {path.iri: row.internal for path, row in self.fields.properties.items() if not path.inverse}

    @cached_property
    def placed(self) -> frozenset[str]:
        """Properties that some class has."""
        return frozenset(row.iri for rows in self.fields.by_class.values() for row in rows)

    @cached_property
    def _headers(self) -> frozenset[Node]:
        return frozenset(self.graph.subjects(RDF.type, OWL.Ontology))

    @cached_property
    def _ontologies(self) -> frozenset[str]:
        return frozenset(str(iri).rstrip("#") for iri in self._headers)

    @cached_property
    def shapes(self) -> frozenset[Node]:
        """Shapes with a name, whatever they are for."""
        words = (SH.property, SH.targetClass, SH.targetNode, SH.targetSubjectsOf, SH.targetObjectsOf)
        typed = {*self.graph.subjects(RDF.type, SH.NodeShape), *self.graph.subjects(RDF.type, SH.PropertyShape)}
        found = typed.union(*(self.graph.subjects(word, None) for word in words))
        return frozenset(shape for shape in found if isinstance(shape, URIRef))

    def classes_of(self, shape: Node) -> frozenset[str]:
        """Return the classes with a model that a shape is for."""
        targets = {str(cls) for cls in self.graph.objects(shape, SH.targetClass)} | {str(shape)}
        return frozenset(targets.intersection(self.taxonomy.names))

    @cached_property
    def _read_shapes(self) -> frozenset[Node]:
        """Named shapes of a class that has a model."""
        return frozenset(shape for shape in self.shapes if self.classes_of(shape))

    @cached_property
    def facets(self) -> frozenset[Node]:
        """Property shapes that fields are made of."""
        found: set[Node] = set()
        for shape in self._read_shapes:
            for facet in self.graph.objects(shape, SH.property):
                path = self.graph.value(facet, SH.path)
                inverse = self.graph.value(path, SH.inversePath) if isinstance(path, BNode) else None
                iri = path if inverse is None else inverse
                row = self.fields.properties.get(Path(str(iri), inverse is not None))
                if row is not None and (row.internal or str(iri) in self.placed):
                    found.add(facet)
        return frozenset(found)

    @cached_property
    def parents(self) -> Mapping[Node, Triple]:
        """The triple that leads to each blank node, or to the list that it is a part of; of several, a named term's."""
        found: dict[Node, list[Triple]] = defaultdict(list)
        for triple in self.graph:
            if isinstance(triple[2], BNode):
                found[triple[2]].append(triple)
        nearest = {node: min(triples, key=_nearness) for node, triples in found.items()}
        for node in nearest:
            _skip_list(node, nearest)
        return nearest


def _skip_list(node: Node, parents: dict[Node, Triple]) -> None:
    """Let every cell of the list up to this one point at what has the list, so that a long one is no deep one."""
    cells = [node]
    while (parent := parents.get(cells[-1])) is not None and parent[1] == RDF.rest and parent[0] not in cells[-2:]:
        if len(cells) > len(parents):  # a list that runs into itself
            return
        cells.append(parent[0])
    if parent is not None:
        parents.update(dict.fromkeys(cells, parent))


def _nearness(triple: Triple) -> tuple[bool, str, str]:
    return isinstance(triple[0], BNode), str(triple[1]), str(triple[0])


def _is_choice(graph: Graph, choice: Node) -> bool:
    said = set(graph.predicates(choice))
    return bool(said) and said <= {SH.datatype, SH["class"]}


def _restriction_part(triple: Triple) -> bool:
    _, predicate, value = triple
    if predicate in AT_MOST:
        return str(value) in ("0", "1")
    return predicate in (RDF.type, OWL.onProperty)
