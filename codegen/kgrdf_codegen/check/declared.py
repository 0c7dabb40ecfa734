"""What an ontology declares of each property and of each verb, its shapes included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from rdflib import OWL, RDF, RDFS, Graph, URIRef
from rdflib.term import Node

from kgrdf_codegen import properties
from kgrdf_codegen.ir import ValueKind
from kgrdf_codegen.properties import Facets, Path, facets_by_class, restricted_by_class
from kgrdf_codegen.rdf import members, value_kind
from kgrdf_codegen.reader import KG

__all__ = ["Property", "RelationType", "class_unions", "read_properties", "read_relation_types"]


@dataclass(frozen=True, slots=True, eq=False)
class Property:
    """A declared property; of each there is one."""

    iri: str
    domains: tuple[frozenset[str], ...] = ()
    """Each set is a union of classes; several sets all hold."""
    ranges: tuple[frozenset[str], ...] = ()
    owners: frozenset[str] = frozenset()
    """The classes that have it, by its domain, its namespace or a shape; none where nothing tells."""
    values: frozenset[str] = frozenset()
    """The classes of its values; none where nothing tells, or they are no things."""
    kind: ValueKind | None = None
    """What its values are; None where nothing tells."""
    one_of: frozenset[str] = frozenset()
    """The only values that it may have, where the ontology lists them."""
    shapes: tuple[Facets, ...] = ()
    """What the shapes of each class that has it say of its values."""
    single: bool = False
    """At most one value on any class that has it."""
    few: bool = False
    """At most one value, or one in each language, on any class that has it."""
    single_back: bool = False
    """At most one subject for a value."""
    internal: bool = False
    managed: bool = False


@dataclass(frozen=True, slots=True)
class RelationType:
    """A declared verb of relationships."""

    label: str
    subjects: frozenset[str]
    objects: frozenset[str]
    kept_as: str | None
    """The verb that is stored in its place, the other way round."""


def read_properties(graph: Graph, iris: Sequence[URIRef], classes: Mapping[str, frozenset[str]]) -> dict[str, Property]:
    """Return these properties; `classes` has every declared class with those above it."""
    rows, facets = properties.read_properties(graph), facets_by_class(graph)
    shaped: dict[Path, list[str]] = defaultdict(list)
    below: dict[str, set[str]] = defaultdict(set)
    for cls, by_path in facets.items():
        for path in by_path:
            shaped[path].append(cls)
    for cls, above in classes.items():
        for up in above:
            below[up].add(cls)

    limited: dict[Path, set[str]] = defaultdict(set)
    for cls, paths in restricted_by_class(graph, classes).items():
        for path in paths:
            limited[path].add(cls)

    def owners(row: properties.Property) -> frozenset[str]:
        """Return the classes that have a property: below one whose shape names it, or below one of each domain."""
        by_shape = set().union(*(below[cls] for cls in shaped[row.path]))
        by_domain = [set().union(*(below[cls] for cls in domain)) for domain in row.domains]
        return frozenset(by_shape.union(set.intersection(*by_domain) if by_domain else ()))

    return {
        str(iri): Property(
            str(iri),
            tuple(class_unions(graph, iri, RDFS.domain)),
            tuple(class_unions(graph, iri, RDFS.range)),
            **(
                _traits(graph, row, owners(row), classes, facets, limited[row.path])
                if (row := rows.get(Path(str(iri))))
                else {}
            ),
        )
        for iri in iris
    }


def _traits(
    graph: Graph,
    row: properties.Property,
    owners: frozenset[str],
    classes: Mapping[str, frozenset[str]],
    facets: Mapping[str, Mapping[Path, Facets]],
    limited: AbstractSet[str],
) -> dict[str, Any]:
    """Return what the declaration of a property and the shapes of its classes say; the `limited` have one value."""
    shapes = {cls: [facets[up][row.path] for up in classes[cls] if row.path in facets.get(up, {})] for cls in owners}
    back = Path(row.path.iri, inverse=True)
    behind = [[facets[up][back] for up in classes[cls] if back in facets.get(up, {})] for cls in row.ranges & classes.keys()]
    choices = [{value for shape in found for value in shape.one_of} for found in shapes.values()]
    iri = URIRef(row.path.iri)
    alone = [any(one.single for one in found) or not limited.isdisjoint(classes[cls]) for cls, found in shapes.items()]
    by_language = [any(one.unique_lang for one in found) for found in shapes.values()]
    single = row.functional or (bool(shapes) and all(alone))
    merged = tuple(dict.fromkeys(properties.merge(found) for _, found in sorted(shapes.items())))
    told = (iri, RDFS.range, None) in graph or row.value != "string"
    of_shapes = {_kind(row, told, shape) for shape in merged or (Facets(),)}
    kinds = {*graph.objects(iri, RDF.type)}
    return {
        "owners": owners,
        "values": row.ranges & classes.keys() if row.ranges <= classes.keys() else frozenset(),
        "kind": of_shapes.pop() if len(of_shapes) == 1 else None,
        "one_of": frozenset(row.one_of) or (frozenset().union(*choices) if choices and all(choices) else frozenset()),
        "shapes": merged,
        "single": single,
        "few": single or (bool(shapes) and all(map(any, zip(alone, by_language, strict=True)))),
        "single_back": OWL.InverseFunctionalProperty in kinds
        or (bool(behind) and all(any(one.single for one in found) for found in behind)),
        "internal": row.internal,
        "managed": row.managed,
    }


def _kind(row: properties.Property, told: bool, shape: Facets) -> ValueKind | None:
    """Return what the values of a property are on a class, by its shape or else by the property itself."""
    if row.value in ("ref", "iri", "instant"):
        return row.value
    if shape.things or shape.iri or shape.classes:
        return "ref"
    if shape.datatypes:
        return value_kind(shape.datatypes)
    return row.value if told else None


def read_relation_types(graph: Graph, classes: Mapping[str, frozenset[str]]) -> dict[str, RelationType]:
    """Return the declared verbs by their labels."""
    return {verb.label: verb for verb in _verbs(graph, classes)}


def _verbs(graph: Graph, classes: Mapping[str, frozenset[str]]) -> Iterator[RelationType]:
    kinds = [cls for cls, above in classes.items() if f"{KG}RelationType" in above]
    for node in sorted({str(node) for kind in kinds for node in graph.subjects(RDF.type, URIRef(kind))}):
        verb = URIRef(node)
        ends = [frozenset(map(str, graph.objects(verb, URIRef(f"{KG}allowed{end}")))) for end in ("Subject", "Object")]
        others = [*graph.objects(verb, URIRef(f"{KG}inverseType"))]
        kept = [str(text) for other in others for text in graph.objects(other, RDFS.label)]
        for text in graph.objects(verb, RDFS.label):
            yield RelationType(str(text), ends[0], ends[1], min(kept, default=None))


def class_unions(graph: Graph, subject: Node, predicate: URIRef) -> Iterator[frozenset[str]]:
    """Yield, for each domain or range of a property, the classes that it unites: one, or the members of owl:unionOf."""
    for value in graph.objects(subject, predicate):
        if isinstance(value, URIRef):
            yield frozenset({str(value)})
        for head in graph.objects(value, OWL.unionOf):
            yield frozenset(str(member) for member in members(graph, head) if isinstance(member, URIRef))
