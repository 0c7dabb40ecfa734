"""Which variables a condition joins: those that it compares with each other, not those of which it computes one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from kgrdf_codegen.check.facts import Fact, conjuncts, flatten
from kgrdf_codegen.check.tree import Bind, Call, Exists, Expr, Filter, Term, bound_names, terms_of
from kgrdf_codegen.check.truth import Asked, cases, needed

__all__ = ["Comparisons", "grouped"]

_ORDERS = ("<", "<=", ">", ">=")
_JOINING = ("=", "sameTerm", "CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "LANGMATCHES", *_ORDERS)
_JOINING_NEGATED = ("!=", *_ORDERS)
_COMPARING = (*_JOINING, "!=", "IN", "NOT IN", "STRBEFORE", "STRAFTER", "REPLACE")
_MEASURES = ("+", "-", "*", "/", "UnaryMinus", "UnaryPlus", "ABS", "ROUND", "CEIL", "FLOOR")
"""What they make is compared as its parts are: `?a - ?b = 1` is `?a = ?b + 1`."""


class Comparisons:
    """The comparisons of a group, with what its BINDs make taken for what they make it of."""

    def __init__(self, facts: Iterable[Fact], fixed: Set[str]) -> None:
        self.facts = [*facts]
        self.fixed = fixed
        self.made = {fact.element.var.value: fact.element.expr for fact in self.facts if isinstance(fact.element, Bind)}
        self.reads: dict[str, frozenset[str]] = {}
        """What each BIND reads, itself or through other ones."""
        for name, expr in self.made.items():
            self.reads[name] = self._read(expr)
        self._told: dict[tuple[str, bool], list[set[str]]] = {}

    def joined(self, fact: Fact) -> list[set[str]]:
        """Return the variables that the conditions of a FILTER join with each other, each set by one condition."""
        return [names - self.fixed for part in _conditions([fact]) for names in self.of(part)]

    def of(self, expr: Expr, wanted: bool = True) -> list[set[str]]:
        """Return the variables that an expression joins where it comes out so; of alternatives, each has to join some."""
        found = cases(expr, wanted)
        if found is None:
            return [{*self._read(expr)}]
        joined = [[names for asked in case for names in self._by(asked)] for case in found]
        if len(joined) == 1:
            return joined[0]
        return [set[str]().union(*(names for case in joined for names in case))] if all(joined) else []

    def needed(self) -> set[str]:
        """Return the variables that have a value wherever the filters are true."""
        found: set[str] = set()
        for part in _conditions(self.facts):
            found |= needed(part, True)
        for name, expr in reversed(self.made.items()):
            found |= needed(expr) if name in found else frozenset()
        return found

    def _by(self, asked: Asked) -> list[set[str]]:
        expr = asked.expr
        if isinstance(expr, Exists):
            return self._there(expr) if asked.wanted else []
        if isinstance(expr, Term) and expr.value in self.made:
            key = expr.value, asked.wanted
            if key not in self._told:
                self._told[key] = []
                self._told[key] = self.of(self.made[expr.value], asked.wanted)
            return self._told[key]
        if not isinstance(expr, Call):
            return []
        found = self.across(asked)
        # What is made of a comparison, as by IF, tells the pairs apart whatever is asked of it.
        inside = (call for arg in expr.args for call in self._calls(arg, set()) if call.op in _COMPARING)
        return found or [names for call in inside for names in self._across(call)]

    def across(self, asked: Asked) -> list[set[str]]:
        """Return the variables that a condition weighs against each other, if it is a comparison that tells them apart."""
        expr = asked.expr
        told = isinstance(expr, Call) and expr.op in (_JOINING if asked.wanted else _JOINING_NEGATED)
        return self._across(expr) if isinstance(expr, Call) and told else []

    def _there(self, exists: Exists) -> list[set[str]]:
        """Return the variables that are joined where something exists."""
        inside = flatten(exists.group, "")
        tests = [(names, fact) for fact in inside for names in Comparisons(inside, self.fixed).joined(fact)]
        there = grouped((*((bound_names(fact.element), fact) for fact in inside), *tests))
        return [names.union(*(self.reads.get(name, ()) for name in names)) for names, _ in there]

    def _across(self, call: Call) -> list[set[str]]:
        """Return the variables on the sides of a comparison, if there are any on two of them."""
        sides = {side for arg in call.args for side in self._sides(arg, set()) if side}
        return [set[str]().union(*sides)] if len(sides) > 1 else []

    def _calls(self, expr: Expr, seen: set[str]) -> Iterator[Call]:
        if isinstance(expr, Term) and expr.value in self.made and expr.value not in seen:
            seen.add(expr.value)
            yield from self._calls(self.made[expr.value], seen)
        elif isinstance(expr, Call):
            yield expr
            for arg in expr.args:
                yield from self._calls(arg, seen)

    def _sides(self, expr: Expr, seen: set[str]) -> Iterator[frozenset[str]]:
        """Yield the variables of each value that a comparison weighs against others."""
        if isinstance(expr, Term) and expr.value in self.made:
            if expr.value not in seen:
                seen.add(expr.value)
                yield from self._sides(self.made[expr.value], seen)
        elif isinstance(expr, Call) and expr.op in _MEASURES:
            for arg in expr.args:
                yield from self._sides(arg, seen)
        else:
            yield self._read(expr) - self.fixed

    def _read(self, expr: Expr) -> frozenset[str]:
        names = frozenset(term.value for term in terms_of(expr) if term.kind == "var")
        return names.union(*(self.reads.get(name, ()) for name in names))


def grouped(items: Iterable[tuple[Iterable[str], Fact]]) -> list[tuple[set[str], list[Fact]]]:
    """Return what names variables, put together where it shares one."""
    parts: list[tuple[set[str], list[Fact]]] = []
    for found, fact in items:
        names = {*found}
        joined = [part for part in parts if part[0] & names]
        if names:
            parts = [part for part in parts if not part[0] & names]
            facts = [fact for _, facts in joined for fact in facts]
            parts.append((names.union(*(part[0] for part in joined)), [*facts, fact]))
    return parts


def _conditions(facts: Iterable[Fact]) -> Iterator[Expr]:
    for fact in facts:
        if isinstance(fact.element, Filter):
            yield from conjuncts(fact.element.expr)
