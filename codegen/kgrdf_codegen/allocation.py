"""Which term gets which name: the only place where that is decided.

Where two terms want one name, or a term wants one of ours, each takes the prefix of its namespace (`foaf_name`, `ExNone`). A
number is never put behind a name, so no name depends on the order of anything. A name that was given once is in the names
lock and stays: what comes later takes its prefix alone. What still clashes is refused, and `kgc:pyName` decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

from kgrdf_codegen.names_lock import NamesLock, Table
from kgrdf_codegen.naming import Prefixes

__all__ = ["Allocator", "Clash", "Wish", "allocate"]


@dataclass(frozen=True, slots=True)
class Wish:
    """The name that a term would like."""

    iri: str
    name: str
    prefixed: str
    """The name where it has to take its prefix."""
    fixed: bool = False
    """A name that others rely on, as they do on the core's: it never takes a prefix."""
    given: bool = False
    """A name that was chosen by hand: it stands, whatever is recorded."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Terms that cannot all be reached, or one that wants a name of ours: what to do is for the ontology's author to say."""

    name: str
    iris: tuple[str, ...]


def allocate(
    wishes: Iterable[Wish],
    *,
    rivals: Callable[[str, str], bool] = lambda one, other: True,
    reserved: Callable[[str], bool] = lambda name: False,
    recorded: Mapping[str, str] | None = None,
    retired: Set[str] = frozenset(),
) -> tuple[Mapping[str, str], list[Clash]]:
    """Return a name for each IRI, and what could not be told apart.

    `rivals` says whether two IRIs may not have one name. The names that were given before are `recorded` and stay; those of
    terms that are gone are `retired`, and given again by hand only. The outcome does not depend on the order of the wishes.
    """
    wanted = sorted(wishes, key=lambda wish: wish.iri)
    before = recorded or {}
    kept = {wish.iri: _kept(wish, before) for wish in wanted}
    claims: dict[str, set[str]] = defaultdict(set)
    for wish in wanted:
        claims[wish.name].add(wish.iri)
        if (name := kept[wish.iri]) is not None:
            claims[name].add(wish.iri)
    names: dict[str, str] = {}
    for wish in wanted:
        taken = reserved(wish.name) or wish.name in retired
        contested = taken or any(other != wish.iri and rivals(wish.iri, other) for other in claims[wish.name])
        names[wish.iri] = kept[wish.iri] or (wish.prefixed if contested else wish.name)
    holders: dict[str, list[str]] = defaultdict(list)
    for iri, name in names.items():
        holders[name].append(iri)
    clashes = [
        Clash(name, tuple(iris))
        for name, iris in sorted(holders.items())
        if any(rivals(one, other) for one in iris for other in iris if one < other)
    ]
    barred = [
        wish.iri
        for wish in wanted
        if not wish.fixed and (reserved(names[wish.iri]) or (kept[wish.iri] is None and names[wish.iri] in retired))
    ]
    return names, [*clashes, *(Clash(names[iri], (iri,)) for iri in barred)]


def _kept(wish: Wish, recorded: Mapping[str, str]) -> str | None:
    if wish.given:
        return wish.name
    return recorded.get(wish.iri, wish.name if wish.fixed else None)


class Allocator:
    """Gives names, holds them against the record, and remembers what it gave."""

    def __init__(self, prefixes: Prefixes, record: NamesLock) -> None:
        self.prefixes = prefixes
        self.record = record
        self._given: dict[Table, dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))

    def allocate(
        self,
        table: Table,
        column: str,
        wishes: Iterable[Wish],
        *,
        rivals: Callable[[str, str], bool] = lambda one, other: True,
        reserved: Callable[[str], bool] = lambda name: False,
        elsewhere: Iterable[str] = (),
        space: str | None = None,
    ) -> tuple[Mapping[str, str], list[Clash]]:
        """Return a name for each IRI, and what could not be told apart, as `allocate` does with what is recorded.

        Names that are recorded `elsewhere` are kept as those of retired terms are; of these, only the ones in the namespace
        `space` count, if it is given.
        """
        wanted = list(wishes)
        names, clashes = allocate(
            wanted,
            rivals=rivals,
            reserved=reserved,
            recorded=self.record.names(table, column),
            retired=self.record.retired_names(table, column, {wish.iri for wish in wanted}, space).union(elsewhere),
        )
        for iri, name in names.items():
            self._given[table][iri][column] = name
        return names, clashes

    def settle(self, table: Table, column: str, iri: str, name: str, *, given: bool = False) -> str:
        """Return the recorded name of a term that nothing contends with, or the one derived for it now."""
        settled = name if given else self.record.names(table, column).get(iri, name)
        self._given[table][iri][column] = settled
        return settled

    def lock(self) -> NamesLock:
        """Return the record of all that was given; terms that had a name before and are gone are retired in it."""
        return self.record.followed_by(self._given)
