"""The proof that a group lets through only what is visible at the instants that the caller asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgrdf_codegen.check.promises import recorded_by
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Block,
    Call,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    Link,
    Optional,
    Select,
    Term,
    Triple,
    Union,
    bound_names,
    terms_of,
)
from kgrdf_codegen.reader import KG

__all__ = ["Claim", "Evidence", "Fact", "Sight", "conjuncts", "flatten", "proof", "tests_in"]

Scope: TypeAlias = tuple[int, ...]
"""The groups in which something stands, from the outermost on."""
Ends: TypeAlias = Mapping[str, str | None]
"""Properties that end something, each with the parameter at which it counts; None where it always does."""
Evidence: TypeAlias = tuple[Token, ...]
"""The first word of each filter that a proof rests on."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The groups around something, and the groups whose variables a filter that stands there has."""

    scope: Scope = ()
    sees: tuple[Scope, ...] = ()
    """Its own group's, and those around an OPTIONAL or EXISTS."""
    always: tuple[Scope, ...] = ()
    """Those around an EXISTS, whose values are put in before it runs, for every filter below, however deep."""

    def within(self, group: Group, kind: str = "group") -> Sight:
        """Return how it is inside a group of a kind: `group`, `optional` or `exists`."""
        scope = (id(group),) if kind == "exists" else (*self.scope, id(group))  # what it binds stays inside it
        around = self.always if kind == "group" else self.sees
        return Sight(scope, (scope, *around), self.sees if kind == "exists" else self.always)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a group says of every solution, and the graph that it says it in."""

    graph: str
    """`current`, `history`, or another name as written."""
    element: Element
    sight: Sight

    def shown(self, other: Fact) -> bool:
        """Whether a filter that stands here has the variables of another fact; elsewhere they are unbound for it."""
        return any(other.sight.scope[: len(group)] == group for group in self.sight.sees)

    def opened(self, group: Group, kind: str = "group") -> tuple[Fact, ...]:
        """Return what a group says that stands in this element."""
        return flatten(group, self.graph, self.sight.within(group, kind))


def flatten(group: Group, graph: str, sight: Sight | None = None) -> tuple[Fact, ...]:
    """Return what a group says, with GRAPH blocks and plain braces opened: they join like what stands beside them."""
    here = sight or Sight().within(group)
    facts: list[Fact] = []
    for element in group.elements:
        if isinstance(element, Block):
            facts += flatten(element.group, element.name.value, here.within(element.group))
        elif isinstance(element, Union) and len(element.arms) == 1:
            facts += flatten(element.arms[0], graph, here.within(element.arms[0]))
        else:
            facts.append(Fact(graph, element, here))
    return tuple(facts)


@dataclass(frozen=True, slots=True)
class Claim:
    """One condition of a promise, as it is to be proven of a node."""

    condition: str
    cls: str
    node: Term
    known: str | None
    """The parameter by which something was known; None for now."""
    told: frozenset[str] = frozenset()
    """The variables that the answer tells."""

    def inside(self, select: Select) -> Claim:
        """Return the claim as a subselect has to prove it."""
        told = frozenset() if select.grouped else self.told & {term.value for term in select.projection}
        return replace(self, told=told)


def proof(claim: Claim, facts: tuple[Fact, ...], splits: int = 3, after: int = 0) -> Evidence | None:
    """Return the filters by which the facts let a node through only where a claim is true of it; None without.

    Each condition is proven whole in one graph: the parts of two graphs say nothing together. A UNION proves it if every
    arm does, a subselect if it projects the node and proves it alone. At most `splits` unions are told apart at once, and
    only those from `after` on: with more of them the cases would be without number.
    """
    for graph in sorted({fact.graph for fact in facts}):
        if (found := _proof_in(graph, claim, facts)) is not None:
            return found
    for index, fact in enumerate(facts):
        inner = fact.element
        if isinstance(inner, Union) and index >= after and splits and all(_names(arm, claim.node) for arm in inner.arms):
            rest = (*facts[:index], *facts[index + 1 :])
            arms = [proof(claim, rest + fact.opened(arm), splits - 1, index) for arm in inner.arms]
            if all(arm is not None for arm in arms):
                return tuple(token for arm in arms if arm is not None for token in arm)
        projected = isinstance(inner, Select) and (inner.star or any(term.same(claim.node) for term in inner.projection))
        if isinstance(inner, Select) and projected:
            found = proof(claim.inside(inner), flatten(inner.group, fact.graph), splits)
            if found is not None:
                return found
    return None


def _names(arm: Group, node: Term) -> bool:
    return any(term.value == node.value for term in terms_of(arm))


def _proof_in(graph: str, claim: Claim, facts: tuple[Fact, ...]) -> Evidence | None:
    proof = _Proof(graph, claim.node, facts)
    here = graph == "current" and proof.reads()  # what is retracted or resolved lies in $history
    ends = {"validTo": "asOf", "endRecordedAt": "knownAt"}
    parts: list[Token | None]
    match claim.condition:
        case "current":
            parts = [proof.compared("validFrom", "<=", "now"), proof.open_after({"validTo": "now"})]
        case "asof" | "begun":
            parts = [proof.compared("recordedAt", "<=", "knownAt"), proof.compared("validFrom", "<=", "asOf")]
            if claim.condition == "begun" and graph == "current":
                parts.append(proof.open_after(ends) or proof.tells(ends, claim.told))
            else:
                parts += [proof.open_after({"retractedAt": "knownAt"}), proof.open_after(ends)]
        case "recorded":
            parts = [proof.compared(recorded_by(claim.cls), "<=", "knownAt")]
        case "since":
            parts = [proof.compared(recorded_by(claim.cls), ">", "knownAt")]
        case "believed":
            parts = [] if here else [_Proof("history", claim.node, facts).open_after({"retractedAt": claim.known})]
        case "unresolved" if here and not claim.known:
            parts = []
        case "unresolved":
            parts = [proof.open_after({"resolvedAt": claim.known}) if proof.reads() else None]
        case _:
            raise ValueError(claim.condition)
    found = [part for part in parts if part is not None]
    return tuple(found) if len(found) == len(parts) else None


class _Proof:
    def __init__(self, graph: str, node: Term, facts: tuple[Fact, ...]) -> None:
        self.graph = graph
        self.node = node
        self.facts = facts
        self.tests = tests_in(facts)

    def reads(self) -> bool:
        """Whether the graph is asked for something that the node says itself, so that it lies there."""
        own = (fact.element for fact in self.facts if fact.graph == self.graph)
        triples = (triple for triple in own if isinstance(triple, Triple) and triple.subject.same(self.node))
        return any(isinstance(triple.path, Link) and not triple.path.inverse for triple in triples)

    def compared(self, prop: str, op: str, param: str) -> Token | None:
        """Return the place of `FILTER(?v op $param)`, if `node prop ?v` holds too."""
        own = [fact for fact in self.facts if fact.graph == self.graph]
        for said, value in self._said(own, prop):
            for fact, part in self.tests:
                if value.kind == "var" and fact.shown(said) and compares(part, op, value, param):
                    return _place(part)
        return None

    def open_after(self, ends: Ends) -> Token | None:
        """Return the place where nodes with all these properties at or before their parameters, and only they, go."""
        for fact, part in self.tests:
            if isinstance(part, Exists) and self._not_exists(fact, part, ends):
                return _place(part)
        return self._optional(ends)

    def _not_exists(self, fact: Fact, exists: Exists, ends: Ends) -> bool:
        """Whether it is `NOT EXISTS { node p1 ?a ; p2 ?b FILTER(?a <= $x && ?b <= $y) }`, with nothing more inside.

        More patterns inside would let more through; a variable that is bound outside too would ask for that one value.
        """
        inside = fact.opened(exists.group, "exists")
        if not exists.negated or any(not isinstance(part.element, (Triple, Filter)) for part in inside):
            return False
        if any(part.graph != self.graph for part in inside) or not self._bound_for(fact):
            return False
        patterns = [part for part in inside if isinstance(part.element, Triple)]
        values = {prop: self._value(patterns, prop) for prop in ends}
        tests = tests_in(inside)
        dated = {prop: param for prop, param in ends.items() if param is not None}
        if len(patterns) != len(ends) or len(tests) != len(dated) or not self._fresh(values):
            return False
        return all(any(_tests(test, values[prop], "<=", param) for test in tests) for prop, param in dated.items())

    def _bound_for(self, fact: Fact) -> bool:
        """Whether the node has its value where a filter stands, so that the filter speaks of this node alone."""
        names = (name for other in self.facts if fact.shown(other) for name in bound_names(other.element))
        return self.node.is_param or self.node.value in names

    def tells(self, ends: Ends, told: frozenset[str]) -> Token | None:
        """Return the place of `OPTIONAL { node p1 ?a ; p2 ?b }` without a filter, if the answer tells all of them."""
        for _, values, rest in self._optionals(ends):
            if rest == ends and {value.value for value in values.values()} <= told:
                return next(value.token for value in values.values())
        return None

    def _optional(self, ends: Ends) -> Token | None:
        """Return the place of the FILTER in `OPTIONAL { node p1 ?a ; p2 ?b } FILTER(!BOUND(?a) || $x < ?a || $y < ?b)`."""
        for outside, values, rest in self._optionals(ends):
            for fact, part in self.tests:
                shown = all(fact.shown(optional) for optional in outside)
                if shown and self._open_or_later(_disjuncts(part), values, rest):
                    return _place(part)
        return None

    def _optionals(self, ends: Ends) -> Iterator[tuple[list[Fact], dict[str, Term], dict[str, str]]]:
        """Yield the OPTIONALs of these properties with their variables, and the comparisons that are still to be made.

        Nothing more may stand inside. The properties may stand in an OPTIONAL each; and where one OPTIONAL has them all, a
        `?b <= $y` inside it says the same as the `$y < ?b` outside.
        """
        found = [
            (fact, fact.opened(fact.element.group, "optional")) for fact in self.facts if isinstance(fact.element, Optional)
        ]
        alone = [(fact, inside) for fact, inside in found if self._only(inside, ends)]
        together = ([fact for fact, _ in alone], tuple(part for _, inside in alone for part in inside))
        for outside, inside in (*(([fact], inside) for fact, inside in found), together):
            patterns = [part for part in inside if isinstance(part.element, Triple) and part.graph == self.graph]
            tests = tests_in(inside)
            values = {prop: self._value(patterns, prop) for prop in ends}
            dated = {prop: param for prop, param in ends.items() if param is not None}
            tested = [p for p, param in dated.items() if any(_tests(test, values[p], "<=", param) for test in tests)]
            bare = all(isinstance(part.element, Triple | Filter) for part in inside)
            if bare and len(patterns) == len(ends) and len(tests) == len(tested) and self._fresh(values, written=1):
                yield outside, _terms(values), {prop: dated[prop] for prop in dated if prop not in tested}

    def _open_or_later(self, options: list[Expr], values: dict[str, Term], rest: dict[str, str]) -> bool:
        """Whether the alternatives are `!BOUND(?first)` and, for each of the rest, `?value > $param`."""
        first = next(iter(values.values()))
        later = [any(compares(option, ">", values[prop], rest[prop]) for option in options) for prop in rest]
        return any(_unbound(option, first) for option in options) and all(later) and len(options) == len(rest) + 1

    def _only(self, part: tuple[Fact, ...], ends: Ends) -> bool:
        """Whether an OPTIONAL holds patterns of these properties and nothing else."""
        return all(any(True for prop in ends for _ in self._said([fact], prop)) for fact in part)

    def _value(self, patterns: list[Fact], prop: str) -> tuple[Fact, Term] | None:
        return next(self._said(patterns, prop), None)

    def _fresh(self, values: dict[str, tuple[Fact, Term] | None], written: int = 0) -> bool:
        """Whether each is a variable that stands only `written` times outside filters."""
        names = [name for fact in self.facts for name in bound_names(fact.element)]
        found = [value for value in _terms(values).values() if value.kind == "var" and not value.is_param]
        distinct = len({value.value for value in found}) == len(values)
        return distinct and all(names.count(value.value) == written for value in found)

    def _said(self, facts: Iterable[Fact], prop: str) -> Iterator[tuple[Fact, Term]]:
        """Yield the patterns `node prop ?value`, with the value."""
        for fact in facts:
            triple = fact.element
            if not (isinstance(triple, Triple) and isinstance(triple.path, Link) and triple.subject.same(self.node)):
                continue
            if not triple.path.inverse and triple.path.term.value == f"{KG}{prop}":
                yield fact, triple.object


def _terms(values: dict[str, tuple[Fact, Term] | None]) -> dict[str, Term]:
    return {prop: value[1] for prop, value in values.items() if value is not None}


def tests_in(facts: Iterable[Fact]) -> list[tuple[Fact, Expr]]:
    """Return what the filters of these facts ask, part by part."""
    filters = [(fact, fact.element) for fact in facts if isinstance(fact.element, Filter)]
    return [(fact, part) for fact, element in filters for part in conjuncts(element.expr)]


def _tests(test: tuple[Fact, Expr], value: tuple[Fact, Term] | None, op: str, param: str) -> bool:
    return value is not None and test[0].shown(value[0]) and compares(test[1], op, value[1], param)


def _place(part: Expr) -> Token:
    return next(term.token for term in terms_of(part) if term.token is not None)


def conjuncts(expr: Expr) -> Iterator[Expr]:
    """Yield the parts of an expression that all have to hold."""
    if isinstance(expr, Call) and expr.op == "&&":
        for arg in expr.args:
            yield from conjuncts(arg)
    else:
        yield expr


def _disjuncts(expr: Expr) -> list[Expr]:
    if isinstance(expr, Call) and expr.op == "||":
        return [option for arg in expr.args for option in _disjuncts(arg)]
    return [expr]


def compares(expr: Expr, op: str, value: Term, param: str) -> bool:
    """Whether an expression is `?value op $param`, written either way round."""
    if not isinstance(expr, Call) or len(expr.args) != 2:
        return False
    left, right = expr.args
    swapped = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}.get(expr.op)
    for sign, first, second in ((expr.op, left, right), (swapped, right, left)):
        terms = isinstance(first, Term) and isinstance(second, Term) and (first.same(value), second.is_param, second.value)
        if sign == op and terms == (True, True, param):
            return True
    return False


def _unbound(expr: Expr, value: Term) -> bool:
    if not isinstance(expr, Call) or expr.op != "!" or not isinstance(expr.args[0], Call):
        return False
    inner = expr.args[0]
    return inner.op == "BOUND" and isinstance(inner.args[0], Term) and inner.args[0].same(value)
