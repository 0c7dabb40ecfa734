"""What an ontology says about each property, and what its shapes add for one class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from rdflib import OWL, RDF, RDFS, SH, BNode, Graph, Literal, Namespace, URIRef
from rdflib.term import Node

from kgrdf_codegen.hierarchy import Hierarchy, arrange
from kgrdf_codegen.ir import ValueKind
from kgrdf_codegen.rdf import (
    ANYTHING,
    META,
    PROPERTIES,
    THING_PROPERTIES,
    ann,
    first,
    flag,
    listed,
    members,
    union,
    value_kind,
)
from kgrdf_codegen.reader import KG

__all__ = ["Facets", "Path", "Property", "facets_by_class", "is_datatype", "merge", "read_properties", "restricted_by_class"]

_AT_MOST = (OWL.maxCardinality, OWL.cardinality, OWL.maxQualifiedCardinality, OWL.qualifiedCardinality)
_SCHEMA = (Namespace("https://schema.org/"), Namespace("http://schema.org/"))


@dataclass(frozen=True, slots=True, order=True)
class Path:
    """A property, or its inverse."""

    iri: str
    inverse: bool = False


@dataclass(frozen=True, slots=True)
class Property:
    """A property as declared, before any class."""

    path: Path
    domains: tuple[frozenset[str], ...]
    """The subject is of one class of each set; empty where the ontology says nothing."""
    ranges: frozenset[str]
    """Named classes of its values; empty where it says none."""
    value: ValueKind
    functional: bool
    managed: bool
    internal: bool
    one_of: tuple[str, ...] = ()
    """The values that its range lists: lexical forms, or IRIs where the value is an `iri`."""
    py_name: str | None = None
    wire_name: str | None = None
    unread_domain: tuple[str, ...] = ()
    unread_range: tuple[str, ...] = ()
    """What it says of its domain and its range that was not understood."""


@dataclass(frozen=True, slots=True)
class Facets:
    """What shapes say about a property of a class."""

    required: bool = False
    single: bool = False
    unique_lang: bool = False
    """At most one value in a language."""
    datatypes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    iri: bool = False
    one_of: tuple[str, ...] = ()
    things: bool = False
    """The values listed are IRIs."""
    minimum: str | None = None
    maximum: str | None = None
    above: str | None = None
    below: str | None = None
    """Bounds that are themselves no value."""
    min_length: int | None = None
    max_length: int | None = None
    patterns: tuple[str, ...] = ()
    order: float | None = None
    py_name: str | None = None
    wire_name: str | None = None


def read_properties(graph: Graph) -> dict[Path, Property]:
    """Return every declared property, and every inverse path that a shape names."""
    iris = sorted({iri for kind in PROPERTIES for iri in graph.subjects(RDF.type, kind) if isinstance(iri, URIRef)})
    iris = [iri for iri in iris if not str(iri).startswith(META)]
    supers = arrange({str(iri): map(str, graph.objects(iri, RDFS.subPropertyOf)) for iri in iris})
    found = {Path(str(iri)): _property(graph, iri, supers) for iri in iris}
    for inverse in sorted({str(iri) for iri in graph.objects(None, SH.inversePath) if isinstance(iri, URIRef)}):
        if (forward := found.get(Path(inverse))) is not None:
            found[Path(inverse, True)] = Property(
                Path(inverse, True), (), frozenset(), "ref", False, forward.managed, forward.internal
            )
    return found


def _property(graph: Graph, iri: URIRef, supers: Hierarchy) -> Property:
    lineage = [iri, *(URIRef(above) for above in supers.above.get(str(iri), ()))]
    domains, unread = _domains(graph, lineage)
    ranges, datatypes, one_of, more = _ranges(graph, lineage)
    kinds = set(graph.objects(iri, RDF.type))
    declared = ann(graph, iri, "valueKind")
    value: ValueKind
    if declared == "instant":
        value = "instant"
    elif ranges:
        value = "ref"
    elif one_of and not datatypes:
        value = "iri"
    elif datatypes:
        value = value_kind(datatypes)
    elif not kinds.isdisjoint(THING_PROPERTIES):
        value = "ref"
    else:
        value = "string"
    return Property(
        Path(str(iri)),
        domains,
        ranges,
        value,
        OWL.FunctionalProperty in kinds,
        flag(graph, iri, "managed"),
        flag(graph, iri, "internal"),
        one_of,
        ann(graph, iri, "pyName"),
        ann(graph, iri, "wireName"),
        tuple(unread),
        tuple(more),
    )


def _domains(graph: Graph, lineage: list[URIRef]) -> tuple[tuple[frozenset[str], ...], list[str]]:
    """Return the domains of the nearest property that has any: several of them all hold, a union or schema.org's any one."""
    for iri in lineage:
        found: list[frozenset[str]] = []
        unread: list[str] = []
        for expression in graph.objects(iri, RDFS.domain):
            classes = union(graph, expression)
            if classes is None:
                unread.append("its domain is a class expression other than a union of names")
            elif not classes & ANYTHING:
                found.append(classes)
        includes = frozenset(str(cls) for space in _SCHEMA for cls in graph.objects(iri, space.domainIncludes))
        if includes:
            found.append(includes)
        if found or unread:
            return tuple(sorted(found, key=sorted)), unread
    return (), []


