"""Every place where a file reads a statement or a link of one, with what proves that it is visible there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rdflib import RDF

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.facts import Fact, flatten
from kgrdf_codegen.check.flow import Flow, options
from kgrdf_codegen.check.places import Border, Place, border_of, exists_beside, key
from kgrdf_codegen.check.promises import ENDS, RECORDED_BY, Promise
from kgrdf_codegen.check.proofs import Claim, Evidence, Missing, Reason, missing, proof
from kgrdf_codegen.check.tree import (
    Bind,
    Exists,
    Filter,
    Link,
    Minus,
    Optional,
    Path,
    Select,
    Term,
    Triple,
    Union,
    Values,
    edges,
    exists_in,
    steps,
)
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.reader import KG

__all__ = ["Beyond", "Lack", "Read", "reads"]

_TYPE = str(RDF.type)


@dataclass(frozen=True, slots=True)
class Lack:
    """A condition that is not proven, with its parts of which that is so."""

    condition: str
    missing: tuple[Missing, ...]
    beyond: Beyond | None = None
    """What would prove it, if the node had its value here."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """Why a proof says nothing of a node: it is read in what is decided apart, before it meets the filters around that."""

    border: str
    """`MINUS`, `OPTIONAL`, `EXISTS` or `NOT EXISTS`."""
    proof: Evidence
    later: bool
    """What gives the node its value stands behind that."""


@dataclass(frozen=True)
class Read:
    """One place where a node is read, and the facts that hold of it there."""

    node: Term | None
    """None for a node inside a path, which no filter can reach."""
    cls: str
    """What it is read as: kg:Statement, or one of the links."""
    triple: Triple
    graph: str
    why: str
    """The property or type that tells the class."""
    proof: Evidence | None
    """The filters that let it through only as the file promises; None without, and for a node without a name."""
    lacks: Lack | None
    """The first condition of the promise that is not proven; None where all are."""
    own: bool
    """What the node says itself is read, not only what points at it."""
    branch: tuple[int, ...]
    """The groups that it stands in, from the outermost on, by number."""
    perhaps: str = ""
    """Another class that it may be of, by what is read; empty where it is a statement for sure."""


@lru_cache(maxsize=1)
def reads(context: Context) -> tuple[Read, ...]:
    """Return every place where a statement or a link is read, with what proves that it is visible."""
    return tuple(_Walk(context).group(flatten(context.query.root, ""), Place()))


class _Walk:
    """Goes down the tree with what is said around, and yields every read of a statement or link."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.vocabulary = context.vocabulary
        self.promise = Promise.of(context.header)
        self.flow = Flow(context)
        self.groups = 0
        self.lacking: dict[tuple[str, int], Lack] = {}
        """What is not proven, by the name of a node and the number of the group that reads it."""
        self.proofs: dict[tuple[str, str, str, frozenset[str], int], tuple[tuple[Fact, ...], Evidence | None]] = {}
        """What was tried, with the facts themselves, so that no others can get their number."""

    def group(self, own: tuple[Fact, ...], place: Place) -> Iterator[Read]:
        self.groups += 1
        facts = (*place.facts[: place.at], *own, *place.facts[place.at :])
        outer = (*place.outer, (facts, place.told or frozenset()))
        here = replace(place, facts=facts, outer=outer, branch=(*place.branch, self.groups))
        for at, fact in enumerate(own, place.at):
            if isinstance(fact.element, Triple):
                yield from self._triple(fact.element, fact.graph, here)
            elif not isinstance(fact.element, Values):
                yield from self._below(fact, replace(here, facts=facts[:at] + facts[at + 1 :], at=at))

    def _below(self, fact: Fact, place: Place) -> Iterator[Read]:
        match fact.element:
            case Optional():
                others = frozenset(name for other in place.facts for name in other.bound)
                others |= {name.removeprefix("?") for *_, name in place.known}
                border = border_of("OPTIONAL", fact, place, before=True)
                place = replace(place, borders=(*place.borders, replace(border, others=others)))
                yield from self.group(fact.opened(fact.element.group, "optional"), place)
            case Minus():
                borders = (*place.borders, border_of("MINUS", fact, place, before=True))
                place = replace(place, told=frozenset(), borders=borders)
                yield from self.group(fact.opened(fact.element.group, "minus"), place)
            case Union():
                for arm in fact.element.arms:
                    yield from self.group(fact.opened(arm), place)
            case Select():
                yield from self._subselect(fact, fact.element, place)
            case Filter() | Bind():
                if exists := list(exists_in(fact.element.expr)):
                    border = border_of("EXISTS", fact, place, before=isinstance(fact.element, Bind))
                    yield from self._exists(exists, place, fact, border)

    def _subselect(self, fact: Fact, select: Select, place: Place) -> Iterator[Read]:
        """Only what is projected is the same inside and out; a sum or limit inside is taken before any filter outside."""
        whole = not select.grouped and not select.limited
        known = self._proven(select.shared, place) if whole else {}
        names = frozenset(() if select.grouped else (term.value for term in select.shared))
        told = names if place.told is None else names & place.told
        inner = fact.opened(select.group, "select")
        yield from self.group(inner, Place(known=known, told=told, branch=place.branch))
        rows = Place(inner, len(inner), ((inner, frozenset()),), known, branch=place.branch)
        beside = replace(fact, sight=fact.sight.within(select.group, "select"))
        border = border_of("EXISTS", beside, rows, before=False)
        # A group has no values but those that it is grouped by.
        made = {term.value for term in select.computed}
        keys = [key for key in select.keys if isinstance(key, Term) and key.value not in made]
        groups = Place(known=self._proven(keys, rows), branch=place.branch)
        of_keys = replace(border, given=border.given & {key.value for key in keys}, depth=0, beside=())
        for exists, grouped in exists_beside(select):
            yield from self._exists((exists,), groups if grouped else rows, beside, of_keys if grouped else border)

    def _proven(self, terms: Iterable[Term], place: Place) -> dict[tuple[str, str, str], Evidence]:
        """Return the conditions that are proven of some variables, with the proofs."""
        found = {}
        for term in terms:
            for cls in _CLASSES:
                for condition in self.promise.conditions(cls):
                    if (proven := self._condition(condition, cls, term, place)) is not None:
                        found[condition, cls, key(term)] = proven
        return found

    def _exists(self, found: Iterable[Exists], place: Place, fact: Fact, border: Border) -> Iterator[Read]:
        beside = [index for index, other in enumerate(place.facts) if fact.beside(other)]
        place = replace(place, at=max(beside, default=-1) + 1, told=frozenset())  # it sees all that its group says
        for exists in found:
            border = replace(border, kind="NOT EXISTS" if exists.negated else "EXISTS")
            yield from self.group(fact.opened(exists.group, "exists"), replace(place, borders=(*place.borders, border)))

    def _triple(self, triple: Triple, graph: str, place: Place) -> Iterator[Read]:
        for subject, link, object_ in edges(triple.path, triple.subject, triple.object):
            for node, cls, own in dict.fromkeys(self._roles(subject, link, object_, place)):
                if (node is not None and node.kind != "var") or (self.promise.time == "since" and not own):
                    continue  # what is recorded later may well point at what was known
                found, lacks = (None, None) if node is None else self._proven_once(cls, node, graph, place)
                yield Read(
                    node,
                    cls,
                    triple,
                    graph,
                    self._why(link, object_),
                    found,
                    lacks,
                    own,
                    place.branch,
                    self._else(link, own=own) if cls == STATEMENT else "",
                )

    def _proven_once(self, cls: str, node: Term, graph: str, place: Place) -> tuple[Evidence | None, Lack | None]:
        """Return the proof of a node, or what it lacks: further in than where it lacks something, it is the same fault."""
        name = key(node)
        lacks = next((self.lacking[name, group] for group in place.branch if (name, group) in self.lacking), None)
        if lacks is not None:
            return None, lacks
        found, lacks = self._proof(cls, node, graph, place)
        if lacks is not None:
            self.lacking[name, place.branch[-1]] = lacks
        return found, lacks

    def _proof(self, cls: str, node: Term, graph: str, place: Place) -> tuple[Evidence | None, Lack | None]:
        """Return what proves every condition of the promise, or the first of them that nothing proves."""
        proven: list[Reason] = []
        for condition in self.promise.conditions(cls):
            if (found := self._condition(condition, cls, node, place)) is None:
                asked = ("believed", STATEMENT) if condition == "ends" else (condition, cls)
                claim = self._claim(*asked, node, place.told)
                lacking = missing(claim, graph, place.of(node).facts)
                return None, Lack(condition, tuple(lacking), self._beyond(claim, place))
            proven += found
        return tuple(proven), None

    def _beyond(self, claim: Claim, place: Place) -> Beyond | None:
        """Return what proves a claim on the other side of a border over which the node does not come."""
        if (border := place.border(claim.node)) is None:
            return None
        found = place.known.get((claim.condition, claim.cls, key(claim.node))) or proof(claim, border.facts) or ()
        return Beyond(border.kind, found, border.comes_later(claim.node))

    def _claim(self, condition: str, cls: str, node: Term, told: frozenset[str] | None) -> Claim:
        return Claim(condition, cls, node, "knownAt" if self.promise.dated else None, told or frozenset())

    def _condition(self, condition: str, cls: str, node: Term, place: Place) -> Evidence | None:
        if condition == "ends":
            return self._ends(cls, node, place)
        place = place.of(node)
        # The nearest first: it is the reason that a reader looks for.
        levels = ((place.facts, place.told or frozenset()), *reversed(place.outer))
        for facts, told in levels:
            tried = (condition, cls, key(node), told, id(facts))
            if tried not in self.proofs:
                self.proofs[tried] = (facts, proof(self._claim(condition, cls, node, told), facts))
            if (found := self.proofs[tried][1]) is not None:
                return found
        if (condition, cls, key(node)) in place.known:
            return place.known[condition, cls, key(node)]
        # Names and descriptions are today's: what was learned since may speak of things that were there.
        if not (condition == "recorded" or (condition == "since" and cls in _THINGS)):
            return None
        why = "no younger than what points at it" if condition == "recorded" else "what was recorded since speaks of it"
        return (Reason(why=why),) if any(self._no_younger(cls, node, facts) for facts, _ in levels) else None

    def _ends(self, cls: str, node: Term, place: Place) -> Evidence | None:
        """Return what proves that each end of a link is believed, or can be no statement; None without."""
        proven: list[Reason] = []
        for end in ENDS[cls]:
            said = _links(place.of(node).facts)
            led = (other for start, iri, other in said if iri == f"{KG}{end}" and start.same(node))
            found = [self._end(other, place) for other in led]
            evidence = next((one for one in found if one is not None), None)
            if evidence is None:
                return None
            proven += evidence
        return tuple(proven)

    def _end(self, node: Term, place: Place) -> Evidence | None:
        if self._never_statement(node, place):
            return (Reason(why=f"{node.shown} is no statement"),)
        return self._condition("believed", STATEMENT, node, place)

    def _no_younger(self, cls: str, node: Term, facts: tuple[Fact, ...]) -> bool:
        """Whether something that is dated itself points at the node, which then was recorded no later.

        A parameter is what the caller knows already, but for what a statement says.
        """
        if node.is_param and cls != STATEMENT:
            return True
        for fact in facts:
            arms = fact.element.arms if isinstance(fact.element, Union) else ()
            if arms and all(self._no_younger(cls, node, fact.opened(arm)) for arm in arms):
                return True
            for start, iri, end in _links((fact,)):
                declared = self.vocabulary.properties.get(iri)
                dated = declared and any(self.vocabulary.only(declared.domains, link) for link in _DATED)
                if (iri == _CONTAINS and start.same(node) and not end.is_param) or (dated and end.same(node)):
                    return True
        return False

    def _roles(
        self, subject: Term | None, link: Link, object_: Term | None, place: Place
    ) -> Iterator[tuple[Term | None, str, bool]]:
        """Yield which ends of an edge are read as a statement or link, and whether the edge is what they say themselves."""
        iri = link.term.value
        predicates = self._options(link.term, place)
        classes = self._options(object_, place) if iri == _TYPE else ()
        if link.term.kind == "var" and predicates:
            for predicate in predicates:
                yield from self._roles(subject, Link(predicate), object_, place)
        elif link.term.kind == "var" or (iri == _TYPE and not classes):
            if not self._never_statement(subject, place):
                yield subject, STATEMENT, True
        elif iri == _TYPE:
            for term in classes:
                yield from ((subject, cls, True) for cls in _CLASSES if self.vocabulary.is_a(term.value, cls))
        elif iri in self.vocabulary.properties:
            declared = self.vocabulary.properties[iri]
            yield from ((subject, cls, True) for cls in self._of(declared.domains))
            if object_ is None or not object_.is_param:  # to know the id of a statement is not to read it
                yield from ((object_, cls, False) for cls in self._of(declared.ranges))
                if self._perhaps(declared.ranges) and not self._never_statement(object_, place):
                    yield object_, STATEMENT, False
            if self._perhaps(declared.domains) and not self._never_statement(subject, place):
                yield subject, STATEMENT, True

    def _of(self, unions: tuple[frozenset[str], ...]) -> tuple[str, ...]:
        """Return the dated classes of which all is that stands at an end of a property.

        An entity or a concept is dated by one property whichever it is, and is told as the first of the two.
        """
        if sure := tuple(cls for cls in _CLASSES if self.vocabulary.only(unions, cls)):
            return sure
        for union in unions:
            each = [[cls for cls in RECORDED_BY if self.vocabulary.is_a(member, cls)] for member in sorted(union)]
            if each and all(each) and len({RECORDED_BY[cls] for classes in each for cls in classes}) == 1:
                return (each[0][0],)
        return ()

    def _else(self, link: Link, *, own: bool) -> str:
        """Return a class other than a statement's of which a property may be read, or be a value."""
        declared = self.vocabulary.properties.get(link.term.value)
        unions = () if declared is None else declared.domains if own else declared.ranges
        others = (cls for union in unions for cls in sorted(union) if self.vocabulary.never((frozenset({cls}),), STATEMENT))
        return min(others, default="", key=lambda cls: (cls in ENDS, len(self.vocabulary.classes[cls]), cls))

    def _perhaps(self, unions: tuple[frozenset[str], ...]) -> bool:
        """Whether what stands at this end of a property is a statement or something else."""
        return bool(unions) and not self.vocabulary.never(unions, STATEMENT) and not self.vocabulary.only(unions, STATEMENT)

    def _never_statement(self, node: Term | None, place: Place) -> bool:
        """Whether something around says that a node is no statement, so that reading any property of it is safe."""
        if node is None:
            return False
        classes = {param.name: self.context.class_of(param) for param in self.context.header.params}
        if node.is_param and classes.get(node.value):
            return self.vocabulary.never((frozenset({str(classes[node.value])}),), STATEMENT)
        triples = (fact.element for fact in place.of(node).facts if isinstance(fact.element, Triple))
        return any(self._path_excludes(node, triple.path, triple.subject, triple.object, place) for triple in triples)

    def _path_excludes(self, node: Term, path: Path, start: Term | None, end: Term | None, place: Place) -> bool:
        """Whether a path excludes it whichever way it goes: every alternative has to."""
        if isinstance(path, Link):
            return any(self._excludes_statement(node, *edge, place) for edge in edges(path, start, end))
        if path.form == "alt":
            return all(self._path_excludes(node, part, start, end, place) for part in path.parts)
        return path.form == "seq" and any(self._path_excludes(node, *step, place) for step in steps(path, start, end))

    def _excludes_statement(self, node: Term, subject: Term | None, link: Link, object_: Term | None, place: Place) -> bool:
        """Whether an edge gives the node a class, by its property or as a type, that no statement has."""
        if link.term.kind == "var":
            predicates = self._options(link.term, place)
            each = [self._excludes_statement(node, subject, Link(term), object_, place) for term in predicates]
            return bool(each) and all(each)
        declared = self.vocabulary.properties.get(link.term.value)
        if subject is not None and subject.same(node):
            if link.term.value == _TYPE:
                classes = frozenset(term.value for term in self._options(object_, place))
                return self.vocabulary.never((classes,), STATEMENT)
            return declared is not None and self.vocabulary.never(declared.domains, STATEMENT)
        return (
            declared is not None
            and object_ is not None
            and object_.same(node)
            and self.vocabulary.never(declared.ranges, STATEMENT)
        )

    def _options(self, term: Term | None, place: Place) -> tuple[Term, ...]:
        """Return the constants of which a predicate or a class is one; none where it may be anything.

        Asked are lists and conditions that stand around it as they are: what BIND, OPTIONAL and UNION give may have no
        value, and the pattern is free then.
        """
        if term is None or term.kind != "var":
            return () if term is None else (term,)
        sure = [fact for fact in place.of(term).facts if isinstance(fact.element, Triple | Values | Filter)]
        return () if term.is_param else options(term, self.flow.of(sure, {}))

    def _why(self, link: Link, object_: Term | None) -> str:
        if link.term.value == _TYPE and object_ is not None and object_.kind == "var":
            return f"of any class, {object_.shown}"
        if link.term.value == _TYPE and object_ is not None:
            return f"a {self.context.short(object_.value)}"
        return self.context.short(link.term.value) if link.term.kind == "iri" else f"any property, {link.term.shown}"


_CLASSES = (STATEMENT, *RECORDED_BY)
_DATED = (STATEMENT, *(f"{KG}{name}" for name in ("Derivation", "Contradiction", "Supersession")))
"""What points at older things: nothing is stated before it is there."""
_THINGS = (f"{KG}Entity", f"{KG}Concept")
_CONTAINS = f"{KG}contains"


def _links(facts: tuple[Fact, ...]) -> Iterator[tuple[Term, str, Term]]:
    """Yield the patterns of one step, whichever way round they are written: the subject, the property, the object."""
    for fact in facts:
        triple = fact.element
        if isinstance(triple, Triple) and isinstance(triple.path, Link):
            start, end = (triple.object, triple.subject) if triple.path.inverse else (triple.subject, triple.object)
            yield start, triple.path.term.value, end
