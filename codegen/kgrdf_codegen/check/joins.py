"""Rules on how the parts of a query are joined: no two of them multiply without anything in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.interval import Fact, flatten
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Bind,
    Block,
    Call,
    Element,
    Expr,
    Filter,
    Group,
    Link,
    Minus,
    Optional,
    Path,
    Select,
    Term,
    Triple,
    Union,
    Values,
    bound_names,
    exists_in,
    expressions_of,
    terms_of,
    walk,
)
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.problems import Problem

__all__ = ["RULES"]

_JOINING = ("=", "<", "<=", ">", ">=", "IN", "sameTerm")


@dataclass(frozen=True)
class _Scope:
    """A group with its blocks opened, and the variables that have a value before it is looked at."""

    facts: tuple[Fact, ...]
    given: frozenset[str]


def parts_connected(context: Context) -> Iterator[Problem]:
    """Q051: every part of a group shares a variable with the others, or has at most one row."""
    if any(term.kind == "blank" for term in terms_of(context.query)):
        return  # they join too, and Q005 refuses them
    for scope in _scopes(context):
        parts = _Parts(scope, context.vocabulary, _fixed(context))
        multiplying = [part for part in parts.connected() if parts.many(part)]
        for part in multiplying[1:]:
            token = _first(part)
            if token is not None:
                shared = f"?{_name(multiplying[0])} and ?{_name(part)}"
                message = f"shares no variable with the patterns before it, so every {shared} are paired"
                yield context.at(token, "Q051", f"{token.text} {message}; join them, or make two queries")
        for fact in scope.facts:
            if isinstance(fact.element, Minus):
                inside = {name for inner in fact.element.group.elements for name in bound_names(inner)}
                around = {name for other in scope.facts for name in bound_names(other.element)} | scope.given
                if not inside & (around - _fixed(context)):
                    message = "MINUS shares no variable with what stands around it, so it takes nothing away"
                    yield context.at(_token(fact.element), "Q051", f"{message}; write FILTER NOT EXISTS")


def optionals_multiply(context: Context) -> Iterator[Problem]:
    """Q052: of the OPTIONALs of a group, one at most has several values; two of them give every pair."""
    for scope in _scopes(context):
        parts = _Parts(scope, context.vocabulary, _fixed(context))
        certain = [fact for fact in scope.facts if not isinstance(fact.element, Optional)]
        known = scope.given | {name for fact in certain for name in bound_names(fact.element)}
        several: list[tuple[frozenset[str], Term | None]] = []
        for fact in scope.facts:
            if not isinstance(fact.element, Optional):
                continue
            inside = fact.opened(fact.element.group)
            names = frozenset(name for other in inside for name in bound_names(other.element))
            unsure = names - parts.closed(inside, known)
            if not unsure or any(earlier & names for earlier, _ in several):
                continue
            shown = next((term for term in terms_of(fact.element) if term.value in unsure), None)
            if several:
                first = several[0][1]
                both = f"{_written(first)} and {_written(shown)}"
                message = f"{both} may have several values each, and every pair is a row; make two queries or a UNION"
                yield context.at(_token(fact.element), "Q052", message)
                break
            several.append((frozenset(names - known), shown))


def limited_unions(context: Context) -> Iterator[Problem]:
    """Q055: where a limit cuts a UNION, an ORDER BY says what stays: the arms run in any order."""
    header, root = context.header, context.query.select
    for select in [element for element, _ in walk(context.query.root) if isinstance(element, Select)]:
        outer = select is root
        limited = header.mode in ("many", "construct") and header.limit is not None if outer else select.limited
        if not limited or select.ordered or (select.grouped and not select.keys):
            continue
        for element, union in _unions(select.group):
            if len(union.arms) > 1:
                limit = f"@limit {header.limit}" if outer else "LIMIT"
                message = f"{limit} cuts a UNION whose arms run in any order; add ORDER BY, with a tag of each arm first"
                yield context.at(_token(element), "Q055", f"{message} where one goes before the other")
                break


def _unions(group: Group) -> Iterator[tuple[Element, Union]]:
    """Yield the unions whose rows are those of the group."""
    for element in group.elements:
        if isinstance(element, Union):
            yield element, element
            if len(element.arms) == 1:
                yield from _unions(element.arms[0])
        elif isinstance(element, Select):
            if not (element.grouped or element.limited or element.one_row):
                yield from _unions(element.group)
        elif isinstance(element, Block | Optional):
            yield from _unions(element.group)


def _scopes(context: Context) -> Iterator[_Scope]:
    select = context.query.select
    yield from _below(flatten(select.group if select else context.query.where, ""), frozenset(), _fixed(context))
    for expr in select.expressions if select else ():
        for exists in exists_in(expr):
            yield from _below(flatten(exists.group, ""), frozenset(), _fixed(context))


def _below(facts: tuple[Fact, ...], given: frozenset[str], fixed: frozenset[str]) -> Iterator[_Scope]:
    yield _Scope(facts, given | fixed)
    around = given | {name for fact in facts for name in bound_names(fact.element)}
    for fact in facts:
        match fact.element:
            case Optional() | Minus():
                yield from _below(fact.opened(fact.element.group), around, fixed)
            case Union():
                others = {name for other in facts if other is not fact for name in bound_names(other.element)}
                for arm in fact.element.arms:
                    yield from _below(fact.opened(arm), given | others, fixed)
            case Select():
                yield from _below(fact.opened(fact.element.group), frozenset(), fixed)
        for expr in expressions_of(fact.element):
            for exists in exists_in(expr):
                yield from _below(fact.opened(exists.group), around, fixed)


class _Parts:
    """The parts of a group, and which of their variables follow from what is given."""

    def __init__(self, scope: _Scope, vocabulary: Vocabulary, fixed: frozenset[str]) -> None:
        self.scope = scope
        self.vocabulary = vocabulary
        self.fixed = fixed

    def connected(self) -> list[list[Fact]]:
        """Return what binds something, put together where it shares a variable; what shares a given one is one part."""
        parts: list[tuple[set[str], list[Fact]]] = []
        for fact in self.scope.facts:
            names, facts = self._joins(fact.element), [fact]
            if not names or isinstance(fact.element, Minus):
                continue
            for other in [part for part in parts if part[0] & names]:
                parts.remove(other)
                names, facts = names | other[0], other[1] + facts
            parts.append((names, facts))
        joined = [part for part in parts if part[0] & (self.scope.given - self.fixed)]
        rest = [facts for names, facts in parts if not names & (self.scope.given - self.fixed)]
        found = [facts for facts in rest if any(not isinstance(fact.element, Filter) for fact in facts)]
        return [[fact for _, facts in joined for fact in facts], *found] if joined else found

    def _joins(self, element: Element) -> set[str]:
        """Return the variables through which an element is joined with others."""
        if isinstance(element, Filter):
            return set(_joined(element.expr)) - self.fixed
        names = set(bound_names(element))
        if isinstance(element, Bind):
            names |= {term.value for term in terms_of(element.expr) if term.kind == "var"}
        return names

    def many(self, part: list[Fact]) -> bool:
        """Whether the part may have more than one row."""
        known = self.closed(part, self.scope.given)
        return any(name not in known for fact in part for name in bound_names(fact.element))

    def closed(self, facts: Iterable[Fact], known: frozenset[str]) -> frozenset[str]:
        """Return the variables that have one value at most, once those that are known have theirs."""
        listed, found = list(facts), set(known)
        while True:
            before = len(found)
            for fact in listed:
                found |= self._follows(fact, found)
            if len(found) == before:
                return frozenset(found)

    def _follows(self, fact: Fact, known: set[str]) -> set[str]:
        match fact.element:
            case Triple() as triple:
                return self._ends(triple.path, triple.subject, triple.object, known)
            case Bind() as bind:
                inside = {term.value for term in terms_of(bind.expr) if term.kind == "var"}
                return {bind.var.value} if inside <= known else set()
            case Values() as values:
                return {column.value for column in values.columns} if values.rows == 1 and values.cells else set()
            case Filter() as test:
                return _equal(test.expr, known)
            case Optional() as optional:
                return set(self.closed(fact.opened(optional.group), frozenset(known)))
            case Union() as union:
                arms = [self.closed(fact.opened(arm), frozenset(known)) for arm in union.arms]
                told = [set(bound_names(Union((arm,)))) for arm in union.arms]
                if all(names <= closed for names, closed in zip(told, arms, strict=True)):
                    return set(bound_names(union))
                return set(frozenset.intersection(*arms))
            case Select() as select if select.one_row:
                return {term.value for term in select.projection}
            case _:
                return set()

    def _ends(self, path: Path, start: Term, end: Term, known: set[str]) -> set[str]:
        found = set()
        if self._single(path, back=False) and _known(start, known):
            found.add(end.value)
        if self._single(path, back=True) and _known(end, known):
            found.add(start.value)
        return found

    def _single(self, path: Path, *, back: bool) -> bool:
        if isinstance(path, Link):
            declared = self.vocabulary.properties.get(path.term.value)
            return declared is not None and (declared.single_back if back != path.inverse else declared.single)
        return path.form in ("seq", "?") and all(self._single(part, back=back) for part in path.parts)


def _joined(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Call) and expr.op in _JOINING:
        yield from (term.value for term in terms_of(expr) if term.kind == "var")
    elif isinstance(expr, Call) and expr.op in ("&&", "||"):
        for arg in expr.args:
            yield from _joined(arg)


def _equal(expr: Expr, known: set[str]) -> set[str]:
    """Return the variables that a condition gives the value of something known."""
    if not isinstance(expr, Call):
        return set()
    if expr.op == "&&":
        return {name for arg in expr.args for name in _equal(arg, known)}
    if expr.op != "=":
        return set()
    terms = [arg for arg in expr.args if isinstance(arg, Term)]
    return {term.value for term in terms if len(terms) == 2 and any(_known(other, known) for other in terms)}


def _known(term: Term, known: set[str]) -> bool:
    return term.kind != "var" or term.value in known


def _fixed(context: Context) -> frozenset[str]:
    """Return the parameters that stand for one value."""
    return frozenset(param.name for param in context.header.params if not param.many)


def _token(element: Element) -> Token | None:
    return next((term.token for term in terms_of(element) if term.token is not None), None)


def _first(part: list[Fact]) -> Token | None:
    return next((token for fact in part if (token := _token(fact.element)) is not None), None)


def _name(part: list[Fact]) -> str:
    return next(name for fact in part for name in bound_names(fact.element))


def _written(term: Term | None) -> str:
    return term.token.text if term is not None and term.token is not None else "a variable"


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    parts_connected,
    optionals_multiply,
    limited_unions,
)
