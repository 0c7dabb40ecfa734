"""Rules on conditions: a FILTER asks for something that can be true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.interval import Fact, flatten, tests_in
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Call,
    Expr,
    Group,
    Minus,
    Optional,
    Select,
    Term,
    Union,
    Values,
    exists_in,
    expressions_of,
    terms_of,
)
from kgrdf_codegen.problems import Problem

__all__ = ["RULES"]

_SIGNS = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "sameTerm": "="}
"""Which of less, equal and greater a comparison lets through."""
_BACK = str.maketrans("<>", "><")


def conditions_possible(context: Context) -> Iterator[Problem]:
    """Q056: the conditions of a group can be true together: no `?x > 5 && ?x < 3`, no `?x != ?x`, no FILTER(false)."""
    for facts in _groups(flatten(context.query.root, "")):
        pairs: dict[tuple[str, str], tuple[str, Token | None]] = {}
        limits: dict[str, list[tuple[str, str | Decimal, str]]] = defaultdict(list)
        for _, part in [*tests_in(facts), *_listed(facts)]:
            words = [context.near(term, context.tokens[0]) for term in terms_of(part)]
            token = next((term.token for term in terms_of(part) if term.token is not None), words[0] if words else None)
            if isinstance(part, Term) and part.kind == "literal" and part.value in ("false", "0"):
                yield context.at(
                    context.near(part, context.tokens[0]), "Q056", "nothing matches: the condition is never true"
                )
            for left, signs, right in _comparison(part):
                key = (_key(left), _key(right))
                allowed = pairs.get(key, ("<=>", None))[0]
                kept = "".join(sign for sign in signs if sign in allowed)
                if key[0] == key[1]:
                    kept = "=" if "=" in signs else ""
                pairs[key] = (kept, token)
                limits[key[0]] += [*_limit(signs, right), *_limit("=", left)]
                if not kept or not _possible(limits[key[0]]):
                    said = f"what is asked of {_written(left)} is never true"
                    yield context.at(token, "Q056", f"nothing matches: {said}; the conditions contradict each other")
                    return


def _groups(facts: tuple[Fact, ...]) -> Iterator[tuple[Fact, ...]]:
    """Yield what every group says, those inside included."""
    yield facts
    for fact in facts:
        inside: list[tuple[Group, str]] = []
        match fact.element:
            case Optional() | Minus() | Select():
                inside = [(fact.element.group, "group")]
            case Union():
                inside = [(arm, "group") for arm in fact.element.arms]
        inside += [(exists.group, "exists") for expr in expressions_of(fact.element) for exists in exists_in(expr)]
        for group, kind in inside:
            yield from _groups(fact.opened(group, kind))


def _listed(facts: tuple[Fact, ...]) -> Iterator[tuple[Fact, Expr]]:
    """Yield `VALUES ?x { 1 2 }` as `?x IN (1, 2)`."""
    for fact in facts:
        values = fact.element
        if isinstance(values, Values) and len(values.columns) == 1 and values.cells and len(values.cells) == values.rows:
            yield fact, Call("IN", (values.columns[0], *values.cells))


def _comparison(part: Expr) -> Iterator[tuple[Term, str, Term]]:
    """Yield what a condition says of two terms, with a variable or parameter on the left if there is one."""
    if not isinstance(part, Call) or not part.args:
        return
    negated = part.op == "!" and isinstance(part.args[0], Call) and part.args[0].op in _SIGNS
    call = part.args[0] if negated else part
    if not isinstance(call, Call):
        return
    signs = _SIGNS.get(call.op)
    if call.op == "IN" and len(call.args) == 2:
        signs = "="
    if signs is None or len(call.args) != 2:
        return
    left, right = call.args
    if not isinstance(left, Term) or not isinstance(right, Term):
        return
    if negated:
        signs = "".join(sign for sign in "<=>" if sign not in signs)
    if right.kind == "var" and (left.kind != "var" or _key(right) < _key(left)):
        left, right, signs = right, left, signs.translate(_BACK)
    yield left, signs, right


def _limit(signs: str, term: Term) -> list[tuple[str, str | Decimal, str]]:
    if term.kind not in ("literal", "iri"):
        return []
    sort, value = _value(term)
    return [(sort, value, signs)]


def _possible(limits: list[tuple[str, str | Decimal, str]]) -> bool:
    """Whether some value is on the right side of every constant."""
    equals = [(sort, value) for sort, value, signs in limits if signs == "="]
    for sort, value in equals:
        for other_sort, other, signs in limits:
            if sort != other_sort:
                if signs == "=":
                    return False
            elif not _side(value, other) & set(signs):
                return False
    for sort, low, signs in limits:
        for other_sort, high, others in limits:
            if sort == other_sort and signs in (">", ">=") and others in ("<", "<="):
                strict = signs == ">" or others == "<"
                if ">" in _side(low, high) or (strict and "=" in _side(low, high)):
                    return False
    return True


def _side(one: str | Decimal, other: str | Decimal) -> set[str]:
    if one == other:
        return {"="}
    return {"<"} if one < other else {">"}  # type: ignore[operator]


def _value(term: Term) -> tuple[str, str | Decimal]:
    if term.kind == "literal" and term.datatype:
        try:
            return "number", Decimal(term.value)
        except InvalidOperation:
            return term.datatype, term.value
    return f"{term.kind} {term.lang}", term.value


def _key(term: Term) -> str:
    return f"{term.kind} {term.value} {term.datatype} {term.lang}"


def _written(term: Term) -> str:
    return term.token.text if term.token else term.value


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (conditions_possible,)
