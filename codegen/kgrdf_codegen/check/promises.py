"""What each `@time` promises: the conditions that a node meets where a file reads it, on the axes of time that it binds.

Valid time is when a statement holds in the world, transaction time when the memory recorded it and took it back.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.headers import QueryHeader, Time
from kgrdf_codegen.reader import KG

__all__ = ["ENDS", "RECORDED_BY", "Promise", "recorded_by"]

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

_STATEMENT = {
    "current": (
        "add `?s kg:validFrom ?from FILTER(?from <= $now)` and "
        "`FILTER NOT EXISTS { ?s kg:validTo ?to FILTER(?to <= $now) }` with a ?to of its own, or promise @time all"
    ),
    "asof": (
        "add `?s kg:recordedAt ?at ; kg:validFrom ?from FILTER(?at <= $knownAt && ?from <= $asOf)`, "
        "`FILTER NOT EXISTS { ?s kg:retractedAt ?gone FILTER(?gone <= $knownAt) }` and "
        "`FILTER NOT EXISTS { ?s kg:validTo ?to ; kg:endRecordedAt ?known FILTER(?to <= $asOf && ?known <= $knownAt) }`, "
        "each with variables of its own"
    ),
    "begun": (
        "add the filters of @time asof; in $current, what has ended may come too where "
        "`OPTIONAL { ?s kg:validTo ?to } OPTIONAL { ?s kg:endRecordedAt ?known }` and the SELECT tell both"
    ),
    "recorded": "add `?s kg:recordedAt ?at FILTER(?at <= $knownAt)`",
    "believed": "add `FILTER NOT EXISTS { GRAPH $history { ?s kg:retractedAt ?gone{known} } }`",
    "since": "add `?s kg:recordedAt ?at FILTER(?at > $knownAt)`",
}
_OTHER = {
    "recorded": "may have been recorded later; add `?s kg:{recorded} ?at FILTER(?at <= $knownAt)`",
    "since": "may have been recorded before; add `?s kg:{recorded} ?at FILTER(?at > $knownAt)`",
    "unresolved": "may have been resolved; add `FILTER NOT EXISTS { ?s kg:resolvedAt ?settled{settled} }`",
    "ends": (
        "counts only while what it is between is believed ({ends}); read each end, and add "
        "`FILTER NOT EXISTS { GRAPH $history { ?end kg:retractedAt ?gone{known} } }` of it"
    ),
}


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

    def missing(self, condition: str, cls: str, name: str) -> str:
        """Return what is to be written for a condition that a node does not meet."""
        by_then = " FILTER(?{} <= $knownAt)" if self.dated else ""
        words = {
            "?s ": f"{name} ",
            "{recorded}": recorded_by(cls),
            "{known}": by_then.format("gone"),
            "{settled}": by_then.format("settled"),
            "{ends}": " and ".join(f"kg:{end}" for end in ENDS.get(cls, ())),
        }
        text = (_STATEMENT if cls == STATEMENT else _OTHER)[condition]
        for word, said in words.items():
            text = text.replace(word, said)
        return text


def recorded_by(cls: str) -> str:
    """Return the local name of the property that says when something of a class was learned."""
    return RECORDED_BY.get(cls, "recordedAt")
