"""Types of expressions: what kind of value one has, and whether it always has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgrdf_codegen.check import tree
from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.rdf import value_kind

__all__ = ["Typed", "type_of"]

_XSD = "http://www.w3.org/2001/XMLSchema#"
_NUMBERS: Set[ColumnKind] = {"integer", "decimal"}
_TEXTS: Set[ColumnKind] = {"string", "langString"}
_ORDERED = ("<", "<=", ">", ">=")
_KEEP_TEXT = ("LCASE", "UCASE", "SUBSTR", "STRBEFORE", "STRAFTER")
_KEEP_NUMBER = ("ABS", "ROUND", "CEIL", "FLOOR")
_TESTS = ("CONTAINS", "STRSTARTS", "STRENDS")


@dataclass(frozen=True, slots=True)
class Typed:
    """The type of a parameter, a variable or an expression."""

    value: ColumnKind
    classes: tuple[str, ...] = ()
    """Of a reference."""
    sure: bool = False
    """It has a value in every solution."""


TypeOfTerm: TypeAlias = Callable[[tree.Term], Typed]


def type_of(expr: tree.Expr, of_term: TypeOfTerm, *, filled: bool) -> Typed:
    """Return the type of an expression.

    It is sure to have a value only where every part is and none can fail: a sum can overflow, so arithmetic is never sure.
    `filled` says that an aggregate always has something to sum up.
    """
    if isinstance(expr, tree.Term):
        return of_term(expr)
    if isinstance(expr, tree.Exists):
        return Typed("boolean", sure=True)
    if expr.op == "BOUND":
        return Typed("boolean", sure=True)
    parts = [type_of(arg, of_term, filled=filled) for arg in expr.args]
    if expr.op.startswith("Aggregate_"):
        return _aggregate(expr.op.removeprefix("Aggregate_"), parts, filled=filled)
    return _call(expr, parts)


def _aggregate(name: str, parts: Sequence[Typed], *, filled: bool) -> Typed:
    if name == "Count":
        return Typed("integer", sure=True)
    if not parts:
        return Typed("value")
    one = parts[0]
    match name:
        case "Sum":
            return Typed(one.value, sure=one.sure) if one.value in _NUMBERS else Typed("value")
        case "Avg":
            return Typed("decimal", sure=one.sure) if one.value in _NUMBERS else Typed("value")
        case "GroupConcat":
            return Typed("string", sure=one.sure and one.value == "string")
        case _:
            return replace(one, sure=one.sure and filled)


def _call(expr: tree.Call, parts: Sequence[Typed]) -> Typed:
    op, sure, kinds = expr.op, all(part.sure for part in parts), {part.value for part in parts}
    if op in ("=", "!=", *_ORDERED):
        return Typed("boolean", sure=sure and _comparable(kinds, equal=op in ("=", "!=")))
    if op in ("&&", "||", "!"):
        return Typed("boolean", sure=sure and kinds == {"boolean"})
    if op in ("+", "-", "*", "/", "UnaryMinus", "UnaryPlus"):
        return Typed(("decimal" if "decimal" in kinds or op == "/" else "integer") if kinds <= _NUMBERS else "value")
    if op == "IF" and len(parts) == 3:
        merged = _merged(parts[1:])
        return replace(merged, sure=parts[0].sure and parts[0].value == "boolean" and merged.sure)
    if op == "COALESCE":
        return replace(_merged(parts), sure=any(part.sure for part in parts))
    if op == "function" and isinstance(expr.args[0], tree.Term):
        return Typed(value_kind([expr.args[0].value]))
    return _text(op, parts, sure=sure, kinds=kinds)


def _text(op: str, parts: Sequence[Typed], *, sure: bool, kinds: Set[ColumnKind]) -> Typed:
    first = parts[0].value if parts else "value"
    texts = kinds <= _TEXTS
    match op:
        case "STR":
            return Typed("string", sure=sure)
        case "LANG":
            return Typed("string", sure=sure and texts)
        case "DATATYPE":
            return Typed("iri")
        case "STRLEN":
            return Typed("integer", sure=sure and texts)
        case "CONCAT":
            return Typed("langString" if "langString" in kinds else "string", sure=sure and texts)
        case "REPLACE":
            return Typed("langString" if first == "langString" else "string")
        case "IN" | "NOT IN" | "REGEX" | "LANGMATCHES" | "isIRI" | "isURI" | "isLITERAL" | "isNUMERIC" | "sameTerm":
            return Typed("boolean")
    if op in _TESTS:
        return Typed("boolean", sure=sure and kinds == {"string"})
    if op in _KEEP_TEXT:
        one = parts[0].value in _TEXTS
        return Typed("langString" if first == "langString" else "string", sure=sure and one and op in ("LCASE", "UCASE"))
    if op in _KEEP_NUMBER and kinds <= _NUMBERS:
        return Typed(first, sure=sure)
    return Typed("value")


def _comparable(kinds: Set[ColumnKind], *, equal: bool) -> bool:
    """Say whether two values of these kinds can be compared without an error."""
    if kinds <= {*_NUMBERS, "instant"}:
        return True
    return len(kinds) == 1 and kinds <= ({"string", "boolean", "ref", "iri"} if equal else {"string", "boolean"})


def _merged(parts: Sequence[Typed]) -> Typed:
    """Return the type of what is one of several."""
    kinds = {part.value for part in parts}
    classes = tuple(sorted({name for part in parts for name in part.classes}))
    sure = all(part.sure for part in parts)
    return Typed(kinds.pop(), classes, sure) if len(kinds) == 1 else Typed("value", sure=sure)
