"""Types of expressions: what kind of value one has and whether it always has one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgrdf_codegen.check import tree
from kgrdf_codegen.check.truth import needed
from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.rdf import value_kind

__all__ = ["MOST", "Typed", "constant_type", "type_of", "united"]

_NUMBERS: Set[ColumnKind] = {"integer", "decimal", "instant"}
_TEXTS: Set[ColumnKind] = {"string", "langString"}
_ORDERED = ("<", "<=", ">", ">=")
_SIGNS = ("+", "-", "*", "/", "UnaryMinus", "UnaryPlus")
_KEEP_TEXT = ("LCASE", "UCASE", "SUBSTR", "STRBEFORE", "STRAFTER", "REPLACE")
_KEEP_NUMBER = ("ABS", "ROUND", "CEIL", "FLOOR")
_TESTS = ("CONTAINS", "STRSTARTS", "STRENDS")
_HASHES = ("MD5", "SHA1", "SHA256", "SHA384", "SHA512")
_KINDS = ("isIRI", "isURI", "isBLANK", "isLITERAL", "isNUMERIC")
MOST: dict[ColumnKind, int] = {"integer": 2**53, "instant": 2**48, "decimal": 10**20}
"""How far from zero a number can be that the memory keeps or takes as an argument."""
_LARGEST: dict[ColumnKind, int] = {"integer": 2**63 - 1, "decimal": 17 * 10**19}
"""How far from zero every store computes without an error."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The type of a parameter, a variable or an expression."""

    value: ColumnKind
    classes: tuple[str, ...] = ()
    """Of a reference."""
    sure: bool = False
    """It has a value in every solution."""
    most: int | None = None
    """Of a number: it is no further from zero; None where that is not known."""


TypeOfTerm: TypeAlias = Callable[[tree.Term], Typed]


def united(kinds: Iterable[ColumnKind]) -> ColumnKind:
    """Return the kind as which a value is read that is of one of these."""
    match sorted({*kinds}):
        case [one]:
            return one
        case ["instant", "integer"]:
            return "integer"
        case ["decimal", "integer"] | ["decimal", "instant"] | ["decimal", "instant", "integer"]:
            return "decimal"
        case ["langString", "string"]:
            return "langString"
        case ["iri", "ref"]:
            return "iri"
        case _:
            return "value"


def constant_type(term: tree.Term) -> Typed:
    """Return the type of a literal or an IRI."""
    if term.kind == "iri":
        return Typed("iri", sure=True)
    if term.lang is not None:
        return Typed("langString", sure=True)
    kind = value_kind([term.datatype]) if term.datatype else "string"
    number = re.fullmatch(r"[+-]?([0-9]{1,40})(\.[0-9]*)?", term.value) if kind in _NUMBERS else None
    return Typed(kind, sure=True, most=None if number is None else int(number[1]) + bool(number[2]))


def type_of(expr: tree.Expr, of_term: TypeOfTerm, *, filled: bool) -> Typed:
    """Return the type of an expression.

    It is sure to have a value only where every part is and none can fail: numbers can be too large to be computed with, and
    a divisor can be zero. `filled` says that an aggregate always has something to sum up.
    """
    if isinstance(expr, tree.Term):
        return of_term(expr)
    if isinstance(expr, tree.Exists) or expr.op == "BOUND":
        return Typed("boolean", sure=True)
    if expr.op in ("&&", "||", "IF"):
        return _chosen(expr, of_term, filled=filled)
    parts = [type_of(arg, of_term, filled=filled) for arg in expr.args]
    if expr.op.startswith("Aggregate_"):
        return _aggregate(expr, parts, filled=filled)
    return _call(expr, parts)


def _having(of_term: TypeOfTerm, names: frozenset[str]) -> TypeOfTerm:
    """Return the types of terms where these variables have a value."""

    def typed(term: tree.Term) -> Typed:
        found = of_term(term)
        return replace(found, sure=True) if term.kind == "var" and term.value in names and not term.is_param else found

    return typed


