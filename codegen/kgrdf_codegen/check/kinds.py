"""What every node of a query must be, by its types, properties and parameters; and where nothing can be all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from rdflib import RDF

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.declared import RelationType
from kgrdf_codegen.check.facts import Fact, flatten
from kgrdf_codegen.check.flow import Flow, equal, options
from kgrdf_codegen.check.held import Held, Holds
from kgrdf_codegen.check.paths import links
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Bind,
    Group,
    Link,
    Minus,
    Optional,
    Path,
    Select,
    Term,
    Triple,
    Union,
    exists_in,
    expressions_of,
)
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.ir import ValueKind
from kgrdf_codegen.reader import KG

__all__ = [
    "Claim",
    "Claims",
    "Clash",
    "Kind",
    "Verbs",
    "claims_of",
    "clashes",
    "excludes",
    "placed",
    "shown_classes",
    "verbs_of",
]

_TYPE = str(RDF.type)
_NUMBERS = {"instant": "integer"}


@dataclass(frozen=True, slots=True)
class Kind:
    """Things of one of these classes; or, with `value`, literals. Without either, anything."""

    classes: frozenset[str] = frozenset()
    value: ValueKind | None = None
    one_of: frozenset[str] = frozenset()
    """The only literals that it may be, where the ontology lists them."""
    schema: bool = False
    """A class or a property, as a type and a predicate are."""

    @property
    def known(self) -> bool:
        """Whether it says anything."""
        return self.schema or bool(self.classes) or self.value not in (None, "iri")


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a query says of what one of its variables stands for."""

    name: str
    kind: Kind
    source: str
    """`param`, `type`, `types` (of a variable), `subject` or `object` (of a property), `schema`, `verb`, or `compared`."""
    said: str
    """What says it, as the text has it."""
    token: Token | None

    @property
    def where(self) -> str:
        """The claim as a message tells it."""
        return self.said if self.token is None else f"{self.said} in line {self.token.line}"


