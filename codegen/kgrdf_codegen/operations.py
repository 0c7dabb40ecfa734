"""The SPARQL operations of a class: what each template asks, before it is text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kgrdf_codegen.ir import Class, Field, Ontology
from kgrdf_codegen.naming import split_iri
from kgrdf_codegen.reader import KG

__all__ = ["Arm", "Operation", "finder", "named", "operations_of", "references"]

_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_RECORDED = tuple(KG + name for name in ("recordedAt", "ingestedAt", "extractedAt", "detectedAt"))
# Kinds that move with the statements they belong to; everything else lives in the current graph always.
_MOVING = frozenset({"fact", "relationship", "derivation", "contradiction"})
_LOOKUP = "by_key"
"""What the runtime finds names with."""
_LINKS = frozenset({"derivation", "contradiction", "supersession"})


@dataclass(frozen=True, slots=True)
class Arm:
    """Patterns that are read in one of a tenant's graphs."""

    side: str
    lines: tuple[str, ...]
    field: str | None = None
    """Of a `get`: the name of the field whose values the arm reads."""
    filters: tuple[str, ...] = ()
    """What is asked of the other graph."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One `.rq` file."""

    name: str
    iri: str
    """What it is made for: the class, or the reference that it lists by."""
    template: str
    time: str
    doc: str
    params: tuple[str, ...]
    prefixes: tuple[tuple[str, str], ...]
    values: str | None
    """The list parameter that a VALUES block takes."""
    arms: tuple[Arm, ...]
    order: str | None = None


class _Writer:
    """Writes IRIs in a short form where SPARQL has one, and remembers the prefixes."""

    def __init__(self, ontology: Ontology) -> None:
        self._statements = frozenset(cls.name for cls in ontology.classes if cls.statement)
        self._spaces = {row.iri: row.prefix for row in ontology.namespaces}
        self._used: dict[str, str] = {}

    def __call__(self, iri: str) -> str:
        space, local = split_iri(iri)
        prefix = self._spaces.get(space, "")
        if _LOCAL.fullmatch(local) and re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", prefix):
            self._used[prefix] = space
            return f"{prefix}:{local}"
        return f"<{iri}>"

    def of_statements(self, field: Field) -> bool:
        """Say whether a field may lead to a statement."""
        return not self._statements.isdisjoint(field.range)

    def prefixes(self) -> tuple[tuple[str, str], ...]:
        """Return the prefixes used since the last call."""
        used, self._used = tuple(sorted(self._used.items())), {}
        return used


def references(cls: Class) -> tuple[Field, ...]:
    """Return the fields by whose value things of the class can be listed: its own references.

    Links from statement to statement are left to the timeline.
    """
    return tuple(
        field
        for field in cls.fields
        if field.value == "ref" and field.name in cls.own and not (cls.statement and _to_statements(field))
    )


def _to_statements(field: Field) -> bool:
    return bool(field.range) and set(field.range) <= {"Statement", "Fact", "Relationship"}


def finder(field: Field) -> str:
    """Return what a listing by this reference is called: `by_about` for `about_ids`."""
    name = "by_" + field.name.removesuffix("_ids").removesuffix("_id")
    return f"{name}_id" if name == _LOOKUP else name


def named(cls: Class) -> bool:
    """Say whether things of the class are found by name."""
    return cls.kind in ("entity", "concept")


def operations_of(cls: Class, ontology: Ontology) -> Iterator[Operation]:
    """Yield the operations of a class."""
    write = _Writer(ontology)
    ref = f"Ref[{write(cls.iri)}]"
    yield _get(cls, write, ref)
    for time in ("current", "asof"):
        suffix = "" if time == "current" else "_asof"
        when = _when(cls, time)
        yield _listing(cls, write, f"{cls.stem}_list{suffix}", time, f"Ids of the {cls.plural} there are {when}.")
        for field in references(cls):
            doc = f"Ids of the {cls.plural} there are {when}, by {field.name}."
            yield _listing(cls, write, f"{cls.stem}_{finder(field)}{suffix}", time, doc, field)
        yield _count(cls, write, f"{cls.stem}_count{suffix}", time, f"How many {cls.plural} there are {when}.")
    if named(cls):
        yield _by_key(cls, write)


def _when(cls: Class, time: str) -> str:
    if time == "current":
        return "now"
    return "at an instant, as known at another" if cls.statement else "as known at an instant"


def _sides(cls: Class, time: str) -> tuple[str, ...]:
    if cls.kind == "supersession":
        return ("history",)
    if cls.kind == "derivation":
        # Those of a statement that has ended lie in history with it, and count as long as it is believed.
        return ("current", "history")
    if time == "current" or not (cls.statement or cls.kind in _MOVING):
        return ("current",)
    return ("current", "history")


def _get(cls: Class, write: _Writer, ref: str) -> Operation:
    sides = _sides(cls, "all")
    arms = [Arm(side, (f"$ids a {write(cls.iri)}",), "id") for side in sides]
    for field in cls.fields:
        term = write(field.iri)
        line = f"?value {term} $ids" if field.inverse else f"$ids {term} ?value"
        arms += [Arm(side, (line,), field.name) for side in sides]
    return Operation(
        name=f"{cls.stem}_get",
        iri=cls.iri,
        template="get.rq.j2",
        time="all" if sides != ("current",) or any(map(write.of_statements, cls.fields)) else "current",
        doc=f"Everything about the {cls.plural} of these ids, one row a value; the field `id` says that there is one.",
        params=(f"ids: list[{ref}]",),
        prefixes=write.prefixes(),
        values="ids",
        arms=tuple(arms),
    )


