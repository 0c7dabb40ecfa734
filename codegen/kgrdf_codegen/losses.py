"""What an ontology says and its intermediate form does not: every triple that is not represented, under a code.

Each rule names what it loses, and none of them takes the rest. What is neither known to be represented nor known to be lost
gets the code L000, which is a fault of ours and stops a strict run like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from rdflib import OWL, RDF, RDFS, SH, BNode, URIRef
from rdflib.term import Node

from kgrdf_codegen.findings import place_loss
from kgrdf_codegen.ir import Loss
from kgrdf_codegen.ledger import DOMAINS, RANGES, READ, TEXTS, Ledger, Triple
from kgrdf_codegen.properties import is_datatype
from kgrdf_codegen.rdf import META, text_datatype, union

__all__ = ["RULES", "UNKNOWN", "Rule", "losses_of", "verdict"]

UNKNOWN = "L000"
_CLASS_WORDS = frozenset({RDFS.subClassOf, OWL.equivalentClass, OWL.oneOf, OWL.unionOf})
_PROPERTY_WORDS = DOMAINS | RANGES | {RDFS.subPropertyOf}


@dataclass(frozen=True)
class Rule:
    """One way of losing a triple."""

    code: str
    says: str
    """What is lost, for the reader of the list."""
    loses: Callable[[Ledger, Triple], bool]
    by_predicate: bool = False
    """Told once for each property, not for each term."""


def verdict(
    ledger: Ledger, triple: Triple, rules: tuple[Rule, ...], known: dict[Triple, str | None] | None = None
) -> str | None:
    """Return the code under which a triple is lost; None where it is represented.

    `known` takes the verdicts on the triples around it, for the parts of a long list to share.
    """
    if ledger.represented(triple):
        return None
    subject = triple[0]
    if isinstance(subject, BNode) and not isinstance(ledger.root(subject), BNode):
        # All that stands inside of a lost expression is lost with it.
        around, known = ledger.parents[subject], {} if known is None else known
        if around not in known:
            known[around] = verdict(ledger, around, rules, known)
        if (outer := known[around]) is not None:
            return outer
    return next((rule.code for rule in rules if rule.loses(ledger, triple)), UNKNOWN)


def losses_of(ledger: Ledger, rules: tuple[Rule, ...] | None = None) -> tuple[Loss, ...]:
    """Return the losses of an ontology, one for each code and term, or code and property, sorted."""
    told = {rule.code: rule for rule in rules or RULES}
    found: dict[tuple[str, str], set[Triple]] = defaultdict(set)
    known: dict[Triple, str | None] = {}
    for triple in ledger.graph:
        code = verdict(ledger, triple, rules or RULES, known)
        if code is not None:
            by_predicate = code in told and told[code].by_predicate
            found[code, str(triple[1] if by_predicate else ledger.root(triple[0]))].add(triple)
    losses = (_loss(ledger, code, iri, triples, told.get(code)) for (code, iri), triples in found.items())
    return tuple(sorted(losses))


def _loss(ledger: Ledger, code: str, iri: str, triples: set[Triple], rule: Rule | None) -> Loss:
    reading = ledger.reading
    roots = {ledger.root(subject) for subject, _, _ in triples}
    where = min(roots, key=lambda node: (isinstance(node, BNode), reading.place(node), str(node)))
    says = "neither known to be represented nor known to be lost" if rule is None else rule.says
    if rule is not None and rule.by_predicate:
        message = f"{says}: said of {len(roots)} {'term' if len(roots) == 1 else 'terms'}"
    else:
        message = f"{says}: {', '.join(sorted({_word(ledger, triple) for triple in triples} - {''}) or ['a part of it'])}"
    if iri == str(where) and isinstance(where, BNode):
        # Which blank node it was says nothing to anybody, and differs from run to run.
        iri = min(map(str, ledger.graph.objects(where, RDF.type)), default=str(RDFS.Resource))
    return place_loss(reading, code, iri, message, where)


def _word(ledger: Ledger, triple: Triple) -> str:
    """Return what a reader recognises a triple by: the property, the type or the class."""
    subject, predicate, value = triple
    short = ledger.reading.short
    if predicate in (RDF.first, RDF.rest) or (isinstance(subject, BNode) and predicate == RDF.type):
        return ""
    if isinstance(subject, BNode) and (path := ledger.graph.value(subject, SH.path)) is not None:
        about = short(str(path)) if isinstance(path, URIRef) else "a path"
        return "" if predicate == SH.path else f"{short(str(predicate))} of {about}"
    named = predicate == RDF.type or (predicate in _CLASS_WORDS | _PROPERTY_WORDS and isinstance(value, URIRef))
    return f"{short(str(predicate))} {short(str(value))}" if named else short(str(predicate))


def _is_class(ledger: Ledger, node: Node) -> bool:
    return str(node) in ledger.taxonomy.declared


def _is_property(ledger: Ledger, node: Node) -> bool:
    return str(node) in ledger.fields_by_iri


def _is_datatype(ledger: Ledger, node: Node) -> bool:
    return isinstance(node, URIRef) and (node, RDF.type, RDFS.Datatype) in ledger.graph and not _is_class(ledger, node)


def _is_known(ledger: Ledger, node: Node) -> bool:
    """Say whether a named term is anything to the generator, datatypes aside."""
    return isinstance(node, URIRef) and (
        str(node) in ledger.named
        or _is_class(ledger, node)
        or _is_property(ledger, node)
        or (node, RDF.type, OWL.Ontology) in ledger.graph
        or node in ledger.shapes
    )


def _is_shacl(predicate: Node) -> bool:
    return str(predicate).startswith(str(SH))


def _end_is_lost(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, _ = triple
    return _is_property(ledger, subject) and (predicate in DOMAINS or predicate in RANGES)


def _unplaced(ledger: Ledger, triple: Triple) -> bool:
    return _end_is_lost(ledger, triple) and str(triple[0]) not in ledger.placed


def _placed(ledger: Ledger, triple: Triple) -> bool:
    return _end_is_lost(ledger, triple) and str(triple[0]) in ledger.placed


def _unread_end(ledger: Ledger, triple: Triple) -> bool:
    return _placed(ledger, triple) and not isinstance(triple[2], URIRef) and union(ledger.graph, triple[2]) is None


def _undeclared_end(ledger: Ledger, triple: Triple) -> bool:
    if triple[0] in ledger.facets:
        return triple[1] == SH["class"]
    names = union(ledger.graph, triple[2])
    return _placed(ledger, triple) and names is not None and not _datatype_end(ledger, triple)


def _datatype_end(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    if subject in ledger.facets:
        return predicate == SH.datatype
    of_text = isinstance(value, URIRef) and is_datatype(ledger.graph, str(value)) and text_datatype(str(value))
    return _placed(ledger, triple) and predicate in RANGES and of_text


def _restriction(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    node = subject if isinstance(subject, BNode) else value
    return (node, OWL.onProperty, None) in ledger.graph and (isinstance(subject, BNode) or predicate == RDFS.subClassOf)


def _undeclared_above(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    return _is_class(ledger, subject) and predicate == RDFS.subClassOf and isinstance(value, URIRef)


def _undeclared_equal(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    return _is_class(ledger, subject) and predicate == OWL.equivalentClass and isinstance(value, URIRef)


def _class_expression(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    if isinstance(subject, BNode):
        inside = not isinstance(ledger.root(subject), BNode) and subject not in ledger.facets
        return inside and not _restriction(ledger, triple)
    words = predicate in _CLASS_WORDS and isinstance(value, BNode)
    return _is_class(ledger, subject) and words and not _restriction(ledger, triple)


def _shape_word(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, _ = triple
    if subject in ledger.facets and predicate in (SH.datatype, SH["class"]):
        return False
    return subject in ledger.facets if isinstance(subject, BNode) else _is_shacl(predicate)


def _is_meta(value: Node) -> bool:
    return str(value).startswith(META) or str(value).startswith(str(SH))


def _type_of_known(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    known = _is_known(ledger, subject) and not _is_datatype(ledger, subject)
    return predicate == RDF.type and known and _is_meta(value)


def _type_of_unknown(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, value = triple
    if predicate != RDF.type or not isinstance(subject, URIRef) or _is_datatype(ledger, subject):
        return False
    return not (_is_known(ledger, subject) and _is_meta(value))


def _other_text(ledger: Ledger, triple: Triple) -> bool:
    return triple[1] in TEXTS and _is_known(ledger, triple[0])


def _as_text(ledger: Ledger, triple: Triple) -> bool:
    return _datatype_end(ledger, triple) or (triple[1] in READ and _is_datatype(ledger, triple[0]))


def _below_property(ledger: Ledger, triple: Triple) -> bool:
    return triple[1] == RDFS.subPropertyOf and _is_property(ledger, triple[0])


def _of_unknown(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, _ = triple
    unknown = isinstance(subject, URIRef) and not _is_known(ledger, subject) and not _is_datatype(ledger, subject)
    return unknown and predicate in READ and predicate not in (RDF.type, OWL.imports)


def _out_of_place(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, _ = triple
    if not _is_known(ledger, subject) or _is_datatype(ledger, subject):
        return False
    if predicate not in READ or predicate in TEXTS or predicate in (RDF.type, OWL.imports):
        return False
    if predicate in _CLASS_WORDS and _is_class(ledger, subject):
        return False
    return not (predicate in _PROPERTY_WORDS and _is_property(ledger, subject))


def _unread(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, _ = triple
    own = predicate in READ or _is_shacl(predicate) or _is_property(ledger, predicate)
    return isinstance(subject, URIRef) and not own


def _data(ledger: Ledger, triple: Triple) -> bool:
    subject, predicate, _ = triple
    return isinstance(subject, URIRef) and _is_property(ledger, predicate) and predicate not in READ


RULES: tuple[Rule, ...] = (
    Rule("L001", "no class that is declared has the property", _unplaced),
    Rule("L002", "a class expression other than a union of names", _unread_end),
    Rule("L003", "a superclass that no given file declares", _undeclared_above),
    Rule("L007", "a restriction that nothing enforces", _restriction),
    Rule("L008", "a text beside the one that is shown", _other_text),
    Rule("L009", "a class expression that nothing reads", _class_expression),
    Rule("L010", "nothing reads it", _unread, by_predicate=True),
    Rule("L011", "an axiom or a shape without a name", lambda ledger, triple: isinstance(ledger.root(triple[0]), BNode)),
    Rule("L012", "checked by kgrdf validate alone", _shape_word),
    Rule("L013", "a trait that no code relies on", _type_of_known),
    Rule("L014", "it passes a domain and a range on, and no values", _below_property),
    Rule("L015", "a datatype whose values are kept as text", _as_text),
    Rule("L016", "something that is no class, property or thing of a declared class", _type_of_unknown),
    Rule("L017", "a class that no given file declares", _undeclared_end),
    Rule("L018", "data in the ontology, which no tenant gets", _data, by_predicate=True),
    Rule("L019", "said of what no given file declares", _of_unknown),
    Rule("L020", "equivalent to what no given file declares", _undeclared_equal),
    Rule("L021", "an import that no given file declares", lambda ledger, triple: triple[1] == OWL.imports),
    Rule("L022", "out of its place", _out_of_place),
)
