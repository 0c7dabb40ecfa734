"""What a condition can come to, where the dates of a node lie before, at or after the instants of the caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from rdflib import XSD

from kgrdf_codegen.check.facts import Fact, tests_in
from kgrdf_codegen.check.tree import (
    Bind,
    Call,
    Exists,
    Expr,
    Filter,
    Link,
    Minus,
    Optional,
    Term,
    Triple,
    bound_names,
    terms_of,
)
from kgrdf_codegen.reader import KG

__all__ = ["Dates", "Outcomes", "Position", "State", "Told", "Witness"]

Dates: TypeAlias = Mapping[str, str | None]
"""Properties that date something, each with the parameter that it is held against; None where only its presence counts."""
Position: TypeAlias = int | None
"""Where a date lies: before the instant (-1), at it (0) or after it (1); None where the node has no such date."""
State: TypeAlias = Mapping[str, Position]
"""The position of each date."""
Outcomes: TypeAlias = frozenset[bool | None]
"""What something may come to; None is an error, or no value."""
_Date: TypeAlias = tuple[str, frozenset[Position]]
"""A date as an expression gives it: its property, and where it may lie."""

_ANY: Outcomes = frozenset({True, False, None})
_PERHAPS: Outcomes = frozenset({True, False})
_SIGNS: Mapping[str, tuple[int, ...]] = {
    "<": (-1,),
    "<=": (-1, 0),
    "=": (0,),
    "!=": (-1, 1),
    ">=": (0, 1),
    ">": (1,),
}
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_LAST = 253402300799999
"""The last instant that a memory keeps, which stands for no end where it is written out."""


@dataclass(frozen=True, slots=True)
class _View:
    """The place of an expression, by which it sees some of the facts around it."""

    fact: Fact
    bind: bool = False
    """It stands in a BIND, which sees what stands before it in its own group."""


class Witness:
    """What the facts of a group say of the dates of one node in one graph, one position of each date taken at a time."""

    def __init__(
        self, graph: str, node: Term, dates: Dates, facts: tuple[Fact, ...], around: Counter[str] | None = None
    ) -> None:
        """`around` counts the variables outside these facts."""
        self.graph = graph
        self.node = node
        self.dates = dates
        self.facts = facts
        self.outside: tuple[Witness, _View] | None = None
        """Of an EXISTS: what it stands in, the values of which are put in."""
        self.names = Counter(name for fact in facts for name in bound_names(fact.element))
        self.names.update(around or {})
        self.order = {id(fact): index for index, fact in enumerate(facts)}
        self.binds = {fact.element.var.value: (fact, fact.element.expr) for fact in facts if isinstance(fact.element, Bind)}
        self.told = [Told(fact, value, prop) for fact, value, prop in self._said()]
        for fact in facts:
            if isinstance(fact.element, Optional):
                inside = self._within(fact.opened(fact.element.group, "optional"), counted=True)
                for _, value, prop in inside._said():
                    if self.names[value.value] == 1:  # else it may have a value from elsewhere
                        self.told.append(Told(fact, value, prop, inside))

    def always(self) -> set[str]:
        """Return the dates that the facts ask for, so that nothing is read that has none."""
        return {prop for _, _, prop in self._patterns()}

    def tests(self) -> Iterator[tuple[Fact, Expr | Minus]]:
        """Yield the conditions that may speak of the node's dates."""
        names = {self.node.value, *self.binds, *(told.value.value for told in self.told)}
        for fact in self.facts:
            if isinstance(fact.element, Minus):
                if any(term.same(self.node) for term in terms_of(fact.element)):
                    yield fact, fact.element
            else:
                for _, test in tests_in([fact]):
                    if any(term.value in names for term in terms_of(test)):
                        yield fact, test

    def comes_to(self, fact: Fact, test: Expr | Minus, state: State) -> Outcomes:
        """Return what a condition comes to, of a FILTER or MINUS, where the dates lie so."""
        if isinstance(test, Minus):
            return self._left(fact, test, state)
        return self._expr(test, _View(fact), state)

    def mentions(self, test: Expr | Minus) -> bool:
        """Whether a condition speaks of one of the dates, by its variable or in a pattern of its own."""
        names = {told.value.value for told in self.told} | {f"{KG}{prop}" for prop in self.dates}
        return any(term.value in names for term in terms_of(test))

    def matched(self, state: State) -> Outcomes:
        """Return whether the patterns and filters find something, where the dates lie so."""
        found = [self._found(fact, state) for fact in self.facts]
        if any(True not in outcomes for outcomes in found):
            return frozenset({False})
        return frozenset({True}) if all(outcomes == {True} for outcomes in found) else _PERHAPS

    def _patterns(self) -> Iterator[tuple[Fact, Term, str]]:
        """Yield the patterns `node prop ?value` of a date, with the value and the property."""
        for fact in self.facts:
            triple = fact.element
            if not isinstance(triple, Triple) or fact.graph != self.graph or not isinstance(triple.path, Link):
                continue
            prop = triple.path.term.value.removeprefix(KG)
            if triple.subject.same(self.node) and not triple.path.inverse and prop in self.dates:
                yield fact, triple.object, prop

    def _said(self) -> Iterator[tuple[Fact, Term, str]]:
        return (said for said in self._patterns() if said[1].kind == "var" and not said[1].is_param)

    def _within(self, facts: tuple[Fact, ...], *, counted: bool = False) -> Witness:
        """Return what facts say that stand inside; those of an OPTIONAL are counted among the names here."""
        names = self.names
        if counted:
            names = names - Counter(name for fact in facts for name in bound_names(fact.element))
        return Witness(self.graph, self.node, self.dates, facts, names)

    def _found(self, fact: Fact, state: State) -> Outcomes:
        match fact.element:
            case Triple():
                patterns = [*self._patterns()]
                dated = next(((value, prop) for own, value, prop in patterns if own is fact), None)
                if dated is None:
                    return _PERHAPS
                value, prop = dated
                if state[prop] is None:
                    return frozenset({False})
                once = [other for _, _, other in patterns].count(prop) == 1
                free = value.kind == "var" and not value.is_param and self.names[value.value] == 1
                return frozenset({True}) if once and free else _PERHAPS
            case Filter():
                return frozenset(outcome is True for outcome in self._expr(fact.element.expr, _View(fact), state))
            case Optional() | Bind():
                return frozenset({True})
            case _:
                return _PERHAPS

    def _left(self, fact: Fact, minus: Minus, state: State) -> Outcomes:
        """Return whether a MINUS leaves a solution: it takes away what has the node in common with what it finds."""
        before = (other.element for other in self.facts if self._sees(_View(fact, bind=True), other))
        if self.node.is_param or not any(isinstance(one, Triple) and self.node.value in bound_names(one) for one in before):
            return frozenset({True})  # with nothing in common, nothing is taken away
        inside = self._within(fact.opened(minus.group))
        if not any(True for _ in inside._patterns()):
            return _PERHAPS
        return frozenset(not outcome for outcome in inside.matched(state))

    def _exists(self, exists: Exists, view: _View, state: State) -> Outcomes:
        seen = (other.element for other in self.facts if self._sees(view, other))
        if not self.node.is_param and not any(self.node.value in bound_names(element) for element in seen):
            return _PERHAPS  # it asks for any node
        inside = self._within(view.fact.opened(exists.group, "exists"))
        inside.outside = (self, view)
        matched = inside.matched(state)
        return frozenset(not outcome for outcome in matched) if exists.negated else matched

    def _sees(self, view: _View, other: Fact) -> bool:
        """Whether a fact gives its variables to an expression; to one of an OPTIONAL or a BIND, only if it stands before."""
        before = self.order[id(other)] < self.order[id(view.fact)]
        if view.bind:
            return before and view.fact.beside(other)
        return view.fact.beside(other) or (before and view.fact.shown(other))

    def _expr(self, expr: Expr, view: _View, state: State) -> Outcomes:
        """Return what an expression may come to as a condition."""
        if isinstance(expr, Exists):
            return self._exists(expr, view, state)
        if isinstance(expr, Term):
            return self._truth(expr, view, state)
        if expr.op in _SIGNS and len(expr.args) == 2:
            return self._compared(expr.op, expr.args[0], expr.args[1], view, state)
        if expr.op == "BOUND" and isinstance(expr.args[0], Term):
            date = self._date(expr.args[0], view, state)
            return _PERHAPS if date is None else frozenset(position is not None for position in date[1])
        if expr.op in ("IN", "NOT IN"):
            first, *others = expr.args
            parts = [self._compared("=", first, other, view, state) for other in others]
            found = _joined(_either, [frozenset({False}), *parts])
            return found if expr.op == "IN" else _negated(found)
        if expr.op not in ("!", "&&", "||", "IF", "COALESCE"):
            return _ANY
        parts = [self._expr(arg, view, state) for arg in expr.args]
        match expr.op:
            case "!":
                return _negated(parts[0])
            case "&&":
                return _joined(_both, parts)
            case "||":
                return _joined(_either, parts)
            case "IF":
                branches = {True: parts[1], False: parts[2], None: frozenset({None})}
                return frozenset(outcome for one in parts[0] for outcome in branches[one])
            case _:
                return _joined(lambda one, other: other if one is None else one, parts)

    def _truth(self, term: Term, view: _View, state: State) -> Outcomes:
        if _is_boolean(term):
            return frozenset({term.value in ("true", "1")})
        if (bind := self._bind(term, view)) is not None:
            return self._expr(bind[1], _View(bind[0], bind=True), state)
        date = self._date(term, view, state)
        return frozenset({None}) if date is not None and date[1] == {None} else _ANY

    def _compared(self, op: str, one: Expr, other: Expr, view: _View, state: State) -> Outcomes:
        for sign, first, second in ((op, one, other), (_SWAPPED[op], other, one)):
            date, param = self._date(first, view, state), self._param(second, view)
            if date is not None and param is not None and self.dates[date[0]] == param:
                return frozenset(None if position is None else position in _SIGNS[sign] for position in date[1])
            if sign in ("=", "!=") and isinstance(second, Term) and _is_boolean(second) and not isinstance(first, Term):
                same = (second.value in ("true", "1")) == (sign == "=")
                outcomes = self._expr(first, view, state)
                return outcomes if same else _negated(outcomes)
        return _ANY

    def _date(self, expr: Expr, view: _View, state: State) -> _Date | None:
        """Return the date that an expression is the value of; None where it may be anything."""
        if isinstance(expr, Call) and expr.op == "COALESCE" and len(expr.args) == 2 and _is_last(expr.args[1]):
            date = self._date(expr.args[0], view, state)
            if date is None or None not in date[1]:
                return date
            return date[0], date[1] - {None} | {0, 1}
        if not isinstance(expr, Term) or expr.is_param:
            return None
        if (bind := self._bind(expr, view)) is not None:
            return self._date(bind[1], _View(bind[0], bind=True), state)
        for told in self.told:
            if told.value.value == expr.value and self._sees(view, told.fact):
                return told.prop, told.positions(state)
        if self.outside is None or view.bind:
            return None
        witness, place = self.outside
        return witness._date(expr, place, state)

    def _param(self, expr: Expr, view: _View) -> str | None:
        """Return the name of the parameter that an expression is, or is an alias of."""
        if isinstance(expr, Term) and expr.is_param:
            return expr.value
        if (bind := self._bind(expr, view)) is not None:
            return self._param(bind[1], _View(bind[0], bind=True))
        if self.outside is None or view.bind:
            return None
        witness, place = self.outside
        return witness._param(expr, place)

    def _bind(self, expr: Expr, view: _View) -> tuple[Fact, Expr] | None:
        """Return the BIND that gives a variable its value, with its expression."""
        bind = self.binds.get(expr.value) if isinstance(expr, Term) and not expr.is_param else None
        return bind if bind is not None and self._sees(view, bind[0]) else None


