"""The places of a file at which values are held against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from rdflib import XSD

from kgrdf_codegen.check.bounds import ORDERS, TEXTS, number_of, readable
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.declared import Property
from kgrdf_codegen.check.flow import TYPE, Flow, Scope, scopes
from kgrdf_codegen.check.held import Held, Holds, Source, Way, kind_held, of_property
from kgrdf_codegen.check.literals import named, value_of, written
from kgrdf_codegen.check.members import CLASSES, VERBS, Trial
from kgrdf_codegen.check.paths import links, valued
from kgrdf_codegen.check.refusals import NUMBERS, WRITTEN, Reasons, Refusal, other_constant, place, unlike
from kgrdf_codegen.check.simple import Simple
from kgrdf_codegen.check.terms import no_property
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Call, Expr, Term, Triple, terms_of
from kgrdf_codegen.check.truth import Asked, Part, folded, parts
from kgrdf_codegen.check.vocabulary import NODES

__all__ = ["Meetings"]

_UNLIKE = {"=": "!=", "sameTerm": "!=", "IN": "NOT IN"}
_BACK = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OTHER_THAN = ("!=", "NOT IN")
_COMPARISONS = ("=", "IN", "sameTerm", *_OTHER_THAN, *ORDERS)
_OF_TEXTS = ("CONTAINS", "STRSTARTS", "STRENDS", "STRBEFORE", "STRAFTER", "REGEX", "REPLACE", "LCASE", "UCASE", "STRLEN")
_ARITHMETIC = ("+", "-", "*", "/", "UnaryMinus", "UnaryPlus")
_OF_NUMBERS = (*_ARITHMETIC, "ABS", "ROUND", "CEIL", "FLOOR", "Aggregate_Sum", "Aggregate_Avg")
_OF_DATES = ("YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ")
_ALL, _FIRST, _OTHERS = slice(None), slice(1), slice(1, None)
_TAKE: tuple[tuple[tuple[str, ...], slice, tuple[str, ...], str], ...] = (
    ((*_OF_TEXTS, "CONCAT"), _ALL, TEXTS, "a text"),
    (("SUBSTR",), _FIRST, TEXTS, "a text"),
    (("SUBSTR",), _OTHERS, NUMBERS, "a number behind the text"),
    (_OF_NUMBERS, _ALL, NUMBERS, "a number"),
    (_OF_DATES, _ALL, (), "an xsd:dateTime"),
)
"""Functions with the kinds that some of their arguments are of; of another one they give nothing."""
_PATTERNS = {"REGEX": 2, "REPLACE": 3}
"""Functions whose second argument is a pattern, with the place of its flags."""
_TESTS = ("CONTAINS", "STRSTARTS", "STRENDS", "REGEX")


class Meetings:
    """The places of a file at which values are held against each other: in a pattern, or by an operator."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.flow = Flow(context)
        self.reasons = Reasons(context)

    def refused(self) -> Iterator[Refusal]:
        """Yield what can never be one value, and what an operator never lets through."""
        for scope in scopes(self.context):
            for fact in scope.facts:
                if isinstance(fact.element, Triple):
                    yield from self._in_pattern(fact.element)
                    yield from self._predicates(fact.element, scope.holds)
            for held in scope.holds.values():
                for ways in _meant(held):
                    yield from _all_of([self._together(way) for way in ways])
            simple = Simple(self.flow, scope)
            for clause in scope.clauses:
                wrong: set[int] = set()
                for part in parts(clause.expr, alternatives=clause.asked):
                    near = place(part.call) or place(clause.expr) or clause.near
                    inside = any(id(arg) in wrong for arg in part.call.args)
                    found = [one for one in self._told(part, simple, near) if not (inside and one.code == "Q056")]
                    if inside or found:
                        wrong.add(id(part.call))
                    yield from found

    def _told(self, part: Part, simple: Simple, near: Token | None) -> Iterator[Refusal]:
        """Yield what is wrong with one function or operator: by the ontology, else by its kind and its constants alone."""
        call, scope = part.call, simple.scope
        args = [self.flow.held(arg, scope.holds, near) for arg in call.args]
        found: list[Refusal] = []
        if call.op in _COMPARISONS:
            # The opposite of what is never true is idle.
            asked = call if part.positive else replace(call, op=_UNLIKE.get(call.op, call.op))
            found = [one for one in self._compared(asked, args) if part.positive or one.code != "Q050"]
        # Who asks for all other values looks for what should not be there.
        if part.positive and not found and call.op in (*_COMPARISONS, *_TESTS) and call.op not in _OTHER_THAN:
            found = [*self._tried(call, scope, near)]
        found = [*(one for one in found if part.asked or one.code != "Q056"), *self._given(call, args, near)]
        if part.positive and call.op == "STRSTARTS":
            found += self._begins(call, args[0])
        if part.asked and not found:
            said = simple.never(Asked(call), near)
            found = [] if said is None else [Refusal("Q056", self._word(call, near), said)]
        yield from found

    def _in_pattern(self, triple: Triple) -> Iterator[Refusal]:
        """Yield why a constant or a parameter is no value of the property that it stands with."""
        for end, steps in valued(triple):
            for step in steps if end.kind != "var" or end.is_param else ():
                declared = self.flow.property(step.term)
                near = step.term.token
                if declared is not None and (
                    near is not None or end.kind != "iri"
                ):  # of `a` and a class another rule speaks
                    [[given]] = self.flow.held(end, {}, near or triple.token).ways
                    yield from _all_of([self.reasons.no_value(of_property(declared), given, "")])

    def _predicates(self, triple: Triple, holds: Holds) -> Iterator[Refusal]:
        """Yield what is given for a predicate and is no property."""
        vocabulary = self.context.vocabulary
        for link in links(triple.path):
            for way in holds.get(link.term.value, Held()).ways if link.term.kind == "var" else ():
                for source in way:
                    iri = source.term.value if source.term is not None and source.term.kind == "iri" else TYPE.iri
                    # Of what is misspelt Q023 speaks.
                    if iri != TYPE.iri and iri not in vocabulary.properties and not vocabulary.lacks(iri):
                        yield Refusal("Q021", source.token, no_property(self.context, iri))

    def _together(self, way: Way) -> Refusal | None:
        """Return what keeps a way from being taken: a constant that is looked up as the value of a property."""
        values = [source for source in way if source.declared is not None or (source.kind == "ref" and source.term is None)]
        given = [source for source in way if source.joined]
        computed = [source for source in way if source.said and source.kind != "ref"]
        found = (self.reasons.no_value(value, constant, "") for value in values for constant in given)
        return next(filter(None, (*found, *(self.reasons.no_result(*pair) for pair in product(values, computed)))), None)

    def _compared(self, call: Call, args: Sequence[Held]) -> Iterator[Refusal]:
        first = [*_meant(args[0])]
        known = [tuple(dict.fromkeys(map(_but_compared, ways))) for ways in first]
        for expr, other in zip(call.args[1:], args[1:], strict=True):
            constant = isinstance(expr, Term) and expr.kind != "var"
            for some, others in product(known if constant else first, _meant(other)):
                yield from _all_of([self._apart(call, expr, one, two) for one, two in product(some, others)])

    def _apart(self, call: Call, expr: Expr, way: Way, other: Way) -> Refusal | None:
        """Return why a comparison never holds where its two sides get their values in these ways."""
        for one, two in product(way, other):
            if one.term is not None and two.term is not None:
                found = other_constant(call, expr, one, two)
            elif one.term is None and two.term is None:
                found = unlike(call, (call.args[0], one), (expr, two))
            elif one.term is None:
                found = self.reasons.no_value(one, two, call.op)
            else:
                found = self.reasons.no_value(two, one, _BACK.get(call.op, call.op))
            if found is not None:
                return found
        return None

    def _given(self, call: Call, args: Sequence[Held], near: Token | None) -> Iterator[Refusal]:
        """Yield what a function is given that cannot take it, so that it has no value."""
        if call.op == "/" and kind_held(args[0]) in NUMBERS and _is_nought(call.args[1]):
            token = place(call) or next((source.token for source in args[0].ways[0]), None)
            yield Refusal("Q027", token, f"{written(call)} has no value: nothing is divided by 0")
        for functions, places, taken, what in _TAKE:
            for expr, held in zip(call.args[places], args[places], strict=True) if call.op in functions else ():
                kind = kind_held(held)
                if kind is not None and kind not in taken:
                    hint = f"; write STR({written(expr)})" if taken is TEXTS else ""
                    message = f"{written(expr)}, which is {WRITTEN[kind]}, is given to {named(call)}, which takes {what}"
                    yield Refusal("Q027", place(expr) or self._word(expr, place(call) or near), message + hint)

        if call.op in _PATTERNS:
            yield from self._unreadable(call, near)

    def _word(self, expr: Expr, near: Token | None) -> Token | None:
        """Return the word that an expression begins with, as far as it is known."""
        return next((self.context.near(term, near) for term in terms_of(expr)), near)

    def _unreadable(self, call: Call, near: Token | None) -> Iterator[Refusal]:
        """Yield why the pattern of a function or its flags are none that a store can read."""
        pattern, flags = _text_of(call.args[1]), [_text_of(arg) for arg in call.args[_PATTERNS[call.op] :]]
        wrong, what = call.args[1], "is no pattern"
        if flags and flags[0] is not None and not readable("", flags[0]):
            wrong, what = call.args[-1], "are no flags"
        elif pattern is None or None in flags or readable(pattern, *filter(None, flags)):
            return
        message = f"{written(wrong)} {what} that {call.op} can read, so that it has no value"
        yield Refusal("Q027", self._word(wrong, near), message)

    def _begins(self, call: Call, held: Held) -> Iterator[Refusal]:
        """Yield why the text of a thing's IRI never begins with a constant."""
        beginning = call.args[1]
        if isinstance(beginning, Term) and beginning.kind == "literal" and not NODES.startswith(beginning.value):
            token = self.context.near(beginning, place(call))
            given = Source("string", term=beginning, token=token)
            yield from _all_of([self._no_thing(way, given) for way in held.ways])

    def _no_thing(self, way: Way, given: Source) -> Refusal | None:
        found = (self.reasons.no_thing(source, given) for source in way)
        return next(filter(None, found), None)

    def _tried(self, call: Call, scope: Scope, near: Token | None) -> Iterator[Refusal]:
        """Yield why none of the values that are known makes a condition true."""
        sources = Trial(self.context, self.flow, scope, near).fails(call)
        if not sources:
            return
        constants = (term for term in terms_of(call) if term.kind in ("literal", "iri"))
        token = next((self.context.near(term, near) for term in constants), place(call))
        declared, said = sources[0].declared, f"{written(call)} is true"
        if declared is None:
            yield Refusal("Q056", token, f"{said} of none of the values that it has here")
        elif declared.iri == VERBS:
            hint = "if it is another, write its name in `# @undeclared-types`"
            yield Refusal("Q029", token, f"{said} of no declared relation type; {hint}")
        elif declared.iri in CLASSES:
            yield Refusal("Q022", token, f"{said} of no declared class")
        else:
            lists = {source.declared.iri: self._listed(source.declared) for source in sources if source.declared is not None}
            yield Refusal("Q028", token, f"{said} of no value of {', or of '.join(lists.values())}")

    def _listed(self, declared: Property) -> str:
        shown = map(self.context.short if declared.kind != "string" else repr, sorted(declared.one_of))
        return f"{self.context.short(declared.iri)}, one of {', '.join(shown)}"


