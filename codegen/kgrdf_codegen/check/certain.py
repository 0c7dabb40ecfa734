"""Which variables have a value in every solution of a group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set

from kgrdf_codegen.check.tree import Bind, Block, Element, Expr, Optional, Select, Term, Triple, Union, Values, bound_names
from kgrdf_codegen.check.truth import needed

__all__ = ["asked_of_one", "certain"]


def certain(elements: Iterable[Element], asked: Set[str] = frozenset()) -> frozenset[str]:
    """Return the variables that have a value in every solution of what stands in a group, in this order.

    What an OPTIONAL gives is certain, if it is the one element that gives what is asked for in the end.
    """
    found: set[str] = set()
    for element in elements:
        found |= {*_given(element, found, asked)}
    return frozenset(found)


def asked_of_one(tests: Iterable[Expr], bound: Iterable[Collection[str]]) -> frozenset[str]:
    """Return the variables without a value of which conditions let nothing through, and that one element alone gives.

    `bound` are the variables of each element.
    """
    asked = {name for test in tests for name in needed(test, True)}
    if not asked:
        return frozenset()
    given = [*bound]
    return frozenset(name for name in asked if sum(name in names for names in given) == 1)


def _given(element: Element, found: Set[str], asked: Set[str]) -> Iterable[str]:
    """Return what an element gives a value to for sure, where these variables have one."""
    match element:
        case Triple():
            return bound_names(element)
        case Block():
            return certain(element.group.elements)
        case Optional() if asked:
            inside = certain(element.group.elements)
            return inside if inside & asked else ()
        case Union():
            return frozenset.intersection(*(certain(arm.elements) for arm in element.arms))
        case Values():
            return (column.value for index, column in enumerate(element.columns) if None not in element.listed(index))
        case Bind(expr=Term() as term) if term.kind != "var" or term.is_param or term.value in found:
            return (element.var.value,)
        case Select():
            inside = certain(element.group.elements)
            return inside if element.star else inside & {term.value for term in element.shared}
        case _:
            return ()
