"""Rules on what a SELECT, a BIND and a VALUES make: every name is given once, and a group has one value of each column."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.tree import (
    Bind,
    Block,
    Call,
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
from kgrdf_codegen.problems import Problem

__all__ = ["RULES"]


def columns_grouped(context: Context) -> Iterator[Problem]:
    """Q057: beside GROUP BY or an aggregate, a column, HAVING and ORDER BY take what is grouped or summed up."""
    fixed = {param.name for param in context.header.params if not param.many}
    for element, _ in walk(context.query.root):
        if isinstance(element, Select):
            yield from _grouped(context, element, fixed)
        elif isinstance(element, Filter | Bind):
            where = "a FILTER, before there are groups; write HAVING"
            if isinstance(element, Bind):
                where = "a BIND, before there are groups; write it in the SELECT"
            yield from _misplaced(context, element.expr, where)


def _grouped(context: Context, select: Select, fixed: set[str]) -> Iterator[Problem]:
    made = [*zip(select.computed, select.expressions, strict=False)]
    columns = [expr for var, expr in made if any(var is column for column in select.projection)]
    grouping = [*(expr for _, expr in made[len(columns) :]), *select.keys]
    for key in grouping:
        yield from _misplaced(context, key, "GROUP BY, which makes the groups")
    for call in (call for expr in select.expressions for call in _aggregates(expr)):
        for arg in call.args:
            yield from _misplaced(context, arg, "another aggregate; count in a subselect first")
    if not (select.grouped or select.having):
        return
    keys = fixed | {key.value for key in select.keys if isinstance(key, Term)}
    named = {var.value for var, _ in made} - keys
    told: set[str] = set()
    for exprs, known in (((*columns, *select.having), keys), ((*select.ordering, *select.projection), keys | named)):
        for term in (term for expr in exprs for term in _outside_aggregates(expr)):
            if term.kind == "var" and term.value not in known | told:
                told.add(term.value)
                yield context.at(term.token, "Q057", _ungrouped(f"?{term.value}", term.value in named))


def _ungrouped(name: str, made: bool) -> str:
    if made:
        return f"{name} has no value yet beside its groups: HAVING and other columns write the aggregate itself"
    message = f"{name} is neither grouped nor summed up, so a group has many of it; add it to GROUP BY"
    return f"{message}, or take SAMPLE({name}), MIN({name}) or the like"


def _misplaced(context: Context, expr: Expr, where: str) -> Iterator[Problem]:
    for call in _aggregates(expr):
        token = next((term.token for term in terms_of(call) if term.token is not None), context.tokens[0])
        yield context.at(token, "Q057", f"{call.op.removeprefix('Aggregate_').upper()} stands in {where}")


def _aggregates(expr: Expr) -> Iterator[Call]:
    """Yield the outermost aggregates of an expression."""
    if isinstance(expr, Call) and expr.op.startswith("Aggregate_"):
        yield expr
    elif isinstance(expr, Call):
        for arg in expr.args:
            yield from _aggregates(arg)


def _outside_aggregates(expr: Expr) -> Iterator[Term]:
    if isinstance(expr, Term):
        yield expr
    elif isinstance(expr, Call) and not expr.op.startswith("Aggregate_"):
        for arg in expr.args:
            yield from _outside_aggregates(arg)


def given_once(context: Context) -> Iterator[Problem]:
    """Q058: BIND and AS give a new name, and no name stands twice among the columns of a SELECT or a VALUES."""
    for group in _groups(context.query.root):
        before: set[str] = set()
        for element in group.elements:
            if isinstance(element, Bind) and element.var.value in before and not element.var.is_param:
                message = f"BIND gives ?{element.var.value} a value that it has already; take another name, or a FILTER"
                yield context.at(element.var.token, "Q058", message)
            elif isinstance(element, Values):
                yield from _twice(context, element.columns, "VALUES")
            elif isinstance(element, Select):
                yield from _of_select(context, element)
            before |= {*bound_names(element)}


def _of_select(context: Context, select: Select) -> Iterator[Problem]:
    yield from _twice(context, select.projection, "the SELECT")
    inside = {name for element in select.group.elements for name in bound_names(element)}
    for var in select.computed:
        if var.value in inside - {*context.header.inputs()}:
            message = f"AS gives ?{var.value} a value that it has already in the pattern; take another name"
            yield context.at(var.token, "Q058", message)
    if select.values is not None:
        yield from _twice(context, select.values.columns, "VALUES")


def _twice(context: Context, columns: tuple[Term, ...], where: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for column in columns:
        if column.value in seen:
            written = column.shown
            yield context.at(column.token, "Q058", f"{written} stands twice in {where}; leave one out, or take another name")
        seen.add(column.value)


def _groups(group: Group) -> Iterator[Group]:
    """Yield a group and all that stand inside."""
    yield group
    for element in group.elements:
        match element:
            case Block() | Optional() | Minus() | Select():
                yield from _groups(element.group)
            case Union():
                for arm in element.arms:
                    yield from _groups(arm)
        for expr in expressions_of(element):
            for exists in exists_in(expr):
                yield from _groups(exists.group)


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (columns_grouped, given_once)
