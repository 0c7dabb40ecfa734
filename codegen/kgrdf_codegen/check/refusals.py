"""Why two values never meet: by their kinds, by what the ontology lists, and by what its shapes allow."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from rdflib import XSD

from kgrdf_codegen.check.bounds import ORDERS, TEXTS, as_compared, is_whole, outside
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.flow import TYPE
from kgrdf_codegen.check.held import IRI_TEXT, Source
from kgrdf_codegen.check.literals import cased, constant_kind, value_of, written
from kgrdf_codegen.check.members import CLASSES, VERBS
from kgrdf_codegen.check.terms import no_class, no_node, prefixed
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Call, Expr, Term, expressions_of, terms_of, walk
from kgrdf_codegen.check.vocabulary import NODES
from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.problems import cut, differing, likely

__all__ = ["NUMBERS", "WRITTEN", "Reasons", "Refusal", "other_constant", "place", "unlike"]

_OTHER_THAN = ("!=", "NOT IN")
_EXACT = ("", "sameTerm")
"""The term itself is looked up, so that 1 and 1.0 are two values; a comparison takes them for one."""
NUMBERS = ("integer", "decimal", "instant")
_WHOLE = ("integer", "instant")
_THINGS = ("ref", "iri")
WRITTEN = {
    "string": "a text",
    "langString": "a text in a language",
    "integer": "an xsd:integer",
    "decimal": "an xsd:decimal, such as 1.0",
    "boolean": "true or false",
    "instant": "an instant: an xsd:integer of milliseconds since 1970",
    "ref": "a thing, so an IRI",
    "iri": "an IRI",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why two values never meet."""

    code: str
    token: Token | None
    message: str


