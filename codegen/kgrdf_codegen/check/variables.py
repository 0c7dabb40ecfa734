"""Rules on variables: what is asked for or computed with has got a value somewhere before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.together import Together, together
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import (
    Bind,
    Block,
    Call,
    Exists,
    Expr,
    Filter,
    Group,
    Minus,
    Optional,
    Select,
    Term,
    Union,
    Values,
    bound_names,
    exists_in,
    expressions_of,
    terms_of,
    walk,
)
from kgrdf_codegen.check.truth import needed
from kgrdf_codegen.headers import RESERVED
from kgrdf_codegen.problems import Problem

__all__ = ["RULES"]


def variables_bound(context: Context) -> Iterator[Problem]:
    """Q053: a variable of a column, a FILTER, a BIND, an ORDER BY or a template gets a value where that can see it."""
    lists = {param.name for param in context.header.params if param.many}
    params = frozenset((*RESERVED, *(param.name for param in context.header.params if not param.many)))
    unset = {name for element, _ in walk(context.query.root) if isinstance(element, Values) for name in element.empty}
    told = set()
    bound = params | {name for element in context.query.root.elements for name in bound_names(element)}
    bound |= {name for element in context.query.where.elements for name in bound_names(element)}
    made = (
        (term, bound) for template in context.query.templates for term in terms_of(template.triple) if term.kind == "var"
    )
    for term, sees in (*_read(context.query.root, frozenset(), params), *made):
        single = term.is_param and term.value not in lists  # a value, or undeclared, of which Q012 speaks
        if single or term.value in sees or term.token in told:
            continue
        told.add(term.token)
        written = term.token.text if term.token else f"?{term.value}"
        close = get_close_matches(term.value, sees - params, n=1)
        if term.value in unset:
            hint = "VALUES lists nothing but UNDEF for it"
        elif term.is_param:
            hint = "its VALUES stands where this does not see it; write it in the same braces"
        elif close:
            hint = f"did you mean ?{close[0]}?"
        elif len({token.index for token in context.tokens if token.text == written}) > 1:
            hint = "what gives it a value stands where this does not see it: in other braces, or only later"
        else:
            hint = "use it in a pattern, or leave it out"
        yield context.at(term.token, "Q053", f"{written} never has a value here, {hint}")


def values_together(context: Context) -> Iterator[Problem]:
    """Q053: what a BIND, a column or an aggregate computes with has a value in one solution: it is not of two arms."""
    for group in _groups(context.query.root):
        found = together(group.elements)
        for element in group.elements:
            if isinstance(element, Bind):
                yield from _together(context, element.expr, found, element.var.token)
            elif isinstance(element, Select):
                inside = together(element.group.elements)
                for index, expr in enumerate(element.expressions):
                    made = element.computed[index].token if index < len(element.computed) else None
                    yield from _together(context, expr, inside, made)


def _groups(group: Group) -> Iterator[Group]:
    yield group
    for element in group.elements:
        inside = element.arms if isinstance(element, Union) else [getattr(element, "group", None)]
        for one in (*inside, *(exists.group for expr in expressions_of(element) for exists in exists_in(expr))):
            if one is not None:
                yield from _groups(one)


def _together(context: Context, expr: Expr, found: Together, near: Token | None) -> Iterator[Problem]:
    for part in (expr, *_summed(expr)):
        said = found.apart(needed(part))
        if said is not None:
            token = next((term.token for term in terms_of(part) if term.token is not None), near)
            yield context.at(token, "Q053", said)


def _summed(expr: Expr) -> Iterator[Expr]:
    """Yield what aggregates are made of."""
    if isinstance(expr, Call):
        for arg in expr.args:
            if expr.op.startswith("Aggregate_"):
                yield arg
            yield from _summed(arg)


def _read(group: Group, around: frozenset[str], always: frozenset[str]) -> Iterator[tuple[Term, frozenset[str]]]:
    """Yield every variable that a column or an expression reads, with the names that have a value there.

    A filter sees its own group alone; in an OPTIONAL also the group around, but not those around that one, and under an
    EXISTS everything around that. A BIND sees what stands before it in its own group.
    """
    here = around | always | {name for element in group.elements for name in bound_names(element)}
    before = always
    for element in group.elements:
        match element:
            case Filter():
                yield from _expression(element.expr, here)
            case Bind():
                yield from _expression(element.expr, before)
            case Optional():
                yield from _read(element.group, before, always)
            case Block() | Minus():
                yield from _read(element.group, frozenset(), always)
            case Union():
                for arm in element.arms:
                    yield from _read(arm, frozenset(), always)
            case Select():
                yield from _select(element, frozenset(), always)
        before |= frozenset(bound_names(element))


def _select(select: Select, around: frozenset[str], always: frozenset[str]) -> Iterator[tuple[Term, frozenset[str]]]:
    yield from _read(select.group, around, always)
    inside = {name for element in select.group.elements for name in bound_names(element)}
    columns = {*bound_names(select.values)} if select.values else set()
    here = around | always | inside | columns
    made = [(term, expr) for term, expr in zip(select.computed, select.expressions, strict=False)]
    columns_made = [pair for pair in made if any(pair[0] is term for term in select.projection)]
    for var, expr in (*(pair for pair in made if pair not in columns_made), *columns_made):
        yield from _expression(expr, here)  # of the names that SELECT makes, it sees those before it
        here |= {var.value}
    for expr in select.expressions[len(made) :]:
        yield from _expression(expr, here)
    yield from ((term, here) for term in select.projection)


def _expression(expr: Expr, sees: frozenset[str]) -> Iterator[tuple[Term, frozenset[str]]]:
    if isinstance(expr, Term):
        if expr.kind == "var":
            yield expr, sees
    elif isinstance(expr, Call):
        # Whether an optional parameter is given is decided before the query runs.
        args = [arg for arg in expr.args if not (expr.op == "BOUND" and isinstance(arg, Term) and arg.is_param)]
        for arg in args:
            yield from _expression(arg, sees)
    elif isinstance(expr, Exists):
        yield from _read(expr.group, sees, sees)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (variables_bound, values_together)
