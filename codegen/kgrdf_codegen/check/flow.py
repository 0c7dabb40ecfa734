"""What a variable may hold: the values that reach it from patterns, lists, aliases, subselects and expressions."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rdflib import RDF

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.declared import Property
from kgrdf_codegen.check.facts import Beside, Fact, flatten, names_in, tests_in
from kgrdf_codegen.check.held import (
    Held,
    Holds,
    Source,
    Way,
    compared,
    either,
    every,
    is_constant,
    join,
    kind_held,
    of_property,
    through,
    unlisted,
)
from kgrdf_codegen.check.literals import constant_kind, written
from kgrdf_codegen.check.paths import links, things, valued
from kgrdf_codegen.check.ranges import computed, range_of
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Bind,
    Call,
    Expr,
    Filter,
    Group,
    Minus,
    Optional,
    Select,
    Term,
    Triple,
    Union,
    Values,
    exists_in,
    expressions_of,
    terms_of,
    words_of,
)
from kgrdf_codegen.expressions import Typed, type_of
from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.properties import Facets

__all__ = ["TYPE", "Clause", "Flow", "Scope", "equal", "equated", "options", "scopes"]

_FORMS = ("STR", "LCASE", "UCASE")
_LIKE_THEIR_TEXTS = ("CONCAT", "REPLACE", "SUBSTR", "STRBEFORE", "STRAFTER")
_SIGNS = {"UnaryMinus": "-", "UnaryPlus": "+"}
_ARITHMETIC = ("+", "-", "*", "ABS", *_SIGNS)
_COUNTING = ("Aggregate_Count", "STRLEN")
TYPE = Property(str(RDF.type), kind="iri")
_PARAMS: Mapping[str, ColumnKind] = {"Ref": "ref"}


@dataclass(frozen=True, slots=True)
class Clause:
    """An expression that sees a group."""

    expr: Expr
    asked: bool = False
    """It is a condition, of a FILTER or HAVING: without it nothing comes through."""
    fact: Fact | None = None
    """What it stands in; None beside the columns of a SELECT."""
    near: Token | None = None
    """A word beside it."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A group with what its variables hold, or the columns of a SELECT, and the expressions that see them."""

    facts: tuple[Fact, ...]
    holds: Holds
    clauses: tuple[Clause, ...] = ()
    around: tuple[Fact, ...] = ()
    """The conditions around an OPTIONAL, without which it gives nothing; none on what it alone gives."""
    made: bool = False
    """Templates make its facts: they will hold, and ask for nothing."""