class Reasons:
    """What the ontology says against a constant or a parameter of a file."""

    def __init__(self, context: Context) -> None:
        self.context = context
        told = {param.name: str(param.default) for param in context.header.params if param.default is not None}
        # What the text compares with its own default means nothing by it.
        idle = {
            name for element, _ in walk(context.query.root) for expr in expressions_of(element) for name in _told(expr, told)
        }
        self.defaults = {name: text for name, text in told.items() if name not in idle}
        self.first = {token.name: token for token in reversed(context.tokens) if token.is_param}

    def no_value(self, typed: Source, given: Source, op: str) -> Refusal | None:
        """Return why a constant or a parameter is no value of a property or an expression, or none that it lets through."""
        term = given.term
        if term is None or typed.term is not None:
            return None
        clock = term.is_param and term.value in ("now", "asOf", "knownAt")  # of which Q045 speaks
        if op in ORDERS and typed.kind in _THINGS and given.kind in _THINGS:
            message = f"{self._shown(given)} is compared with a thing, and things have no order; compare their STR()"
            return Refusal("Q027", given.token, message)
        if not clock and not _fits(typed, given, op):
            message = f"{self._shown(given)} is no value of {self.named(typed)}, which is {WRITTEN[typed.kind or 'ref']}"
            return Refusal("Q027", given.token, message + _rewritten(typed, term))
        text, token = (self.defaults.get(term.value), self.first[term.value]) if term.is_param else (term.value, given.token)
        reasons = (self._other_case, self._no_thing, self._no_class, self._no_member, self._no_relation_type, self._beyond)
        for reason in reasons:
            if text is not None and (found := reason(typed, term, cased(given.form, text), op)) is not None:
                return Refusal(found[0], token, found[1])
        return None

    def no_result(self, typed: Source, made: Source) -> Refusal | None:
        """Return why what an expression makes is no value of a property."""
        kind, other = typed.kind, made.kind
        if kind is None or other is None or kind == other or {kind, other} in ({"integer", "instant"}, {*_THINGS}):
            return None
        message = f"{made.said}, which is {WRITTEN[other]}, is no value of {self.named(typed)}, which is {WRITTEN[kind]}"
        return Refusal("Q027", made.token, message)

    def no_thing(self, typed: Source, given: Source) -> Refusal | None:
        """Return why the text of a thing never begins with a constant."""
        term = given.term
        found = self._no_thing(typed, term, term.value, "") if term is not None and typed.form == "STR" else None
        return None if found is None else Refusal(found[0], given.token, found[1])

    def _other_case(self, typed: Source, term: Term, text: str, op: str) -> tuple[str, str] | None:
        letters = {"LCASE": ("A-Z", "small"), "UCASE": ("a-z", "capital")}.get(typed.form)
        if letters is None or op not in ("=", "IN", *_EXACT) or not re.search(f"[{letters[0]}]", text):
            return None
        return "Q056", f"{typed.form} gives {letters[1]} letters, so never {cut(text)!r}"

    def _no_thing(self, typed: Source, term: Term, text: str, op: str) -> tuple[str, str] | None:
        """Return why an IRI, or its text, is that of nothing of which a tenant's graph says something."""
        vocabulary, as_text = self.context.vocabulary, typed.form == "STR" and typed.shapes == (IRI_TEXT,)
        declared = typed.declared
        thing = (declared.kind == "ref" and bool(declared.values)) if declared is not None else bool(typed.said)
        if not thing or (typed.kind != "ref" and not as_text) or op in (*ORDERS, *_OTHER_THAN):
            return None
        if vocabulary.is_schema(text) or (as_text and vocabulary.lacks(text)):
            said = f"nothing matches: {self.context.short(text)} is a name of the ontology"
            return "Q050", f"{said}; no tenant's graph says anything of it"
        stored = declared is None or (not declared.one_of and all(map(vocabulary.of_the_core, declared.values)))
        if not stored or term.is_param or not prefixed(term, self.context):
            return None
        if vocabulary.lacks(text) or text.startswith(NODES) or (term.kind != "literal" and ":" not in text):
            return None  # of which Q023, Q033 and Q015 speak
        return "Q050", no_node(self.context.short(text) if term.kind == "iri" else repr(cut(text)))

    def _no_class(self, typed: Source, term: Term, text: str, op: str) -> tuple[str, str] | None:
        iri = (term.kind == "iri" or term.is_param) and not typed.form
        as_text = term.kind == "literal" and typed.form == "STR" and ":" in text
        if typed.declared is None or typed.declared.iri not in CLASSES or not (iri or as_text) or op in ORDERS:
            return None
        if term.kind == "iri" and self.context.vocabulary.lacks(text):
            return None  # of which Q023 speaks
        wrong = no_class(self.context, text)
        if wrong is not None and term.is_param:
            wrong = f"<{cut(text)}>, the default of ${term.value}, is no declared class; write the IRI of one in full"
        return None if wrong is None else ("Q022", wrong)

    def _no_member(self, typed: Source, term: Term, text: str, op: str) -> tuple[str, str] | None:
        if typed.declared is None or not typed.declared.one_of:
            return None
        name = self.context.short(typed.declared.iri)
        allowed = sorted({cased(typed.form, one) for one in typed.declared.one_of})
        show: Callable[[str], str] = cut if typed.kind not in TEXTS else lambda text: repr(cut(text))
        if term.kind == "iri":
            show = self.context.short
        listed = ", ".join(map(show, allowed))
        texts = typed.kind in TEXTS or term.kind == "iri"
        pairs = [(one, text) if texts else as_compared(one, text) for one in allowed]
        if op in ORDERS:
            possible = any(ORDERS[op](*pair) for pair in pairs)
            return None if possible else ("Q056", f"{name} is one of {listed}, so never {op} {show(text)}")
        if text in allowed or (op not in _EXACT and any(operator.eq(*pair) for pair in pairs)):
            return None
        close = self.context.vocabulary.closest(text, allowed) if term.kind == "iri" else likely(text, allowed)
        suggested = self.context.suggested if term.kind == "iri" else show
        hint = f"did you mean {suggested(close)}{differing(text, close)}?" if close else f"one of {listed}"
        return "Q028", f"{show(text)} is no value of {name}, {hint}"

    def _no_relation_type(self, typed: Source, term: Term, text: str, op: str) -> tuple[str, str] | None:
        if typed.declared is None or typed.declared.iri != VERBS or op in ORDERS:
            return None
        verbs = self.context.vocabulary.relation_types
        meant = [verb for verb in verbs.values() if cased(typed.form, verb.label) == text]
        undeclared = {cased(typed.form, verb) for verb in self.context.header.undeclared_types}
        if not meant and text not in undeclared:
            close = likely(text, verbs, cutoff=0.7)
            hint = f"did you mean {close!r}{differing(text, close)}? Else" if close else "if it is meant,"
            shown = cut(text)
            return "Q029", f"{shown!r} is no declared relation type, {hint} write `# @undeclared-types {shown}`"
        if meant and all(verb.kept_as is not None for verb in meant):
            kept = meant[0].kept_as
            return "Q029", f"{text!r} is never stored: it is kept as {kept!r}, the other way round; ask for that"
        return None

    def _beyond(self, typed: Source, term: Term, text: str, op: str) -> tuple[str, str] | None:
        if op in _OTHER_THAN:
            return None
        found = [outside(shape, typed.kind, typed.form, text, op) for shape in typed.shapes]
        if typed.kind in _WHOLE and op not in ORDERS and not is_whole(text):
            found = ["is a whole number"]
        if not found or not all(found):
            return None
        name, bound = self.named(typed), "is the text of an IRI" if typed.shapes == (IRI_TEXT,) else found[0]
        if op in ORDERS:
            return "Q056", f"{name} {bound}, so it is never {op} {cut(text)}"
        shown = cut(text) if term.is_param else self._shown(Source(typed.kind, term=term))
        if term.is_param and not text:
            hint = f"write `= none`, and FILTER(!BOUND(${term.value}) || …)"
            return "Q027", f'"", the default of ${term.value}, is no value of {name}, which {bound}; {hint}'
        return "Q027", f"{shown} is no value of {name}, which {bound}"

    def named(self, typed: Source) -> str:
        """Return what a message calls a property or an expression."""
        if typed.declared is None:
            return typed.said or "what has properties"
        name = "rdf:type" if typed.declared.iri == TYPE.iri else self.context.short(typed.declared.iri)
        return f"{typed.form}({name})" if typed.form else name

    def _shown(self, given: Source) -> str:
        term = given.term
        assert term is not None
        if term.kind == "iri":
            return f"{self.context.short(term.value)}, an IRI,"
        if term.kind == "var":
            return f"${term.value}, declared as {given.kind if given.kind != 'ref' else 'a reference'},"
        if term.lang:
            return f"{cut(term.value)!r}@{term.lang}"
        if term.datatype and term.datatype.startswith(str(XSD)) and term.datatype != str(XSD.string):
            return f"{cut(term.value)} (xsd:{term.datatype.removeprefix(str(XSD))})"
        return repr(cut(term.value))


