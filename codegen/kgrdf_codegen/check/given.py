"""Which variables hang together with what the caller gives, told branch by branch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import count

from kgrdf_codegen.check.comparisons import Comparisons
from kgrdf_codegen.check.tree import (
    Bind,
    Block,
    Call,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    Optional,
    Select,
    Term,
    Triple,
    Union,
    Values,
    bound_names,
    terms_of,
    walk,
)
from kgrdf_codegen.check.truth import Asked, cases, needed

__all__ = ["Inputs", "joined"]

_GIVEN = ""
"""Stands for everything that the caller gives; no variable is called so."""
_MOST = 512
"""Of more branches than these, one is made that has what all have in common."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a caller gives."""

    always: frozenset[str]
    """The names of what has a value in every call."""
    perhaps: frozenset[str] = frozenset()
    """And of what may be left out: a condition on it holds in the calls alone that give it, and a list is then no list."""


@dataclass(frozen=True, slots=True)
class _Link:
    """Variables that one pattern or condition names together."""

    names: frozenset[str]
    makes: str | None = None
    """Of a BIND, what it makes of them."""

    def renamed(self, kept: frozenset[str], mark: str) -> _Link:
        names = frozenset(name if name in kept or name == _GIVEN else mark + name for name in self.names)
        return _Link(names, self.makes if self.makes is None or self.makes in kept else mark + self.makes)


@dataclass(frozen=True, slots=True)
class _Branch:
    """One way in which a pattern has a solution: an arm of each UNION, with or without each OPTIONAL, a case of each ||."""

    links: frozenset[_Link] = frozenset()
    bound: frozenset[str] = frozenset()
    needed: frozenset[str] = frozenset()
    """What its conditions need a value of."""

    def __and__(self, other: _Branch) -> _Branch:
        return _Branch(self.links | other.links, self.bound | other.bound, self.needed | other.needed)

    def common(self, other: _Branch) -> _Branch:
        """Return what two branches have in common, of what proves something."""
        return _Branch(self.links & other.links, self.bound | other.bound, self.needed & other.needed)

    def inner(self, kept: frozenset[str], mark: str) -> _Branch:
        """Return the branch as it is seen from outside, where only some of its variables are known."""
        return _Branch(frozenset(link.renamed(kept, mark) for link in self.links), self.bound & kept)

    def reached(self, inputs: frozenset[str]) -> frozenset[str]:
        """Return the variables that hang together with the inputs, over any number of links.

        What a BIND makes of an input and of something else joins the two only where it is asked for in its turn.
        """
        asked = {name for link in self.links if link.makes is None for name in link.names}
        found, before = {_GIVEN, *inputs}, (0, 0)
        while before != (len(asked), len(found)):
            before = len(asked), len(found)
            for link in self.links:
                if link.makes is None:
                    found |= link.names if link.names & found else frozenset()
                elif link.makes in asked:
                    asked |= link.names
                    found |= {link.makes, *link.names} if {link.makes, *link.names} & found else frozenset()
                elif link.names and link.names <= found:
                    found.add(link.makes)
        return frozenset(found)


_NOTHING = _Branch()


def joined(where: Group, inputs: Inputs, told: frozenset[str]) -> list[frozenset[str]]:
    """Return the variables that hang together with an input, for each branch in which all of `told` may have a value."""
    found = _Branches(where, inputs, told).of(where)
    wanted = told - inputs.always - inputs.perhaps
    return [branch.reached(inputs.always) for branch in found if branch.needed | wanted <= branch.bound]


@dataclass
class _Branches:
    where: Group
    inputs: Inputs
    told: frozenset[str]
    marks: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        elements = [element for element, _ in walk(self.where)]
        conditions = [expr for one in elements for expr in _conditions(one)]
        self.made = {element.var.value: element.expr for element in elements if isinstance(element, Bind)}
        self.asked = self.told | {term.value for expr in (*conditions, *self.made.values()) for term in terms_of(expr)}
        self.visible = frozenset(name for element in self.where.elements for name in bound_names(element))
        self.comparisons = Comparisons((), frozenset())

    def of(self, group: Group) -> list[_Branch]:
        return self._all(self._element(element) for element in group.elements)

    def _all(self, parts: Iterable[list[_Branch]]) -> list[_Branch]:
        """Return the branches of what holds together."""
        found = [_NOTHING]
        for part in parts:
            others = part if len(found) * len(part) <= _MOST else [reduce(_Branch.common, part)]
            found = [*dict.fromkeys(branch & other for branch in found for other in others)]
        return found

    def _element(self, element: Element) -> list[_Branch]:
        match element:
            case Triple() | Values():
                names = frozenset(bound_names(element))
                return [_Branch(frozenset({self._link(names)}), names)]
            case Bind():
                names = frozenset(term.value for term in terms_of(element.expr) if term.kind == "var")
                return [_Branch(frozenset({self._link(names, element.var.value)}), frozenset({element.var.value}))]
            case Block():
                return self.of(element.group)
            case Union():
                return [branch for arm in element.arms for branch in self.of(arm)]
            case Optional() if not self.asked.isdisjoint(bound_names(element)):
                return [*self.of(element.group), _NOTHING]
            case Filter():
                return self._condition(element.expr)
            case Select():
                return self._select(element)
            case _:
                return [_NOTHING]

    def _select(self, select: Select) -> list[_Branch]:
        inside = [self.of(select.group), *map(self._condition, select.having)]
        inside += [self._element(select.values)] if select.values else []
        for term, expr in zip(select.computed, select.expressions, strict=False):
            inside.append(self._element(Bind(expr, term)))
        kept, mark = frozenset(bound_names(select)), f"{next(self.marks)} "
        return [branch.inner(kept, mark) for branch in self._all(inside) if branch.needed <= branch.bound]

    def _condition(self, expr: Expr, wanted: bool = True, through: frozenset[str] = frozenset()) -> list[_Branch]:
        """Return the cases in which an expression comes out so; in one of which nothing is known, nothing is joined."""
        found = cases(expr, wanted)
        if found is None:
            return [_NOTHING]
        return [branch for case in found for branch in self._all(self._simple(asked, through) for asked in case)]

    def _simple(self, asked: Asked, through: frozenset[str]) -> list[_Branch]:
        expr = asked.expr
        if isinstance(expr, Exists):
            mark = f"{next(self.marks)} "
            found = self.of(expr.group) if asked.wanted else [_NOTHING]
            return [_Branch(branch.inner(self.visible, mark).links) for branch in found]
        if isinstance(expr, Call) and expr.op == "COALESCE":
            return [branch for arg in expr.args for branch in self._condition(arg, asked.wanted, through)]
        if isinstance(expr, Term) and expr.value in self.made and expr.value not in through:
            return self._condition(self.made[expr.value], asked.wanted, through | {expr.value})
        links = frozenset(self._link(frozenset(names), perhaps=True) for names in self.comparisons.across(asked))
        return [_Branch(links, needed=needed(asked.expr, asked.wanted))]

    def _link(self, names: frozenset[str], makes: str | None = None, *, perhaps: bool = False) -> _Link:
        given = self.inputs.always | self.inputs.perhaps if perhaps else self.inputs.always
        return _Link(names | {_GIVEN} if names & given else names, makes)


def _conditions(element: Element) -> tuple[Expr, ...]:
    if isinstance(element, Filter):
        return (element.expr,)
    return element.expressions if isinstance(element, Select) else ()
