"""Which relationships a walk follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from kgrdf.arguments import checked_text
from kgrdf.errors import InvalidValueError
from kgrdf.schema import Schema

__all__ = ["DIRECTIONS", "Pattern", "Way"]

Way = Literal["out", "in"]
DIRECTIONS = ("out", "in", "both")


class Pattern:
    """The relation types and the direction that a caller asked for.

    A declared symmetric type is followed from both ends whatever the direction; a type with a declared inverse is also
    followed, from its other end, by the inverse's name.
    """

    def __init__(self, schema: Schema, types: Sequence[str], direction: str) -> None:
        if direction not in DIRECTIONS:
            raise InvalidValueError(f"direction: {direction!r} is not a direction", hint="out, in or both")
        ways: tuple[Way, ...] = ("out", "in") if direction == "both" else ("out",) if direction == "out" else ("in",)
        inverses = {row.name: row.inverse for row in schema.relation_types if row.inverse is not None}
        inverses |= {inverse: name for name, inverse in inverses.items()}
        self.ways = ways
        self.types: set[tuple[str, Way]] | None = None
        self._symmetric = {row.name for row in schema.relation_types if row.symmetric}
        if types:
            self.types = set()
            for name in types:
                schema.relation(checked_text(name, "relationshipTypes"))
                self.types.update((name, way) for way in (("out", "in") if name in self._symmetric else ways))
                if name in inverses:
                    self.types.update((inverses[name], "in" if way == "out" else "out") for way in ways)

    @property
    def names(self) -> list[str]:
        """The stored types that may be followed; empty means any."""
        return sorted({name for name, _ in self.types or ()})

    @property
    def follows_all(self) -> bool:
        """Say that every relationship is followed, either way."""
        return self.types is None and len(self.ways) == 2

    def follows(self, relationship_type: str, way: Way) -> bool:
        """Say whether a relationship of this type may be followed this way: `out` from its source, `in` from its target."""
        if self.types is not None:
            return (relationship_type, way) in self.types
        return way in self.ways or relationship_type in self._symmetric
