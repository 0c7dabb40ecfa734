"""What a parameter must be by the places at which it stands, which is its type where the header gives none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from rdflib import RDF

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.facts import Fact, flatten
from kgrdf_codegen.check.flow import Flow
from kgrdf_codegen.check.form import names_listed
from kgrdf_codegen.check.held import Holds
from kgrdf_codegen.check.kinds import Claim, Kind, Verbs, claims_of, excludes, verbs_of
from kgrdf_codegen.check.tree import (
    Bind,
    Call,
    Element,
    Expr,
    Group,
    Link,
    Minus,
    Optional,
    Select,
    Term,
    Triple,
    Union,
    exists_in,
    expressions_of,
    walk,
)
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.expressions import Typed, type_of
from kgrdf_codegen.headers import Param, read_default
from kgrdf_codegen.ir import ValueKind
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.rdf import value_kind

__all__ = ["RULES", "completed"]

_TYPE = str(RDF.type)
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", "sameTerm")
_OF_TEXTS = ("CONTAINS", "STRSTARTS", "STRENDS", "STRBEFORE", "STRAFTER", "REGEX", "LCASE", "UCASE", "STRLEN", "LANGMATCHES")
_WORDS = {"string": "a text", "langString": "a text in a language", "boolean": "true or false", "iri": "an IRI"}


@dataclass(frozen=True, slots=True)
class Standing:
    """What all places of a variable say together."""

    kind: Kind
    claim: Claim
    """The first place."""
    against: Claim | None = None
    """A place that nothing fits that fits the others."""


def completed(context: Context) -> Context:
    """Return a file with the type of every parameter: the one that its header gives, else the one that its places tell.

    A parameter that nothing tells is taken for an IRI here, so that other rules may go on; Q082 refuses it.
    """
    places, many = _standings(context), names_listed(context.tokens)
    params = tuple(_typed(context, param, places.get(param.name), param.name in many) for param in context.header.params)
    return replace(context, header=replace(context.header, params=params))


def _typed(context: Context, param: Param, standing: Standing | None, many: bool) -> Param:
    # What contradicts itself narrows no type that is given.
    kind = Kind() if standing is None or (param.type and standing.against is not None) else standing.kind
    given = context.class_of(param)
    if given is not None:
        both = _common(context.vocabulary, frozenset({given}), kind.classes) if kind.classes else frozenset[str]()
        return replace(param, classes=_roots(context.vocabulary, both or frozenset({given})))
    classes = _roots(context.vocabulary, kind.classes)
    if param.type:
        return replace(param, classes=classes if param.type == "iri" else ())
    type_ = "Ref" if classes else kind.value if kind.value not in (None, "ref") else "iri"
    default = None if param.default is None else read_default(param.name, type_, many, param.default)[0] or param.default
    one_of = tuple(sorted(kind.one_of))
    return replace(param, type=type_, classes=classes, many=many, default=default, one_of=one_of, inferred=True)


def type_told(context: Context) -> Iterator[Problem]:
    """Q082: where the header gives a parameter no type, a place at which it stands tells one."""
    places = _standings(context) if any(param.inferred for param in context.header.params) else {}
    used = {token.name for token in context.tokens if token.is_param}
    for param in context.header.params:
        if param.inferred and param.name in used and not _tells(places.get(param.name)):
            message = f"no place of ${param.name} tells its type; give one, such as `# @param {param.name}: string`"
            yield context.at_line(param.line, "Q082", message)


def places_agree(context: Context) -> Iterator[Problem]:
    """Q027: some value fits every place of a parameter that the header gives no type."""
    places = _standings(context) if any(param.inferred for param in context.header.params) else {}
    for param in context.header.params:
        standing = places.get(param.name)
        if param.inferred and standing is not None and standing.against is not None:
            first, other = (_told(context, claim) for claim in (standing.claim, standing.against))
            message = f"no value fits ${param.name}: {standing.against.said}, {other}, and {standing.claim.where}, {first}"
            yield context.at(standing.against.token, "Q027", f"{message}; take two parameters")


def defaults_fit(context: Context) -> Iterator[Problem]:
    """Q027: a default is a value of the type that the places of its parameter tell."""
    for param in context.header.params:
        if param.inferred and param.default is not None:
            _, wrong = read_default(param.name, param.type, param.many, param.default)
            if wrong:
                yield context.at_line(param.line, "Q027", wrong)


def _told(context: Context, claim: Claim) -> str:
    if claim.kind.classes:
        roots = _roots(context.vocabulary, claim.kind.classes)
        return "so it is a " + " or ".join(map(context.short, roots))
    value = claim.kind.value or "ref"
    return f"so it is {_WORDS.get(value, 'an ' + value if value[0] in 'aeiou' else 'a ' + value)}"


def _tells(standing: Standing | None) -> bool:
    return standing is not None and (bool(standing.kind.classes) or standing.kind.value not in (None, "ref"))


def _standings(context: Context) -> dict[str, Standing]:
    """Return what each name must be: by the patterns, and for a parameter in none of them by what it is compared with."""
    patterns = _Patterns(context)
    made = Group(tuple(template.triple for template in context.query.templates))
    found = patterns.of((*flatten(context.query.root, ""), *flatten(made, "")), {})
    compared: dict[str, Standing] = {}
    for claim in _Comparisons(context, found).claims():
        if claim.name in found:
            found[claim.name] = _tested(patterns, found[claim.name], claim)
        elif claim.name in compared and _numbers(compared[claim.name].kind, claim.kind):
            compared[claim.name] = replace(compared[claim.name], kind=Kind(value="decimal"))
        else:
            compared[claim.name] = patterns.both(compared.get(claim.name), Standing(claim.kind, claim))
    return found | compared


def _tested(patterns: _Patterns, standing: Standing, claim: Claim) -> Standing:
    """Return what patterns say of a variable, held against a comparison, which may be of things of other classes."""
    things = bool(standing.kind.classes) and bool(claim.kind.classes)
    if things or _numbers(standing.kind, claim.kind) or not patterns.exclude(standing.kind, claim.kind):
        return standing
    return replace(standing, against=standing.against or claim)


def _numbers(one: Kind, other: Kind) -> bool:
    """Whether two kinds are of numbers of which one is no integer: these are compared, and never the same term."""
    return {one.value, other.value} == {"integer", "decimal"}


class _Patterns:
    """What the patterns of a query say: those of a group hold together, and of the arms of a UNION one does."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.vocabulary = context.vocabulary
        self.flow = Flow(context)

    def of(self, facts: tuple[Fact, ...], verbs: Verbs) -> dict[str, Standing]:
        """Return what a group says: what need not hold in it tells no more than what nothing else does."""
        holds = self.flow.of(facts, {})
        verbs = {**verbs, **verbs_of(self.context, facts, holds)}
        found: dict[str, Standing] = {}
        perhaps: dict[str, Standing] = {}
        for fact in facts:
            for name, standing in self._held(fact, verbs, holds):
                found[name] = self.both(found.get(name), standing)
            for group in _perhaps(fact.element):
                self._unite(perhaps, self.of(fact.opened(group), verbs))
        for name, standing in perhaps.items():
            here = found.setdefault(name, standing)
            if here.against is None and self.exclude(here.kind, standing.kind):
                found[name] = replace(here, against=standing.claim)
        return found

    def _held(self, fact: Fact, verbs: Verbs, holds: Holds) -> Iterator[tuple[str, Standing]]:
        match fact.element:
            case Triple():
                for claim in (*claims_of(self.context, fact.element, verbs, holds), *_as_iri(self.context, fact.element)):
                    yield claim.name, Standing(claim.kind, claim)
            case Select():
                yield from self.of(fact.opened(fact.element.group), verbs).items()
            case Union():
                either: dict[str, Standing] = {}
                for arm in fact.element.arms:
                    self._unite(either, self.of(fact.opened(arm), verbs))
                yield from either.items()

    def _unite(self, into: dict[str, Standing], others: Mapping[str, Standing]) -> None:
        for name, standing in others.items():
            into[name] = self._either(into.get(name), standing)

    def both(self, one: Standing | None, other: Standing) -> Standing:
        """Return what two places say that hold together."""
        if one is None or one.against is not None:
            return one or other
        mine, others = one.kind, other.kind
        if self.exclude(mine, others):
            return replace(one, against=other.claim)
        one_of = (mine.one_of & others.one_of) or mine.one_of or others.one_of
        classes = mine.classes or others.classes
        if mine.classes and others.classes:
            classes = _common(self.vocabulary, mine.classes, others.classes)
        return Standing(Kind(classes, _value(mine, others), one_of), one.claim, other.against)

    def _either(self, one: Standing | None, other: Standing) -> Standing:
        """Return what two places say of which one holds."""
        if one is None or one.against is not None:
            return one or other
        mine, others = one.kind, other.kind
        things = mine.classes and others.classes
        if not things and self.exclude(mine, others):
            return replace(one, against=other.claim)
        classes = mine.classes | others.classes if things else frozenset[str]()
        one_of = mine.one_of if mine.one_of == others.one_of else frozenset[str]()
        return Standing(Kind(classes, _value(mine, others), one_of), one.claim, other.against)

    def exclude(self, one: Kind, other: Kind) -> bool:
        """Whether nothing is of both kinds."""
        # What the graph does not hold is an IRI for the checker, and no text or number.
        literals = [kind.value not in (None, "ref", "iri") for kind in (one, other)]
        iri = "iri" in (one.value, other.value) and any(literals)
        return iri or excludes(self.vocabulary, one, other)