def _listing(cls: Class, write: _Writer, name: str, time: str, doc: str, field: Field | None = None) -> Operation:
    link = []
    params = []
    ends = {end.iri: f"?end{number}" for number, end in enumerate(_ends(cls), 1)}
    if field is not None:
        term = write(field.iri)
        link = [f"$of {term} ?id ." if field.inverse else f"?id {term} $of ."]
        params = ["of: iri"]
        if field.iri in ends:
            ends[field.iri] = "$of"
    sides = _sides(cls, time)
    link += [f"?id {write(iri)} {end} ." for iri, end in ends.items() if end != "$of"]
    lines = (*link, f"?id a {write(cls.iri)} .", *_visible(cls, write, time, ordered=len(sides) > 1))
    params += _viewpoint(cls, time)
    return Operation(
        name=name,
        iri=cls.iri if field is None else field.iri,
        template="ids.rq.j2",
        time=_promise(cls, time, write, field),
        doc=doc,
        params=tuple(params),
        prefixes=write.prefixes(),
        values=None,
        arms=tuple(Arm(side, lines, filters=_believed(ends.values(), write, time)) for side in sides),
        order="?recorded" if len(sides) > 1 else None,
    )


def _promise(cls: Class, time: str, write: _Writer, field: Field | None) -> str:
    """Return what a listing promises. A statement that things are listed by is taken whenever it held."""
    by_statement = field is not None and write.of_statements(field)
    if by_statement and field is not None and field.inverse:
        return "all"  # the statement's own words are read, whose time nobody gave
    return "known" if _ends(cls) or (by_statement and not cls.statement) else time


def _ends(cls: Class) -> tuple[Field, ...]:
    """Return the fields of a link that may point at a statement."""
    if cls.kind not in _LINKS:
        return ()
    return tuple(field for field in cls.fields if field.value == "ref" and "Statement" in field.range)


def _believed(ends: Iterable[str], write: _Writer, time: str) -> tuple[str, ...]:
    """Return the filters by which a link counts: no end of it is withdrawn. What is withdrawn lies in history."""
    known = " FILTER(?withdrawn <= $knownAt)" if time == "asof" else ""
    return tuple(
        f"FILTER NOT EXISTS {{ GRAPH $history {{ {end} {write(KG + 'retractedAt')} ?withdrawn{known} }} }}" for end in ends
    )


def _viewpoint(cls: Class, time: str) -> list[str]:
    if time == "asof":
        return ["asOf: instant", "knownAt: instant"] if cls.statement else ["knownAt: instant"]
    return ["now: instant = now"] if cls.statement else []


def _visible(cls: Class, write: _Writer, time: str, *, ordered: bool) -> Iterable[str]:
    def kg(name: str) -> str:
        return write(KG + name)

    if cls.statement and time == "current":
        return (
            f"?id {kg('validFrom')} ?from .",
            "FILTER(?from <= $now)",
            f"FILTER NOT EXISTS {{ ?id {kg('validTo')} ?to FILTER(?to <= $now) }}",
        )
    if cls.statement:
        return (
            f"?id {kg('recordedAt')} ?recorded ; {kg('validFrom')} ?from .",
            "FILTER(?recorded <= $knownAt && ?from <= $asOf)",
            f"FILTER NOT EXISTS {{ ?id {kg('retractedAt')} ?retracted FILTER(?retracted <= $knownAt) }}",
            "FILTER NOT EXISTS {",
            f"  ?id {kg('validTo')} ?to ; {kg('endRecordedAt')} ?learned .",
            "  FILTER(?to <= $asOf && ?learned <= $knownAt)",
            "}",
        )
    lines = []
    if (ordered or time == "asof") and (recorded := next((iri for iri in _RECORDED if cls.field(iri)), None)):
        lines.append(f"?id {write(recorded)} ?recorded .")
        if time == "asof":
            lines.append("FILTER(?recorded <= $knownAt)")
    if cls.field(KG + "withdrawnAt"):
        lines.append(f"FILTER NOT EXISTS {{ ?id {kg('withdrawnAt')} ?withdrawn }}")
    if time == "asof" and cls.field(KG + "resolvedAt"):
        lines.append(f"FILTER NOT EXISTS {{ ?id {kg('resolvedAt')} ?resolved FILTER(?resolved <= $knownAt) }}")
    return lines


def _count(cls: Class, write: _Writer, name: str, time: str, doc: str) -> Operation:
    return replace(_listing(cls, write, name, time, doc), template="count.rq.j2", order=None)


def _by_key(cls: Class, write: _Writer) -> Operation:
    lines = (f"?id {write(KG + 'nameKey')} $keys ;", f"  a {write(cls.iri)} .")
    return Operation(
        name=f"{cls.stem}_{_LOOKUP}",
        iri=cls.iri,
        template="ids.rq.j2",
        time="current",
        doc=f"Ids of the {cls.plural} that have one of these normalised names.",
        params=("keys: list[string]",),
        prefixes=write.prefixes(),
        values="keys",
        arms=(Arm("current", lines),),
    )
