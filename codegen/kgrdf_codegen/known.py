"""What is known of the values of a variable, and how that joins where two places speak of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kgrdf_codegen.expressions import Typed, united
from kgrdf_codegen.ir import ColumnKind

__all__ = ["Known", "Lattice"]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a variable where it has a value."""

    kinds: frozenset[ColumnKind] = frozenset()
    """Its values are of one of these; none where they may be anything."""
    classes: frozenset[str] = frozenset()
    """The references among them are of one of these; none where they may be of any."""
    enum: str | None = None
    """The closed enum of which every value is a member."""
    most: int | None = None
    """No number among them is further from zero; None where that is not known."""
    sure: bool = False
    """It has a value in every solution."""

    @classmethod
    def of(cls, typed: Typed) -> Known:
        """Return what the type of an expression tells."""
        kinds = frozenset[ColumnKind]() if typed.value == "value" else frozenset({typed.value})
        return cls(kinds, frozenset(typed.classes), most=typed.most, sure=typed.sure)

    @property
    def typed(self) -> Typed:
        """The type that a column or an expression has of it."""
        value = united(self.kinds)
        return Typed(value, tuple(sorted(self.classes)) if value == "ref" else (), self.sure, self.most)


@dataclass(frozen=True, slots=True)
class Lattice:
    """How what is known joins, with the classes of an ontology."""

    above: Mapping[str, frozenset[str]]
    """Each class with those above it and itself."""

    def join(self, one: Known | None, other: Known) -> Known:
        """Return what is known of a variable that two places give a value; what need not give any adds nothing."""
        if one is None or one.sure != other.sure:
            return other if one is None or other.sure else one
        return self.both(one, other) if one.sure else self.either([one, other])

    def both(self, one: Known, other: Known) -> Known:
        """Return what is known of values that are as two places say."""
        bounds = [most for most in (one.most, other.most) if most is not None]
        classes = one.classes or other.classes
        if one.classes and other.classes:
            # What contradicts itself matches nothing, so either may be told.
            classes = self._common(one.classes, other.classes) or one.classes
        kinds = _common_kinds(one.kinds, other.kinds)
        return Known(kinds, classes, one.enum or other.enum, min(bounds, default=None), one.sure or other.sure)

    def either(self, told: Iterable[Known]) -> Known:
        """Return what is known of values that are as one of some places says."""
        first, *others = told
        for other in others:
            first = _either(first, other)
        return first

    def roots(self, classes: Iterable[str]) -> tuple[str, ...]:
        """Return the classes without those below another of them, sorted."""
        given = {*classes}
        return tuple(sorted(cls for cls in given if self.above[cls].isdisjoint(given - {cls})))

    def _common(self, one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
        """Return the classes that are below one of each."""
        return frozenset(cls for cls in one | other if self._below(cls, one) and self._below(cls, other))

    def _below(self, cls: str, allowed: frozenset[str]) -> bool:
        return not allowed.isdisjoint(self.above[cls])


def _common_kinds(one: frozenset[ColumnKind], other: frozenset[ColumnKind]) -> frozenset[ColumnKind]:
    if not one or not other or one & other:
        return (one & other) or one or other
    both = one | other
    # An instant is an integer too, and the id of a thing an IRI; of other kinds no term is of both.
    narrow: Mapping[frozenset[ColumnKind], ColumnKind] = {
        frozenset({"instant", "integer"}): "instant",
        frozenset({"ref", "iri"}): "ref",
    }
    return frozenset({narrow[both]}) if both in narrow else both


def _either(one: Known, other: Known) -> Known:
    kinds = one.kinds | other.kinds if one.kinds and other.kinds else frozenset[ColumnKind]()
    # What is no reference says nothing of the classes of those.
    told = [known for known in (one, other) if not known.kinds or "ref" in known.kinds]
    named = all(known.classes for known in told)
    classes = frozenset[str]().union(*(known.classes for known in told)) if named else frozenset[str]()
    most = None if one.most is None or other.most is None else max(one.most, other.most)
    enum = one.enum if one.enum == other.enum else None
    return replace(one, kinds=kinds, classes=classes, enum=enum, most=most, sure=one.sure and other.sure)
