"""Literals: their kinds, the forms that a datatype has, and how a message writes them in an expression."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from rdflib import XSD

from kgrdf_codegen.check.bounds import number_of
from kgrdf_codegen.check.tree import Call, Expr, Term
from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.problems import cut
from kgrdf_codegen.rdf import INTEGERS, value_kind

__all__ = ["Value", "cased", "constant_kind", "impossible", "named", "number_in", "value_of", "written"]

Value: TypeAlias = tuple[str, str | Decimal]
"""The sort of a constant, and its place among those of that sort: constants of two sorts are never equal."""

_NUMBERS = frozenset(f"{XSD}{name}" for name in (*INTEGERS, "decimal", "double", "float"))
_DATATYPES = frozenset(f"{XSD}{name}" for name in XSD.__annotations__)
_DIGITS = r"([0-9]+(\.[0-9]*)?|\.[0-9]+)"
_ZONE = r"(?:Z|[+-]\d\d:\d\d)"
_DATES = {
    "date": rf"(\d{{4}}-\d\d-\d\d){_ZONE}?",
    "dateTime": rf"(\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?{_ZONE}?",
    "dateTimeStamp": rf"(\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?{_ZONE}",
}
"""The forms of days, with the part that a calendar knows; years have four digits here."""
_BYTES = {"byte": 8, "short": 16, "int": 32, "long": 64}
_SIGNS = {"nonNegativeInteger": (0, None), "positiveInteger": (1, None), "negativeInteger": (None, -1)}


def impossible(term: Term) -> bool:
    """Whether a literal has a form that its datatype does not have."""
    name = (term.datatype or "").removeprefix(str(XSD))
    if name in INTEGERS:
        if not re.fullmatch(r"[+-]?[0-9]+", term.value):
            return True
        number, unsigned = Decimal(term.value), name.startswith("unsigned")
        low, high = _SIGNS.get(name, (0 if unsigned else None, 0 if name == "nonPositiveInteger" else None))
        if bits := _BYTES.get(name.removeprefix("unsigned").lower()):
            low, high = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        return (low is not None and number < low) or (high is not None and number > high)
    if name == "boolean":
        return term.value not in ("true", "false", "1", "0")
    if name == "decimal":
        return not re.fullmatch(rf"[+-]?{_DIGITS}", term.value)
    if name in ("double", "float"):
        return not re.fullmatch(rf"[+-]?{_DIGITS}([eE][+-]?[0-9]+)?|[+-]?INF|NaN", term.value)
    if name in _DATES:
        return not _is_day(name, term.value)
    return False


def _is_day(name: str, text: str) -> bool:
    match = re.fullmatch(_DATES[name], text, re.ASCII)
    if match is None:
        return False
    try:
        datetime.fromisoformat(match[1])
    except ValueError:
        return False
    return True


def constant_kind(term: Term) -> ColumnKind | None:
    """Return what a constant is; None for a datatype that is none of XML Schema's."""
    if term.kind == "iri":
        return "iri"
    if term.kind != "literal" or (term.datatype and term.datatype not in _DATATYPES):
        return None
    return "langString" if term.lang else value_kind([term.datatype or ""])


def number_in(term: Term) -> Decimal | None:
    """Return the number that a literal of a datatype of numbers is; None for NaN too."""
    return number_of(term.value) if term.kind == "literal" and term.datatype in _NUMBERS else None


def value_of(term: Term) -> Value | None:
    """Return the value of a constant, as a comparison takes it; None where its place among others is not known."""
    if term.kind == "iri":
        return "iri", term.value
    if term.kind != "literal":
        return None
    if term.lang:
        return f"@{term.lang.lower()}", term.value
    match (term.datatype or str(XSD.string)).removeprefix(str(XSD)):
        case "string":
            return "string", term.value
        case "boolean":
            return None if impossible(term) else ("boolean", "true" if term.value in ("true", "1") else "false")
        case "date" if len(term.value) == len("2000-01-01") and not impossible(term):  # without a zone
            return "date", term.value
        case _:
            number = number_in(term)
            return None if number is None else ("number", number)


def written(expr: Expr) -> str:
    """Return an expression as a message writes it."""
    if isinstance(expr, Term):
        return _of_literal(expr) if expr.kind == "literal" else cut(expr.token.text if expr.token else expr.value)
    if not isinstance(expr, Call):
        return "EXISTS"
    args = [_inside(expr.op, arg, index) for index, arg in enumerate(expr.args[:_MOST])] or ["*"] * (
        expr.op == "Aggregate_Count"
    )
    if len(expr.args) > _MOST:
        args.append("…")
    if expr.op == "function":
        return f"{args[0]}({', '.join(args[1:])})"
    if expr.op in ("IN", "NOT IN"):
        return f"{args[0]} {expr.op} ({', '.join(args[1:])})"
    if expr.op in _UNARY:
        return f"{_UNARY[expr.op]}{args[0]}"
    if expr.op[0].isalpha():
        return f"{named(expr)}({', '.join(args)})"
    return f" {expr.op} ".join(args) if len(args) > 1 else f"{expr.op}{args[0]}"


def _of_literal(term: Term) -> str:
    if term.datatype in _NUMBERS or (term.datatype == str(XSD.boolean) and term.value in ("true", "false")):
        return cut(term.value)
    text = cut(repr(term.value))
    if term.lang:
        return f"{text}@{term.lang}"
    return text if term.token is None or term.datatype == str(XSD.string) else f"{text}^^{term.token.text}"


def _inside(op: str, arg: Expr, index: int) -> str:
    """Return a part of an expression, in the brackets without which an operator would take less of it."""
    sums = isinstance(arg, Call) and arg.op in ("+", "-")
    products = isinstance(arg, Call) and arg.op in ("*", "/")
    split = (sums and (op in ("*", "/", *_UNARY) or (op == "-" and index))) or (products and op == "/" and index)
    return f"({written(arg)})" if split else written(arg)


_MOST = 6
"""The parts of an expression that a message shows."""
_UNARY = {"UnaryMinus": "-", "UnaryPlus": "+"}
_NAMES = {
    "Aggregate_GroupConcat": "GROUP_CONCAT",
    "isIRI": "isIRI",
    "isURI": "isURI",
    "isBLANK": "isBlank",
    "isLITERAL": "isLiteral",
    "isNUMERIC": "isNumeric",
    "sameTerm": "sameTerm",
}


def named(call: Call) -> str:
    """Return a function or an operator as a message names it."""
    return _UNARY.get(call.op) or _NAMES.get(call.op) or call.op.removeprefix("Aggregate_").upper()


def cased(form: str, text: str) -> str:
    """Return a text as LCASE or UCASE gives it, or as it is."""
    return {"LCASE": text.lower(), "UCASE": text.upper()}.get(form, text)
