"""The subclass relation: closure, cycles, and an order of bases that Python accepts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

__all__ = ["Hierarchy", "arrange", "linearise"]


@dataclass(frozen=True)
class Hierarchy:
    """The classes of an ontology, and undeclared ones that they are below of."""

    above: Mapping[str, tuple[str, ...]]
    """All superclasses of each class, nearest first; members of a cycle are above each other."""

    def is_a(self, cls: str, ancestor: str) -> bool:
        """Say whether `cls` is `ancestor` or below it."""
        return cls == ancestor or ancestor in self.above.get(cls, ())

    def equivalents(self, cls: str) -> tuple[str, ...]:
        """Return the other members of the cycle that the class is in."""
        return tuple(other for other in self.above.get(cls, ()) if cls in self.above.get(other, ()))

    def cycles(self) -> list[tuple[str, ...]]:
        """Return each set of classes that are all above each other, sorted."""
        found = {tuple(sorted((cls, *others))) for cls in self.above if (others := self.equivalents(cls))}
        return sorted(found)

    def bases(self, cls: str, emitted: Collection[str]) -> tuple[str, ...]:
        """Return what `cls` inherits from in Python.

        These are its nearest superclasses among `emitted`, without those that another one is already below of. The deepest
        comes first, then the IRI decides: in this order nearly every real ontology has a method resolution order.
        """
        twins = {cls, *self.equivalents(cls)}
        above = [iri for iri in self.above[cls] if iri in emitted and iri not in twins]
        nearest = [iri for iri in above if not any(self._covers(other, iri) for other in above)]
        return tuple(sorted(nearest, key=lambda iri: (-len(self.above[iri]), iri)))

    def _covers(self, other: str, iri: str) -> bool:
        """Say whether `other` makes `iri` superfluous: it is below of it, or its twin with the smaller IRI."""
        if other == iri or iri not in self.above[other]:
            return False
        return other not in self.above[iri] or other < iri


def arrange(parents: Mapping[str, Iterable[str]]) -> Hierarchy:
    """Return the closure of a direct subclass relation; cycles end, and a class is never above itself."""
    direct = {cls: tuple(sorted(set(above))) for cls, above in parents.items()}
    for cls in {above for ups in direct.values() for above in ups} - direct.keys():
        direct[cls] = ()
    above: dict[str, tuple[str, ...]] = {}
    for cls in sorted(direct):
        found: dict[str, None] = {}
        level = list(direct[cls])
        while level:
            fresh = sorted(iri for iri in set(level) if iri not in found and iri != cls)
            found.update(dict.fromkeys(fresh))
            level = [up for iri in fresh for up in direct[iri]]
        above[cls] = tuple(found)
    return Hierarchy(above)


def linearise(cls: str, bases: tuple[str, ...], orders: Mapping[str, tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """Return Python's method resolution order (C3) of a class, or None where there is none.

    `orders` holds those of the bases.
    """
    sequences: list[list[str]] = []
    for base in bases:
        order = orders[base]
        if order is None:
            return None
        sequences.append(list(order))
    sequences.append(list(bases))
    merged = [cls]
    while sequences := [sequence for sequence in sequences if sequence]:
        heads = [sequence[0] for sequence in sequences]
        head = next((iri for iri in heads if not any(iri in sequence[1:] for sequence in sequences)), None)
        if head is None:
            return None
        merged.append(head)
        sequences = [sequence[1:] if sequence[0] == head else sequence for sequence in sequences]
    return tuple(merged)
