"""Why one simple condition is never true, whatever else is asked."""

from __future__ import annotations

from collections.abc import Callable

from rdflib import XSD

from kgrdf_codegen.check.bounds import ORDERS
from kgrdf_codegen.check.evaluation import comes_out
from kgrdf_codegen.check.flow import Flow, Scope
from kgrdf_codegen.check.forms import forms_of, let_through
from kgrdf_codegen.check.held import Way
from kgrdf_codegen.check.literals import value_of, written
from kgrdf_codegen.check.order import compared, contradict
from kgrdf_codegen.check.ranges import Range, range_of
from kgrdf_codegen.check.together import together
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Call, Expr, Term
from kgrdf_codegen.check.truth import Asked, key, needed, shown
from kgrdf_codegen.problems import cut

__all__ = ["Simple"]

_TEXT_TESTS = ("CONTAINS", "STRSTARTS", "STRENDS")
_CASES: dict[str, Callable[[str], str]] = {"LCASE": str.lower, "UCASE": str.upper}
_FORMS = {
    "iri": "an IRI",
    "string": "a text without a language",
    "langString": "a text in a language",
    "boolean": "true or false",
}


class Simple:
    """The simple conditions that see a group, each by itself."""

    def __init__(self, flow: Flow, scope: Scope) -> None:
        self.flow = flow
        self.scope = scope
        self.together = together(fact.element for fact in scope.facts)
        self.ranges: dict[str, Range] = {}

    def never(self, asked: Asked, near: Token | None) -> str | None:
        """Return why a condition is never true of any values that its parts have here."""
        if comes_out(asked.expr, {}) is (not asked.wanted):
            return f"{'the condition' if isinstance(asked.expr, Term) else shown(asked)} is never true"
        tested = let_through(asked)
        if tested is not None:
            forms = forms_of(self.flow.held(tested[0], self.scope.holds, near))
            if not forms & tested[1]:
                return f"{written(tested[0])} is {_listed(forms)} here, so {shown(asked)} is never true"
        order = compared(asked)
        if order is not None and contradict([order], self.range):
            return f"{shown(asked)} is never true"
        said = _of_texts(asked) or _of_no_number(asked) or self._unlike_itself(asked, near)
        return said or self.together.apart(needed(asked.expr, asked.wanted))

    def _unlike_itself(self, asked: Asked, near: Token | None) -> str | None:
        """Return why `?x != ?x` is never true: of NaN alone it is."""
        call = asked.expr
        if not isinstance(call, Call) or call.op not in ("=", "!=") or (call.op == "!=") != asked.wanted:
            return None
        held = self.flow.held(call.args[0], self.scope.holds, near)
        same = key(call.args[0]) == key(call.args[1])
        return f"{shown(asked)} is never true" if same and not any(map(_may_be_nan, held.ways)) else None

    def range(self, expr: Expr) -> Range:
        """Return between which numbers something lies here."""
        name = key(expr)
        if name not in self.ranges:
            self.ranges[name] = range_of(self.flow.held(expr, self.scope.holds, None))
        return self.ranges[name]


def _of_texts(asked: Asked) -> str | None:
    """Return why a test of texts is never true: of small letters one has a capital."""
    call = asked.expr
    if not isinstance(call, Call) or call.op not in _TEXT_TESTS or len(call.args) != 2 or not asked.wanted:
        return None
    one, other = call.args
    made = _CASES.get(one.op) if isinstance(one, Call) else None
    if made is None or not isinstance(other, Term) or other.kind != "literal" or made(other.value) == other.value:
        return None
    return f"{written(one)} has no letters such as in {cut(other.value)!r}"


def _of_no_number(asked: Asked) -> str | None:
    """Return why a comparison with NaN is never true."""
    call = asked.expr
    if not isinstance(call, Call) or call.op not in ("=", *ORDERS) or not asked.wanted:
        return None
    number = next(filter(_is_nan, call.args), None)
    if number is None or comes_out(Call(call.op, (number, number)), {}):  # a store may take NaN for no less than itself
        return None
    return f"{written(call)} is never true: NaN equals and exceeds nothing"


def _may_be_nan(way: Way) -> bool:
    told = next((source for source in way if source.kind is not None), None)
    number = told is None or (told.kind == "decimal" and told.declared is None)
    return number and not any(source.term is not None and value_of(source.term) for source in way)


def _is_nan(expr: Expr) -> bool:
    return isinstance(expr, Term) and expr.datatype in (str(XSD.double), str(XSD.float)) and expr.value == "NaN"


def _listed(forms: frozenset[str]) -> str:
    return next((_FORMS[form] for form in forms if form in _FORMS), "a number")
