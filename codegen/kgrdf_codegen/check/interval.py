"""The proof that a group lets through only what is visible at the instants that the caller asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
)
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.reader import KG

__all__ = ["MISSING", "RECORDED_BY", "Fact", "flatten", "proven"]

MISSING = {
    "current": (
        "add `?s kg:validFrom ?from FILTER(?from <= $now)` and "
        "`FILTER NOT EXISTS { ?s kg:validTo ?to FILTER(?to <= $now) }` with a ?to of its own, or promise @time all"
    ),
    "asof": (
        "add `?s kg:recordedAt ?at ; kg:validFrom ?from FILTER(?at <= $knownAt && ?from <= $asOf)`, "
        "`FILTER NOT EXISTS { ?s kg:retractedAt ?gone FILTER(?gone <= $knownAt) }` and "
        "`FILTER NOT EXISTS { ?s kg:validTo ?to ; kg:endRecordedAt ?known FILTER(?to <= $asOf && ?known <= $knownAt) }`, "
        "each with variables of its own"
    ),
}
RECORDED_BY = {
    f"{KG}Derivation": "extractedAt",
    f"{KG}Contradiction": "detectedAt",
    f"{KG}Supersession": "recordedAt",
    f"{KG}Mention": "recordedAt",
    f"{KG}Document": "ingestedAt",
    f"{KG}Chunk": "recordedAt",
    f"{KG}Entity": "recordedAt",
    f"{KG}Concept": "recordedAt",
}
"""What else a memory holds, and the property that says when it was learned."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a group says of every solution, and the graph that it says it in."""

    graph: str
    """`current`, `history`, or another name as written."""
    element: Element


def flatten(group: Group, graph: str) -> tuple[Fact, ...]:
    """Return what a group says, with GRAPH blocks and plain braces opened: they join like what stands beside them."""
    facts: list[Fact] = []
    for element in group.elements:
        if isinstance(element, Block):
            facts += flatten(element.group, element.name.value)
        elif isinstance(element, Union) and len(element.arms) == 1:
            facts += flatten(element.arms[0], graph)
        else:
            facts.append(Fact(graph, element))
    return tuple(facts)


def proven(cls: str, node: Term, facts: tuple[Fact, ...], time: str) -> bool:
    """Whether the facts let a node of a class through only when it is visible.

    A statement must be filtered whole in one graph: the parts of two graphs say nothing together. A UNION proves it if
    every arm does, a subselect if it projects the node and proves it alone.
    """
    if any(_proven_in(graph, cls, node, facts, time) for graph in sorted({fact.graph for fact in facts})):
        return True
    for fact in facts:
        inner = fact.element
        if isinstance(inner, Union) and len(inner.arms) > 1:
            rest = tuple(other for other in facts if other is not fact)
            if all(proven(cls, node, rest + flatten(arm, fact.graph), time) for arm in inner.arms):
                return True
        projected = isinstance(inner, Select) and (inner.star or any(term.same(node) for term in inner.projection))
        if isinstance(inner, Select) and projected and proven(cls, node, flatten(inner.group, fact.graph), time):
            return True
    return False


def _proven_in(graph: str, cls: str, node: Term, facts: tuple[Fact, ...], time: str) -> bool:
    proof = _Proof(graph, node, facts)
    if cls != STATEMENT:
        return proof.at_most(RECORDED_BY[cls], "knownAt")
    if time == "current":
        return proof.at_most("validFrom", "now") and proof.open_after({"validTo": "now"})
    return (
        proof.at_most("recordedAt", "knownAt")
        and proof.at_most("validFrom", "asOf")
        and proof.open_after({"retractedAt": "knownAt"})
        and proof.open_after({"validTo": "asOf", "endRecordedAt": "knownAt"})
    )


