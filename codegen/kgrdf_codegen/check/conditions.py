"""Rules on conditions: a FILTER asks for something that can be true."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.evaluation import never_true
from kgrdf_codegen.check.facts import Fact, flatten
from kgrdf_codegen.check.flow import Clause, Flow, Scope, scopes
from kgrdf_codegen.check.held import Held
from kgrdf_codegen.check.literals import written
from kgrdf_codegen.check.order import Compared, compared, contradict
from kgrdf_codegen.check.presence import follows, patterns, present
from kgrdf_codegen.check.simple import Simple
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Bind,
    Element,
    Exists,
    Filter,
    Link,
    Minus,
    Optional,
    Select,
    Term,
    Triple,
    Values,
    bound_names,
    terms_of,
    words_of,
)
from kgrdf_codegen.check.truth import Asked, bound, cases, folded, key, needed, shown
from kgrdf_codegen.check.values import refusals
from kgrdf_codegen.problems import Problem

__all__ = ["RULES"]

_NOTHING = "nothing matches: "
_MOST = 256
"""With more cases than these, what a condition adds to those before it is left out."""
_MOST_TOGETHER = 4_000
"""After so many parts of cases in a group, each further condition is tried alone."""
_CONSTANTS = ("literal", "iri")


@dataclass(frozen=True, slots=True)
class _Part:
    """A simple condition of a case, and where it stands: the fact in which its EXISTS reads, and a word before it."""

    asked: Asked
    fact: Fact | None
    near: Token | None


@dataclass(frozen=True, slots=True)
class _Given:
    """What is the same for every solution, and what is wrong where it is not."""

    said: Compared
    token: Token | None
    why: str


@dataclass(frozen=True, slots=True)
class _Never:
    """Why a case never comes true."""

    token: Token | None
    said: str
    words: range = range(0)
    """The numbers of the words between which its condition stands."""

    def covers(self, token: Token | None) -> bool:
        """Whether a word stands in its condition."""
        return token is not None and token.index in self.words


def conditions_possible(context: Context) -> Iterator[Problem]:
    """Q056: the conditions of a group can be true together: no `?x > 5 && ?x < 3`, no `?x != ?x`, no FILTER(false)."""
    told = refusals(context)
    yield from (context.at(refusal.token, "Q056", refusal.message) for refusal in told if refusal.code == "Q056")
    for scope in scopes(context):
        for never in _Group(context, scope).refused() if not scope.made else ():
            if not any(never.covers(refusal.token) for refusal in told):  # why it is never true in itself
                yield context.at(never.token, "Q056", never.said)


class _Group:
    """What holds in a group, and what its conditions ask besides."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self.context = context
        self.scope = scope
        self.simple = Simple(Flow(context), scope)
        self.names = {name for fact in scope.facts for name in bound_names(fact.element)} | {*scope.holds}
        self.there = present(patterns(scope.facts), self.names)
        self.given = [*self._given()]
        self.left = _MOST_TOGETHER

    def refused(self) -> Iterator[_Never]:
        """Yield what is never true, and why nothing comes through the group: the first reason of its conditions alone."""
        for fact in self.scope.facts:
            if isinstance(fact.element, Values) and not fact.element.rows:
                yield _Never(fact.element.columns[0].token, f"{_NOTHING}VALUES lists no row")
            if isinstance(fact.element, Select) and fact.element.most == 0:
                yield _Never(_first(fact.element), f"{_NOTHING}LIMIT 0 leaves no row")
            if isinstance(fact.element, Minus) and self._takes_all(fact, fact.element):
                yield _Never(_first(fact.element), f"{_NOTHING}what MINUS takes away is what stands beside it")
        for index, one in enumerate(self.given):
            if contradict([other.said for other in self.given[: index + 1]]):
                yield _Never(one.token, f"{_NOTHING}{one.why}")
                return
        yield from self._never_together()

    def _never_together(self) -> Iterator[_Never]:
        """Yield why no case of the conditions comes true, those around an OPTIONAL among them."""
        kept: list[tuple[_Part, ...]] = [()]
        for fact in self.scope.around:
            kept = self._kept(kept, Clause(fact.element.expr, True, fact))[0] if isinstance(fact.element, Filter) else kept
        if not kept:
            return  # of what the group around says
        title = "OPTIONAL never adds anything: " if self.scope.around else _NOTHING
        asked = [clause for clause in self.scope.clauses if clause.asked]
        if len(kept) == 1 and self._all_together(kept[0], asked):
            return
        for clause in asked:
            kept, tried = self._kept(kept, clause)
            if not kept:
                never = next(iter(tried), _Never(clause.near, "the condition is never true"))
                yield replace(never, said=f"{title}{never.said}")
                return

    def _all_together(self, known: tuple[_Part, ...], clauses: Sequence[Clause]) -> bool:
        """Whether conditions without an alternative come true together: found at once, not by one after the other."""
        found = [(cases(clause.expr), clause) for clause in clauses]
        if any(parts is None or len(parts) != 1 for parts, _ in found):
            return False
        added = [_Part(asked, clause.fact, clause.near) for parts, clause in found for asked in (parts or [()])[0]]
        return not added or self._why((*known, *added), len(known)) is None

    def _kept(self, kept: list[tuple[_Part, ...]], clause: Clause) -> tuple[list[tuple[_Part, ...]], list[_Never]]:
        """Return the cases that are left where a condition is asked too, and why the others are not."""
        found = cases(clause.expr)
        if found is None or len(found) * len(kept) > _MOST:
            return kept, []
        self.left -= sum(len(case) + len(parts) for case in kept for parts in found)
        if self.left < 0 and kept != [()]:
            alone, why = self._kept([()], clause)
            return (kept if alone else []), why
        added = [tuple(_Part(asked, clause.fact, clause.near) for asked in case) for case in found]
        tried = [(case, parts, self._never(case, parts)) for case in kept for parts in added]
        left = [(*case, *parts) for case, parts, never in tried if never is None]
        return left, [never for _, _, never in tried if never is not None]

    def _never(self, case: tuple[_Part, ...], added: tuple[_Part, ...]) -> _Never | None:
        """Return why some parts are never true, alone or with those of a case, by the first of them that is not."""

        def why(count: int) -> str | None:
            return self._why((*case, *added[:count]), len(case))

        if not added or why(len(added)) is None:
            return None
        count = 1 + bisect_left(range(1, len(added)), True, key=lambda count: why(count) is not None)
        return _Never(self._place(added[count - 1]), why(count) or "", self._words(added[count - 1]))

    def _why(self, parts: Sequence[_Part], known: int) -> str | None:
        """Return why some parts are never true together, of which the first ones are known to be."""
        for part in parts[known:]:
            said = self.simple.never(part.asked, part.near) or self._without_value(part.asked)
            if said is not None:
                return said
        used = {name for part in parts for name in needed(part.asked.expr, part.asked.wanted)}
        if (said := self.simple.together.apart(used)) is not None:
            return said
        unbound = {name for part in parts if not part.asked.wanted and (name := bound(part.asked)) is not None}
        for name in used & unbound:
            return f"?{name} is asked to have a value and to have none; the conditions contradict each other"
        if (said := self._absent(parts)) is not None:
            return said
        asked: dict[str, bool] = {}
        for part in parts:
            if asked.setdefault(key(part.asked.expr), part.asked.wanted) != part.asked.wanted:
                return f"{written(part.asked.expr)} is asked to be true and not to be true"
        order = self._order(parts)
        if contradict(order, self.simple.range):
            return self._contradicted(parts)
        return self._put_in(parts, order)

    def _without_value(self, asked: Asked) -> str | None:
        """Return why a variable is never without a value."""
        name = bound(asked)
        if name is None or asked.wanted:
            return None
        held = self.scope.holds.get(name)
        if (held is not None and held.sure) or self._always(name):
            return f"?{name} always has a value here, so !BOUND(?{name}) is never true"
        return None

    def _always(self, name: str) -> bool:
        """Whether an OPTIONAL that gives a variable its value asks for what stands beside it."""
        for fact in self.scope.facts:
            if isinstance(fact.element, Optional) and name in bound_names(fact.element):
                inside = fact.opened(fact.element.group, "optional")
                if follows(inside, self.there, self.names - {*bound_names(fact.element)} | self._before(fact)):
                    return True
        return False

    def _before(self, fact: Fact) -> set[str]:
        others = (other.element for other in self.scope.facts if other is not fact)
        return {name for element in others for name in bound_names(element)}

    # EXISTS and MINUS

    def _absent(self, every: Sequence[_Part]) -> str | None:
        """Return why something is asked to be there and not to be there."""
        there = [*self.there]
        for index, other in enumerate(every):
            if isinstance(other.asked.expr, Exists) and other.asked.wanted:
                there += present(patterns(_opened(other)), self.names, f"{index} ")
        for other in every:
            if isinstance(other.asked.expr, Exists) and not other.asked.wanted:
                if follows(_opened(other), self.there, self.names):
                    return "what NOT EXISTS asks to be absent stands beside it"
                if follows(_opened(other), there, self.names):
                    return "what NOT EXISTS asks to be absent is what an EXISTS asks for"
        return None

    def _takes_all(self, fact: Fact, minus: Minus) -> bool:
        inside = fact.opened(minus.group)
        shared = {name for part in inside for name in bound_names(part.element)} & self.names
        params = {param.name for param in self.context.header.params if not param.many}
        return bool(shared - params) and follows(inside, self.there, self.names)

    # Comparisons

    def _order(self, parts: Sequence[_Part]) -> list[Compared]:
        found = [said for part in parts if (said := compared(part.asked)) is not None]
        names = {term.value: term for said in found for expr in (said.one, *said.others) for term in terms_of(expr)}
        for term in names.values():
            held = self.scope.holds.get(term.value) if term.kind == "var" and not term.is_param else None
            values = _values(held) if held is not None else None
            if values is not None:
                found.append(Compared(term, "=", values))
        return [*(given.said for given in self.given), *found]

    def _given(self) -> Iterator[_Given]:
        """Yield what is the same without a condition: what BIND and VALUES give, and two values of what has one."""
        first: dict[tuple[str, str, str], Triple] = {}
        for fact in self.scope.facts:
            match fact.element:
                case Bind(expr, var):
                    yield _Given(Compared(var, "=", (expr,)), var.token, f"{written(var)} has another value beside it")
                case Values(columns, cells, rows) if rows and len(cells) == len({*(one.value for one in columns)}) * rows:
                    for index, column in enumerate(columns):
                        said = f"no value that is listed for {written(column)} fits what stands beside it"
                        yield _Given(Compared(column, "=", cells[index :: len(columns)]), column.token, said)
                case Triple(subject, Link(term, False), object_) as triple:
                    declared = self.context.vocabulary.properties.get(term.value)
                    if declared is not None and declared.single:
                        other = first.setdefault((fact.graph, subject.value, term.value), triple).object
                        name = f"{written(subject)} has one {self.context.short(term.value)}"
                        said = f"{name}, which is not {written(other)} and {written(object_)}"
                        yield _Given(Compared(other, "=", (object_,)), term.token, said)

    def _contradicted(self, parts: Sequence[_Part]) -> str:
        """Return why comparisons contradict each other, or what has its value without a condition."""
        said = compared(parts[-1].asked)
        if said is None:
            return f"{shown(parts[-1].asked)} is never true"
        sides = (said.one, *said.others)
        computed = [side for side in sides if not isinstance(side, Term) or side.kind == "var"]
        expr = min(computed or sides, key=lambda side: isinstance(side, Term) and side.is_param)
        if contradict([other for one in parts if (other := compared(one.asked)) is not None], self.simple.range):
            return f"what is asked of {written(expr)} is never true; the conditions contradict each other"
        return f"what is asked of {written(expr)} is never true of the values that it has here"

    def _put_in(self, parts: Sequence[_Part], order: Sequence[Compared]) -> str | None:
        """Return why a condition is never true of the constants that something is asked to be, or has here."""
        options: dict[str, tuple[Term, ...]] = {}
        for said in order:
            pairs = [(said.one, said.others), *((other, (said.one,)) for other in said.others[:1])]
            for one, others in pairs if said.signs == "=" else ():
                found = [term for other in others if isinstance(term := folded(other), Term) and term.kind in _CONSTANTS]
                if len(found) == len(others) and not (isinstance(one, Term) and one.kind in _CONSTANTS):
                    options.setdefault(key(one), tuple(found))
        variables = {name: values for name, values in options.items() if name.startswith("var ")}
        asked = [part.asked for part in parts]
        never = never_true(asked, variables) or never_true(asked, options)
        return None if never is None else f"{shown(never)} is never true of the values that are asked for"

    def _words(self, part: _Part) -> range:
        found = [self.context.near(term, self._place(part)) for term in terms_of(part.asked.expr)]
        places = [token.index for token in found if token is not None]
        return range(min(places, default=0), max(places, default=-1) + 1)

    def _place(self, part: _Part) -> Token | None:
        terms = list(terms_of(part.asked.expr))
        token = next((term.token for term in terms if term.token is not None and term.kind != "literal"), None)
        return token or next((self.context.near(term, part.near) for term in terms), part.near)


def _values(held: Held) -> tuple[Term, ...] | None:
    """Return the constants of which something is one before a condition is asked; None where it may be anything else."""
    found = []
    for way in held.ways:
        terms = [source.term for source in way if source.term is not None and source.joined and not source.form]
        if not terms:
            return None
        if not contradict([Compared(terms[0], "=", (other,)) for other in terms[1:]]):
            found.append(terms[0])
    return tuple(found)


def _opened(part: _Part) -> tuple[Fact, ...]:
    assert isinstance(part.asked.expr, Exists)
    group = part.asked.expr.group
    return flatten(group, "") if part.fact is None else part.fact.opened(group, "exists")


def _first(element: Element) -> Token | None:
    return next(iter(words_of(element)), None)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (conditions_possible,)
