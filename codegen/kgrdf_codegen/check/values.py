"""Rules on values: a literal or parameter is of the type of the property that it is compared with, and one it can have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from rdflib import XSD

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.declared import Property
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Call, Expr, Link, Path, Term, Triple, Values, expressions_of, terms_of, walk
from kgrdf_codegen.headers import Param
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.rdf import INTEGERS, value_kind
from kgrdf_codegen.reader import KG

__all__ = ["RULES"]

_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "IN", "NOT IN")
_NUMBERS = ("integer", "decimal", "instant")
_WRITTEN = {
    "string": "a plain text",
    "langString": "a text with a language",
    "integer": "an xsd:integer",
    "decimal": "an xsd:decimal, such as 1.0",
    "boolean": "true or false",
    "instant": "an instant: an xsd:integer of milliseconds since 1970",
    "ref": "a thing, so an IRI",
    "iri": "an IRI",
}
_ZONE = r"(?:Z|[+-]\d\d:\d\d)"
_DATES = {
    "date": rf"(\d{{4}}-\d\d-\d\d){_ZONE}?",
    "dateTime": rf"(\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?{_ZONE}?",
    "dateTimeStamp": rf"(\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?{_ZONE}",
}
"""The forms of days, with the part that a calendar knows; years have four digits here."""
_BYTES = {"byte": 8, "short": 16, "int": 32, "long": 64}
_SIGNS = {"nonNegativeInteger": (0, None), "positiveInteger": (1, None), "negativeInteger": (None, -1)}


@dataclass(frozen=True, slots=True)
class Use:
    """A constant or a parameter as a value of a property."""

    value: Term
    declared: Property
    exact: bool
    """The term itself is looked up, so that 1 and 1.0 are two values; a comparison in a FILTER takes them for one."""
    near: Token | None
    as_text: bool = False
    """It is compared with the text of the value, by STR."""


def values_fit(context: Context) -> Iterator[Problem]:
    """Q027: a literal is of a form that its datatype has, and a value of the type of the property that it stands with."""
    for term in terms_of(context.query):
        if term.kind == "literal" and term.datatype and _impossible(term):
            name = term.datatype.removeprefix(str(XSD))
            message = f"{term.value!r} is no xsd:{name}"
            yield context.at(context.near(term, None) or term.token, "Q027", message)
    # The places of a parameter without a declared type are held against each other, in a rule of their own.
    params = {param.name: param for param in context.header.params if not param.inferred}
    for use in _uses(context):
        kind = use.declared.kind
        written = _kind_of(use.value, params)
        clock = use.value.is_param and use.value.value in ("now", "asOf", "knownAt")  # of which Q045 speaks
        if kind is None or written is None or clock or use.as_text or _fits(kind, written, use):
            continue
        if use.value.kind == "literal":
            given = _shown(use.value)
        elif use.value.kind == "iri":
            given = f"{context.short(use.value.value)}, an IRI,"
        else:
            given = f"${use.value.value}, declared as {written if written != 'ref' else 'a reference'},"
        message = f"{given} is no value of {context.short(use.declared.iri)}, which is {_WRITTEN[kind]}"
        yield context.at(context.near(use.value, use.near), "Q027", message)


def members_known(context: Context) -> Iterator[Problem]:
    """Q028: where the ontology lists the values of a property, a query names one of them."""
    for use, text, token in _constants(context):
        allowed = sorted(use.declared.one_of)
        if allowed and text not in allowed:
            close = get_close_matches(text, allowed, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"one of {', '.join(map(repr, allowed))}"
            yield context.at(token, "Q028", f"{text!r} is no value of {context.short(use.declared.iri)}, {hint}")


def relation_types_declared(context: Context) -> Iterator[Problem]:
    """Q029: a query names a declared relation type, or says in `@undeclared-types` that it means another one."""
    verbs = context.vocabulary.relation_types
    for use, text, token in _constants(context):
        if use.declared.iri != f"{KG}relationshipType":
            continue
        if text not in verbs and text not in context.header.undeclared_types:
            close = get_close_matches(text, verbs, n=1, cutoff=0.7)
            hint = f"did you mean {close[0]!r}? Else" if close else "if it is meant,"
            message = f"{text!r} is no declared relation type, {hint} write `# @undeclared-types {text}`"
            yield context.at(token, "Q029", message)
        elif text in verbs and (kept := verbs[text].kept_as) is not None:
            message = f"{text!r} is never stored: it is kept as {kept!r}, the other way round; ask for that"
            yield context.at(token, "Q029", message)


def _constants(context: Context) -> Iterator[tuple[Use, str, Token | None]]:
    """Yield the texts that are given for a property: literals, and defaults of parameters."""
    defaults = {param.name: param.default for param in context.header.params if param.default is not None}
    told = set()
    for use in _uses(context):
        if use.value.kind == "literal":
            yield use, use.value.value, context.near(use.value, use.near)
        elif use.value.value in defaults and use.value.value not in told:
            told.add(use.value.value)
            yield use, str(defaults[use.value.value]), use.value.token


def _uses(context: Context) -> Iterator[Use]:
    """Yield every constant and parameter that is a property's value, or is compared with a variable that is one."""
    properties: dict[str, list[Property]] = defaultdict(list)
    elements = [element for element, _ in walk(context.query.root)]
    triples = [element for element in elements if isinstance(element, Triple)]
    for triple in (*triples, *(template.triple for template in context.query.templates)):
        for value, iri, token in _valued(triple):
            declared = context.vocabulary.properties.get(iri)
            if declared is None:
                continue
            if value.kind == "var":
                properties[value.value].append(declared)
            if value.kind != "var" or value.is_param:
                yield Use(value, declared, exact=True, near=token)
    of = {name: found[0] for name, found in properties.items() if all(one == found[0] for one in found)}
    for element in elements:
        if isinstance(element, Values):
            for column, cell in _cells(element):
                if column.value in of:
                    yield Use(cell, of[column.value], exact=True, near=column.token)
        for expr in expressions_of(element):
            for variable, value, as_text in _compared(expr):
                if variable.value in of and not variable.is_param:
                    yield Use(value, of[variable.value], exact=False, near=variable.token, as_text=as_text)


