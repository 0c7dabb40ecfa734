"""The classes of an ontology: which there are, how they inherit, what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rdflib import OWL, RDFS, Graph, URIRef

from kgrdf_codegen import naming
from kgrdf_codegen.allocation import Allocator, Wish
from kgrdf_codegen.findings import Findings
from kgrdf_codegen.hierarchy import Hierarchy, arrange, linearise
from kgrdf_codegen.naming import Form
from kgrdf_codegen.rdf import META, ann, declared_classes, flag
from kgrdf_codegen.reader import KG

__all__ = ["STATEMENT", "Taxonomy", "class_tree", "read_taxonomy"]

STATEMENT = KG + "Statement"
ENTITY = KG + "Entity"


@dataclass(frozen=True)
class Taxonomy:
    """The classes, named and in order."""

    declared: frozenset[str]
    """All of them, internal ones too."""
    tree: Hierarchy
    order: tuple[str, ...]
    """Those that are emitted: a class comes after everything that it inherits from."""
    bases: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, str]
    names: Mapping[str, str]
    plurals: Mapping[str, str]
    stems: Mapping[str, str]

    @cached_property
    def iris(self) -> Mapping[str, str]:
        """The IRI of each name."""
        return {name: iri for iri, name in self.names.items()}

    def lineage(self, cls: str) -> tuple[str, ...]:
        """Return a class and everything above it, nearest first."""
        return (cls, *self.tree.above[cls])


def read_taxonomy(graph: Graph, allocator: Allocator, findings: Findings) -> Taxonomy:
    """Return the classes of a graph. Cycles and roots are reported as warnings, what Python cannot do as errors."""
    declared = declared_classes(graph)
    emitted = frozenset(iri for iri in declared if not flag(graph, URIRef(iri), "internal"))
    tree = _arranged(graph, declared, findings)
    depth = {iri: _depth(iri, tree, emitted) for iri in emitted}
    order = tuple(sorted(emitted, key=lambda iri: (depth[iri], not iri.startswith(KG), iri)))
    bases = {iri: tree.bases(iri, emitted) for iri in order}
    _check_orders(order, bases, findings)
    _check_kinds(graph, order, tree, findings)
    return Taxonomy(
        declared=declared,
        tree=tree,
        order=order,
        bases=bases,
        kinds={iri: _kind(graph, iri, tree) for iri in order},
        names=_names(graph, order, allocator, findings),
        plurals=_plurals(graph, order, allocator, findings),
        stems=_stems(graph, order, allocator, findings),
    )


def class_tree(graph: Graph) -> tuple[Hierarchy, tuple[str, ...]]:
    """Return how the declared classes stand below each other, and those that were put below `kg:Entity`.

    Equivalent classes are below each other. A class with nothing declared above it is an entity, unless it is the core's.
    """
    declared = declared_classes(graph)
    parents: dict[str, set[str]] = {iri: set() for iri in declared}
    for low, high in graph.subject_objects(RDFS.subClassOf):
        if str(low) in declared and isinstance(high, URIRef) and not str(high).startswith(META):
            parents[str(low)].add(str(high))
    for one, other in graph.subject_objects(OWL.equivalentClass):
        if str(one) in declared and str(other) in declared:
            parents[str(one)].add(str(other))
            parents[str(other)].add(str(one))
    tree = arrange(parents)
    roots = tuple(iri for iri in sorted(declared) if not iri.startswith(KG) and _is_root(graph, iri, tree, declared))
    return (arrange(parents | {iri: parents[iri] | {ENTITY} for iri in roots}) if roots else tree), roots


def _arranged(graph: Graph, declared: frozenset[str], findings: Findings) -> Hierarchy:
    tree, roots = class_tree(graph)
    for low, high in graph.subject_objects(RDFS.subClassOf):
        if low == high and str(low) in declared:
            findings.warn(str(low), "B002", f"{findings.show([str(low)])} is its own subclass, which says nothing")
    if roots:
        message = f"no superclass in the core, so taken to be below kg:Entity: {findings.show(roots)}"
        findings.warn(roots[0], "B001", message)
    for cycle in tree.cycles():
        if declared.intersection(cycle):
            message = f"subclasses of each other, so taken to be equivalent: {findings.show(cycle)}"
            findings.warn(cycle[0], "B002", message)
    return tree


def _is_root(graph: Graph, iri: str, tree: Hierarchy, declared: frozenset[str]) -> bool:
    """Say whether no declared class is strictly above."""
    twins = tree.equivalents(iri)
    return not flag(graph, URIRef(iri), "internal") and not any(
        above in declared and above not in twins for above in tree.above[iri]
    )


def _depth(iri: str, tree: Hierarchy, emitted: frozenset[str]) -> int:
    """Return how many emitted classes are strictly above: more than for any of them."""
    twins = tree.equivalents(iri)
    return sum(above in emitted and above not in twins for above in tree.above[iri])


def _check_orders(order: tuple[str, ...], bases: Mapping[str, tuple[str, ...]], findings: Findings) -> None:
    known: dict[str, tuple[str, ...] | None] = {}
    for iri in order:
        known[iri] = linearise(iri, bases[iri], known)
        if known[iri] is None and all(known[base] is not None for base in bases[iri]):
            message = f"{findings.show([iri])} cannot inherit from {findings.show(bases[iri])}: their orders contradict"
            findings.refuse(iri, "B003", message)


def _check_kinds(graph: Graph, order: tuple[str, ...], tree: Hierarchy, findings: Findings) -> None:
    """Refuse what is below two kinds of the core; what is below that again is not told again."""
    refused: set[str] = set()
    for iri in order:
        lineage = (iri, *tree.above[iri])
        kinds = {kind: cls for cls in lineage if cls.startswith(KG) and (kind := ann(graph, URIRef(cls), "kind"))}
        if STATEMENT in lineage and kinds.keys().isdisjoint(("fact", "relationship")):
            kinds["statement"] = STATEMENT
        if len(kinds) > 1 and not iri.startswith(KG) and refused.isdisjoint(lineage):
            refused.add(iri)
            both = findings.show(sorted(kinds.values()), " and ")
            reason = "the kind of a thing stands in its id, and each kind is stored in its own way"
            message = f"{findings.show([iri])} is below {both}, and nothing is both: {reason}"
            findings.refuse(iri, "B009", f"{message}; keep one of them, or make two classes")


def _kind(graph: Graph, iri: str, tree: Hierarchy) -> str:
    for cls in (iri, *tree.above[iri]):
        if cls.startswith(KG) and (kind := ann(graph, URIRef(cls), "kind")):
            return kind
    return "other"


def _names(graph: Graph, order: tuple[str, ...], allocator: Allocator, findings: Findings) -> Mapping[str, str]:
    wishes = [_wish(graph, iri, allocator, naming.capwords) for iri in order]
    # A class and an enum of one name would be two things of one name to who imports them.
    enums = allocator.record.names("enums", "python").values()
    names, clashes = allocator.allocate("classes", "python", wishes, reserved=naming.class_reserved, elsewhere=enums)
    findings.clash(clashes, "classes")
    return names


def _stems(graph: Graph, order: tuple[str, ...], allocator: Allocator, findings: Findings) -> Mapping[str, str]:
    wishes = [_wish(graph, iri, allocator, naming.snake) for iri in order]
    stems, clashes = allocator.allocate("classes", "file", wishes)
    findings.clash(clashes, "templates of classes")
    return stems


def _wish(graph: Graph, iri: str, allocator: Allocator, form: Form) -> Wish:
    given = ann(graph, URIRef(iri), "pyName")
    local = naming.local_name(iri)
    prefixed = form(f"{allocator.prefixes.of(iri)}_{local}")
    return Wish(iri, form(given or local), prefixed, fixed=iri.startswith(KG), given=given is not None)


def _plurals(graph: Graph, order: tuple[str, ...], allocator: Allocator, findings: Findings) -> Mapping[str, str]:
    wishes = []
    for iri in order:
        given = ann(graph, URIRef(iri), "plural")
        called = ann(graph, URIRef(iri), "pyName") or naming.local_name(iri)
        name = naming.identifier(given) if given else naming.plural(called)
        prefixed = naming.identifier(f"{naming.snake(allocator.prefixes.of(iri))}_{name}")
        wishes.append(Wish(iri, name, prefixed, fixed=iri.startswith(KG), given=given is not None))
    plurals, clashes = allocator.allocate("classes", "plural", wishes, reserved=naming.plural_reserved)
    findings.clash(clashes, "accessors of", "a kgc:plural")
    return plurals
