"""Rules on conditions: a FILTER asks for something that can be true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.flow import Flow, Scope
from kgrdf_codegen.check.forms import forms_of, let_through
from kgrdf_codegen.check.held import Held
from kgrdf_codegen.check.interval import Fact, flatten
from kgrdf_codegen.check.literals import written
from kgrdf_codegen.check.order import Compared, compared, contradict
from kgrdf_codegen.check.presence import follows, patterns, present
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Bind,
    Call,
    Element,
    Exists,
    Expr,
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
)
from kgrdf_codegen.check.truth import Asked, bound, cases, key, needed
from kgrdf_codegen.check.values import refusals
from kgrdf_codegen.problems import Problem, cut

__all__ = ["RULES"]

_MOST = 256
"""With more cases than these, what a condition adds to those before it is left out."""
_FALSE = ("false", "0", "", "0.0")
_TEXT_TESTS: dict[str, Callable[[str, str], bool]] = {
    "CONTAINS": lambda text, part: part in text,
    "STRSTARTS": str.startswith,
    "STRENDS": str.endswith,
}
_CASES: dict[str, Callable[[str], str]] = {"LCASE": str.lower, "UCASE": str.upper}


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
    told = [refusal.token for refusal in refusals(context)]  # why a comparison is never true, by the ontology
    flow, made = Flow(context), [template.triple for template in context.query.templates]
    for scope in flow.scopes():
        if any(fact.element is triple for fact in scope.facts for triple in made):
            continue  # a template says what will hold, of which no condition has to be true
        for never in _Group(context, flow, scope).refused():
            if not any(never.covers(token) for token in told):
                yield context.at(never.token, "Q056", f"nothing matches: {never.said}")


class _Group:
    """What holds in a group, and what its conditions ask besides."""

    def __init__(self, context: Context, flow: Flow, scope: Scope) -> None:
        self.context = context
        self.flow = flow
        self.scope = scope
        self.names = {name for fact in scope.facts for name in bound_names(fact.element)} | {*scope.holds}
        self.there = present(patterns(scope.facts), self.names)
        self.given = [*self._given()]

    def refused(self) -> Iterator[_Never]:
        """Yield why nothing comes through the group; the first reason of its conditions alone."""
        for fact in self.scope.facts:
            if isinstance(fact.element, Values) and not fact.element.rows:
                yield _Never(fact.element.columns[0].token, "VALUES lists no row")
            if isinstance(fact.element, Select) and fact.element.most == 0:
                yield _Never(_first(fact.element), "LIMIT 0 leaves no row")
            if isinstance(fact.element, Minus) and self._takes_all(fact, fact.element):
                yield _Never(_first(fact.element), "what MINUS takes away is what stands beside it")
        for index, one in enumerate(self.given):
            if contradict([other.said for other in self.given[: index + 1]]):
                yield _Never(one.token, one.why)
                return
        kept: list[tuple[_Part, ...]] = [()]
        for expr, where, near in self._conditions():
            found = cases(expr)
            if found is None or len(found) * len(kept) > _MOST:
                continue
            added = [tuple(_Part(asked, where, near) for asked in case) for case in found]
            tried = [(case, part, self._never(case, part)) for case in kept for part in added]
            kept = [(*case, *part) for case, part, never in tried if never is None]
            if not kept:
                reasons = (never for _, _, never in tried if never is not None)
                yield next(reasons, _Never(near, "the condition is never true"))
                return

    def _conditions(self) -> Iterator[tuple[Expr, Fact | None, Token | None]]:
        near = self.context.tokens[0]
        for fact in self.scope.facts:
            if isinstance(fact.element, Filter):
                yield fact.element.expr, fact, near
            near = max([near, *_tokens(fact.element)], key=lambda token: token.index)
        for expr in self.scope.having:
            yield expr, None, self.context.tokens[-1]

    def _never(self, case: tuple[_Part, ...], added: tuple[_Part, ...]) -> _Never | None:
        """Return why some parts are never true, alone or with those of a case."""
        for index, part in enumerate(added):
            before = (*case, *added[:index])
            said = self._alone(part) or self._without_value(part, before) or self._absent(part, before)
            if said is None and any(_opposite(part.asked, other.asked) for other in before):
                said = f"{written(part.asked.expr)} is asked to be true and not to be true"
            if said is None and contradict(self._order((*before, part))):
                said = self._contradicted(part, before)
            if said is not None:
                return _Never(self._place(part), said, self._words(part))
        return None

    # One condition

    def _alone(self, part: _Part) -> str | None:
        """Return why a simple condition is never true, whatever else is asked."""
        asked = part.asked
        if isinstance(asked.expr, Term) and asked.expr.kind == "literal" and (asked.expr.value in _FALSE) == asked.wanted:
            return "the condition is never true"
        tested = let_through(asked)
        if tested is not None:
            forms = forms_of(self.flow.held(tested[0], self.scope.holds, part.near))
            if not forms & tested[1]:
                return f"{written(tested[0])} is {_listed(forms)} here, so {_written(asked)} is never true"
        return _of_texts(asked)

    def _without_value(self, part: _Part, before: tuple[_Part, ...]) -> str | None:
        """Return why a condition on a variable contradicts what is known of its having a value."""
        name = bound(part.asked)
        if name is not None and not part.asked.wanted:
            held = self.scope.holds.get(name)
            if (held is not None and held.sure) or self._always(name):
                return f"?{name} always has a value here, so !BOUND(?{name}) is never true"
        for one, other in ((part, earlier) for earlier in before):
            for missing, used in ((one, other), (other, one)):
                name = bound(missing.asked)
                if name is not None and not missing.asked.wanted and name in needed(used.asked):
                    return f"?{name} is asked to have a value and to have none; the conditions contradict each other"
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

    def _absent(self, part: _Part, before: tuple[_Part, ...]) -> str | None:
        """Return why something is asked to be there and not to be there."""
        every = (*before, part)
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

    def _contradicted(self, part: _Part, before: tuple[_Part, ...]) -> str:
        """Return why comparisons contradict each other, or what has its value without a condition."""
        said = compared(part.asked)
        if said is None or contradict([said]):
            return f"{_written(part.asked)} is never true"
        sides = (said.one, *said.others)
        computed = [side for side in sides if not isinstance(side, Term) or side.kind == "var"]
        expr = min(computed or sides, key=lambda side: isinstance(side, Term) and side.is_param)
        if contradict([other for one in (*before, part) if (other := compared(one.asked)) is not None]):
            return f"what is asked of {written(expr)} is never true; the conditions contradict each other"
        return f"what is asked of {written(expr)} is never true of the values that it has here"

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


def _opposite(one: Asked, other: Asked) -> bool:
    """Whether one condition is asked for and the same is not."""
    return one.wanted != other.wanted and key(one.expr) == key(other.expr)


def _of_texts(asked: Asked) -> str | None:
    """Return why a test of texts never comes out as asked: both are known, or one of small letters has a capital."""
    call = asked.expr
    if not isinstance(call, Call) or call.op not in _TEXT_TESTS or len(call.args) != 2:
        return None
    one, other = call.args
    if not isinstance(other, Term) or other.kind != "literal":
        return None
    if isinstance(one, Term) and one.kind == "literal" and _TEXT_TESTS[call.op](one.value, other.value) != asked.wanted:
        return f"{_written(asked)} is never true"
    made = _CASES.get(one.op) if isinstance(one, Call) else None
    if made is not None and asked.wanted and made(other.value) != other.value:
        return f"{written(one)} has no letters such as in {cut(other.value)!r}"
    return None


def _tokens(element: Element) -> list[Token]:
    return [term.token for term in terms_of(element) if term.token is not None]


def _first(element: Element) -> Token | None:
    return next(iter(_tokens(element)), None)


def _written(asked: Asked) -> str:
    call = asked.expr
    if asked.wanted or not isinstance(call, Call):
        return written(call)
    return written(replace(call, op=_OPPOSITE[call.op])) if call.op in _OPPOSITE else f"!{written(call)}"


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "IN": "NOT IN"}
_FORMS = {
    "iri": "an IRI",
    "string": "a text without a language",
    "langString": "a text in a language",
    "boolean": "true or false",
}


def _listed(forms: frozenset[str]) -> str:
    return next((_FORMS[form] for form in forms if form in _FORMS), "a number")


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (conditions_possible,)
