"""What a condition can come to, where the dates of a node lie before, at or after the instants of the caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from rdflib import XSD

from kgrdf_codegen.check.certain import certain
from kgrdf_codegen.check.facts import Fact, tests_in
from kgrdf_codegen.check.literals import number_in, value_of
from kgrdf_codegen.check.tree import (
    Bind,
    Call,
    Exists,
    Expr,
    Filter,
    Group,
    Link,
    Minus,
    Optional,
    Term,
    Triple,
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

    def sees(self, outer: Fact) -> bool:
        """Whether it has the values of what stands around, before a fact there."""
        return not self.bind and self.fact.shown(outer)


class Witness:
    """What the facts of a group say of the dates of one node in one graph, one position of each date taken at a time.

    What it says that something may come to is never too little, in any store: on that rests every proof.
    """

    def __init__(
        self,
        graph: str,
        node: Term,
        dates: Dates,
        facts: tuple[Fact, ...],
        around: Witness | None = None,
        *,
        optional: bool = False,
    ) -> None:
        """`around` is what the facts stand in, whose variables are the same."""
        self.graph = graph
        self.node = node
        self.dates = dates
        self.facts = facts
        self.around = around
        self.optional = optional
        self.outside: tuple[Witness, _View] | None = None
        """Of an EXISTS or OPTIONAL: what it stands in, the values of which its filters have."""
        self.times: dict[str, int] = {}
        self.order = {id(fact): index for index, fact in enumerate(facts)}
        binds = [(fact, fact.element) for fact in facts if isinstance(fact.element, Bind)]
        # A BIND that fails leaves its variable to what follows.
        self.binds = {bind.var.value: (fact, bind.expr) for fact, bind in binds if self._is_alone(bind.var.value)}
        properties = {f"{KG}{prop}" for prop in dates}
        self.patterns = list(self._patterns())
        self.said = [said for said in self.patterns if said[1].kind == "var" and not said[1].is_param]
        self.told = [Told(fact, value, prop) for fact, value, prop in self.said]
        for fact in facts:
            if not isinstance(fact.element, Optional) or fact.named.isdisjoint(properties):
                continue
            if node.value in fact.named and (self._comes_in(fact) or self._gives(fact)):
                inside = self._within(fact, fact.element.group, "optional")
                inside.outside = (self, _View(fact, bind=True))
                for _, value, prop in inside.said:
                    if self._is_alone(value.value):  # else it may have a value from elsewhere
                        self.told.append(Told(fact, value, prop, inside))

    def always(self) -> set[str]:
        """Return the dates that the facts ask for, so that nothing is read that has none."""
        return {prop for _, _, prop in self.patterns}

    def tests(self) -> Iterator[tuple[Fact, Expr | Minus]]:
        """Yield the conditions that may speak of the node's dates."""
        names = {self.node.value, *self.binds, *(told.value.value for told in self.told)}
        for fact in self.facts:
            if isinstance(fact.element, Minus):
                if self.node.value in fact.named:
                    yield fact, fact.element
            elif isinstance(fact.element, Filter) and not names.isdisjoint(fact.named):
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

    def _within(self, fact: Fact, group: Group, kind: str) -> Witness:
        """Return what a group says that stands inside."""
        return Witness(self.graph, self.node, self.dates, fact.opened(group, kind), self, optional=kind == "optional")

    def _bound(self, name: str) -> int:
        """Return how often a variable may get a value here and around."""
        if name not in self.times:
            # What an OPTIONAL binds is counted among what stands around it.
            around = self.around._bound(name) if self.around is not None else 0
            self.times[name] = around + (0 if self.optional else sum(fact.bound[name] for fact in self.facts))
        return self.times[name]

    def _is_alone(self, name: str) -> bool:
        """Whether nothing but one element can give a variable its value."""
        return self._bound(name) == 1

    def _found(self, fact: Fact, state: State) -> Outcomes:
        match fact.element:
            case Triple():
                dated = next(((value, prop) for own, value, prop in self.patterns if own is fact), None)
                if dated is None:
                    return _PERHAPS
                value, prop = dated
                if state[prop] is None:
                    return frozenset({False})
                once = [other for _, _, other in self.patterns].count(prop) == 1
                free = value.kind == "var" and not value.is_param and self._is_alone(value.value)
                return frozenset({True}) if once and free else _PERHAPS
            case Filter():
                return frozenset(outcome is True for outcome in self._expr(fact.element.expr, _View(fact), state))
            case Optional() | Bind():
                # Another value of a variable elsewhere fits to none that is given here.
                own = {name for name, times in fact.bound.items() if self._bound(name) != times}
                if isinstance(fact.element, Optional) and self._comes_in(fact):
                    own.discard(self.node.value)
                return _PERHAPS if own else frozenset({True})
            case _:
                return _PERHAPS

    def _left(self, fact: Fact, minus: Minus, state: State) -> Outcomes:
        """Return whether a MINUS leaves a solution: it takes away what has the node in common with what it finds."""
        if self.node.is_param or not self._comes_in(fact):
            return frozenset({True})  # with nothing in common, nothing is taken away
        inside = self._within(fact, minus.group, "minus")
        if not inside.patterns:
            return _PERHAPS
        return frozenset(not outcome for outcome in inside.matched(state))

    def _exists(self, exists: Exists, view: _View, state: State) -> Outcomes:
        if not self._has_value(view):
            return _PERHAPS  # it asks for any node
        inside = self._within(view.fact, exists.group, "exists")
        inside.outside = (self, view)
        matched = inside.matched(state)
        return frozenset(not outcome for outcome in matched) if exists.negated else matched

    def _comes_in(self, fact: Fact) -> bool:
        """Whether the node has its value before an OPTIONAL or a MINUS, which then speaks of it and of no other."""
        return self._has_value(_View(fact, bind=True))

    def _gives(self, optional: Fact) -> bool:
        """Whether the node has its value from an OPTIONAL and from nothing else."""
        others = (fact for fact in self.facts if fact is not optional and fact.joined(optional))
        return not any(self.node.value in fact.bound for fact in others)

    def _has_value(self, view: _View) -> bool:
        """Whether the node has its value for an expression, in each solution that has it in the end."""
        if self.node.is_param:
            return True
        givers = [fact for fact in self.facts if self.node.value in fact.bound and fact is not view.fact]
        seen = [fact for fact in givers if self._sees(view, fact)]
        if not seen or any(isinstance(fact.element, Triple) for fact in seen):
            return bool(seen)
        if all(fact.joined(view.fact) == self._sees(view, fact) for fact in givers):
            return True  # what has another value of it, or none, never becomes one of the node
        return self.node.value in certain(fact.element for fact in self.facts if self._sees(view, fact))

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
        if op in ("=", "!="):
            words = self._words(one, view, state), self._words(other, view, state)
            if all(words):
                pairs = [(this, that) for this in words[0] for that in words[1]]
                return frozenset(None if None in pair else (pair[0] == pair[1]) == (op == "=") for pair in pairs)
        return _ANY

    def _words(self, expr: Expr, view: _View, state: State) -> frozenset[str | None]:
        """Return the texts of which an expression is one, and None if it may have no value; nothing for anything else."""
        if isinstance(expr, Term):
            if (value := value_of(expr)) is not None:
                return frozenset({str(value[1])} if value[0] == "string" else ())
            bind = self._bind(expr, view)
            return frozenset() if bind is None else self._words(bind[1], _View(bind[0], bind=True), state)
        if not isinstance(expr, Call) or expr.op != "IF":
            return frozenset()
        test, then, otherwise = expr.args
        outcomes = self._expr(test, view, state)
        branches = {True: then, False: otherwise}
        found = [self._words(branch, view, state) for truth, branch in branches.items() if truth in outcomes]
        nothing: frozenset[str | None] = frozenset({None} if None in outcomes else ())
        return nothing.union(*found) if all(found) else frozenset()

    def _date(self, expr: Expr, view: _View, state: State) -> _Date | None:
        """Return the date that an expression is the value of; None where it may be anything."""
        if isinstance(expr, Call) and expr.op == "COALESCE" and len(expr.args) == 2:
            date = self._date(expr.args[0], view, state)
            instead = frozenset() if date is None else self._instead(expr.args[1], self.dates[date[0]], view)
            if date is None or None not in date[1]:
                return date if instead else None
            return (date[0], date[1] - {None} | instead) if instead else None
        if not isinstance(expr, Term) or expr.is_param:
            return None
        if (bind := self._bind(expr, view)) is not None:
            return self._date(bind[1], _View(bind[0], bind=True), state)
        for told in self.told:
            if told.value.value == expr.value and self._sees(view, told.fact):
                return told.prop, told.positions(state)
        outside = self._outside(view)
        return None if outside is None else outside[0]._date(expr, outside[1], state)

    def _instead(self, expr: Expr, param: str | None, view: _View) -> frozenset[Position]:
        """Return where something lies that stands for a date after an instant; nothing where it may lie before it."""
        if isinstance(expr, Call) and expr.op == "+" and len(expr.args) == 2:
            for one, other in (expr.args, expr.args[::-1]):
                number = number_in(other) if isinstance(other, Term) else None
                if param is not None and self._param(one, view) == param and number is not None and number > 0:
                    return frozenset({1})
        number = number_in(expr) if isinstance(expr, Term) else None
        return frozenset({0, 1} if number is not None and number >= _LAST else ())

    def _param(self, expr: Expr, view: _View) -> str | None:
        """Return the name of the parameter that an expression is, or is an alias of."""
        if isinstance(expr, Term) and expr.is_param:
            return expr.value
        if (bind := self._bind(expr, view)) is not None:
            return self._param(bind[1], _View(bind[0], bind=True))
        outside = self._outside(view)
        return None if outside is None else outside[0]._param(expr, outside[1])

    def _outside(self, view: _View) -> tuple[Witness, _View] | None:
        """Return what stands around, where an expression has the values of that."""
        return self.outside if self.outside is not None and view.sees(self.outside[1].fact) else None

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
