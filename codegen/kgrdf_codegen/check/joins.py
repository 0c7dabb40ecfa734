"""Rules on how the parts of a query are joined: no two of them multiply without anything in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kgrdf_codegen.check.comparisons import Comparisons, grouped
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.facts import Beside, Fact, conjuncts, flatten
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
    Many,
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
from kgrdf_codegen.check.truth import needed
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.headers import RESERVED
from kgrdf_codegen.problems import Problem

__all__ = ["RULES"]


@dataclass(frozen=True)
class _Scope:
    """A group with its blocks opened, and the variables that have a value before it is looked at."""

    facts: tuple[Fact, ...]
    given: frozenset[str]
    optional: bool = False
    """It is the group of an OPTIONAL."""


def parts_connected(context: Context) -> Iterator[Problem]:
    """Q051: every part of a group shares a variable with the others or is compared with them, or has at most one row."""
    if any(term.kind == "blank" for term in terms_of(context.query)):
        return  # they join too, and Q005 refuses them
    for scope in _scopes(context):
        parts = _Parts(scope, context.vocabulary, _fixed(context))
        beside = Beside(scope.facts)
        multiplying = [part for part in parts.connected() if parts.many(part)]
        for part in multiplying[1:]:
            token, perhaps = _first(part), parts.perhaps_joined(part)
            if token is not None:
                shared = f"?{_name(multiplying[0])} and ?{_name(part)}"
                message = f"shares no variable with the patterns before it, so every {shared} are paired; "
                message += "join them, or make two queries"
                yield context.at(token, "Q051", f"{token.text} {message if perhaps is None else _perhaps(perhaps)}")
        for token, name in parts.joined_perhaps() if multiplying else ():
            yield context.at(token, "Q051", f"{token.text} {_perhaps(name)}")
        for fact in scope.facts:
            around = beside.bind(fact) | scope.given
            if isinstance(fact.element, Minus) and not _inside(fact.element.group) & (around - _fixed(context)):
                message = "MINUS shares no variable with what stands around it, so it takes nothing away"
                yield context.at(_token(fact.element), "Q051", f"{message}; write FILTER NOT EXISTS")
            for exists in (found for expr in expressions_of(fact.element) for found in exists_in(expr)):
                names = {term.value for term in terms_of(exists) if term.kind == "var"} - {*RESERVED}
                given = any(term.is_param and term.value not in RESERVED for term in terms_of(exists))
                if around - _fixed(context) and not given and not names & around and context.header.mode != "update":
                    message = "EXISTS shares no variable with what stands around it, so every row comes through or none"
                    yield context.at(_token(Filter(exists)), "Q051", f"{message}; join it, or make two queries")
            if isinstance(fact.element, Union) and len(fact.element.arms) > 1:
                yield from _arms_connected(context, scope, fact, fact.element, around)


def _perhaps(name: str) -> str:
    said = f"is joined by ?{name} alone, which has no value where its OPTIONAL has none"
    return f"{said}; write it inside that OPTIONAL, or a FILTER that asks for the value"


def _arms_connected(context: Context, scope: _Scope, fact: Fact, union: Union, around: frozenset[str]) -> Iterator[Problem]:
    """Yield the arms that are paired with every row of what stands beside their UNION, which other arms are joined with."""
    fixed = _fixed(context)
    others = [other for other in scope.facts if other is not fact and not isinstance(other.element, Filter | Minus)]
    beside = _Parts(_Scope(scope.facts, scope.given | fixed), context.vocabulary, fixed)
    shared = [arm for arm in union.arms if _inside(arm) & (around - fixed)]
    apart = 0 < len(shared) < len(union.arms)
    for arm in union.arms if apart and (scope.given - fixed or beside.many(others)) else ():
        inside = fact.opened(arm)
        if not any(arm is one for one in shared) and _inside(arm) and beside.many([*inside]):
            message = "shares no variable with what stands beside the UNION, so each of its rows is paired with every other"
            token = _first([*inside])
            if token is not None:
                yield context.at(token, "Q051", f"{token.text} {message}; join it, or make two queries")


def _inside(group: Group) -> set[str]:
    return {name for element in group.elements for name in bound_names(element)}


def optionals_multiply(context: Context) -> Iterator[Problem]:
    """Q052: of the OPTIONALs of a group, one at most has several values; two of them give every pair."""
    for scope in _scopes(context):
        parts = _Parts(scope, context.vocabulary, _fixed(context))
        certain = [fact for fact in scope.facts if not isinstance(fact.element, Optional)]
        known = scope.given | {name for fact in certain for name in bound_names(fact.element)}
        several: list[tuple[frozenset[str], Term | None]] = []
        many = frozenset(name for fact in certain for name in bound_names(fact.element)) - parts.closed(certain, scope.given)
        if scope.optional and many:  # what stands beside it in its own OPTIONAL has several values too
            several.append((many, next(term for fact in certain for term in terms_of(fact.element) if term.value in many)))
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
                message += ", or promise by `# @allow Q052` that there are few pairs"
                yield context.at(_token(fact.element), "Q052", message)
                break
            several.append((frozenset(names - known), shown))


def limited_unions(context: Context) -> Iterator[Problem]:
    """Q055: where a limit cuts a UNION, an ORDER BY says what stays: the arms run in any order."""
    header, root = context.header, context.query.select
    for select in [element for element, _ in walk(context.query.root) if isinstance(element, Select)]:
        outer = select is root
        limited = header.mode in ("many", "construct") and header.limit is not None if outer else select.limited
        if not limited or _ordered(select, _fixed(context)) or (select.grouped and not select.keys):
            continue
        element, cut = next(_unions(select.group), (None, None))
        if element is not None:
            limit = f"@limit {header.limit}" if outer else "LIMIT"
            hint = "ORDER BY what differs" if select.ordering else "add ORDER BY"
            message = f"{limit} cuts a path of alternatives, which are walked in any order; {hint}"
            if isinstance(cut, Union):
                message = f"{limit} cuts a UNION whose arms run in any order; {hint}, with a tag of each arm first"
                message += " where one goes before the other"
            yield context.at(_token(element), "Q055", message)


def _ordered(select: Select, fixed: frozenset[str]) -> bool:
    """Whether ORDER BY takes something that is not the same in all rows."""
    made = dict(zip((var.value for var in select.computed), select.expressions, strict=False))
    binds = (fact.element for fact in flatten(select.group, "") if isinstance(fact.element, Bind))
    made |= {bind.var.value: bind.expr for bind in binds}
    left = [*select.ordering]
    for expr in left:
        if isinstance(expr, Term) and expr.value in made:
            left.append(made.pop(expr.value))
        elif isinstance(expr, Call) and expr.args and not expr.op.startswith("Aggregate_"):
            left += expr.args
        elif not isinstance(expr, Term) or (expr.kind == "var" and expr.value not in fixed):
            return True
    return False


def _unions(group: Group) -> Iterator[tuple[Element, Union | Triple]]:
    """Yield the unions whose rows are those of the group, and the paths that are such by their alternatives."""
    for element in group.elements:
        if isinstance(element, Union) and len(element.arms) == 1:
            yield from _unions(element.arms[0])
        elif isinstance(element, Union) or (isinstance(element, Triple) and _alternatives(element.path)):
            yield element, element
        elif isinstance(element, Select):
            if not (element.grouped or element.limited or element.one_row):
                yield from _unions(element.group)
        elif isinstance(element, Block | Optional):
            yield from _unions(element.group)


def _alternatives(path: Path) -> bool:
    """Whether a path leads on by one of several ways."""
    return isinstance(path, Many) and (path.form == "alt" or any(map(_alternatives, path.parts)))


def _scopes(context: Context) -> Iterator[_Scope]:
    select = context.query.select
    yield from _below(flatten(select.group if select else context.query.where, ""), frozenset(), _fixed(context))
    for expr in select.expressions if select else ():
        for exists in exists_in(expr):
            yield from _below(flatten(exists.group, ""), frozenset(), _fixed(context))


def _below(
    facts: tuple[Fact, ...], given: frozenset[str], fixed: frozenset[str], *, optional: bool = False
) -> Iterator[_Scope]:
    yield _Scope(facts, given | fixed, optional)
    beside = Beside(facts)
    for fact in facts:
        around = given | beside.bind(fact)
        match fact.element:
            case Optional() | Minus():
                inside = fact.opened(fact.element.group)
                yield from _below(inside, around, fixed, optional=isinstance(fact.element, Optional))
            case Union():
                for arm in fact.element.arms:
                    yield from _below(fact.opened(arm), around, fixed)
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
        self.comparisons = Comparisons(scope.facts, fixed)

    def connected(self) -> list[list[Fact]]:
        """Return what binds something, put together where it is joined; what shares a given variable is one part.

        What a BIND makes is joined with what it reads where a pattern asks for it; otherwise a BIND joins nothing.
        An OPTIONAL joins nothing that is apart without it: where it has no value, there is nothing that joins. The same is
        true of a BIND that has no value then; one that has a value all the same joins what the OPTIONAL stands at.
        """
        patterns = [fact for fact in self.scope.facts if not isinstance(fact.element, Filter | Minus)]
        sure = self.comparisons.needed()
        unsure = self._unsure(patterns, sure)
        certain = [fact for fact in patterns if self._is_certain(fact, sure, unsure)] or patterns[:1]
        asked = {name for fact in certain if not isinstance(fact.element, Bind) for name in bound_names(fact.element)}
        asked = asked.union(*(self.comparisons.reads.get(name, ()) for name in asked))
        joining = [fact for fact in certain if not isinstance(fact.element, Bind) or fact.element.var.value in asked]
        tests = [(names, fact) for fact in self.scope.facts for names in self.comparisons.joined(fact)]
        parts = grouped(
            (_with_links(names, unsure) if isinstance(fact.element, Filter | Bind) else names, fact)
            for names, fact in (*((self._joins(fact.element), fact) for fact in joining), *tests)
        )
        apart: list[Fact] = []
        for fact in patterns:
            names = self._joins(fact.element)
            names = names.union(*(self.comparisons.reads.get(name, ()) for name in names))
            if names and not any(fact is other for other in certain):
                beside = [facts for shared, facts in parts if shared & names]
                (max(beside, key=self.many) if beside else apart).append(fact)
        parts += [(self._joins(fact.element), [fact]) for fact in apart]
        given = self.scope.given - self.fixed
        joined = [facts for names, facts in parts if names & given]
        rest = [facts for names, facts in parts if not names & given]
        # What is but computed has one value for each row of the rest.
        found = [facts for facts in rest if any(not isinstance(fact.element, Filter | Bind) for fact in facts)]
        return [[fact for facts in joined for fact in facts], *found] if joined else found

    def _unsure(self, patterns: list[Fact], sure: set[str]) -> dict[str, set[str]]:
        """Return the variables that may be without a value, with all through which what gives it to them is joined."""
        found: dict[str, set[str]] = {}
        for fact in patterns:
            if not self._is_certain(fact, sure, found):
                names = self._joins(fact.element)
                links = _with_links(names, found) if isinstance(fact.element, Bind) else names
                found |= dict.fromkeys(bound_names(fact.element), links)
        always = {name for fact in patterns if self._is_certain(fact, sure, found) for name in bound_names(fact.element)}
        return {name: names for name, names in found.items() if name not in always}

    def _is_certain(self, fact: Fact, sure: set[str], unsure: Mapping[str, set[str]]) -> bool:
        """Whether it has a row wherever the group has one: an OPTIONAL does where a filter asks for a value of it."""
        if isinstance(fact.element, Bind):
            return unsure.keys().isdisjoint(needed(fact.element.expr))
        return not isinstance(fact.element, Optional) or bool(sure & {*bound_names(fact.element)})

    def _joins(self, element: Element) -> set[str]:
        """Return the variables through which an element is joined with others."""
        names = set(bound_names(element))
        if isinstance(element, Bind):
            names |= {term.value for term in terms_of(element.expr) if term.kind == "var"}
        elif isinstance(element, Optional):
            tests = [part for inner in element.group.elements if isinstance(inner, Filter) for part in conjuncts(inner.expr)]
            names = names.union(*(joined for test in tests for joined in self.comparisons.of(test) if names & joined))
        return names

    def perhaps_joined(self, part: list[Fact]) -> str | None:
        """Return a variable by which only an OPTIONAL before it joins a part."""
        joined = [fact for fact in part if not isinstance(fact.element, Bind)]
        places = [index for index, fact in enumerate(self.scope.facts) if any(fact is one for one in joined)]
        before = [fact.element for fact in self.scope.facts[: min(places, default=0)]]
        optional = {name for element in before if isinstance(element, Optional) for name in bound_names(element)}
        optional |= {name for name, read in self.comparisons.reads.items() if read & optional}
        return next((name for fact in joined for name in bound_names(fact.element) if name in optional), None)

    def joined_perhaps(self) -> Iterator[tuple[Token, str]]:
        """Yield the first words of OPTIONALs inside others that only an OPTIONAL beside those joins, by a variable."""
        patterns = [fact for fact in self.scope.facts if not isinstance(fact.element, Filter | Minus)]
        sure = self.comparisons.needed()
        unsure = self._unsure(patterns, sure)
        certain = {name for fact in patterns if self._is_certain(fact, sure, unsure) for name in self._joins(fact.element)}
        for fact in patterns:
            if isinstance(fact.element, Optional):
                others = {name for other in patterns if other is not fact for name in bound_names(other.element)}
                yield from self._inside(fact, certain | self.scope.given, unsure.keys() & others)

    def _inside(self, fact: Fact, certain: AbstractSet[str], unsure: AbstractSet[str]) -> Iterator[tuple[Token, str]]:
        if not isinstance(fact.element, Optional):
            return
        inside = fact.opened(fact.element.group)
        beside = {name for inner in inside if not isinstance(inner.element, Optional) for name in self._joins(inner.element)}
        for inner in inside:
            names = self._joins(inner.element)
            if isinstance(inner.element, Optional) and not names & (certain | beside) and self.many([inner]):
                name, token = min(names & unsure, default=None), _token(inner.element)
                if name is not None and token is not None:
                    yield token, name
            yield from self._inside(inner, certain | beside, unsure)

    def many(self, part: list[Fact]) -> bool:
        """Whether the part may have more than one row."""
        tests = [fact for fact in self.scope.facts if isinstance(fact.element, Filter)]
        known = self.closed([*part, *tests], self.scope.given)
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
            case Select() as select if select.one_row or _one_of_each(select, known):
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
            return declared is not None and (declared.single_back if back != path.inverse else declared.few)
        return path.form in ("seq", "?") and all(self._single(part, back=back) for part in path.parts)


def _with_links(names: set[str], unsure: Mapping[str, set[str]]) -> set[str]:
    """Return variables with all through which what may give them no value is joined."""
    return names.union(*(unsure[name] for name in names & unsure.keys()))


def _one_of_each(select: Select, known: AbstractSet[str]) -> bool:
    """Whether a subselect has one row at most for what is known: it is grouped by nothing else."""
    keys = {key.value for key in select.keys if isinstance(key, Term)} & {term.value for term in select.projection}
    return select.grouped and len(keys) == len(select.keys) and keys <= known


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