def _valued(triple: Triple) -> Iterator[tuple[Term, str, Token | None]]:
    """Yield the end of a pattern that is a property's value, with the property."""
    if isinstance(triple.path, Link):
        link = triple.path
        yield triple.subject if link.inverse else triple.object, link.term.value, link.term.token or triple.token
        return
    for links, end in ((_last(triple.path, 0), triple.subject), (_last(triple.path, -1), triple.object)):
        for link in links:
            if link.inverse == (end is triple.subject):
                yield end, link.term.value, link.term.token


def _last(path: Path, which: int) -> Iterator[Link]:
    """Yield the steps with which a path begins (0) or ends (-1)."""
    if isinstance(path, Link):
        yield path
    elif path.form == "alt":
        for part in path.parts:
            yield from _last(part, which)
    elif path.form == "seq":
        yield from _last(path.parts[which], which)


def _cells(values: Values) -> Iterator[tuple[Term, Term]]:
    """Yield the values with their columns; none where UNDEF hides which is which."""
    width = len(values.columns)
    if width == 1 or len(values.cells) == values.rows * width:
        yield from ((values.columns[index % width], cell) for index, cell in enumerate(values.cells))


def _compared(expr: Expr) -> Iterator[tuple[Term, Term, bool]]:
    """Yield the variables that an expression compares with constants or parameters, and whether by their text."""
    if not isinstance(expr, Call):
        return
    if expr.op in _COMPARISONS or expr.op == "sameTerm":
        for one in expr.args:
            for other in expr.args:
                plain = one.args[0] if isinstance(one, Call) and one.op == "STR" else one
                if not (isinstance(plain, Term) and isinstance(other, Term) and plain.kind == "var"):
                    continue
                if other.kind != "var" or (other.is_param and not plain.is_param):
                    yield plain, other, plain is not one
    for arg in expr.args:
        yield from _compared(arg)


def _kind_of(term: Term, params: dict[str, Param]) -> str | None:
    if term.kind == "iri":
        return "iri"
    if term.kind == "literal":
        if term.datatype and term.datatype not in (f"{XSD}{name}" for name in XSD.__annotations__):
            return None
        return "langString" if term.lang else value_kind([term.datatype or ""])
    param = params.get(term.value)
    return None if param is None else {"Ref": "ref"}.get(param.type, param.type)


def _fits(kind: str, written: str, use: Use) -> bool:
    if kind in ("ref", "iri"):
        return written in ("ref", "iri")
    if use.value.kind == "literal" and written == "string" and use.value.datatype not in (None, str(XSD.string)):
        return False
    if not use.exact:
        return kind == written or (kind in _NUMBERS and written in _NUMBERS and not _is_date(use.value))
    if use.value.kind == "literal" and kind in ("integer", "instant", "decimal"):
        return use.value.datatype == str(XSD.decimal if kind == "decimal" else XSD.integer)
    return kind == written or {kind, written} == {"integer", "instant"}


def _is_date(term: Term) -> bool:
    return term.kind == "literal" and term.datatype in (str(XSD.dateTime), str(XSD.dateTimeStamp))


def _impossible(term: Term) -> bool:
    """Whether a literal has a form that its datatype does not have."""
    name = (term.datatype or "").removeprefix(str(XSD))
    if name in INTEGERS:
        if not re.fullmatch(r"[+-]?\d+", term.value):
            return True
        number, unsigned = int(term.value), name.startswith("unsigned")
        low, high = _SIGNS.get(name, (0 if unsigned else None, 0 if name == "nonPositiveInteger" else None))
        if bits := _BYTES.get(name.removeprefix("unsigned").lower()):
            low, high = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        return (low is not None and number < low) or (high is not None and number > high)
    if name == "boolean":
        return term.value not in ("true", "false", "1", "0")
    if name == "decimal":
        return not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)", term.value)
    if name in ("double", "float"):
        return not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?INF|NaN", term.value)
    if name in _DATES:
        return not _is_day(name, term.value)
    return False


def _is_day(name: str, text: str) -> bool:
    match = re.fullmatch(_DATES[name], text)
    if match is None:
        return False
    try:
        datetime.fromisoformat(match[1])
    except ValueError:
        return False
    return True


def _shown(term: Term) -> str:
    if term.lang:
        return f"{term.value!r}@{term.lang}"
    if term.datatype and term.datatype.startswith(str(XSD)):
        return f"{term.value} (xsd:{term.datatype.removeprefix(str(XSD))})"
    return repr(term.value)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    values_fit,
    members_known,
    relation_types_declared,
)