def _ranges(graph: Graph, lineage: list[URIRef]) -> tuple[frozenset[str], frozenset[str], tuple[str, ...], list[str]]:
    """Return the classes, the datatypes and the allowed values of the nearest property that says any."""
    for iri in lineage:
        expressions = [
            *graph.objects(iri, RDFS.range),
            *(cls for space in _SCHEMA for cls in graph.objects(iri, space.rangeIncludes)),
        ]
        classes: set[str] = set()
        datatypes: set[str] = set()
        unread: list[str] = []
        one_of: tuple[str, ...] = ()
        for expression in expressions:
            values = listed(graph, expression)
            if values and (
                isinstance(expression, BNode) or is_datatype(graph, str(expression)) or _names(graph, expression)
            ):
                one_of, kinds = _list_of(values)
                datatypes.update(kinds)
                if not one_of:
                    unread.append("its range lists blank nodes, or literals and things together")
                continue
            names = union(graph, expression)
            if names is None:
                unread.append("its range is a class expression other than a union of names")
                continue
            for name in names - ANYTHING:
                (datatypes if is_datatype(graph, name) else classes).add(name)
        if classes and datatypes:
            unread.append("its range mixes classes and datatypes; values are kept as text")
            classes.clear()
            datatypes = {str(RDFS.Literal)}
        if classes or datatypes or unread or one_of:
            return frozenset(classes), frozenset(datatypes), one_of, unread
    return frozenset(), frozenset(), (), []


def _names(graph: Graph, cls: Node) -> bool:
    """Whether a class that lists its things lists names alone: below a class of the core its things are a tenant's."""
    return not any(str(above).startswith(KG) for above in graph.transitive_objects(cls, RDFS.subClassOf))