class Flow:
    """What the variables of a file hold, group by group."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.params = {param.name: param for param in context.header.params}
        self._names: dict[int, set[str]] = {}
        self._met: dict[int, tuple[Holds, Holds]] = {}

    def scopes(self) -> Iterator[Scope]:
        """Yield every group of the file, those inside others and those of EXISTS too, and the columns of each SELECT."""
        query = self.context.query
        yield from self._scopes(flatten(query.root, ""), {}, self.context.tokens[0])
        if query.templates:
            made = flatten(Group(tuple(template.triple for template in query.templates)), "")
            yield Scope(made, self._made(self.of(flatten(query.where, ""), {}), self.of(made, {})), made=True)

    def _made(self, holds: Holds, made: Holds) -> dict[str, Held]:
        """Return what templates make of what a pattern holds: each constant is written as it is."""
        found = {}
        for name in holds.keys() & made.keys():
            ways = every(holds[name].ways, made[name].ways)
            found[name] = Held(tuple(tuple(map(_written_as_it_is, way)) for way in ways))
        return found

    def _scopes(
        self, facts: tuple[Fact, ...], around: Holds, before: Token, asked: tuple[Fact, ...] = ()
    ) -> Iterator[Scope]:
        """Yield a group and those inside it; `before` is a word before it."""
        holds = self.of(facts, around)
        placed = [*zip(facts, _words_before(facts, before), strict=True)]
        clauses = (
            Clause(fact.element.expr, isinstance(fact.element, Filter), fact, word)
            for fact, word in placed
            if isinstance(fact.element, Filter | Bind)
        )
        yield Scope(facts, holds, tuple(clauses), asked)
        beside = Beside(facts)
        for fact, word in placed:
            seen: Holds = holds
            match fact.element:
                case Optional() | Union():
                    conditions = _conditions_beside(beside, fact, asked)
                    names = names_in(fact.element).union(*(names_in(condition.element) for condition in conditions))
                    others = self.of(beside.that_tell(names, fact), {name: around[name] for name in names & around.keys()})
                    arms = fact.element.arms if isinstance(fact.element, Union) else (fact.element.group,)
                    for group in arms:
                        yield from self._scopes(fact.opened(group), others, word, conditions)
                case Minus():
                    yield from self._scopes(fact.opened(fact.element.group), holds, word)
                case Select():
                    shared = self.shared(fact.element, holds)
                    yield from self._scopes(fact.opened(fact.element.group), shared, word)
                    seen = self._columns(fact, fact.element, shared)
                    yield Scope((), seen, tuple(_beside_columns(fact.element, word)))
            for expr in expressions_of(fact.element):
                for exists in exists_in(expr):
                    yield from self._scopes(fact.opened(exists.group, "exists"), seen, word)

    def shared(self, select: Select, holds: Holds) -> Holds:
        """Return what is known around a subselect of the variables that are the same inside it."""
        names = {term.value for term in select.shared}
        return {name: held for name, held in holds.items() if select.star or name in names}

    def of(self, facts: Sequence[Fact], around: Holds) -> dict[str, Held]:
        """Return what the variables of a group hold, where what is known around it holds too."""
        outside = {name: unlisted(held) for name, held in around.items()}
        asked = [*self._asked(facts)]
        found: dict[str, Held] = {}
        known = ChainMap(found, outside)
        given = known.new_child(dict(asked))
        for fact in sorted(facts, key=lambda fact: isinstance(fact.element, Triple)):
            for name, held in self._given(fact, given):
                found[name] = join(found.get(name), held)
        for fact in facts:
            if isinstance(fact.element, Optional):
                group = fact.element.group
                if id(group) not in self._names:
                    self._names[id(group)] = names_in(fact.element)
                told = {name: known[name] for name in self._names[id(group)] if name in known}
                for name, held in self._inside(fact, group, told).items():
                    if name not in found or not found[name].sure:
                        found[name] = Held(either(*filter(None, (found.get(name), held))))
            elif isinstance(fact.element, Bind):
                var = fact.element.var
                found[var.value] = join(found.get(var.value), self.held(fact.element.expr, known, var.token))
        for name, held in outside.items():
            found[name] = join(held, found[name]) if name in found else held
        for name, held in asked:
            if name in found:
                found[name] = Held(every(found[name].ways, held.ways), sure=True)
        for one, other in equal(facts):
            if one.value in found and other.value in found:
                both = [found[one.value], found[other.value]]
                for name, held, same in ((one.value, both[0], both[1]), (other.value, both[1], both[0])):
                    found[name] = Held(every(held.ways, compared(same).ways), sure=True)
        return found

    def _inside(self, fact: Fact, group: Group, around: Holds) -> Holds:
        """Return what the variables of a group inside an element hold, found once for what is known around it."""
        before, found = self._met.get(id(group), (None, {}))
        if before != around:
            found = self.of(fact.opened(group), around)
            self._met[id(group)] = around, found
        return found

    def _asked(self, facts: Sequence[Fact]) -> Iterator[tuple[str, Held]]:
        """Yield the constants that conditions ask of the variables of a group, and of those that these are aliases of."""
        aliases = {}
        for bind in [fact.element for fact in facts if isinstance(fact.element, Bind)]:
            if isinstance(bind.expr, Term) and bind.expr.kind == "var":
                aliases[bind.var.value] = bind.expr.value
        for _, test in tests_in(facts):
            name, terms = equated(test)
            near = next((term.token for term in terms_of(test) if term.token is not None), None)
            held = compared(Held(tuple((self._constant(term, near),) for term in terms), sure=True))
            for _ in range(len(aliases) + 1 if name else 0):
                yield name, held
                if name not in aliases:
                    break
                name = aliases[name]

    def _given(self, fact: Fact, holds: Holds) -> Iterator[tuple[str, Held]]:
        """Yield what an element that must hold gives to its variables."""
        match fact.element:
            case Triple() as triple:
                for end, steps in valued(triple):
                    if end.kind == "var":
                        ways = (way for link in steps for way in self._ways(link.term, holds))
                        yield end.value, Held(tuple(dict.fromkeys(ways)), sure=True)
                for link in links(triple.path):
                    if link.term.kind == "var":
                        yield link.term.value, Held(sure=True)
                for thing in things(triple):
                    yield thing.value, Held(((Source("ref", said=written(thing)),),), sure=True)
            case Union() as union:
                arms = [self._inside(fact, arm, {}) for arm in union.arms]
                for name in dict.fromkeys(name for arm in arms for name in arm):
                    told = [arm[name] for arm in arms if name in arm]
                    yield name, Held(either(*told), sure=len(told) == len(arms) and all(held.sure for held in told))
            case Values() as values:
                yield from self._listed(values)
            case Select() as select:
                columns = self._columns(fact, select, {})
                names = list(columns) if select.star else [term.value for term in select.projection]
                yield from ((name, columns[name]) for name in names if name in columns)

    def _ways(self, predicate: Term, holds: Holds) -> Iterator[Way]:
        for term in options(predicate, holds) or (predicate,):
            declared = self.property(term)
            yield () if declared is None else (of_property(declared),)

    def _listed(self, values: Values) -> Iterator[tuple[str, Held]]:
        for index, column in enumerate(values.columns):
            cells = values.listed(index)
            sources = [replace(self._constant(cell, column.token), listed=True) for cell in cells if cell is not None]
            ways = tuple(dict.fromkeys((source,) for source in sources))
            yield column.value, Held((*ways, ()) if None in cells else ways, sure=True)

    def _columns(self, fact: Fact, select: Select, around: Holds) -> dict[str, Held]:
        """Return what the names of a SELECT hold, those that it computes too."""
        found = self.of(fact.opened(select.group), around)
        for name, held in self._listed(select.values) if select.values is not None else ():
            found[name] = join(found.get(name), held)
        for column, expr in zip(select.computed, select.expressions, strict=False):
            found[column.value] = self.held(expr, found, column.token)
        return found

    def property(self, predicate: Term) -> Property | None:
        """Return a declared property, or what is known of the values of `a`."""
        return TYPE if predicate.value == TYPE.iri else self.context.vocabulary.properties.get(predicate.value)

    def held(self, expr: Expr, holds: Holds, near: Token | None) -> Held:
        """Return what an expression gives where its variables hold this; `near` is a word beside it, to find literals."""
        if isinstance(expr, Term):
            return self._of_term(expr, holds, near)
        if not isinstance(expr, Call):
            return Held(((Source("boolean", said="EXISTS"),),), sure=True)
        parts = [self.held(arg, holds, near) for arg in expr.args]
        op = expr.op.removeprefix("Aggregate_")
        if op in _FORMS and parts:
            return Held(tuple(tuple(through(op, source) for source in way) for way in parts[0].ways), parts[0].sure)
        if op in _SIGNS and isinstance(expr.args[0], Term) and expr.args[0].kind == "literal":
            value = _SIGNS[op] + expr.args[0].value
            return Held(((self._constant(replace(expr.args[0], value=value), near),),), sure=True)
        if op in ("IRI", "URI") and isinstance(expr.args[0], Term) and expr.args[0].kind == "literal":
            return Held(((self._constant(replace(expr.args[0], kind="iri", datatype=None), near),),), sure=True)
        if op in ("Min", "Max", "Sample") and parts:
            return Held(parts[0].ways)
        if op == "IF" and len(parts) > 2:
            return Held(either(*parts[1:]), sure=all(part.sure for part in parts[1:]))
        if op == "COALESCE" and parts:
            return Held(either(*parts), sure=any(part.sure for part in parts))
        return self._computed(expr, parts, near)

    def _of_term(self, term: Term, holds: Holds, near: Token | None) -> Held:
        if term.kind != "var":
            return Held(((self._constant(term, near),),), sure=True)
        if not term.is_param:
            return holds.get(term.value, Held())
        param = self.params.get(term.value)
        # The places of a parameter without a declared type are held against each other, in a rule of their own.
        kind = None if param is None or param.inferred else _PARAMS.get(param.type, param.type)
        return Held(((Source(kind, term=term, token=term.token),),), sure=True)  # type: ignore[arg-type]

    def _constant(self, term: Term, near: Token | None) -> Source:
        return Source(constant_kind(term), term=term, token=self.context.near(term, near), joined=True)

    def _computed(self, expr: Call, parts: Sequence[Held], near: Token | None) -> Held:
        """Return the kind of what a function or an operator makes."""
        kinds = {str(index): kind_held(part) for index, part in enumerate(parts)}
        if expr.op in _LIKE_THEIR_TEXTS and None in kinds.values():
            return Held()
        named = expr.args[:1] if expr.op == "function" else ()
        args = (*named, *(Term("var", str(index)) for index in range(len(named), len(parts))))
        typed = type_of(Call(expr.op, args), lambda term: Typed(kinds.get(term.value) or "value"), filled=True)
        shapes: tuple[Facets, ...] = (Facets(minimum="0"),) if expr.op in _COUNTING else ()
        if expr.op == "Aggregate_Avg" and len(parts[0].ways) == 1:
            shapes = next((source.shapes for source in parts[0].ways[0] if source.shapes), ())
        if typed.value in ("integer", "decimal") and expr.op in _ARITHMETIC and any(map(_is_var, terms_of(expr))):
            range_ = computed(expr.op, [range_of(part) for part in parts])
            shapes = (range_.facets(),) if range_ is not None else ()
        if typed.value == "value":
            return Held()
        return Held(((Source(typed.value, said=written(expr), token=near, shapes=shapes),),))


@lru_cache(maxsize=1)
def scopes(context: Context) -> tuple[Scope, ...]:
    """Return the groups of a file, for the rules that go through all of them."""
    return tuple(Flow(context).scopes())


def _words_before(facts: Sequence[Fact], word: Token) -> Iterator[Token]:
    """Yield a word before each fact of a group."""
    for fact in facts:
        yield word
        word = max((word, *words_of(fact.element)), key=lambda token: token.index)


def _beside_columns(select: Select, before: Token) -> Iterator[Clause]:
    """Yield what stands around the group of a SELECT: what columns are computed of, GROUP BY, HAVING and ORDER BY."""
    inside = max((before, *words_of(select.group)), key=lambda token: token.index)
    for index, expr in enumerate(select.expressions):
        near = select.computed[index].token if index < len(select.computed) else inside
        yield Clause(expr, any(expr is one for one in select.having), None, near)


def _conditions_beside(beside: Beside, optional: Fact, around: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return what is asked of every row to which an OPTIONAL adds something, of variables that it does not give alone."""
    if not isinstance(optional.element, Optional):
        return ()
    given = beside.own(optional)
    filters = [fact for fact in beside.facts if isinstance(fact.element, Filter) and not [*exists_in(fact.element.expr)]]
    return (*around, *(fact for fact in filters if given.isdisjoint(term.value for term in terms_of(fact.element))))


