"""Paths: their steps, and the ends at which a property has its values or its subjects."""

from __future__ import annotations

from collections.abc import Iterator

from kgrdf_codegen.check.tree import Link, Path, Term, Triple

__all__ = ["links", "things", "valued"]


def links(path: Path) -> Iterator[Link]:
    """Yield the single steps of a path."""
    if isinstance(path, Link):
        yield path
    else:
        for part in path.parts:
            yield from links(part)


def valued(triple: Triple) -> Iterator[tuple[Term, tuple[Link, ...]]]:
    """Yield each end of a pattern that is a property's value, with the steps of which one leads there."""
    for end, steps in _ends(triple):
        if steps and all(link.inverse == (end is triple.subject) for link in steps):
            yield end, steps


def things(triple: Triple) -> Iterator[Term]:
    """Yield the ends of a pattern that have a property, and so are things."""
    for end, steps in _ends(triple):
        if end.kind == "var" and steps and all(link.inverse != (end is triple.subject) for link in steps):
            yield end


def _ends(triple: Triple) -> tuple[tuple[Term, tuple[Link, ...]], ...]:
    return (triple.subject, tuple(_steps(triple.path, 0))), (triple.object, tuple(_steps(triple.path, -1)))


def _steps(path: Path, which: int) -> Iterator[Link]:
    """Yield the steps with which a path begins (0) or ends (-1); none where it may have no step."""
    if isinstance(path, Link):
        yield path
    elif path.form == "alt":
        for part in path.parts:
            yield from _steps(part, which)
    elif path.form == "seq":
        yield from _steps(path.parts[which], which)
