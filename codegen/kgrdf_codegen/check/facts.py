"""What a group says of every solution, and which filters see which variables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from kgrdf_codegen.check.paths import links
from kgrdf_codegen.check.tree import (
    Bind,
    Block,
    Call,
    Element,
    Expr,
    Filter,
    Group,
    Optional,
    Triple,
    Union,
    Values,
    bound_names,
    terms_of,
)

__all__ = ["Beside", "Fact", "Sight", "conjuncts", "flatten", "names_in", "tests_in"]

Scope: TypeAlias = tuple[int, ...]
"""The groups in which something stands, from the outermost on."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The groups around something, and the groups whose variables a filter that stands there has."""

    scope: Scope = ()
    sees: tuple[Scope, ...] = ()
    """Its own group's, the one around an OPTIONAL, and those around an EXISTS."""
    always: tuple[Scope, ...] = ()
    """Those around an EXISTS, whose values are put in before it runs, for every filter below, however deep."""

    def within(self, group: Group, kind: str = "group") -> Sight:
        """Return how it is inside a group of a kind: `group`, `optional`, `minus`, `exists` or `select`."""
        if kind == "select":
            return Sight().within(group)
        scope = (id(group),) if kind in ("minus", "exists") else (*self.scope, id(group))  # what it binds stays inside it
        always = self.sees if kind == "exists" else self.always
        around = self.sees[:1] if kind == "optional" else ()
        return Sight(scope, (scope, *around, *always), always)


@dataclass(frozen=True)
class Fact:
    """Something that a group says of every solution, and the graph that it says it in."""

    graph: str
    """`current`, `history`, or another name as written."""
    element: Element
    sight: Sight
    _opened: dict[tuple[int, str], tuple[Fact, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @cached_property
    def bound(self) -> Counter[str]:
        """The variables that it may bind, as often as it does."""
        return Counter(bound_names(self.element))

    @cached_property
    def named(self) -> frozenset[str]:
        """The variables and all else that it names, at any depth."""
        return frozenset(term.value for term in terms_of(self.element))

    def shown(self, other: Fact) -> bool:
        """Whether a filter that stands here has the variables of another fact; elsewhere they are unbound for it."""
        return any(other.within(group) for group in self.sight.sees)

    def beside(self, other: Fact) -> bool:
        """Whether another fact stands in the group of this one, or in plain braces there."""
        return other.within(self.sight.scope)

    def joined(self, other: Fact) -> bool:
        """Whether no border of a MINUS or EXISTS lies between this and another fact."""
        return self.sight.scope[0] == other.sight.scope[0]

    def within(self, group: Scope) -> bool:
        """Whether it stands in a group or in plain braces there."""
        return self.sight.scope[: len(group)] == group

    def opened(self, group: Group, kind: str = "group") -> tuple[Fact, ...]:
        """Return what a group says that stands in this element."""
        place = (id(group), kind)
        if place not in self._opened:
            self._opened[place] = flatten(group, self.graph, self.sight.within(group, kind))
        return self._opened[place]


class Beside:
    """What stands beside the elements of a group, found by name: an element with many others is looked at in short time."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.facts = facts
        self.bound = {id(fact): frozenset(bound_names(fact.element)) for fact in facts}
        self.often = Counter(name for names in self.bound.values() for name in names)
        sure = {name for fact in facts if isinstance(fact.element, Triple | Values) for name in self.bound[id(fact)]}
        self.reads: dict[int, set[str]] = {}
        self.telling: dict[str, list[tuple[int, Fact]]] = defaultdict(list)
        for place, fact in enumerate(facts):
            tests = isinstance(fact.element, Filter | Bind)
            for name in names_in(fact.element) if tests else self.bound[id(fact)]:
                if isinstance(fact.element, Optional) and name in sure:
                    continue
                self.telling[name].append((place, fact))

    def bind(self, fact: Fact) -> frozenset[str]:
        """Return the variables that the elements beside one bind."""
        return frozenset(self.often) - self.own(fact)

    def own(self, fact: Fact) -> frozenset[str]:
        """Return the variables that an element alone binds."""
        return frozenset(name for name in self.bound[id(fact)] if self.often[name] == 1)

    def that_tell(self, names: Iterable[str], fact: Fact) -> list[Fact]:
        """Return the elements beside one that tell what some variables hold, and what those read for it."""
        met, left, found = {*names}, [*names], dict[int, Fact]()
        while left:
            for place, other in self.telling.get(left.pop(), ()):
                if other is not fact and place not in found:
                    found[place] = other
                    if place not in self.reads:
                        self.reads[place] = _read(other.element)
                    more = self.reads[place] - met
                    met |= more
                    left += more
        return [found[place] for place in sorted(found)]


def _read(element: Element) -> set[str]:
    """Return the variables on which it depends what an element gives to others."""
    if isinstance(element, Triple):
        return {link.term.value for link in links(element.path) if link.term.kind == "var"}
    return names_in(element) if isinstance(element, Optional | Filter | Bind) else set()


def names_in(element: Element) -> set[str]:
    """Return the variables of which an element speaks, at any depth."""
    return {term.value for term in terms_of(element) if term.kind == "var"}


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


def tests_in(facts: Iterable[Fact]) -> list[tuple[Fact, Expr]]:
    """Return what the filters of these facts ask, part by part."""
    filters = [(fact, fact.element) for fact in facts if isinstance(fact.element, Filter)]
    return [(fact, part) for fact, element in filters for part in conjuncts(element.expr)]


def conjuncts(expr: Expr) -> Iterator[Expr]:
    """Yield the parts of an expression that all have to hold."""
    if isinstance(expr, Call) and expr.op == "&&":
        for arg in expr.args:
            yield from conjuncts(arg)
    else:
        yield expr
