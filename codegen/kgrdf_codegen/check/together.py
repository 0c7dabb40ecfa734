"""Which variables have a value in one solution: those of two arms of a UNION have not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import combinations

from kgrdf_codegen.check.tree import Block, Element, Optional, Select, Union, bound_names

__all__ = ["Branches", "apart", "branches"]

Branches = Sequence[Set[str]]
_MOST = 512
"""With more branches than these, all variables are taken to have a value together."""


def branches(elements: Iterable[Element]) -> Branches:
    """Return the names that may have a value in one solution of a group, for each choice of an arm of its UNIONs."""
    found: list[frozenset[str]] = [frozenset()]
    for element in elements:
        parts = dict.fromkeys(_of(element))
        if len(found) * len(parts) > _MOST:
            parts = dict.fromkeys([frozenset(bound_names(element))])
        found = [*dict.fromkeys(one | other for one in found for other in parts)]
    return found


def _of(element: Element) -> Iterator[Set[str]]:
    match element:
        case Union():
            for arm in element.arms:
                yield from branches(arm.elements)
        case Block() | Optional():
            yield from branches(element.group.elements)
        case Select() if not element.computed:
            names = {*bound_names(element)}
            yield from (branch & names for branch in branches(element.group.elements))
        case _:
            yield frozenset(bound_names(element))


def apart(names: Set[str], found: Branches) -> str | None:
    """Return why some names never have a value together, of which each has one on some branch; None where they may."""
    known = names & frozenset[str]().union(*found)
    if any(known <= branch for branch in found):
        return None
    pairs = (pair for pair in combinations(sorted(known), 2) if not any({*pair} <= branch for branch in found))
    shown = " and ".join(f"?{name}" for name in next(pairs, sorted(known)))
    return f"{shown} are of different arms of a UNION, so they never have a value together"