def _is_var(term: Term) -> bool:
    return term.kind == "var"


def _written_as_it_is(source: Source) -> Source:
    return replace(source, joined=True, listed=True) if is_constant(source) else source


def options(term: Term, holds: Holds) -> tuple[Term, ...]:
    """Return the constants of which a term is one, where its variables hold this; none where it may be anything."""
    return _constants(holds.get(term.value)) if term.kind == "var" else (term,)


def _constants(held: Held | None) -> tuple[Term, ...]:
    """Return the constants that something is one of; none where it may be anything else."""
    found: dict[tuple[str, str], Term] = {}
    for way in held.ways if held is not None else ((),):
        terms = {
            (source.term.kind, source.term.value): source.term
            for source in way
            if source.term is not None and is_constant(source) and not source.form
        }
        if not terms:
            return ()
        if len(terms) == 1:  # else the way is never taken
            found |= terms
    return tuple(found.values())


def equated(expr: Expr) -> tuple[str, tuple[Term, ...]]:
    """Return the variable of which a condition says that it is one of some constants; of another condition, nothing."""
    if isinstance(expr, Call) and expr.op == "||":
        options = [equated(arg) for arg in expr.args]
        if len({name for name, _ in options}) == 1:
            return options[0][0], tuple(term for _, terms in options for term in terms)
    if isinstance(expr, Call) and expr.op in ("=", "IN", "sameTerm") and expr.args:
        first, *others = expr.args
        if expr.op != "IN" and isinstance(first, Term) and first.kind != "var":
            first, others = others[0], [first]
        if isinstance(first, Term) and first.kind == "var" and not first.is_param:
            terms = tuple(other for other in others if isinstance(other, Term) and other.kind in ("literal", "iri"))
            if len(terms) == len(others):
                return first.value, terms
    return "", ()


def equal(facts: Sequence[Fact]) -> Iterator[tuple[Term, Term]]:
    """Yield the variables of a group that a condition takes for equal."""
    for _, test in tests_in(facts):
        if isinstance(test, Call) and test.op in ("=", "sameTerm"):
            one, other = test.args
            if isinstance(one, Term) and isinstance(other, Term) and one.kind == other.kind == "var":
                yield one, other
