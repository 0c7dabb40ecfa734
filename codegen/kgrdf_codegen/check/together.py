"""Which variables have a value in one solution: those of two arms of a UNION have not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import combinations

from kgrdf_codegen.check.tree import Block, Element, Optional, Select, Union, bound_names

__all__ = ["Together", "together"]

_MOST = 512
"""With more branches than these, what a UNION adds to them is taken to have a value in all."""


@dataclass(frozen=True, slots=True)
class Together:
    """The names that may have a value in one solution of a group."""

    always: Set[str]
    """Those on every branch, for each choice of an arm of its UNIONs."""
    branches: tuple[Set[str], ...]
    """The others, branch by branch."""

    def apart(self, names: Set[str]) -> str | None:
        """Return why some names never have a value together, of which each has one on some branch; None where they may."""
        others = names - self.always
        if len(others) < 2:
            return None
        known = others & frozenset[str]().union(*self.branches)
        if any(known <= branch for branch in self.branches):
            return None
        pairs = (pair for pair in combinations(sorted(known), 2) if not any({*pair} <= branch for branch in self.branches))
        shown = " and ".join(f"?{name}" for name in next(pairs, sorted(known)))
        return f"{shown} are of different arms of a UNION, so they never have a value together"


def together(elements: Iterable[Element]) -> Together:
    """Return which names may have a value together in a group."""
    always: set[str] = set()
    branches: list[Set[str]] = [frozenset()]
    for element in elements:
        parts = [*dict.fromkeys(_of(element))]
        if len(parts) * len(branches) > _MOST or len(parts) < 2:
            always.update(*parts)
        else:
            branches = [*dict.fromkeys(one | other for one in branches for other in parts)]
    return Together(always, tuple(branches))


def _of(element: Element) -> Iterator[Set[str]]:
    """Yield the names of each branch of an element."""
    match element:
        case Union():
            for arm in element.arms:
                yield from _in(arm.elements)
        case Block() | Optional():
            yield from _in(element.group.elements)
        case Select() if not element.computed:
            names = {*bound_names(element)}
            yield from (branch & names for branch in _in(element.group.elements))
        case _:
            yield frozenset(bound_names(element))


def _in(elements: Iterable[Element]) -> Iterator[Set[str]]:
    found = together(elements)
    yield from (frozenset(found.always | branch) for branch in found.branches)