def _chosen(expr: tree.Call, of_term: TypeOfTerm, *, filled: bool) -> Typed:
    """Return the type of an expression of which the first part decides whether others are asked."""
    first, *others = expr.args
    test = type_of(first, of_term, filled=filled)
    if expr.op == "IF" and len(others) == 2:
        branches = zip(others, (True, False), strict=True)
        parts = [type_of(arg, _having(of_term, needed(first, truth)), filled=filled) for arg, truth in branches]
        merged = _merged(parts)
        return replace(merged, sure=test.sure and test.value == "boolean" and merged.sure)
    sure = test.sure and test.value == "boolean"
    for arg in others:
        of_term = _having(of_term, needed(first, expr.op == "&&"))
        first, one = arg, type_of(arg, of_term, filled=filled)
        sure = sure and one.sure and one.value == "boolean"
    return Typed("boolean", sure=sure)


def _aggregate(expr: tree.Call, parts: Sequence[Typed], *, filled: bool) -> Typed:
    name = expr.op.removeprefix("Aggregate_")
    if name == "Count":
        # A variable without a value is not counted; what fails fails the whole, for some stores.
        counted = all(part.sure or isinstance(arg, tree.Term) for arg, part in zip(expr.args, parts, strict=True))
        return Typed("integer", sure=counted, most=MOST["integer"])
    if not parts:
        return Typed("value")
    one = parts[0]
    # A few instants are more than an integer holds.
    sure = one.sure and one.value != "instant"
    match name:
        case "Sum":
            return Typed(_as_number(one.value), sure=sure) if one.value in _NUMBERS else Typed("value")
        case "Avg":
            return Typed("decimal", sure=sure, most=one.most) if one.value in _NUMBERS else Typed("value")
        case "GroupConcat":
            return Typed("string", sure=one.sure and one.value == "string")
        case _:
            return replace(one, sure=one.sure and filled)


def _call(expr: tree.Call, parts: Sequence[Typed]) -> Typed:
    op, sure, kinds = expr.op, all(part.sure for part in parts), {part.value for part in parts}
    if op in ("=", "!=", *_ORDERED):
        return Typed("boolean", sure=sure and _comparable(kinds, equal=op in ("=", "!=")))
    if op == "!":
        return Typed("boolean", sure=sure and kinds == {"boolean"})
    if op in _SIGNS:
        return _computed(expr, parts)
    if op == "COALESCE":
        return replace(_merged(parts), sure=any(part.sure for part in parts))
    if op == "function" and isinstance(expr.args[0], tree.Term):
        return Typed(value_kind([expr.args[0].value]))
    if op in _KEEP_NUMBER and kinds <= _NUMBERS and parts:
        # What is rounded is at most the next whole number.
        return Typed(_as_number(parts[0].value), sure=sure, most=None if parts[0].most is None else parts[0].most + 1)
    return _text(expr, parts, sure=sure, kinds=kinds)


def _as_number(kind: ColumnKind) -> ColumnKind:
    return "integer" if kind == "instant" else kind


def _computed(expr: tree.Call, parts: Sequence[Typed]) -> Typed:
    """Return the type of what is computed of numbers: of instants a number of milliseconds."""
    kinds = {part.value for part in parts}
    if not kinds <= _NUMBERS:
        return Typed("value")
    value: ColumnKind = "decimal" if "decimal" in kinds or expr.op == "/" else "integer"
    most = _most(expr, parts)
    return Typed(value, sure=most is not None and most <= _LARGEST[value] and all(part.sure for part in parts), most=most)


def _most(expr: tree.Call, parts: Sequence[Typed]) -> int | None:
    """Return a bound of what is computed, if it can be computed of all numbers within the bounds of the parts."""
    bounds = [part.most for part in parts]
    first, last = bounds[0], bounds[-1]
    if first is None or last is None:
        return None
    match expr.op:
        case "+" | "-":
            return sum(filter(None, bounds))
        case "*":
            # Two numbers with a fraction can have more digits together than a store computes with.
            return first * last if any(part.value != "decimal" for part in parts) else None
        case "/":
            divisor = expr.args[-1]
            whole = isinstance(divisor, tree.Term) and divisor.kind == "literal" and parts[-1].value == "integer" and last
            return first if whole else None
        case _:
            return first


