"""Whether comparisons can hold together: what is less, equal and greater than what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TypeAlias

from kgrdf_codegen.check.literals import Value, value_of
from kgrdf_codegen.check.ranges import Range
from kgrdf_codegen.check.tree import Call, Expr, Term
from kgrdf_codegen.check.truth import Asked, folded, key

__all__ = ["Compared", "compared", "contradict"]

_SIGNS = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "sameTerm": "="}
"""Which of less, equal and greater a comparison lets through."""
_MOST = 40
_DIGITS = 28
"""Beyond them a number and the next one are the same to Decimal."""

_Node: TypeAlias = Value
"""The value of a constant; of anything else, a text of its own, of the sort `""`."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Something that is less than, equal to or greater than something else: one of `signs` holds."""

    one: Expr
    signs: str
    others: tuple[Expr, ...]
    """One of them; all are constants where there are several. Of none nothing is true."""


def compared(asked: Asked) -> Compared | None:
    """Return what a simple condition says of the order of its parts; None where it says nothing."""
    call = asked.expr
    if not isinstance(call, Call):
        return None
    if call.op == "IN" and asked.wanted and len(call.args) > 1:
        constant = len(call.args) == 2 or all(_node(arg)[0] for arg in call.args[1:])
        return Compared(call.args[0], "=", call.args[1:]) if constant else None
    signs = _SIGNS.get(call.op)
    if signs is None or len(call.args) != 2:
        return None
    one, other = call.args
    if key(one) == key(other) and (call.op == "!=") == asked.wanted and call.op in ("=", "!="):
        return None  # NaN is unlike itself
    if not asked.wanted:
        if call.op == "sameTerm" and key(one) != key(other):
            return None  # 1 and 1.0 are two terms, and equal
        signs = "".join(sign for sign in "<=>" if sign not in signs)
    return Compared(one, signs, (other,))


def contradict(all_of: Sequence[Compared], range_of: Callable[[Expr], Range] = lambda _: Range()) -> bool:
    """Whether no values fulfil all of these comparisons; `range_of` tells where the value of an expression lies."""
    order = _Order()
    for said in all_of:
        for expr in (said.one, *(said.others if len(said.others) == 1 else ())):
            order.place(expr, range_of)
    for said in all_of:
        order.add(said)
    return order.broken()


class _Order:
    def __init__(self) -> None:
        self.under: dict[tuple[_Node, _Node], bool] = {}
        """What is not above what; true where it is below."""
        self.unequal: set[tuple[_Node, _Node]] = set()
        self.listed: list[tuple[_Node, set[_Node]]] = []
        self.whole: set[_Node] = set()

    def place(self, expr: Expr, range_of: Callable[[Expr], Range]) -> None:
        """Note between which numbers something lies that is no constant."""
        node = _node(expr)
        if node[0]:
            return
        lies = range_of(expr)
        if lies.whole:
            self.whole.add(node)
        if lies.low.is_finite():
            self._not_above(("number", lies.low), node, below=lies.above)
        if lies.high.is_finite():
            self._not_above(node, ("number", lies.high), below=lies.below)

    def add(self, said: Compared) -> None:
        one, others = _node(said.one), [_node(other) for other in said.others]
        if len(others) != 1:
            if all(other[0] for other in others):  # else nobody knows which of them are one value
                self.listed.append((one, {*others}))
            return
        [other] = others
        for sign, low, high in (("<", one, other), (">", other, one)):
            opposite = ">" if sign == "<" else "<"
            if opposite not in said.signs:
                self._not_above(low, high, below="=" not in said.signs)
        if said.signs == "<>":
            self.unequal.add((one, other))

    def _not_above(self, low: _Node, high: _Node, *, below: bool) -> None:
        if low in self.whole and isinstance(high[1], Decimal) and high[1].is_finite():
            high, below = ("number", _integer(high[1], ROUND_FLOOR, -1 if below else 0)), False
        elif high in self.whole and isinstance(low[1], Decimal) and low[1].is_finite():
            low, below = ("number", _integer(low[1], ROUND_CEILING, 1 if below else 0)), False
        self.under[low, high] = self.under.get((low, high), False) or below

    def broken(self) -> bool:
        nodes = sorted({node for pair in (*self.under, *self.unequal) for node in pair}, key=str)
        if len(nodes) > _MOST:
            return False
        self._arrange_constants(nodes)
        for middle in nodes:
            for low in nodes:
                for high in nodes:
                    if (low, middle) in self.under and (middle, high) in self.under:
                        self._not_above(low, high, below=self.under[low, middle] or self.under[middle, high])
        if any(self.under.get((node, node)) for node in nodes):
            return True
        if any(one == other or self._equal(one, other) for one, other in self.unequal):
            return True
        constants = [node for node in nodes if node[0]]
        if any(one[0] != other[0] and self._equal(one, other) for one in constants for other in constants):
            return True
        return any(not values for values in self._left(nodes).values())

    def _arrange_constants(self, nodes: Sequence[_Node]) -> None:
        for one in nodes:
            for other in nodes:
                if one[0] and one[0] == other[0] and one[1] < other[1]:  # type: ignore[operator]
                    self._not_above(one, other, below=True)

    def _equal(self, one: _Node, other: _Node) -> bool:
        return one == other or ((one, other) in self.under and (other, one) in self.under)

    def _left(self, nodes: Sequence[_Node]) -> Mapping[_Node, set[_Node]]:
        """Return what is left of the values that are listed for something."""
        left: dict[_Node, set[_Node]] = {}
        for node, values in self.listed:
            left[node] = left[node] & values if node in left else {*values}
        for node, values in left.items():
            values -= {value for value in values if not self._may_be(node, value, nodes)}
        return left

    def _may_be(self, node: _Node, value: _Node, nodes: Sequence[_Node]) -> bool:
        for other in nodes:
            if not other[0]:
                continue
            same = value == other
            lower = value[0] == other[0] and value[1] < other[1]  # type: ignore[operator]
            higher = value[0] == other[0] and value[1] > other[1]  # type: ignore[operator]
            below, above = self.under.get((node, other)), self.under.get((other, node))
            if below is not None and not (lower or (same and not below)):
                return False
            if above is not None and not (higher or (same and not above)):
                return False
            if same and {(node, other), (other, node)} & self.unequal:
                return False
        return True


def _integer(number: Decimal, rounding: str, step: int) -> Decimal:
    """Return the integer beside a number; `step` is the way to the next one where the number is one itself."""
    whole = number.to_integral_value(rounding)
    return whole + step if whole == number and whole.adjusted() < _DIGITS else whole


def _node(expr: Expr) -> _Node:
    term = folded(expr)
    value = value_of(term) if isinstance(term, Term) else None
    return value or ("", key(term))
