"""Patterns that follow from others: what holds beside a group is there, and cannot be asked to be absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TypeAlias

from kgrdf_codegen.check.facts import Fact
from kgrdf_codegen.check.tree import Link, Optional, Path, Term, Triple

__all__ = ["Pattern", "follows", "patterns", "present"]

Pattern: TypeAlias = tuple[str, str, tuple[Term, ...]]
"""The graph, the form of a path of several steps, and the terms."""
_Present: TypeAlias = tuple[str, str, tuple[str, ...]]
_MOST = 2000
"""After more tries than these to match patterns, a group is taken for one that may hold nowhere."""


def patterns(facts: Iterable[Fact]) -> list[Pattern]:
    """Return the patterns that hold in a group."""
    return [(fact.graph, *_parts(fact.element)) for fact in facts if isinstance(fact.element, Triple)]


def present(found: Iterable[Pattern], outside: Set[str], mark: str = "") -> list[_Present]:
    """Return patterns as what is there; `mark` tells what only an EXISTS names from other things of that name."""
    return [(graph, form, tuple(_named(term, outside, mark) for term in terms)) for graph, form, terms in found]


def follows(facts: Sequence[Fact], held: Sequence[_Present], outside: Set[str]) -> bool:
    """Whether a group holds wherever some patterns do: each of its own is one of them, whatever only the group names.

    A group with more than patterns and OPTIONALs may hold nowhere.
    """
    if any(not isinstance(fact.element, Triple | Optional) for fact in facts):
        return False
    wanted = patterns(facts)
    return bool(wanted) and _match(wanted, held, outside, {}, iter(range(_MOST)))


def _match(
    wanted: Sequence[Pattern],
    held: Sequence[_Present],
    outside: Set[str],
    bound: Mapping[str, str],
    tries: Iterator[int],
) -> bool:
    if not wanted:
        return True
    (graph, form, terms), *rest = wanted
    for other, path, values in held:
        if next(tries, None) is None:
            return False
        now = dict(bound)
        if (graph, form, len(terms)) == (other, path, len(values)):
            fits = all(_fits(term, value, outside, now) for term, value in zip(terms, values, strict=True))
            if fits and _match(rest, held, outside, now, tries):
                return True
    return False


def _fits(term: Term, value: str, outside: Set[str], bound: dict[str, str]) -> bool:
    if _is_local(term, outside):
        return bound.setdefault(term.value, value) == value
    return _named(term, outside, "") == value


def _parts(triple: Triple) -> tuple[str, tuple[Term, ...]]:
    if not isinstance(triple.path, Link):
        return _shape(triple.path), (triple.subject, triple.object)
    ends = (triple.object, triple.subject) if triple.path.inverse else (triple.subject, triple.object)
    return "", (ends[0], triple.path.term, ends[1])


def _shape(path: Path) -> str:
    if isinstance(path, Link):
        return f"{'^' if path.inverse else ''}{path.term.value}"
    return f"{path.form}({' '.join(map(_shape, path.parts))})"


def _named(term: Term, outside: Set[str], mark: str) -> str:
    return f"{mark if _is_local(term, outside) else ''}{term.kind} {term.value!r} {term.datatype} {term.lang}"


def _is_local(term: Term, outside: Set[str]) -> bool:
    return term.kind == "var" and not term.is_param and term.value not in outside