def _value(one: Kind, other: Kind) -> ValueKind | None:
    """Return the sharper of two kinds of value that do not exclude each other."""
    if one.classes or other.classes:
        return "ref"
    values = {value for kind in (one, other) if (value := kind.value) not in (None, "ref")}
    # An instant is an integer too.
    return "instant" if "instant" in values else min(values, default="ref")


def _perhaps(element: Element) -> Iterator[Group]:
    """Yield the groups of an element that need not hold for what stands around it."""
    if isinstance(element, Optional | Minus):
        yield element.group
    for expr in expressions_of(element):
        yield from (exists.group for exists in exists_in(expr))


class _Comparisons:
    """What the expressions of a query say of its parameters."""

    def __init__(self, context: Context, patterns: Mapping[str, Standing]) -> None:
        self.params = {param.name: param for param in context.header.params}
        self.patterns = patterns
        self.elements = [element for element, _ in walk(context.query.root)]
        self.computed: dict[str, Expr] = {}
        for element in self.elements:
            if isinstance(element, Bind):
                self.computed[element.var.value] = element.expr
            elif isinstance(element, Select):
                names = (term.value for term in element.computed)
                self.computed |= dict(zip(names, element.expressions, strict=False))

    def claims(self) -> Iterator[Claim]:
        for element in self.elements:
            for expr in expressions_of(element):
                yield from self._claims(expr)

    def _claims(self, expr: Expr) -> Iterator[Claim]:
        if not isinstance(expr, Call):
            return
        for one in expr.args:
            if isinstance(one, Term) and one.is_param and expr.op in _OF_TEXTS:
                yield Claim(one.value, Kind(value="string"), "compared", f"{_written(one)} is given to {expr.op}", one.token)
            elif isinstance(one, Term) and one.is_param and expr.op in _COMPARISONS:
                for other in expr.args:
                    kind = self._kind(other)
                    if other is not one and kind.known:
                        yield Claim(
                            one.value, kind, "compared", f"{_written(one)} is compared with {_written(other)}", one.token
                        )
            else:
                yield from self._claims(one)

    def _kind(self, expr: Expr) -> Kind:
        if self._is_instant(expr, frozenset()):
            return Kind(value="instant")
        typed = type_of(expr, lambda term: self._of_term(term, frozenset()), filled=True)
        if typed.value == "value":
            return Kind()
        one_of = frozenset[str]()
        if isinstance(expr, Term) and expr.kind == "var" and expr.value in self.patterns:
            one_of = self.patterns[expr.value].kind.one_of
        return Kind(frozenset(typed.classes), typed.value, one_of)

    def _is_instant(self, expr: Expr, seen: frozenset[str]) -> bool:
        """Whether an expression is an instant, so many milliseconds from one, or one if it is not something else."""
        if isinstance(expr, Term):
            computed = self.computed.get(expr.value) if expr.kind == "var" and expr.value not in seen else None
            known = self._of_term(expr, frozenset()).value == "instant"
            return known or (computed is not None and self._is_instant(computed, seen | {expr.value}))
        if not isinstance(expr, Call):
            return False
        found = [self._is_instant(arg, seen) for arg in expr.args]
        match expr.op:
            case "+":
                return found.count(True) == 1
            case "-":
                return found == [True, False]
            case "COALESCE" | "IF":
                return any(found[expr.op == "IF" :])
            case _:
                return False

    def _of_term(self, term: Term, seen: frozenset[str]) -> Typed:
        if term.kind == "literal":
            if term.lang is not None:
                return Typed("langString")
            return Typed(value_kind([term.datatype]) if term.datatype else "string")
        if term.kind == "iri":
            return Typed("iri")
        param = self.params.get(term.value) if term.is_param else None
        if param is not None and param.type and not param.inferred:
            return Typed("ref" if param.type == "Ref" else param.type)  # type: ignore[arg-type]
        standing = self.patterns.get(term.value)
        if standing is not None and standing.against is None and standing.kind.known:
            return Typed(standing.kind.value or "ref", tuple(sorted(standing.kind.classes)))
        expr = self.computed.get(term.value)
        if expr is None or term.value in seen:
            return Typed("value")
        return type_of(expr, lambda inner: self._of_term(inner, seen | {term.value}), filled=True)


