"""Rules on an ontology as it is written: nothing without words, no property without ends, no class above itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from rdflib import OWL, RDF, RDFS, SH, XSD, BNode, Graph, URIRef
from rdflib.term import Node

from kgrdf_codegen.check.declared import class_unions
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import KG, KGC, Reading

__all__ = ["KINDS", "RULES", "check_terms"]

_BUILT_IN = (str(OWL), str(RDF), str(RDFS), str(SH), "http://www.w3.org/2001/XMLSchema#")
KINDS = (
    "document",
    "chunk",
    "entity",
    "concept",
    "fact",
    "relationship",
    "mention",
    "derivation",
    "contradiction",
    "supersession",
)
_CLOSED = (RDF, RDFS, OWL, SH)
_BOOLEANS = ("true", "false", "1", "0")
_ALLOWED = {"end": ("subject", "object"), "kind": KINDS, "valueKind": ("instant",)}


def check_terms(reading: Reading) -> list[Problem]:
    """Return what is wrong with the terms that the given files declare; what they import is theirs to check."""
    vocabulary = Vocabulary.from_graph(reading.graph)
    return sorted(problem for rule in RULES for problem in rule(reading, vocabulary))


def words_written(reading: Reading, vocabulary: Vocabulary) -> Iterator[Problem]:
    """O003: every term has one rdfs:label and one rdfs:comment, of which the comment says more than the label."""
    for iri in _own_terms(reading, vocabulary):
        for predicate in (RDFS.label, RDFS.comment):
            texts = [str(text).strip() for text in reading.graph.objects(iri, predicate)]
            if not any(texts):
                name = predicate.removeprefix(str(RDFS))
                yield reading.problem(
                    iri, "O003", f"{reading.short(iri)} has no rdfs:{name}; add one, it is read by people and agents"
                )
        labels = {str(text).strip().casefold() for text in reading.graph.objects(iri, RDFS.label)}
        comments = {str(text).strip(" .").casefold() for text in reading.graph.objects(iri, RDFS.comment)}
        if labels & comments:
            yield reading.problem(iri, "O003", f"{reading.short(iri)} repeats its label as its comment; say what it means")


def properties_have_ends(reading: Reading, vocabulary: Vocabulary) -> Iterator[Problem]:
    """O004: every property has a domain and a range."""
    for iri in _own_terms(reading, vocabulary):
        if str(iri) in vocabulary.properties:
            for predicate in (RDFS.domain, RDFS.range):
                if (iri, predicate, None) not in reading.graph:
                    name = predicate.removeprefix(str(RDFS))
                    yield reading.problem(iri, "O004", f"{reading.short(iri)} has no rdfs:{name}; add one")


def ends_declared(reading: Reading, vocabulary: Vocabulary) -> Iterator[Problem]:
    """O005: domains, ranges and superclasses are declared classes, or datatypes."""
    for iri in _own_terms(reading, vocabulary):
        named = {
            other for end in (RDFS.domain, RDFS.range) for union in class_unions(reading.graph, iri, end) for other in union
        }
        named |= {str(parent) for parent in reading.graph.objects(iri, RDFS.subClassOf) if isinstance(parent, URIRef)}
        for other in sorted(named):
            if not other.startswith(_BUILT_IN) and other not in vocabulary.classes:
                close = vocabulary.closest(other, list(vocabulary.classes))
                hint = f", did you mean {reading.short(close)}?" if close else ""
                message = f"{reading.short(iri)} names {reading.short(other)}, which is no declared class{hint}"
                yield reading.problem(iri, "O005", message)


def no_class_above_itself(reading: Reading, vocabulary: Vocabulary) -> Iterator[Problem]:
    """O006: subclass cycles are told, as a warning; the classes in one are treated as the same."""
    for iri in _own_terms(reading, vocabulary):
        above = vocabulary.classes.get(str(iri), frozenset())
        cycle = sorted(
            other for other in above if other != str(iri) and str(iri) in vocabulary.classes.get(other, frozenset())
        )
        if cycle or (iri, RDFS.subClassOf, iri) in reading.graph:
            place = reading.place(iri)
            others = ", ".join(map(reading.short, cycle)) or "itself"
            message = f"{reading.short(iri)} is a subclass of {others}, and the other way round"
            yield Problem(place.path, place.line, place.col, "O006", message, "warning")


def annotations_known(reading: Reading, vocabulary: Vocabulary) -> Iterator[Problem]:
    """O007: every kgc: annotation is one of the generator's, with a value that it understands."""
    graph = reading.graph
    known = {str(iri) for iri in graph.subjects(RDF.type, OWL.AnnotationProperty) if str(iri).startswith(KGC)}
    written: dict[tuple[URIRef, URIRef], set[str]] = defaultdict(set)
    for subject, predicate, value in graph:
        own = isinstance(subject, URIRef) and subject in _own(reading)
        if own and isinstance(subject, URIRef) and isinstance(predicate, URIRef) and predicate.startswith(KGC):
            written[subject, predicate].add(str(value))
    for (subject, predicate), values in sorted(written.items()):
        name, place = reading.short(predicate), f"{reading.short(subject)}:"
        if str(predicate) not in known:
            close = vocabulary.closest(predicate, sorted(known))
            hint = f", did you mean {reading.short(close)}?" if close else ""
            yield reading.problem(subject, "O007", f"{place} unknown annotation {name}{hint}")
            continue
        allowed = _BOOLEANS if (predicate, RDFS.range, XSD.boolean) in graph else _ALLOWED.get(predicate.removeprefix(KGC))
        if len(values) > 1:
            shown = " and ".join(map(repr, sorted(values)))
            yield reading.problem(subject, "O007", f"{place} {name} is given {len(values)} times, as {shown}; keep one")
        elif allowed is not None and not values <= set(allowed):
            message = f"{place} unknown {name} {min(values)!r}; one of {', '.join(allowed)}"
            yield reading.problem(subject, "O007", message)


