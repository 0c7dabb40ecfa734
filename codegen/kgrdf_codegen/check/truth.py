"""The cases in which a condition is true, each a list of simple conditions that hold together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from rdflib import XSD

from kgrdf_codegen.check.literals import number_in, value_of, written
from kgrdf_codegen.check.tree import Call, Exists, Expr, Term, terms_of

__all__ = ["Asked", "Part", "bound", "cases", "folded", "key", "needed", "parts", "shown"]

_MOST = 64
"""With more cases than these, a condition is taken for one that can be true."""
_CONNECTIVES = ("&&", "||", "!")
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "IN": "NOT IN"}
_ARITHMETIC = ("+", "-", "*", "/", "UnaryMinus", "UnaryPlus")
_CONDITIONS = (
    *("=", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", "sameTerm", "&&", "||", "!", "BOUND"),
    *("CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "LANGMATCHES", "isIRI", "isURI", "isBLANK", "isLITERAL", "isNUMERIC"),
)
"""What makes true or false."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition without `!`, `&&` and `||` in it, and whether it has to be true or false."""

    expr: Expr
    wanted: bool = True


def cases(expr: Expr, wanted: bool = True) -> list[tuple[Asked, ...]] | None:
    """Return the cases in which an expression is true, or false; None where there are too many to tell."""
    if isinstance(expr, Exists):
        return [(Asked(replace(expr, negated=False), wanted != expr.negated),)]
    if not isinstance(expr, Call) or not expr.args:
        return [(Asked(expr, wanted),)]
    match expr.op:
        case "!":
            return cases(expr.args[0], not wanted)
        case "&&" | "||":
            parts = [cases(arg, wanted) for arg in expr.args]
            return _all(parts) if (expr.op == "&&") == wanted else _any(parts)
        case "IF" if len(expr.args) == 3:
            test, then, other = expr.args
            return _any([_all([cases(test), cases(then, wanted)]), _all([cases(test, False), cases(other, wanted)])])
        case "NOT IN":
            return cases(replace(expr, op="IN"), not wanted)
        case "IN" if not wanted or len(expr.args) == 1 or not all(_is_constant(arg) for arg in expr.args[1:]):
            equal = [cases(Call("=", (expr.args[0], arg)), wanted) for arg in expr.args[1:]]
            return _any(equal) if wanted else _all(equal)
        case "=" | "!=" if (said := _said_of_truth(expr)) is not None:
            return cases(said[0], said[1] == wanted)
        case "=" | "!=" if _is_condition(expr.args[0]) and _is_condition(expr.args[1]) and _read_alike(*expr.args):
            one, other = expr.args
            alike = (expr.op == "=") == wanted
            return _any([_all([cases(one, truth), cases(other, truth == alike)]) for truth in (True, False)])
        case _:
            return [(Asked(expr, wanted),)]


@dataclass(frozen=True, slots=True)
class Part:
    """A function or an operator in an expression, and what is asked of it."""

    call: Call
    positive: bool
    """It is not under `!`, nor compared with another condition."""
    asked: bool
    """It is a simple condition that has to be able to be true: something is wrong where it never is."""


def parts(expr: Expr, *, alternatives: bool) -> Iterator[Part]:
    """Yield each function and operator of an expression, those inside others first.

    With `alternatives` each one of `||` is asked to be true, as in a FILTER; elsewhere one may be a guard.
    """
    yield from _parts(expr, True, True, alternatives)


def _parts(expr: Expr, positive: bool | None, asked: bool, alternatives: bool) -> Iterator[Part]:
    if not isinstance(expr, Call):
        return
    said = _said_of_truth(expr) if expr.op in ("=", "!=") and len(expr.args) == 2 else None
    for index, arg in enumerate(expr.args):
        if expr.op == "!":
            yield from _parts(arg, None if positive is None else not positive, asked, alternatives)
        elif expr.op in ("&&", "||"):
            yield from _parts(arg, positive, asked and (alternatives or (expr.op == "&&") == positive), alternatives)
        elif expr.op == "IF" and index:
            yield from _parts(arg, positive, asked, alternatives)
        elif said is not None and arg is said[0]:
            yield from _parts(arg, None if positive is None else positive == said[1], asked, alternatives)
        else:
            compared = expr.op in ("=", "!=") and _is_condition(arg)
            yield from _parts(arg, None if compared else positive, True, False)  # of a comparison both sides may be false
    yield Part(expr, positive is True, positive is True and asked and expr.op in _CONDITIONS and expr.op not in _CONNECTIVES)


def _said_of_truth(expr: Call) -> tuple[Expr, bool] | None:
    """Return the condition of `(condition) = true` and the like, and whether it is to be true."""
    for one, other in (expr.args, expr.args[::-1]):
        value = value_of(other) if isinstance(other, Term) else None
        if value is not None and value[0] == "boolean" and _is_condition(one):
            return one, (value[1] == "true") == (expr.op == "=")
    return None