@dataclass(frozen=True, slots=True)
class Told:
    """A variable that has the value of a date."""

    fact: Fact
    value: Term
    prop: str
    inside: Witness | None = None
    """Of an OPTIONAL, what it asks for, without which the variable has no value."""

    def positions(self, state: State) -> frozenset[Position]:
        """Return where the value may lie, where the dates lie so."""
        matched = self.inside.matched(state) if self.inside is not None else frozenset({True})
        return frozenset(state[self.prop] if outcome else None for outcome in matched)


def _negated(outcomes: Outcomes) -> Outcomes:
    return frozenset(None if outcome is None else not outcome for outcome in outcomes)


def _joined(of_two: Callable[[bool | None, bool | None], bool | None], parts: Sequence[Outcomes]) -> Outcomes:
    """Return what an operator comes to on all of its arguments."""
    return reduce(lambda some, others: frozenset(of_two(one, other) for one in some for other in others), parts)


def _both(one: bool | None, other: bool | None) -> bool | None:
    return False if False in (one, other) else None if None in (one, other) else True


def _either(one: bool | None, other: bool | None) -> bool | None:
    return True if True in (one, other) else None if None in (one, other) else False


def _is_boolean(term: Term) -> bool:
    return term.kind == "literal" and term.datatype == str(XSD.boolean)


def _is_last(expr: Expr) -> bool:
    return isinstance(expr, Term) and expr.kind == "literal" and expr.value.isdecimal() and int(expr.value) >= _LAST
