"""What is known of a value: where it may come from, and how that is joined, united and changed on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kgrdf_codegen.check.declared import Property
from kgrdf_codegen.check.literals import cased
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Term
from kgrdf_codegen.ir import ColumnKind
from kgrdf_codegen.properties import Facets

__all__ = [
    "IRI_TEXT",
    "Held",
    "Holds",
    "Source",
    "Way",
    "compared",
    "either",
    "every",
    "is_constant",
    "join",
    "kind_held",
    "of_property",
    "through",
    "unlisted",
]

_MOST_WAYS = 512
"""Above it, what a join adds is left out: less is known then, and nothing right is refused."""
IRI_TEXT = Facets(patterns=("^[A-Za-z][A-Za-z0-9+.-]*:",))
"""What the text of a thing is like."""


@dataclass(frozen=True, slots=True)
class Source:
    """One thing that is known of a value: the property that it is a value of, the constant that it is, or its kind."""

    kind: ColumnKind | None = None
    declared: Property | None = None
    term: Term | None = None
    """A constant, or a parameter."""
    form: str = ""
    """The function that the value has gone through: `STR`, `LCASE` or `UCASE`."""
    said: str = ""
    """The expression that makes it."""
    shapes: tuple[Facets, ...] = ()
    """What its values are within, by one of these."""
    token: Token | None = field(default=None, compare=False)
    joined: bool = False
    """A constant that patterns look up as it is; a comparison takes 1 and 1.0 for one number."""
    listed: bool = False
    """A constant of VALUES, each of which is meant to match."""


Way: TypeAlias = tuple[Source, ...]
"""What is known of a value together; nothing where it can be anything."""


@dataclass(frozen=True, slots=True)
class Held:
    """The ways in which a variable or an expression gets its value: it takes one of them."""

    ways: tuple[Way, ...] = ((),)
    sure: bool = False
    """It has a value in every solution."""


Holds: TypeAlias = Mapping[str, Held]


def of_property(declared: Property) -> Source:
    """Return what is known of a value of a property."""
    return Source(declared.kind, declared, shapes=declared.shapes)


def kind_held(held: Held) -> ColumnKind | None:
    """Return what kind of value something has in all its ways; None where that is not known."""
    kinds = {next((source.kind for source in way if source.kind is not None), None) for way in held.ways}
    return kinds.pop() if len(kinds) == 1 else None


def through(form: str, source: Source) -> Source:
    """Return what is known of a value that goes through STR, LCASE or UCASE."""
    term = source.term
    if term is not None and is_constant(source):
        lang = None if form == "STR" else term.lang
        made = replace(term, kind="literal", value=cased(form, term.value), datatype=None, lang=lang)
        return replace(source, kind="langString" if lang else "string", term=made)
    shapes = (IRI_TEXT,) if form == "STR" and source.kind in ("ref", "iri") else source.shapes
    kind: ColumnKind = "langString" if form != "STR" and source.kind == "langString" else "string"
    return replace(source, kind=kind, form=source.form if form == "STR" and source.form else form, shapes=shapes)


def is_constant(source: Source) -> bool:
    """Whether it is known to be one literal or IRI."""
    return source.term is not None and source.term.kind != "var"


def unlisted(held: Held) -> Held:
    """Return what something holds as other groups see it, for which no constant of a list need match."""
    if not any(source.listed for way in held.ways for source in way):
        return held
    return Held(tuple(tuple(replace(source, listed=False) for source in way) for way in held.ways), held.sure)


def compared(held: Held) -> Held:
    """Return what something holds as what is compared with it knows it: no term is looked up."""
    return Held(tuple(tuple(replace(source, listed=False, joined=False) for source in way) for way in held.ways), held.sure)


def either(*held: Held) -> tuple[Way, ...]:
    """Return the ways in which something is had that has its value by one of these."""
    return tuple(dict.fromkeys(way for one in held for way in one.ways))


def every(ways: tuple[Way, ...], others: tuple[Way, ...]) -> tuple[Way, ...]:
    """Return the ways in which something is had by one of some and by one of others."""
    if len(ways) * len(others) > _MOST_WAYS:
        return ways
    return tuple(dict.fromkeys(tuple(dict.fromkeys((*way, *other))) for way in ways for other in others))


def join(one: Held | None, other: Held) -> Held:
    """Return what a variable holds that two places give a value; one that need not give any adds nothing to what does."""
    if one is None or (other.sure and not one.sure):
        return other
    if not other.sure:
        return one if one.sure else Held(either(one, other))
    return Held(every(one.ways, other.ways), sure=True)
