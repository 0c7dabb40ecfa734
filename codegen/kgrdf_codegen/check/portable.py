"""Rules on what only some stores can do, or do in their own way: a query gives the same answer everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf

from rdflib import XSD

from kgrdf_codegen.check.bounds import number_of
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Call,
    Expr,
    Link,
    Path,
    Term,
    Triple,
    Values,
    expressions_of,
    terms_of,
    walk,
)
from kgrdf_codegen.problems import Problem, cut
from kgrdf_codegen.rdf import INTEGERS

__all__ = ["RULES", "later_syntax"]

_CASTS = ("boolean", "integer", "double", "float", "decimal", "long", "unsignedLong")
_EXTENSIONS = (
    "http://aws.amazon.com/neptune/vocab/",
    "http://www.openlinksw.com/schemas/",
    "http://jena.apache.org/",
    "http://jena.hpl.hp.com/",
    "http://www.bigdata.com/",
    "http://www.ontotext.com/",
    "tag:stardog:",
    "urn:x-arq:",
    "bif:",
    "sql:",
    "java:",
)
_LATER = (
    "TRIPLE", "ISTRIPLE", "SUBJECT", "PREDICATE", "OBJECT", "LANGDIR", "HASLANG", "HASLANGDIR", "STRLANGDIR", "ADJUST",
)  # fmt: skip


def later_syntax(path: str, tokens: Sequence[Token]) -> Iterator[Problem]:
    """Q063: nothing newer than SPARQL 1.1, and nothing of one store alone: no `<< … >>`, no `{| … |}`, no LATERAL."""
    for token in tokens:
        after = tokens[token.index + 1] if token.index + 1 < len(tokens) else None
        joined = after is not None and after.offset == token.offset + len(token.text)
        word = token.text.upper()
        said = None
        if after is not None and joined and token.text + after.text in ("<<", "{|", "|}"):
            said = f"{token.text}{after.text} is RDF 1.2"
        elif token.kind == "word" and word in _LATER and after is not None and after.is_punct("("):
            said = f"{word}() is no function of SPARQL 1.1"
        elif token.kind == "word" and word in ("LATERAL", "UNLOAD", "DEFINE"):
            said = f"{word} is a word of some stores only"
        elif token.word_is("VERSION") and (after is None or after.kind == "string"):
            said = "VERSION is SPARQL 1.2"
        elif token.kind == "word" and token.text.startswith("@") and after is not None and after.is_punct("-") and joined:
            end = tokens[after.index + 1] if after.index + 1 < len(tokens) else None
            if end is not None and end.is_punct("-"):
                said = "a language with a direction is RDF 1.2"
        if said:
            yield Problem(path, token.line, token.col, "Q063", f"{said}; other stores refuse it, or read something else")


def paths_bounded(context: Context) -> Iterator[Problem]:
    """Q054: no `*`, `+` or `?` in a path: write the steps out, `p|p/p|p/p/p`, or ask once for each hop."""
    for element, _ in walk(context.query.root):
        if not isinstance(element, Triple):
            continue
        for sign, link in _repeated(element.path):
            if sign == "?":
                message = "matches no step at all as well, of which stores think differently; write OPTIONAL or a UNION"
            else:
                message = "has no bound, and a walk over a big graph does not end; write the steps out, as `p|p/p|p/p/p`"
            yield context.at(link.term.token or element.token, "Q054", f"the path …{sign} {message}")


def casts_everywhere(context: Context) -> Iterator[Problem]:
    """Q060: a cast is one of those that every store has; xsd:dateTime() and xsd:string() are not."""
    for call in _calls(context):
        function = call.args[0] if call.op == "function" else None
        if isinstance(function, Term) and function.value.startswith(str(XSD)):
            name = function.value.removeprefix(str(XSD))
            if name not in _CASTS:
                hint = {"string": "; write STR()", "dateTime": "; instants are integers of milliseconds"}.get(name, "")
                message = f"xsd:{name}() is no cast that every store has{hint or '; one of ' + ', '.join(_CASTS)}"
                yield context.at(function.token, "Q060", message)


def numbers_in_range(context: Context) -> Iterator[Problem]:
    """Q061: a number has 64 bits, and a decimal at most 15 digits: what is longer some stores refuse and others round."""
    for term, near in _literals(context):
        name = (term.datatype or "").removeprefix(str(XSD))
        token = context.near(term, near)
        if name in ("double", "float") and "INF" not in term.value and isinf(_double(term.value)):
            yield context.at(token, "Q061", f"{cut(term.value)} is beyond all doubles, which go up to 1.8e308")
            continue
        number = number_of(term.value)
        if number is None:
            continue
        too_long = name == "decimal" and len(number.normalize().as_tuple().digits) > 15
        if too_long or (name in INTEGERS and not -(2**63) <= number < 2**63):
            yield context.at(token, "Q061", f"{cut(term.value)} is too long: integers have 64 bits, decimals 15 digits")


def no_extensions(context: Context) -> Iterator[Problem]:
    """Q062: no IRI of a store's own: hints, full-text services, magic properties; elsewhere they match nothing."""
    for token in context.tokens:
        iri = token.text.strip("<>") if token.kind == "iri" else ""
        if iri.startswith(_EXTENSIONS):
            message = f"{token.text} means something in one store alone, and matches nothing in any other; leave it out"
            yield context.at(token, "Q062", message)


