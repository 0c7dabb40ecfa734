"""An ontology's graph in, the intermediate form out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rdflib import OWL, RDF, Graph, URIRef

from kgrdf_codegen.allocation import Allocator
from kgrdf_codegen.edges import read_relations
from kgrdf_codegen.enums import read_enums
from kgrdf_codegen.fields import place_fields
from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import Class, Field, Header, Loss, Ontology, Shape
from kgrdf_codegen.ledger import Ledger
from kgrdf_codegen.losses import losses_of
from kgrdf_codegen.names_lock import NamesLock
from kgrdf_codegen.namespaces import read_namespaces
from kgrdf_codegen.naming import Prefixes
from kgrdf_codegen.problems import CodegenError, Problem
from kgrdf_codegen.rdf import ann, description, flag, label, words_of
from kgrdf_codegen.reader import CORE, KG, Reading
from kgrdf_codegen.relations import read_relation_types
from kgrdf_codegen.sources import shown
from kgrdf_codegen.taxonomy import STATEMENT, Taxonomy, read_taxonomy

__all__ = ["Built", "build"]


@dataclass(frozen=True)
class Built:
    """The intermediate form, and what had to be refused or guessed on the way."""

    ontology: Ontology
    names: NamesLock
    """Every name that was given."""
    ledger: Ledger
    """What became of each triple."""
    problems: tuple[Problem, ...]


def build(reading: Reading, names: NamesLock | None = None) -> Built:
    """Return the intermediate form of what was read, without queries.

    `names` are those that were given before, which stay. The result depends on them, the triples, the prefixes and the names
    of the files, in the order in which they were given; not on the order of the triples. Raises `CodegenError` where class
    expressions or superclasses are nested too deep.
    """
    try:
        return _built(reading, names or NamesLock())
    except RecursionError:
        message = "nests its class expressions or superclasses deeper than the generator can follow; flatten them"
        raise CodegenError([Problem(shown(reading.files[0]), 0, 0, "B008", message)]) from None


def _built(reading: Reading, names: NamesLock) -> Built:
    graph, findings = reading.graph, Findings(reading)
    allocator = Allocator(Prefixes(reading.prefixes), names)
    taxonomy = read_taxonomy(graph, allocator, findings)
    fields = place_fields(graph, taxonomy, allocator, findings)
    subject = _subject(reading)
    ranged = {path.iri: row.one_of for path, row in fields.properties.items() if row.one_of}
    enums = read_enums(graph, taxonomy, fields.by_class, ranged, allocator, findings)
    classes = tuple(_class(reading, iri, taxonomy, enums.by_class) for iri in taxonomy.order)
    namespaces = read_namespaces(
        graph,
        taxonomy.declared,
        (path.iri for path in fields.properties),
        allocator,
        findings,
    )
    verbs = read_relation_types(graph, taxonomy, findings)
    relations = read_relations(graph, classes, findings)
    named = {term.iri for space in namespaces for term in space.terms} | {enum.iri for enum in enums.enums}
    verb_iris = frozenset(row.iri for row in verbs)
    ledger = Ledger(reading, taxonomy, fields, verbs=verb_iris, named=frozenset(named))
    ontology = Ontology(
        name=label(graph, subject),
        version=words_of(graph, subject, OWL.versionInfo),
        sources=reading.sources,
        headers=_headers(graph),
        namespaces=namespaces,
        classes=classes,
        enums=enums.enums,
        relations=relations,
        shapes=_shapes(ledger),
        relation_types=verbs,
        queries=(),
        losses=_losses(findings, ledger),
    )
    return Built(ontology, allocator.lock(), ledger, (*reading.warnings, *findings.problems()))


def _class(reading: Reading, iri: str, taxonomy: Taxonomy, fields: Mapping[str, tuple[Field, ...]]) -> Class:
    graph: Graph = reading.graph
    names, bases, node = taxonomy.names, taxonomy.bases[iri], URIRef(iri)
    return Class(
        iri=iri,
        name=names[iri],
        plural=taxonomy.plurals[iri],
        stem=taxonomy.stems[iri],
        kind=taxonomy.kinds[iri],
        statement=taxonomy.tree.is_a(iri, STATEMENT),
        core=iri.startswith(KG),
        bases=tuple(names[base] for base in bases),
        ancestors=tuple(names[above] for above in taxonomy.tree.above[iri] if above in names),
        fields=fields[iri],
        own=tuple(field.name for field in fields[iri] if not _inherited(field, [fields[base] for base in bases])),
        abstract=flag(graph, node, "abstract"),
        tool=ann(graph, node, "tool"),
        label=label(graph, node),
        doc=description(graph, node),
        source=reading.place(node).source,
    )


def _headers(graph: Graph) -> tuple[Header, ...]:
    iris = sorted(iri for iri in graph.subjects(RDF.type, OWL.Ontology) if isinstance(iri, URIRef))
    return tuple(
        Header(str(iri), label(graph, iri), words_of(graph, iri, OWL.versionInfo), description(graph, iri)) for iri in iris
    )


def _shapes(ledger: Ledger) -> tuple[Shape, ...]:
    names = ledger.taxonomy.names
    return tuple(
        Shape(
            str(shape),
            tuple(sorted(names[cls] for cls in ledger.classes_of(shape))),
            description(ledger.graph, shape),
        )
        for shape in sorted(ledger.shapes, key=str)
    )


def _losses(findings: Findings, ledger: Ledger) -> tuple[Loss, ...]:
    """Return what was found lost on the way, which says why, and what the ledger finds besides."""
    told = findings.losses()
    known = {(loss.code, loss.iri) for loss in told}
    return tuple(sorted([*told, *(loss for loss in losses_of(ledger) if (loss.code, loss.iri) not in known)]))


def _inherited(field: Field, bases: list[tuple[Field, ...]]) -> bool:
    """Say whether every base that has the field has it in this very form, and at least one does."""
    above = [other for fields in bases for other in fields if other.name == field.name]
    return bool(above) and all(other == field for other in above)


def _subject(reading: Reading) -> URIRef:
    """Return the ontology that the output is named after: the one given, or the core."""
    subjects = reading.graph.subjects(RDF.type, OWL.Ontology)
    return min((iri for iri in subjects if isinstance(iri, URIRef) and iri in reading.own), default=CORE)