def _is_condition(expr: Expr) -> bool:
    """Whether an expression makes true or false, and nothing that is only taken for one of them, as a text is."""
    if isinstance(expr, Call) and expr.op in ("IF", "COALESCE"):
        return all(_is_condition(arg) or _is_truth(arg) for arg in expr.args[expr.op == "IF" :])
    return isinstance(expr, Exists) or (isinstance(expr, Call) and expr.op in _CONDITIONS)


def _is_truth(expr: Expr) -> bool:
    value = value_of(expr) if isinstance(expr, Term) else None
    return value is not None and value[0] == "boolean"


def _read_alike(one: Expr, other: Expr) -> bool:
    """Whether two conditions read the same variables, so that each of them alone says what both compare."""
    names = [{term.value for term in terms_of(expr) if term.kind == "var"} for expr in (one, other)]
    return names[0] == names[1]


def _any(parts: list[list[tuple[Asked, ...]] | None]) -> list[tuple[Asked, ...]] | None:
    found = [case for part in parts for case in part or ()]
    return None if None in parts or len(found) > _MOST else found


def _all(parts: list[list[tuple[Asked, ...]] | None]) -> list[tuple[Asked, ...]] | None:
    found: list[tuple[Asked, ...]] = [()]
    for part in parts:
        if part is None or len(found) * len(part) > _MOST:
            return None
        found = [(*case, *other) for case in found for other in part]
    return found


def shown(asked: Asked) -> str:
    """Return a condition as a message writes it, with what is asked of it."""
    call = asked.expr
    if asked.wanted or not isinstance(call, Call):
        return written(call)
    return written(replace(call, op=_OPPOSITE[call.op])) if call.op in _OPPOSITE else f"!{written(call)}"


def bound(asked: Asked) -> str | None:
    """Return the variable of BOUND(?x)."""
    call = asked.expr
    inside = call.args[0] if isinstance(call, Call) and call.op == "BOUND" and call.args else None
    return inside.value if isinstance(inside, Term) and not inside.is_param else None


def needed(expr: Expr, wanted: bool | None = None) -> frozenset[str]:
    """Return the variables that have a value wherever an expression is true, or false; or, with None, has a value at all."""
    if isinstance(expr, Term):
        return frozenset({expr.value}) if expr.kind == "var" and not expr.is_param else frozenset()
    if isinstance(expr, Exists) or expr.op.startswith("Aggregate_"):
        return frozenset()
    args = expr.args
    match expr.op:
        case "BOUND":
            return needed(args[0]) if wanted else frozenset()
        case "!":
            return needed(args[0], None if wanted is None else not wanted)
        case "&&" | "||":
            # An error in one part of what is false, or true by another part, is no error of the whole.
            if wanted is None:
                return needed(expr, True) & needed(expr, False)
            parts = [needed(arg, wanted) for arg in args]
            return frozenset.union(*parts) if wanted == (expr.op == "&&") else frozenset.intersection(*parts)
        case "IF" if len(args) == 3:
            return (needed(args[0], True) | needed(args[1], wanted)) & (needed(args[0], False) | needed(args[2], wanted))
        case "COALESCE":
            return frozenset.intersection(*(needed(arg, wanted) for arg in args)) if args else frozenset()
        case "IN" | "NOT IN":
            return needed(args[0]) if len(args) > 1 else frozenset()
        case _:
            return frozenset().union(*map(needed, args))


def key(expr: Expr) -> str:
    """Return the same text for expressions that have one value in one solution."""
    if isinstance(expr, Term):
        # "x" is "x"^^xsd:string, and "x"@en is "x"@EN.
        datatype, lang = (None if expr.datatype == str(XSD.string) else expr.datatype), expr.lang and expr.lang.lower()
        return f"{expr.kind} {expr.value!r} {datatype} {lang}"
    if isinstance(expr, Exists) or expr.op == "Aggregate_GroupConcat":  # of which the tree has no separator
        return f"{id(expr)}"
    return f"{expr.op}{' DISTINCT' if expr.distinct else ''}({', '.join(map(key, expr.args))})"


def folded(expr: Expr) -> Expr:
    """Return a number for a sum or a product of numbers, and any other expression as it is."""
    if not isinstance(expr, Call) or expr.op not in _ARITHMETIC:
        return expr
    args = [folded(arg) for arg in expr.args]
    numbers = [number for arg in args if (number := _number(arg)) is not None]
    if len(numbers) != len(args) or not args:
        return expr
    one, other = numbers[0], numbers[-1]
    try:
        value = {
            "+": lambda: one + other,
            "-": lambda: one - other,
            "*": lambda: one * other,
            "/": lambda: one / other,
            "UnaryMinus": lambda: -one,
            "UnaryPlus": lambda: one,
        }[expr.op]()
    except ArithmeticError:  # Decimal's own: of nought, of infinity, or beyond its range
        return expr
    return Term("literal", str(value), next(terms_of(expr)).token, str(XSD.decimal))


def _number(expr: Expr) -> Decimal | None:
    return number_in(expr) if isinstance(expr, Term) else None


def _is_constant(expr: Expr) -> bool:
    return isinstance(folded(expr), Term) and next(terms_of(expr)).kind in ("literal", "iri")