Claims: TypeAlias = Mapping[str, Sequence[Claim]]
Verbs: TypeAlias = Mapping[str, Sequence[RelationType]]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two claims that nothing fulfils together."""

    first: Claim
    second: Claim


def clashes(context: Context) -> Iterator[Clash]:
    """Yield the contradictions of a query, in patterns that hold together: a group, and the groups around it."""
    yield from (item for item in _walked(context) if isinstance(item, Clash))


def placed(context: Context) -> Iterator[tuple[Fact, Claims]]:
    """Yield every triple pattern with all that is claimed where it stands."""
    yield from (item for item in _walked(context) if not isinstance(item, Clash))


@lru_cache(maxsize=1)
def _walked(context: Context) -> tuple[Clash | tuple[Fact, Claims], ...]:
    """Return what several rules ask for of one file."""
    return tuple(_Walk(context).whole())


def shown_classes(context: Context, classes: frozenset[str]) -> str:
    """Return classes as a message names them, those below another one left out."""
    above = context.vocabulary.classes
    roots = sorted(cls for cls in classes if not any(other != cls and other in above.get(cls, ()) for other in classes))
    return " or ".join(map(context.short, roots))


def excludes(vocabulary: Vocabulary, one: Kind, other: Kind) -> bool:
    """Whether nothing is of both kinds."""
    if not one.known or not other.known:
        return False
    if one.schema or other.schema:
        kind = other if one.schema else one
        stored = bool(kind.classes) and all(map(vocabulary.of_the_core, kind.classes))
        return not kind.schema and (stored or kind.value not in (None, "ref"))
    if one.value in (None, "ref") and other.value in (None, "ref"):
        return not vocabulary.overlap(one.classes, other.classes)
    return _stored(one.value) != _stored(other.value)


def claims_of(context: Context, triple: Triple, verbs: Verbs, holds: Holds) -> Iterator[Claim]:
    """Yield what one pattern claims of its two ends; `verbs` are those that relationships are known to be of."""
    return _Walk(context).claims(triple, verbs, holds)


def verbs_of(context: Context, facts: tuple[Fact, ...], holds: Holds) -> dict[str, tuple[RelationType, ...]]:
    """Return the declared verbs of which the relationships of a group are one."""
    return _Walk(context).verbs(facts, holds)


class _Walk:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.vocabulary = context.vocabulary
        self.flow = Flow(context)

    def whole(self) -> Iterator[Clash | tuple[Fact, Claims]]:
        query = self.context.query
        claims = {claim.name: [claim] for claim in self._params()}
        yield from self.group(flatten(query.root, ""), claims, {}, {})
        if query.templates:  # what they make is checked with what the pattern says of the same names
            made = Group(tuple(template.triple for template in query.templates))
            yield from self.group((*flatten(query.where, ""), *flatten(made, "")), claims, {}, {}, below=False)

    def _params(self) -> Iterator[Claim]:
        for param in self.context.header.params:
            if param.inferred:
                continue  # what is inferred is what the patterns claim
            iri = self.context.class_of(param)
            if iri is not None and iri in self.vocabulary.classes:
                yield Claim(param.name, Kind(frozenset({iri})), "param", f"${param.name} is Ref[{param.cls}]", None)
            elif param.type in ("string", "langString", "integer", "decimal", "boolean", "instant"):
                kind = Kind(value=param.type)  # type: ignore[arg-type]
                yield Claim(param.name, kind, "param", f"${param.name} is declared as {param.type}", None)

    def group(
        self, facts: tuple[Fact, ...], around: Claims, verbs: Verbs, outside: Holds, *, below: bool = True
    ) -> Iterator[Clash | tuple[Fact, Claims]]:
        claims = {name: list(found) for name, found in around.items()}
        holds = self.flow.of(facts, outside)
        verbs = {**verbs, **self.verbs(facts, holds)}
        for fact in facts:
            if isinstance(fact.element, Triple):
                for claim in self.claims(fact.element, verbs, holds):
                    yield from self._add(claims, claim)
                yield from self._joints(fact.element.path, holds)
        for bind in [fact.element for fact in facts if isinstance(fact.element, Bind)]:
            if isinstance(bind.expr, Term) and bind.expr.kind == "var":
                yield from self._equate(claims, bind.expr, bind.var)
        for one, other in equal(facts):
            if all(claim.kind.classes for term in (one, other) for claim in claims.get(term.value, ())):
                yield from self._equate(claims, one, other)
        for fact in facts:
            if isinstance(fact.element, Triple):
                yield from self._listed(fact.element, claims, holds)
                yield fact, claims
            if below:
                yield from self._below(fact, claims, verbs, holds)

    def _listed(self, triple: Triple, claims: Claims, holds: Holds) -> Iterator[Clash]:
        """Yield the classes of a list that contradict what is claimed; if all do, that is told of the list already."""
        for whole in claims.get(triple.subject.value, ()):
            if whole.source != "types" or whole.token is not triple.object.token:
                continue
            sources = (source for way in holds.get(triple.object.value, Held()).ways for source in way)
            for source in dict.fromkeys(source for source in sources if source.listed):
                cls = source.term.value if source.term is not None else ""
                said = f"{triple.subject.shown} is a {self.context.short(cls)} of the list"
                claim = Claim(whole.name, Kind(frozenset({cls})), "types", said, source.token)
                others = (one for one in claims[whole.name] if excludes(self.vocabulary, one.kind, claim.kind))
                yield from (Clash(other, claim) for other in [*others][:1])

    def _equate(self, claims: dict[str, list[Claim]], one: Term, other: Term) -> Iterator[Clash]:
        """Note of each of two variables of one value what is claimed of the other, or yield what contradicts that."""
        for term, same in ((one, other), (other, one)):
            said = f"{same.shown} is {term.shown}"
            copies = [replace(claim, name=same.value, said=f"{said}, {claim.said}") for claim in claims.get(term.value, ())]
            found = [clash for claim in copies for clash in self._add(claims, claim)]
            yield from found
            if found:
                return

    def _add(self, claims: dict[str, list[Claim]], claim: Claim) -> Iterator[Clash]:
        """Note a claim, or yield what it contradicts."""
        known = claims.setdefault(claim.name, [])
        against = next((other for other in known if excludes(self.vocabulary, other.kind, claim.kind)), None)
        if against is None:
            known.append(claim)
        else:
            yield Clash(against, claim)

    def _below(self, fact: Fact, claims: Claims, verbs: Verbs, holds: Holds) -> Iterator[Clash | tuple[Fact, Claims]]:
        match fact.element:
            case Optional() | Minus():
                yield from self.group(fact.opened(fact.element.group), claims, verbs, holds)
            case Union():
                for arm in fact.element.arms:
                    yield from self.group(fact.opened(arm), claims, verbs, holds)
            case Select():
                shared = {term.value for term in fact.element.shared}
                params = {param.name for param in self.context.header.params}
                kept = {name: found for name, found in claims.items() if fact.element.star or name in shared | params}
                inside = fact.opened(fact.element.group)
                verbs = {name: found for name, found in verbs.items() if name in kept}
                yield from self.group(inside, kept, verbs, self.flow.shared(fact.element, holds))
        for expr in expressions_of(fact.element):
            for exists in exists_in(expr):
                yield from self.group(fact.opened(exists.group), claims, verbs, holds)

    def verbs(self, facts: tuple[Fact, ...], holds: Holds) -> dict[str, tuple[RelationType, ...]]:
        found = {}
        for fact in facts:
            triple = fact.element
            link = triple.path if isinstance(triple, Triple) else None
            if isinstance(triple, Triple) and isinstance(link, Link) and link.term.value == f"{KG}relationshipType":
                labels = [term.value for term in options(triple.object, holds)]
                known = self.vocabulary.relation_types
                if labels and not link.inverse and all(label in known for label in labels):
                    found[triple.subject.value] = tuple(known[label] for label in labels)
        return found

    def claims(self, triple: Triple, verbs: Verbs, holds: Holds) -> Iterator[Claim]:
        path, subject, object_ = triple.path, triple.subject, triple.object
        if isinstance(path, Link) and path.inverse:
            path, subject, object_ = replace(path, inverse=False), object_, subject
        token = next((link.term.token for link in links(path) if link.term.token), triple.token)
        schema = [(link.term, "property") for link in links(path)]
        schema += [(object_, "class")] if isinstance(path, Link) and path.term.value in (_TYPE, f"{KG}entityType") else []
        for term, what in schema:
            if term.kind == "var":
                yield Claim(term.value, Kind(schema=True), "schema", f"{term.shown} is a {what}", term.token)
        if isinstance(path, Link) and path.term.value in (_TYPE, f"{KG}entityType"):
            classes = frozenset(term.value for term in options(object_, holds))
            if subject.kind == "var" and classes and classes <= self.vocabulary.classes.keys():
                said = f"{subject.shown} is a {shown_classes(self.context, classes)}"
                yield Claim(subject.value, Kind(classes), "types" if object_.kind == "var" else "type", said, object_.token)
            if path.term.value == _TYPE:
                return
        first, last = self._ends(path, holds)
        said = self._said(path)
        ends = ((subject, first, "subject", f"has {said}"), (object_, last, "object", f"is what {said} leads to"))
        for term, kind, source, role in ends:
            if term.kind == "var" and kind.known:
                yield Claim(term.value, kind, source, f"{term.shown} {role}", token)
        end = {f"{KG}from": "subjects", f"{KG}to": "objects"}.get(path.term.value) if isinstance(path, Link) else None
        allowed = [getattr(verb, end) for verb in verbs.get(subject.value, ())] if end else []
        if all(allowed) and allowed and object_.kind == "var":
            labels = " or ".join(sorted({repr(verb.label) for verb in verbs[subject.value]}))
            said = f"{object_.shown} is at that end of {labels}"
            yield Claim(object_.value, Kind(frozenset().union(*allowed)), "verb", said, token)

    def _said(self, path: Path) -> str:
        steps = list(links(path))
        return self.context.short(steps[0].term.value) if len(steps) == 1 else "the path"

    def _ends(self, path: Path, holds: Holds) -> tuple[Kind, Kind]:
        """Return what stands at the two ends of a path."""
        if isinstance(path, Link):
            found = [self._ends_of(term.value) for term in options(path.term, holds)] or [(Kind(), Kind())]
            ends = _either([one for one, _ in found]), _either([other for _, other in found])
            return (ends[1], ends[0]) if path.inverse else ends
        if path.form == "seq":
            return self._ends(path.parts[0], holds)[0], self._ends(path.parts[-1], holds)[1]
        if path.form == "alt":
            parts = [self._ends(part, holds) for part in path.parts]
            return _either([part[0] for part in parts]), _either([part[1] for part in parts])
        return Kind(), Kind()

    def _ends_of(self, iri: str) -> tuple[Kind, Kind]:
        declared = self.vocabulary.properties.get(iri)
        if iri in (_TYPE, f"{KG}entityType"):
            return Kind(declared.owners if declared else frozenset()), Kind(schema=True)
        if declared is None:
            return Kind(), Kind()
        if declared.kind == "ref":
            return Kind(declared.owners), Kind(declared.values, "ref")
        return Kind(declared.owners), Kind(value=declared.kind, one_of=declared.one_of)

    def _joints(self, path: Path, holds: Holds) -> Iterator[Clash]:
        """Yield the places in a path where one step cannot follow the other."""
        if isinstance(path, Link):
            return
        for part in path.parts:
            yield from self._joints(part, holds)
        if path.form == "seq":
            for left, right in zip(path.parts, path.parts[1:], strict=False):
                end, start = self._ends(left, holds)[1], self._ends(right, holds)[0]
                if excludes(self.vocabulary, end, start):
                    before, after = links(left), list(links(right))
                    said = f"{self.context.short(list(before)[-1].term.value)} leads to it"
                    yield Clash(
                        Claim("", end, "object", said, None),
                        Claim("", start, "subject", f"has {self.context.short(after[0].term.value)}", after[0].term.token),
                    )


def _either(kinds: list[Kind]) -> Kind:
    """Return what is of any of these kinds."""
    if all(kind.classes for kind in kinds):
        return Kind(frozenset().union(*(kind.classes for kind in kinds)))
    return kinds[0] if all(kind == kinds[0] for kind in kinds) else Kind()


def _stored(value: ValueKind | None) -> str:
    return _NUMBERS.get(value or "ref", value or "ref")
