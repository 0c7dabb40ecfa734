"""What a condition comes out as where its values are known: Oxigraph is asked, so that no function is written twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import TypeAlias

import pyoxigraph as ox
from rdflib import XSD

from kgrdf_codegen.check.tree import Call, Expr, Term
from kgrdf_codegen.check.truth import Asked, key

__all__ = ["UnknownError", "comes_out", "constant", "is_true", "never_true", "spelled"]

_MOST = 256
"""With more combinations of constants than these, a condition is taken for one that can be true."""
_INFIX = ("+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">=", "&&", "||")
_PREFIX = {"!": "!", "UnaryMinus": "-", "UnaryPlus": "+"}
_BY_VALUE = (*_INFIX, *_PREFIX, "IN", "NOT IN", "IF", "COALESCE", "ABS", "ROUND", "CEIL", "FLOOR")
"""What makes the same of 1 and 1.0; anything else may see how a number is written."""
_TESTS = ("BOUND", "CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "LANGMATCHES", "sameTerm")
_FORMS = ("isIRI", "isURI", "isBLANK", "isLITERAL", "isNUMERIC", "LANG", "DATATYPE")
_TEXTS = ("CONCAT", "STR", "LCASE", "UCASE", "SUBSTR", "REPLACE", "STRBEFORE", "STRAFTER", "STRLEN", "ENCODE_FOR_URI")
_FUNCTIONS = (*_BY_VALUE, *_TESTS, *_FORMS, *_TEXTS)
"""What gives the same for the same values, in every store and at every time."""

_Told: TypeAlias = Callable[[Expr, bool], str | None]
"""Returns the text of a part, of a constant the same as it is written where that is seen; None for its own parts."""


class UnknownError(Exception):
    """Something stands in a condition of which the value is not known."""


def comes_out(expr: Expr, known: Mapping[str, Term]) -> bool | None:
    """Return whether a condition is true or false where some parts of it, by their keys, are these constants.

    None where not all of it is known, or where it is neither.
    """

    def told(part: Expr, exact: bool) -> str | None:
        value = known.get(key(part))
        if value is not None and exact and not _is_exact(value):
            raise UnknownError
        return None if value is None else constant(value)

    try:
        text = spelled(expr, told)
    except UnknownError:
        return None
    return True if is_true(f"FILTER({text})") else False if is_true(f"FILTER(!({text}))") else None


def never_true(conditions: Sequence[Asked], options: Mapping[str, tuple[Term, ...]]) -> Asked | None:
    """Return the condition that is never true where some expressions, by their keys, are one of these constants each."""
    left = {**options}
    tests = [(asked, sorted(_parts_known(asked.expr, options))) for asked in conditions]
    for asked, names in sorted(tests, key=lambda test: len(test[1])):
        if not names or prod(len(left[name]) for name in names) > _MOST:
            continue
        tried = [dict(zip(names, given, strict=True)) for given in product(*(left[name] for name in names))]
        kept = [given for given in tried if comes_out(asked.expr, given) is not (not asked.wanted)]
        if not kept:
            return asked
        if len(names) == 1:
            left[names[0]] = tuple(given[names[0]] for given in kept)
    return None


def _parts_known(expr: Expr, known: Mapping[str, object]) -> set[str]:
    """Return the keys of those parts of an expression that are known."""
    found = {key(expr)} & known.keys()
    if not found and isinstance(expr, Call):
        return {name for arg in expr.args for name in _parts_known(arg, known)}
    return found


@lru_cache(maxsize=4096)
def is_true(group: str) -> bool | None:
    """Return whether there is a solution of a group that reads no graph; None where there is no telling."""
    try:
        return bool(ox.Store().query(f"ASK {{ {group} }}"))
    except (SyntaxError, ValueError, RuntimeError):
        return None


def spelled(expr: Expr, told: _Told, *, exact: bool = False) -> str:
    """Return an expression as SPARQL; raises `UnknownError` for what is neither told nor a constant or made of them."""
    text = told(expr, exact)
    if text is not None:
        return text
    if isinstance(expr, Term):
        return constant(expr)
    if not isinstance(expr, Call) or not expr.args:
        raise UnknownError
    op = expr.op
    args = [spelled(arg, told, exact=exact or op not in _BY_VALUE) for arg in expr.args]
    if op in _INFIX:
        return f"({f' {op} '.join(args)})"
    if op in _PREFIX:
        return f"({_PREFIX[op]} {args[0]})"
    if op in ("IN", "NOT IN"):
        return f"({args[0]} {op} ({', '.join(args[1:])}))"
    if op == "function" and isinstance(expr.args[0], Term) and expr.args[0].value.startswith(str(XSD)):
        return f"{args[0]}({', '.join(args[1:])})"
    if op not in _FUNCTIONS:
        raise UnknownError
    return f"{op}({', '.join(args)})"


def constant(term: Term) -> str:
    """Return a constant as SPARQL; raises `UnknownError` for anything else."""
    try:
        if term.kind == "iri":
            return str(ox.NamedNode(term.value))
        if term.lang:
            return str(ox.Literal(term.value, language=term.lang))
        if term.kind == "literal":
            return str(ox.Literal(term.value, datatype=ox.NamedNode(term.datatype) if term.datatype else None))
    except ValueError:  # an IRI or a language that is none
        raise UnknownError from None
    raise UnknownError


def _is_exact(term: Term) -> bool:
    return term.kind == "iri" or (term.kind == "literal" and not term.lang and term.datatype in (None, str(XSD.string)))
