"""The sets of values that an ontology lists: literals that a shape or range allows, and things that it names itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rdflib import RDF, SKOS, Graph, URIRef
from rdflib.term import Node

from kgrdf_codegen import naming
from kgrdf_codegen.allocation import Allocator, Wish
from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import Enum, Field, Member
from kgrdf_codegen.rdf import description, label, listed
from kgrdf_codegen.reader import KG
from kgrdf_codegen.taxonomy import Taxonomy
from kgrdf_codegen.text import OntText

__all__ = ["Enums", "read_enums"]


@dataclass(frozen=True)
class Enums:
    """The enums by name, and the fields of every class with the enum of each."""

    enums: tuple[Enum, ...]
    by_class: Mapping[str, tuple[Field, ...]]


def read_enums(
    graph: Graph,
    taxonomy: Taxonomy,
    by_class: Mapping[str, tuple[Field, ...]],
    ranged: Mapping[str, tuple[str, ...]],
    allocator: Allocator,
    findings: Findings,
) -> Enums:
    """Return the enums of an ontology.

    The values that the range of a property lists (`ranged`) are an enum called after the property; those that a shape lists
    are one of the class and the property. A class that lists its things is closed, and the enum of the properties that lead
    to it; one that only has some in the ontology, and a SKOS concept scheme, are open.
    """
    things = {enum.iri: enum for enum in _of_things(graph, taxonomy)}
    listing = {tuple(member.value.raw for member in enum.members): iri for iri, enum in things.items() if not enum.open}
    # What a class lists has its enum already.
    same = {iri: listing[values] for iri, values in ranged.items() if values in listing}
    found = {key: enum for key, enum in _of_fields(graph, taxonomy, by_class, ranged) if key not in same} | things
    wishes = [_wish(key, enum, allocator) for key, enum in found.items()]
    classes = frozenset(taxonomy.names.values())
    names, clashes = allocator.allocate(
        "enums",
        "python",
        wishes,
        reserved=lambda name: naming.class_reserved(name) or name in classes,
        elsewhere=allocator.record.names("classes", "python").values(),
    )
    for clash in clashes:
        iris = [found[key].iri for key in clash.iris]
        which = f"the values of {findings.show(iris, ' and ')}"
        remedy = "give the class of this name another kgc:pyName" if len(iris) == 1 else "rename one of the terms"
        findings.refuse(
            findings.reading.blamed(iris), "B006", f"{which} cannot be called {clash.name!r}: the name is taken; {remedy}"
        )
    enums = {key: replace(enum, name=names[key]) for key, enum in found.items()}
    fields = {
        cls: tuple(
            replace(field, enum=enums[same.get(key := _key(cls, field, by_class, taxonomy, ranged), key)].name)
            if field.one_of
            else field
            for field in row
        )
        for cls, row in by_class.items()
    }
    return Enums(tuple(sorted(enums.values(), key=lambda enum: enum.name)), fields)


def _of_fields(
    graph: Graph, taxonomy: Taxonomy, by_class: Mapping[str, tuple[Field, ...]], ranged: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, Enum]]:
    for cls, fields in by_class.items():
        for field in fields:
            if not field.one_of:
                continue
            key = _key(cls, field, by_class, taxonomy, ranged)
            yield (
                key,
                Enum(
                    iri=field.iri,
                    cls=None if key == field.iri else taxonomy.names[key.split(" ")[0]],
                    name="",
                    things=field.value == "iri",
                    open=False,
                    members=tuple(_member(graph, value, things=field.value == "iri") for value in field.one_of),
                    label=label(graph, URIRef(field.iri)),
                    doc=field.doc,
                ),
            )


def _key(
    cls: str,
    field: Field,
    by_class: Mapping[str, tuple[Field, ...]],
    taxonomy: Taxonomy,
    ranged: Mapping[str, tuple[str, ...]],
) -> str:
    """Return the property where its range lists these values, else the topmost class that has them, and the property."""
    if tuple(value.raw for value in field.one_of) == ranged.get(field.iri):
        return field.iri
    for base in taxonomy.bases[cls]:
        if any(other.iri == field.iri and other.one_of == field.one_of for other in by_class[base]):
            return _key(base, field, by_class, taxonomy, ranged)
    return f"{cls} {field.iri}"


def _of_things(graph: Graph, taxonomy: Taxonomy) -> Iterator[Enum]:
    for cls in taxonomy.order:
        closed = listed(graph, URIRef(cls))
        things = closed or [*graph.subjects(RDF.type, URIRef(cls))]
        if members := _members(graph, things):
            yield _enum(graph, cls, taxonomy.names[cls], members, is_open=not closed)
    for scheme in sorted(set(graph.subjects(RDF.type, SKOS.ConceptScheme)), key=str):
        if isinstance(scheme, URIRef) and (members := _members(graph, graph.subjects(SKOS.inScheme, scheme))):
            yield _enum(graph, str(scheme), None, members, is_open=True)


def _enum(graph: Graph, iri: str, cls: str | None, members: tuple[Member, ...], *, is_open: bool) -> Enum:
    return Enum(iri, cls, "", True, is_open, members, label(graph, URIRef(iri)), description(graph, URIRef(iri)))


def _members(graph: Graph, things: Iterable[Node]) -> tuple[Member, ...]:
    iris = sorted({str(thing) for thing in things if isinstance(thing, URIRef)})
    return tuple(_member(graph, OntText(iri), things=True) for iri in iris)


def _member(graph: Graph, value: OntText, *, things: bool) -> Member:
    if not things:
        return Member(value, OntText(""), OntText(""))
    return Member(value, label(graph, URIRef(value.raw)), description(graph, URIRef(value.raw)))


def _wish(key: str, enum: Enum, allocator: Allocator) -> Wish:
    local = naming.local_name(enum.iri)
    owner = "" if enum.cls is None or enum.iri == key else enum.cls
    suffix = "Value" if enum.things and " " not in key else ""
    name = owner + naming.capwords(local) + suffix
    return Wish(key, name, naming.capwords(allocator.prefixes.of(enum.iri)) + name, fixed=enum.iri.startswith(KG))