def known_terms(reading: Reading, vocabulary: Vocabulary) -> Iterator[Problem]:
    """O008: what stands in the core's namespace, or in that of RDF, RDFS, OWL or SHACL, is a term that is there."""
    graph = reading.graph
    core = sorted({str(iri) for iri in graph.subjects() if isinstance(iri, URIRef) and iri.startswith(KG)})
    for subject in sorted(_own(reading)):
        for iri in sorted(_terms_said_of(graph, subject)):
            terms = next((terms for terms in _CLOSED if iri.startswith(str(terms))), None)
            if (terms is not None and iri not in terms) or (iri.startswith(KG) and iri not in core):
                known = core if terms is None else [name for name in map(str, dir(terms)) if name.startswith(str(terms))]
                close = vocabulary.closest(iri, known)
                hint = f", did you mean {reading.short(close)}?" if close else ""
                message = f"{reading.short(subject)}: unknown term {reading.short(iri)}{hint}"
                yield reading.problem(subject, "O008", message)


def _terms_said_of(graph: Graph, subject: Node) -> set[str]:
    """Return the properties and classes that are written of a subject, and of what stands in brackets there."""
    found: set[str] = set()
    waiting, met = [subject], {subject}
    while waiting:
        for predicate, value in graph.predicate_objects(waiting.pop()):
            found.add(str(predicate))
            if predicate == RDF.type and isinstance(value, URIRef):
                found.add(str(value))
            if isinstance(value, BNode) and value not in met:
                met.add(value)
                waiting.append(value)
    return found


def _own_terms(reading: Reading, vocabulary: Vocabulary) -> list[URIRef]:
    annotations = _annotation_terms(reading.graph)
    return sorted(iri for iri in _own(reading) if vocabulary.declares(str(iri)) or iri in annotations)


def _own(reading: Reading) -> frozenset[URIRef]:
    """Return what the given files write; without any, what the shipped ontology writes."""
    return reading.own or frozenset(reading.places)


def _annotation_terms(graph: Graph) -> set[URIRef]:
    found = graph.subjects(RDF.type, OWL.AnnotationProperty)
    return {iri for iri in found if isinstance(iri, URIRef) and iri.startswith(KGC)}


RULES: tuple[Callable[[Reading, Vocabulary], Iterator[Problem]], ...] = (
    words_written,
    properties_have_ends,
    ends_declared,
    no_class_above_itself,
    annotations_known,
    known_terms,
)