def _list_of(values: list[Node]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return listed values and the datatypes of literals; nothing where they are not all literals, or all things."""
    if all(isinstance(value, Literal) for value in values):
        kinds = frozenset(str(value.datatype or "") for value in values if isinstance(value, Literal))
        return tuple(sorted(map(str, values))), kinds
    if all(isinstance(value, URIRef) for value in values):
        return tuple(sorted(map(str, values))), frozenset()
    return (), frozenset()


def is_datatype(graph: Graph, iri: str) -> bool:
    """Say whether a range is a datatype, not a class."""
    return (
        iri.startswith("http://www.w3.org/2001/XMLSchema#")
        or iri in (str(RDF.langString), str(RDFS.Literal), str(RDF.HTML), str(RDF.XMLLiteral), str(RDF.PlainLiteral))
        or (URIRef(iri), RDF.type, RDFS.Datatype) in graph
    )


def facets_by_class(graph: Graph) -> dict[str, dict[Path, Facets]]:
    """Return what the shapes of each class say about its properties, inherited ones aside."""
    found: dict[str, dict[Path, list[Facets]]] = defaultdict(lambda: defaultdict(list))
    for shape in sorted(set(graph.subjects(SH.property, None)), key=str):
        targets = {str(cls) for cls in graph.objects(shape, SH.targetClass) if isinstance(cls, URIRef)}
        if isinstance(shape, URIRef) and any((shape, RDF.type, kind) in graph for kind in (OWL.Class, RDFS.Class)):
            targets.add(str(shape))
        for node in graph.objects(shape, SH.property):
            path = _path(graph, node)
            if path is None:
                continue
            for target in sorted(targets):
                found[target][path].append(_facets(graph, node))
    # Blank nodes come in any order: what they say is sorted, so that the same triples always give the same facets.
    return {
        target: {path: merge(sorted(parts, key=repr)) for path, parts in by_path.items()}
        for target, by_path in found.items()
    }


def _path(graph: Graph, node: Node) -> Path | None:
    path = first(graph, node, SH.path)
    if isinstance(path, URIRef):
        return Path(str(path))
    inverse = first(graph, path, SH.inversePath) if path is not None else None
    return Path(str(inverse), True) if isinstance(inverse, URIRef) else None


def _facets(graph: Graph, node: Node) -> Facets:
    choices = [choice for head in graph.objects(node, SH["or"]) for choice in members(graph, head)]
    values = [value for head in graph.objects(node, SH["in"]) for value in members(graph, head)]
    order = first(graph, node, SH.order)
    things = bool(values) and all(isinstance(value, URIRef) for value in values)
    return Facets(
        required=_number(graph, node, SH.minCount, 0) >= 1,
        single=_number(graph, node, SH.maxCount, 2) <= 1,
        unique_lang=str(first(graph, node, SH.uniqueLang)) in ("true", "1"),
        datatypes=_iris(graph, node, choices, SH.datatype),
        classes=_iris(graph, node, choices, SH["class"]),
        iri=(node, SH.nodeKind, SH.IRI) in graph,
        one_of=tuple(str(value) for value in values if things or isinstance(value, Literal)),
        things=things,
        minimum=_lexical(graph, node, SH.minInclusive),
        maximum=_lexical(graph, node, SH.maxInclusive),
        above=_lexical(graph, node, SH.minExclusive),
        below=_lexical(graph, node, SH.maxExclusive),
        min_length=_number(graph, node, SH.minLength, 0) or None,
        max_length=_number(graph, node, SH.maxLength, 0) or None,
        patterns=() if first(graph, node, SH.flags) else tuple(sorted(map(str, graph.objects(node, SH.pattern)))),
        order=float(order) if isinstance(order, Literal) and isinstance(order.value, int | float) else None,
        py_name=ann(graph, node, "pyName"),
        wire_name=ann(graph, node, "wireName"),
    )


def _iris(graph: Graph, node: Node, choices: list[Node], predicate: URIRef) -> tuple[str, ...]:
    found = {iri for place in (node, *choices) for iri in graph.objects(place, predicate) if isinstance(iri, URIRef)}
    return tuple(sorted(map(str, found)))


def _number(graph: Graph, node: Node, predicate: URIRef, absent: int) -> int:
    value = first(graph, node, predicate)
    return int(value) if isinstance(value, Literal) and str(value).isdecimal() else absent


def _lexical(graph: Graph, node: Node, predicate: URIRef) -> str | None:
    value = first(graph, node, predicate)
    return str(value) if isinstance(value, Literal) else None


def restricted_by_class(graph: Graph, classes: Iterable[str]) -> dict[str, frozenset[Path]]:
    """Return the properties of which an OWL restriction on each class allows at most one value."""
    return {
        cls: frozenset(
            Path(str(iri))
            for node in graph.objects(URIRef(cls), RDFS.subClassOf)
            if any(str(value) in ("0", "1") for limit in _AT_MOST for value in graph.objects(node, limit))
            for iri in graph.objects(node, OWL.onProperty)
        )
        for cls in classes
    }


def merge(parts: Iterable[Facets]) -> Facets:
    """Return what several shapes say together: each only tightens, and the first that names something wins."""
    merged = Facets()
    for part in parts:
        merged = Facets(
            required=merged.required or part.required,
            single=merged.single or part.single,
            unique_lang=merged.unique_lang or part.unique_lang,
            datatypes=merged.datatypes or part.datatypes,
            classes=merged.classes or part.classes,
            iri=merged.iri or part.iri,
            one_of=tuple(value for value in merged.one_of if not part.one_of or value in part.one_of) or part.one_of,
            things=merged.things or part.things,
            minimum=_tighter(max, merged.minimum, part.minimum),
            maximum=_tighter(min, merged.maximum, part.maximum),
            above=_tighter(max, merged.above, part.above),
            below=_tighter(min, merged.below, part.below),
            min_length=max(filter(None, (merged.min_length, part.min_length)), default=None),
            max_length=min(filter(None, (merged.max_length, part.max_length)), default=None),
            patterns=tuple(dict.fromkeys((*merged.patterns, *part.patterns))),
            order=merged.order if merged.order is not None else part.order,
            py_name=merged.py_name or part.py_name,
            wire_name=merged.wire_name or part.wire_name,
        )
    return merged


def _tighter(choose: Callable[[Decimal, Decimal], Decimal], one: str | None, other: str | None) -> str | None:
    if one is None or other is None:
        return one if other is None else other
    try:
        return one if choose(Decimal(one), Decimal(other)) == Decimal(one) else other
    except InvalidOperation:  # bounds of dates and the like
        return one