def _is_nought(expr: Expr) -> bool:
    """Whether it is 0 as an integer or a decimal; a double divides by 0e0."""
    number = folded(expr)
    exact = all(term.datatype in (str(XSD.integer), str(XSD.decimal)) for term in terms_of(expr))
    return exact and isinstance(number, Term) and number_of(number.value) == 0


def _text_of(expr: Expr) -> str | None:
    """Return the text that a literal without a language is; None for anything else."""
    value = value_of(expr) if isinstance(expr, Term) else None
    return str(value[1]) if value is not None and value[0] == "string" else None


def _all_of(refusals: Sequence[Refusal | None]) -> Iterator[Refusal]:
    """Yield the first of the refusals if there is one for each way, one by the ontology if there is."""
    found = [refusal for refusal in refusals if refusal is not None]
    if found and len(found) == len(refusals):
        yield min(found, key=lambda refusal: refusal.code == "Q056")


def _meant(held: Held) -> Iterator[Sequence[Way]]:
    """Yield the ways of which one must be taken: those of each constant of VALUES, and all where there are others too."""
    by_constant: dict[Source | None, list[Way]] = {}
    for way in held.ways:
        for constant in [source for source in way if source.listed] or (None,):
            by_constant.setdefault(constant, []).append(way)
    others = by_constant.pop(None, [])
    yield from (by_constant[constant] for constant in sorted(by_constant, key=repr))
    if others:
        yield held.ways


def _but_compared(way: Way) -> Way:
    """Return a way without the constants that a condition asks for: to another constant they say nothing."""
    return tuple(source for source in way if source.joined or source.term is None or source.term.kind == "var")