def predicates_told(context: Context) -> Iterator[Problem]:
    """Q064: what points at something is asked for by its property: no index has the object of any property."""
    listed = {
        column.value for element, _ in walk(context.query.root) if isinstance(element, Values) for column in element.columns
    }
    inputs = {param.name for param in context.header.params}
    for element, _ in walk(context.query.root):
        if not isinstance(element, Triple) or not isinstance(element.path, Link):
            continue
        predicate, object_ = element.path.term, element.subject if element.path.inverse else element.object
        subject = element.object if element.path.inverse else element.subject
        told = predicate.kind != "var" or predicate.value in inputs | listed
        given = object_.kind != "var" or object_.value in inputs
        if not told and given and not (subject.kind != "var" or subject.value in inputs):
            name = predicate.shown
            message = f"{name} is any property of anything that points there, which Neptune has no index for"
            yield context.at(predicate.token, "Q064", f"{message}; name the property, or list some: VALUES {name} {{ … }}")


def no_date_times(context: Context) -> Iterator[Problem]:
    """Q065: no xsd:dateTime: stores change its zone and its digits; instants are integers of milliseconds."""
    for term, near in _literals(context):
        if term.datatype in (str(XSD.dateTime), str(XSD.dateTimeStamp)):
            message = (
                f"{cut(term.value)!r} is a dateTime, which stores keep in ways of their own; write milliseconds since 1970"
            )
            yield context.at(context.near(term, near), "Q065", message)


def _literals(context: Context) -> Iterator[tuple[Term, Token | None]]:
    """Yield every literal with the last word of a name before it."""
    near: Token | None = context.tokens[0]
    for term in terms_of(context.query):
        near = term.token or near
        if term.kind == "literal":
            yield term, near


def _double(text: str) -> float:
    """Return what a double is; nought for what is none, of which Q027 speaks."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def _repeated(path: Path) -> Iterator[tuple[str, Link]]:
    if isinstance(path, Link):
        return
    if path.form in ("*", "+", "?"):
        yield path.form, _head(path)
    for part in path.parts:
        yield from _repeated(part)


def _head(path: Path) -> Link:
    return path if isinstance(path, Link) else _head(path.parts[0])


def _calls(context: Context) -> Iterator[Call]:
    for element, _ in walk(context.query.root):
        for expr in expressions_of(element):
            yield from _inside(expr)


def _inside(expr: Expr) -> Iterator[Call]:
    if isinstance(expr, Call):
        yield expr
        for arg in expr.args:
            yield from _inside(arg)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    paths_bounded,
    casts_everywhere,
    numbers_in_range,
    no_extensions,
    predicates_told,
    no_date_times,
)
