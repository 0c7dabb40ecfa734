"""Rules on classes: a property is read where something can have it, and a node is asked to be what something can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rdflib import RDF

from kgrdf_codegen.check import kinds
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.kinds import Claim, Clash, shown_classes
from kgrdf_codegen.check.terms import no_node, prefixed
from kgrdf_codegen.check.tree import Link, Triple, terms_of, walk
from kgrdf_codegen.check.vocabulary import NODES
from kgrdf_codegen.problems import Problem, cut
from kgrdf_codegen.reader import KG

__all__ = ["RULES"]

_TYPE = str(RDF.type)


def property_on_class(context: Context) -> Iterator[Problem]:
    """Q026: a property is asked of what can have it, by its type, its parameter or the properties beside it."""
    for clash in _clashes(context):
        asked, other = _by_property(clash)
        if asked is not None and other.kind.classes and asked.kind.classes:
            term = asked.token
            iri = next((one.value for one in terms_of(context.query) if one.token is term and term is not None), "")
            name = term.text if term is not None and term.kind == "var" else context.short(iri)
            message = f"{name} is not on {shown_classes(context, other.kind.classes)} ({other.where})"
            owners = shown_classes(context, asked.kind.classes)
            close = context.vocabulary.closest(iri, _properties_of(context, other.kind.classes))
            hint = f", did you mean {context.suggested(close)}?" if close else ""
            yield context.at(term, "Q026", f"{message}; it is on {owners}{hint}")


def nothing_is_both(context: Context) -> Iterator[Problem]:
    """Q050: no node is asked to be of two classes that share nothing, or both a thing and a text or number."""
    for clash in _clashes(context):
        asked, other = _by_property(clash)
        literal = clash.first.source == "param" and not clash.first.kind.classes
        if clash.second.source == "object" and clash.first.source == "param" and not clash.second.kind.classes:
            continue  # a parameter of another type, of which Q027 speaks
        if literal:
            continue  # as a subject Q017 refuses it, as a value Q027
        if asked is None or not other.kind.classes or not asked.kind.classes:
            message = f"nothing matches: {clash.second.said}, and {clash.first.where}"
            yield context.at(clash.second.token or clash.first.token, "Q050", f"{message}; nothing is both")
    for element, _ in walk(context.query.root):
        if isinstance(element, Triple):
            yield from _nowhere_stored(context, element)


def _nowhere_stored(context: Context, triple: Triple) -> Iterator[Problem]:
    if triple.subject.kind == "literal":
        message = f"nothing matches: {cut(triple.subject.value)!r} is a literal, and only a thing is a subject"
        yield context.at(context.near(triple.subject, triple.token), "Q050", message)
    thing = triple.object if isinstance(triple.path, Link) and triple.path.inverse else triple.subject
    iri = thing.value if thing.kind == "iri" and prefixed(thing, context) else NODES  # else Q020 speaks of it
    if context.vocabulary.is_schema(iri):
        message = f"nothing matches: {context.short(iri)} is a name of the ontology"
        yield context.at(thing.token, "Q050", f"{message}; no tenant's graph says anything of it")
    elif not iri.startswith(NODES) and not context.vocabulary.lacks(iri):  # of which Q023 speaks
        yield context.at(thing.token, "Q050", no_node(context.short(iri)))
    for term in terms_of(triple):
        declared = context.vocabulary.properties.get(term.value)
        is_type = isinstance(triple.path, Link) and triple.path.term.value == _TYPE and term is triple.object
        classes = declared.owners if declared else frozenset({term.value}) if is_type else frozenset()
        if term.kind == "iri" and classes and all(context.vocabulary.is_a(cls, f"{KG}RelationType") for cls in classes):
            message = f"nothing matches: {context.short(term.value)} is the ontology's own; no tenant's graph holds it"
            yield context.at(term.token, "Q050", f"{message}, so write what you know of it into the query")


def _clashes(context: Context) -> Iterator[Clash]:
    """Yield the contradictions but for those between the places of a parameter without a type, of which Q027 speaks."""
    inferred = {param.name for param in context.header.params if param.inferred}
    return (clash for clash in kinds.clashes(context) if clash.second.name not in inferred)


def _by_property(clash: Clash) -> tuple[Claim | None, Claim]:
    """Return the claim that is a property asked of something, and the one that it contradicts."""
    if clash.second.source == "subject":
        return clash.second, clash.first
    if clash.first.source == "subject" and clash.second.source != "object":
        return clash.first, clash.second
    return None, clash.first


def _properties_of(context: Context, classes: frozenset[str]) -> list[str]:
    properties = context.vocabulary.properties.values()
    return [declared.iri for declared in properties if declared.owners & classes and not declared.internal]


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    property_on_class,
    nothing_is_both,
)