def _rewritten(typed: Source, term: Term) -> str:
    """Return how a literal of a datatype that nothing is kept in is written for a property."""
    if term.kind != "literal" or term.lang or constant_kind(term) != "string" or term.datatype in (None, str(XSD.string)):
        return ""
    if typed.kind == "string":
        return f"; write {json.dumps(term.value, ensure_ascii=False)}"
    day = re.fullmatch(r"\d{4}-\d\d-\d\d", term.value)
    try:
        at = datetime.fromisoformat(day[0]).replace(tzinfo=UTC) if day and typed.kind == "instant" else None
    except ValueError:
        return ""
    return f"; write {round(at.timestamp() * 1000)} for its beginning in UTC" if at is not None else ""


def _told(expr: Expr, defaults: Mapping[str, str]) -> Iterator[str]:
    """Yield the parameters that an expression compares with their defaults."""
    if not isinstance(expr, Call):
        return
    terms = [arg for arg in expr.args if isinstance(arg, Term)]
    if expr.op in ("=", "!=") and len(terms) == 2:
        yield from (
            one.value
            for one, other in (terms, terms[::-1])
            if one.is_param and other.kind == "literal" and defaults.get(one.value) == other.value
        )
    for arg in expr.args:
        yield from _told(arg, defaults)


def place(expr: Expr) -> Token | None:
    """Return the first word of an expression that has a place."""
    return next((term.token for term in terms_of(expr) if term.token is not None), None)


def unlike(call: Call, left: tuple[Expr, Source], right: tuple[Expr, Source]) -> Refusal | None:
    """Return why two values that the query does not name are never equal."""
    kinds = [source.kind for _, source in (left, right)]
    if call.op in ORDERS and {*kinds} <= {*_THINGS}:
        sides = [written(expr) for expr, _ in (left, right)]
        message = f"{sides[0]} and {sides[1]} are things, which have no order; compare their STR()"
        return Refusal("Q027", place(call), message)
    if None in kinds or _alike(*kinds):
        return None
    one, other = (f"{written(expr)}, which is {WRITTEN[source.kind or 'ref']}" for expr, source in (left, right))
    return Refusal("Q027", place(call), f"{one}, is compared with {other}; nothing is both")


def other_constant(call: Call, expr: Expr, one: Source, two: Source) -> Refusal | None:
    """Return why a comparison of what a query computes with a constant is never true: it computes others."""
    written_out = all(isinstance(side, Term) and side.kind != "var" for side in (call.args[0], expr))
    if written_out or call.op in _OTHER_THAN or not (one.joined and two.joined) or one.listed or two.listed:
        return None
    if one.term is None or two.term is None:
        return None
    values, test = (value_of(one.term), value_of(two.term)), ORDERS.get(call.op, operator.eq)
    if values[0] is None or values[1] is None or (values[0][0] == values[1][0] and test(values[0][1], values[1][1])):
        return None
    sides = ((expr, two), (call.args[0], one))
    constants = (source.token for side, source in sides if isinstance(side, Term) and side.kind != "var")
    asked = f"{written(call.args[0])} {call.op if call.op in ORDERS else '='} {written(expr)}"
    return Refusal("Q056", next(constants, place(call)), f"{asked} is never true, the query itself gives it other values")


def _alike(one: ColumnKind | None, other: ColumnKind | None) -> bool:
    """Whether a comparison takes values of two kinds for one."""
    return one == other or any({one, other} <= {*kinds} for kinds in (NUMBERS, _THINGS))


def _fits(typed: Source, given: Source, op: str) -> bool:
    kind, found, term = typed.kind, given.kind, given.term
    if kind is None or found is None or term is None:
        return True
    if kind in _THINGS:
        return found in _THINGS
    literal = term.kind == "literal"
    if literal and found == "string" and term.datatype not in (None, str(XSD.string)):
        return False
    if op not in _EXACT:
        return kind == found or (_alike(kind, found) and not (literal and _is_date(term)))
    if literal and kind in NUMBERS:
        return term.datatype == str(XSD.decimal if kind == "decimal" else XSD.integer)
    return kind == found or {kind, found} == {"integer", "instant"}


def _is_date(term: Term) -> bool:
    return term.datatype in (str(XSD.dateTime), str(XSD.dateTimeStamp))