def _as_iri(context: Context, triple: Triple) -> Iterator[Claim]:
    """Yield what is asked of a parameter that stands for the IRI of a class, or of what no graph holds: it is no id."""
    link = triple.path
    if not isinstance(link, Link):
        return
    term = triple.subject if link.inverse else triple.object
    declared = context.vocabulary.properties.get(link.term.value)
    named = (
        frozenset[str]().union(*declared.ranges) if declared is not None and declared.kind in ("ref", "iri") else frozenset()
    )
    outside = bool(named) and named.isdisjoint(context.vocabulary.classes)
    if term.is_param and (link.term.value == _TYPE or outside):
        said = "is a class" if link.term.value == _TYPE else f"is what {context.short(link.term.value)} leads to"
        yield Claim(term.value, Kind(value="iri"), "object", f"{_written(term)} {said}", term.token)


def _common(vocabulary: Vocabulary, some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the classes that are below one of each."""
    above = vocabulary.classes.items()
    return frozenset(cls for cls, own in above if not own.isdisjoint(some) and not own.isdisjoint(others))


def _roots(vocabulary: Vocabulary, classes: frozenset[str]) -> tuple[str, ...]:
    """Return classes without those below another one, sorted."""
    above = vocabulary.classes
    return tuple(sorted(cls for cls in classes if not (above.get(cls, frozenset()) - {cls}) & classes))


def _written(expr: Expr) -> str:
    return expr.token.text if isinstance(expr, Term) and expr.token else "a value"


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (type_told, places_agree, defaults_fit)
