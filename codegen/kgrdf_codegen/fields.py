"""Which class has which properties, what they are called there, and of what type they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rdflib import OWL, RDFS, Graph, URIRef

from kgrdf_codegen import naming
from kgrdf_codegen.agreement import agree
from kgrdf_codegen.allocation import Allocator, Wish
from kgrdf_codegen.findings import Findings
from kgrdf_codegen.ir import Field, ValueKind
from kgrdf_codegen.properties import Facets, Path, Property, facets_by_class, merge, read_properties, restricted_by_class
from kgrdf_codegen.rdf import description, value_kind
from kgrdf_codegen.reader import KG
from kgrdf_codegen.taxonomy import Taxonomy
from kgrdf_codegen.text import OntText

__all__ = ["Fields", "place_fields"]


@dataclass(frozen=True)
class Fields:
    """The fields of every class, inherited ones included."""

    by_class: Mapping[str, tuple[Field, ...]]
    properties: Mapping[Path, Property]


def place_fields(graph: Graph, taxonomy: Taxonomy, allocator: Allocator, findings: Findings) -> Fields:
    """Return the fields of each class.

    A class has a property if it, or a class above it, is in its domain, or has a shape or a restriction that names it. A
    property that has none of the three is on every class of its own namespace. Several domains all have to hold.
    """
    properties = read_properties(graph)
    facets = facets_by_class(graph)
    named = _named(graph, taxonomy.declared, facets)
    placed = _placed(taxonomy, properties, named)
    names, wires = _names(placed, properties, facets, allocator, findings)
    found: dict[str, tuple[Field, ...]] = {}
    restricted = restricted_by_class(graph, taxonomy.declared)
    for cls in taxonomy.order:
        lineage = taxonomy.lineage(cls)
        rows = [(_facets(path, lineage, facets), properties[path], names[path], wires[path]) for path in placed[cls]]
        rows.sort(key=lambda row: (row[0].order is None, row[0].order, not row[0].required, row[2]))
        limited = frozenset().union(*(restricted[above] for above in lineage if above in restricted))
        found[cls] = tuple(_field(graph, *row, taxonomy, restricted=row[1].path in limited) for row in rows)
    _note_losses(placed, properties, findings)
    return Fields(agree(found, taxonomy, findings), properties)


def _named(
    graph: Graph, classes: Iterable[str], facets: Mapping[str, Mapping[Path, Facets]]
) -> Mapping[str, frozenset[Path]]:
    """Return the properties that the shapes and restrictions of each class name."""
    return {
        cls: frozenset(facets.get(cls, {}))
        | {
            Path(str(iri))
            for node in graph.objects(URIRef(cls), RDFS.subClassOf)
            for iri in graph.objects(node, OWL.onProperty)
            if isinstance(iri, URIRef)
        }
        for cls in classes
    }


def _placed(
    taxonomy: Taxonomy, properties: Mapping[Path, Property], named: Mapping[str, frozenset[Path]]
) -> dict[str, tuple[Path, ...]]:
    """Return the properties of each class."""
    anywhere = frozenset().union(*named.values())
    of_domain: dict[str, set[Path]] = defaultdict(set)
    of_space: dict[str, set[Path]] = defaultdict(set)
    for path, row in properties.items():
        if row.domains:
            for cls in row.domains[0]:
                of_domain[cls].add(path)
        elif not (path.inverse or row.unread_domain or path in anywhere or path.iri.startswith(KG)):
            of_space[naming.split_iri(path.iri)[0]].add(path)
    placed = {}
    for cls in taxonomy.order:
        lineage = taxonomy.lineage(cls)
        found = set().union(*(named.get(above, frozenset()) for above in lineage)) & properties.keys()
        for above in lineage:
            found.update(path for path in of_domain[above] if _in_all(properties[path].domains, lineage))
        for space in {naming.split_iri(above)[0] for above in lineage}:
            found |= of_space[space]
        placed[cls] = tuple(sorted(path for path in found if not properties[path].internal))
    return placed


def _in_all(domains: tuple[frozenset[str], ...], lineage: tuple[str, ...]) -> bool:
    return all(not domain.isdisjoint(lineage) for domain in domains)


def _names(
    placed: Mapping[str, tuple[Path, ...]],
    properties: Mapping[Path, Property],
    facets: Mapping[str, Mapping[Path, Facets]],
    allocator: Allocator,
    findings: Findings,
) -> tuple[Mapping[Path, str], Mapping[Path, str]]:
    """Return the Python and the JSON name of each path: the same on every class.

    Two properties contend for a name only if a class has both.
    """
    classes_of: dict[str, set[str]] = {}
    by_key: dict[str, Path] = {}
    for cls, paths in placed.items():
        for path in paths:
            by_key[_key(path)] = path
            classes_of.setdefault(_key(path), set()).add(cls)
    wishes: dict[str, Wish] = {}
    wires: dict[str, tuple[str | None, str, str]] = {}
    for key, path in sorted(by_key.items()):
        row = properties[path]
        shaped = merge(by_path[path] for _, by_path in sorted(facets.items()) if path in by_path)
        given = shaped.py_name if path.inverse else row.py_name
        wire = shaped.wire_name if path.inverse else row.wire_name
        local = ("inverse_" if path.inverse else "") + naming.local_name(path.iri)
        prefixed = f"{allocator.prefixes.of(path.iri)}_{local}"
        wishes[key] = Wish(
            key,
            naming.snake(given or local),
            naming.snake(prefixed),
            fixed=path.iri.startswith(KG),
            given=given is not None,
        )
        wires[key] = (wire, naming.camel(given or local), naming.camel(prefixed))
    names, clashes = allocator.allocate(
        "properties",
        "python",
        wishes.values(),
        rivals=lambda one, other: not classes_of[one].isdisjoint(classes_of[other]),
        reserved=naming.field_reserved,
    )
    findings.clash(clashes, "properties")
    found = {}
    for key, (wire, plain, prefixed) in wires.items():
        derived = plain if names[key] == wishes[key].name else prefixed
        found[by_key[key]] = allocator.settle("properties", "json", key, wire or derived, given=wire is not None)
    return {by_key[key]: name for key, name in names.items()}, found


def _key(path: Path) -> str:
    return f"^{path.iri}" if path.inverse else path.iri


def _facets(path: Path, lineage: tuple[str, ...], facets: Mapping[str, Mapping[Path, Facets]]) -> Facets:
    return merge(facets[cls][path] for cls in lineage if path in facets.get(cls, {}))


def _field(
    graph: Graph, facets: Facets, row: Property, name: str, wire: str, taxonomy: Taxonomy, *, restricted: bool
) -> Field:
    value, ranges = _value(row, facets, taxonomy)
    single = row.functional or facets.single or restricted
    return Field(
        iri=row.path.iri,
        name=name,
        wire=wire,
        value=value,
        many=not single,
        required=facets.required,
        inverse=row.path.inverse,
        range=tuple(sorted(taxonomy.names[iri] for iri in ranges)),
        one_of=tuple(map(OntText, facets.one_of or row.one_of)),
        enum=None,
        minimum=_text(facets.minimum),
        maximum=_text(facets.maximum),
        min_length=facets.min_length,
        max_length=facets.max_length,
        managed=row.managed,
        doc=description(graph, URIRef(row.path.iri)),
    )


def _text(value: str | None) -> OntText | None:
    return None if value is None else OntText(value)


def _value(row: Property, facets: Facets, taxonomy: Taxonomy) -> tuple[ValueKind, Iterable[str]]:
    if facets.things:
        return "iri", ()
    ranges = frozenset(facets.classes) or row.ranges
    known = ranges.intersection(taxonomy.names)
    if known:
        return "ref", known
    if ranges or (facets.iri and row.value != "ref"):
        # Things that no tenant stores: classes, and what another vocabulary describes.
        return "iri", ()
    if facets.datatypes and row.value != "instant":
        return value_kind(facets.datatypes), ()
    return row.value, ()


def _note_losses(placed: Mapping[str, tuple[Path, ...]], properties: Mapping[Path, Property], findings: Findings) -> None:
    seen = {path for paths in placed.values() for path in paths}
    for path, row in properties.items():
        for reason in (*row.unread_domain, *row.unread_range):
            findings.lose(path.iri, "L002", reason)
        if path not in seen and not row.internal and not path.inverse:
            many = "no class is in all of its domains" if len(row.domains) > 1 else "no class that is declared has it"
            findings.lose(path.iri, "L001", many)
