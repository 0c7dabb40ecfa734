"""What each `@time` promises: the conditions that a node meets where a file reads it, on the axes of time that it binds.

Valid time is when a statement holds in the world, transaction time when the memory recorded it and took it back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.headers import QueryHeader, Time
from kgrdf_codegen.reader import KG

__all__ = ["ENDS", "RECORDED_BY", "Part", "Promise", "parts_of", "recorded_by"]

RECORDED_BY = {
    f"{KG}Derivation": "extractedAt",
    f"{KG}Contradiction": "detectedAt",
    f"{KG}Supersession": "recordedAt",
    f"{KG}Mention": "recordedAt",
    f"{KG}Document": "ingestedAt",
    f"{KG}Chunk": "recordedAt",
    f"{KG}Entity": "recordedAt",
    f"{KG}Concept": "recordedAt",
}
"""What else a memory holds, and the property that says when it was learned."""

ENDS = {
    f"{KG}Derivation": ("derived",),
    f"{KG}Contradiction": ("firstStatement", "secondStatement"),
    f"{KG}Supersession": ("newer", "older"),
}
"""The links, and the properties that lead to the statements without which they say nothing."""

_VARIABLES = {"validFrom": "from", "validTo": "to", "endRecordedAt": "known", "retractedAt": "gone", "resolvedAt": "settled"}
"""How a message calls a date; the others are `?at`."""
_DOES = {
    "validFrom": "begins",
    "validTo": "ends",
    "endRecordedAt": "whose end was recorded",
    "retractedAt": "was retracted",
    "resolvedAt": "was resolved",
}
"""What a date is of, in words; the others are of what was recorded."""
_WHERE = {-1: "before", 0: "at", 1: "after"}
_OTHER = {
    "recorded": "may have been recorded later; ",
    "since": "may have been recorded before; ",
    "unresolved": "may have been resolved; ",
}
"""What a link or a thing may be that does not meet a condition; of a statement, the rule says it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition: where the dates of a node lie, before, at or after the instants of the caller."""

    wanted: Literal["by", "after", "open"]
    """The date lies at the instant or before it, or after it; or not all of the dates lie at their instants or before."""
    dates: Mapping[str, str | None]
    """The properties, each with the parameter that it is held against; None where only its presence counts."""
    graph: str | None = None
    """The graph that is asked, if that is not the one that the node lies in."""
    may_be_told: bool = False
    """The answer may tell the dates in place of a filter."""

    @property
    def name(self) -> str:
        """What tells it from the other parts of a condition."""
        return " ".join(self.dates)

    def holds(self, state: Sequence[int | None]) -> bool:
        """Whether it is true where the dates lie so: before (-1), at (0) or after (1) their instants; None for no date."""
        if self.wanted == "open":
            return any(place is None or place > 0 for place in state)
        [place] = state
        return place is not None and (place > 0) == (self.wanted == "after")

    def found(self, state: Sequence[int | None]) -> str:
        """Return in words what has its dates there."""
        said = []
        for (prop, param), place in zip(self.dates.items(), state, strict=True):
            does = _DOES.get(prop, "was recorded")
            at = f" {_WHERE[place]} ${param}" if place is not None and param is not None else ""
            said.append(f"has no kg:{prop}" if place is None else f"{does}{at}")
        return f"what {' and '.join(said)}"

    def filter(self, name: str) -> str:
        """Return the pattern and the filter that say it of a node."""
        variables = [_VARIABLES.get(prop, "at") for prop in self.dates]
        pairs = " ; ".join(f"kg:{prop} ?{var}" for prop, var in zip(self.dates, variables, strict=True))
        sign = ">" if self.wanted == "after" else "<="
        asked = " && ".join(
            f"?{v} {sign} ${param}" for v, param in zip(variables, self.dates.values(), strict=True) if param
        )
        text = f"{name} {pairs}" + (f" FILTER({asked})" if asked else "")
        if self.wanted != "open":
            return f"`{text}`"
        inside = f"GRAPH ${self.graph} {{ {text} }}" if self.graph else text
        return f"`FILTER NOT EXISTS {{ {inside} }}` with a {' and a '.join(f'?{var}' for var in variables)} of its own"


def parts_of(condition: str, cls: str, known: str | None, graph: str) -> tuple[Part, ...]:
    """Return the parts of a condition of a promise, of nodes of a class that lie in a graph."""
    if condition == "current":
        return Part("by", {"validFrom": "now"}), Part("open", {"validTo": "now"})
    if condition in ("asof", "begun"):
        told = condition == "begun" and graph == "current"
        begun = (Part("by", {"recordedAt": "knownAt"}), Part("by", {"validFrom": "asOf"}))
        retracted = () if told else (Part("open", {"retractedAt": "knownAt"}),)  # it lies in $history
        return (*begun, *retracted, Part("open", {"validTo": "asOf", "endRecordedAt": "knownAt"}, may_be_told=told))
    if condition == "believed":
        return (Part("open", {"retractedAt": known}, "history"),)
    if condition == "unresolved":
        return (Part("open", {"resolvedAt": known}),)
    return (Part("after" if condition == "since" else "by", {recorded_by(cls): "knownAt"}),)


@dataclass(frozen=True)
class Promise:
    """What a file promises by its `@time`, with the instants that it takes."""

    time: Time
    dated: bool
    """It takes $knownAt. Without it, `known` is what is known now."""

    @classmethod
    def of(cls, header: QueryHeader) -> Promise:
        """Return the promise of a header."""
        return cls(header.time, any(param.name == "knownAt" for param in header.params))

    def conditions(self, cls: str) -> tuple[str, ...]:
        """Return the conditions that a node of a class has to meet, each of which a proof of its own may show."""
        statement = cls == STATEMENT
        if self.time == "known":
            recorded = ("recorded",) if self.dated else ()
            unresolved = ("unresolved",) if cls == f"{KG}Contradiction" else ()
            return (*recorded, "believed") if statement else (*recorded, *(("ends",) if cls in ENDS else ()), *unresolved)
        if self.time == "since" or statement:
            return (self.time,)
        return () if self.time == "current" else ("recorded",)

    def missing(self, condition: str, cls: str, name: str, parts: Sequence[Part]) -> str:
        """Return what is to be written for these parts of a condition, which a node does not meet."""
        if condition == "ends":
            ends = " and ".join(f"kg:{end}" for end in ENDS[cls])
            [believed] = parts
            return (
                f"counts only while what it is between is believed ({ends}); read each end, and add "
                f"{believed.filter('?end')}"
            )
        filters = [part.filter(name) for part in parts]
        text = "" if cls == STATEMENT else _OTHER[condition]
        text += "add " + " and ".join(filter(None, (", ".join(filters[:-1]), filters[-1])))
        if condition == "current":
            return f"{text}, or promise @time all"
        if any(part.may_be_told for part in parts):
            text += (
                f"; or tell the end: `OPTIONAL {{ {name} kg:validTo ?to }} OPTIONAL {{ {name} kg:endRecordedAt ?known }}` "
                "with both in the SELECT"
            )
        return text


def recorded_by(cls: str) -> str:
    """Return the local name of the property that says when something of a class was learned."""
    return RECORDED_BY.get(cls, "recordedAt")