def _text(expr: tree.Call, parts: Sequence[Typed], *, sure: bool, kinds: Set[ColumnKind]) -> Typed:
    op, first = expr.op, parts[0].value if parts else "value"
    texts = kinds <= _TEXTS
    match op:
        case "STR":
            return Typed("string", sure=sure)
        case "LANG":
            return Typed("string", sure=sure and texts)
        case "DATATYPE":
            return Typed("iri", sure=sure and first not in ("ref", "iri", "value"))
        case "STRLEN":
            return Typed("integer", sure=sure and texts, most=MOST["integer"])
        case "CONCAT":
            return Typed("langString" if "langString" in kinds else "string", sure=sure and texts)
        case "STRLANG":
            return Typed("langString", sure=sure and kinds == {"string"} and _is_literal(expr.args[-1], r"[a-zA-Z]{2,8}"))
        case "ENCODE_FOR_URI":
            return Typed("string", sure=sure and texts)
        case "IRI" | "URI":
            return Typed("iri", sure=sure and kinds <= {"ref", "iri"})
        case "IN" | "NOT IN":
            return Typed("boolean", sure=sure and _comparable(kinds, equal=True))
        case "sameTerm":
            return Typed("boolean", sure=sure)
        case "LANGMATCHES":
            return Typed("boolean", sure=sure and kinds == {"string"})
        case "REGEX":
            return Typed("boolean", sure=sure and texts and _is_literal(expr.args[1], _PLAIN) and len(parts) == 2)
    if op in _KINDS:
        return Typed("boolean", sure=sure)
    if op in _HASHES:
        return Typed("string", sure=sure and kinds == {"string"})
    if op in _TESTS:
        return Typed("boolean", sure=sure and first in _TEXTS and {part.value for part in parts[1:]} == {"string"})
    if op in _KEEP_TEXT:
        return Typed(
            "langString" if first == "langString" else "string", sure=sure and first in _TEXTS and _takes(expr, parts)
        )
    return Typed("value")


_PLAIN = r"[\w ,;:_/#@-]+"
"""Patterns in which nothing has a meaning of its own; what else a pattern may be, a store may refuse."""


def _takes(expr: tree.Call, parts: Sequence[Typed]) -> bool:
    """Say whether a function of a text has a value for every text, with these other arguments."""
    kinds = {part.value for part in parts[1:]}
    match expr.op:
        case "SUBSTR":
            return kinds == {"integer"}
        case "STRBEFORE" | "STRAFTER":
            return kinds == {"string"}
        case "REPLACE":
            return len(parts) == 3 and _is_literal(expr.args[1], _PLAIN) and _is_literal(expr.args[2], r"[^$\\]*")
        case _:
            return True


def _is_literal(expr: tree.Expr, pattern: str) -> bool:
    """Say whether an expression is a plain text of this form."""
    plain = isinstance(expr, tree.Term) and expr.kind == "literal" and expr.lang is None and expr.datatype is None
    return plain and isinstance(expr, tree.Term) and re.fullmatch(pattern, expr.value, re.ASCII) is not None


def _comparable(kinds: Set[ColumnKind], *, equal: bool) -> bool:
    """Say whether two values of these kinds can be compared without an error."""
    if kinds <= _NUMBERS:
        return True
    if equal and kinds <= {"ref", "iri"}:
        return True
    return len(kinds) == 1 and kinds <= {"string", "boolean"}


def _merged(parts: Sequence[Typed]) -> Typed:
    """Return the type of what is one of several."""
    value = united(part.value for part in parts)
    references = [part for part in parts if part.value == "ref"]
    named = value == "ref" and all(part.classes for part in references)
    classes = tuple(sorted({name for part in references for name in part.classes})) if named else ()
    bounds = [part.most for part in parts]
    most = None if None in bounds else max(filter(None, bounds), default=0)
    return Typed(value, classes, all(part.sure for part in parts), most)