class _Proof:
    def __init__(self, graph: str, node: Term, facts: tuple[Fact, ...]) -> None:
        self.graph = graph
        self.node = node
        self.facts = facts
        self.filters = [part for fact in facts if isinstance(fact.element, Filter) for part in _conjuncts(fact.element.expr)]

    def at_most(self, prop: str, param: str) -> bool:
        """Whether `node prop ?v` and `FILTER(?v <= $param)` both hold."""
        own = [fact for fact in self.facts if fact.graph == self.graph]
        values = [triple.object for triple in self._saying(own, prop) if triple.object.kind == "var"]
        return any(_compares(part, "<=", value, param) for value in values for part in self.filters)

    def open_after(self, ends: dict[str, str]) -> bool:
        """Whether nodes with all these properties at or before their parameters are left out, and only by that."""
        return any(self._not_exists(part, ends) for part in self._exists()) or self._optional(ends)

    def _exists(self) -> Iterator[tuple[str, Exists]]:
        for fact in self.facts:
            if isinstance(fact.element, Filter):
                for part in _conjuncts(fact.element.expr):
                    if isinstance(part, Exists) and part.negated:
                        yield fact.graph, part

    def _not_exists(self, found: tuple[str, Exists], ends: dict[str, str]) -> bool:
        """Whether it is `{ node p1 ?a ; p2 ?b FILTER(?a <= $x && ?b <= $y) }`, with nothing more inside.

        More patterns inside would let more through; a variable that is bound outside too would ask for that one value.
        """
        graph, exists = found
        inside = flatten(exists.group, graph)
        patterns = [fact for fact in inside if isinstance(fact.element, Triple)]
        tests = [part for fact in inside if isinstance(fact.element, Filter) for part in _conjuncts(fact.element.expr)]
        if any(not isinstance(fact.element, (Triple, Filter)) or fact.graph != self.graph for fact in inside):
            return False
        values = {prop: self._value(patterns, prop) for prop in ends}
        if len(patterns) != len(ends) or len(tests) != len(ends) or not self._fresh(values):
            return False
        return all(any(_compares(test, "<=", values[prop], ends[prop]) for test in tests) for prop in ends)

    def _optional(self, ends: dict[str, str]) -> bool:
        """Whether `OPTIONAL { node p1 ?a ; p2 ?b } FILTER(!BOUND(?a) || $x < ?a || $y < ?b)` holds, with nothing more.

        The properties may stand in an OPTIONAL each; and where one OPTIONAL has them all, a `?b <= $y` inside it says the
        same as the `$y < ?b` outside.
        """
        optionals = [flatten(fact.element.group, fact.graph) for fact in self.facts if isinstance(fact.element, Optional)]
        for inside in (*optionals, tuple(fact for part in optionals if self._only(part, ends) for fact in part)):
            patterns = [fact for fact in inside if isinstance(fact.element, Triple) and fact.graph == self.graph]
            tests = [part for fact in inside if isinstance(fact.element, Filter) for part in _conjuncts(fact.element.expr)]
            values = {prop: self._value(patterns, prop) for prop in ends}
            tested = [prop for prop in ends if any(_compares(test, "<=", values[prop], ends[prop]) for test in tests)]
            bare = all(isinstance(fact.element, Triple | Filter) for fact in inside)
            if not bare or len(patterns) != len(ends) or len(tests) != len(tested):
                continue
            if not self._fresh(values, written=1):
                continue
            rest = {prop: ends[prop] for prop in ends if prop not in tested}
            if any(self._open_or_later(_disjuncts(part), values, rest) for part in self.filters):
                return True
        return False

    def _open_or_later(self, options: list[Expr], values: dict[str, Term | None], rest: dict[str, str]) -> bool:
        """Whether the alternatives are `!BOUND(?first)` and, for each of the rest, `?value > $param`."""
        first = next(iter(values.values()))
        later = [any(_compares(option, ">", values[prop], rest[prop]) for option in options) for prop in rest]
        return any(_unbound(option, first) for option in options) and all(later) and len(options) == len(rest) + 1

    def _only(self, part: tuple[Fact, ...], ends: dict[str, str]) -> bool:
        """Whether an OPTIONAL holds patterns of these properties and nothing else."""
        return all(any(True for prop in ends for _ in self._saying([fact], prop)) for fact in part)

    def _value(self, patterns: list[Fact], prop: str) -> Term | None:
        return next((triple.object for triple in self._saying(patterns, prop)), None)

    def _fresh(self, values: dict[str, Term | None], written: int = 0) -> bool:
        """Whether each is a variable that stands only `written` times outside filters."""
        names = [name for fact in self.facts for name in bound_names(fact.element)]
        found = [value for value in values.values() if value is not None and value.kind == "var" and not value.is_param]
        distinct = len({value.value for value in found}) == len(values)
        return distinct and all(names.count(value.value) == written for value in found)

    def _saying(self, facts: list[Fact], prop: str) -> Iterator[Triple]:
        """Yield the patterns `node prop …`."""
        for fact in facts:
            triple = fact.element
            if not (isinstance(triple, Triple) and isinstance(triple.path, Link) and triple.subject.same(self.node)):
                continue
            if not triple.path.inverse and triple.path.term.value == f"{KG}{prop}":
                yield triple


def _conjuncts(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Call) and expr.op == "&&":
        for arg in expr.args:
            yield from _conjuncts(arg)
    else:
        yield expr


def _disjuncts(expr: Expr) -> list[Expr]:
    if isinstance(expr, Call) and expr.op == "||":
        return [option for arg in expr.args for option in _disjuncts(arg)]
    return [expr]


def _compares(expr: Expr, op: str, value: Term | None, param: str) -> bool:
    """Whether an expression is `?value op $param`, written either way round."""
    if value is None or not isinstance(expr, Call) or len(expr.args) != 2:
        return False
    left, right = expr.args
    swapped = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}.get(expr.op)
    for sign, first, second in ((expr.op, left, right), (swapped, right, left)):
        terms = isinstance(first, Term) and isinstance(second, Term) and (first.same(value), second.is_param, second.value)
        if sign == op and terms == (True, True, param):
            return True
    return False


def _unbound(expr: Expr, value: Term | None) -> bool:
    if value is None or not isinstance(expr, Call) or expr.op != "!" or not isinstance(expr.args[0], Call):
        return False
    inner = expr.args[0]
    return inner.op == "BOUND" and isinstance(inner.args[0], Term) and inner.args[0].same(value)
