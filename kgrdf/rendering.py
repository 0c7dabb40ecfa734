"""Answers as text, one line an item, for agents and people. Every id of an answer is in its text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import singledispatch
from typing import TypeVar

from kgrdf.answers import (
    Answer,
    ContextAnswer,
    Contradiction,
    EntityBrief,
    EntityPage,
    FactLine,
    Neighbor,
    SearchAnswer,
    SourceChunk,
    TimelineAnswer,
    Version,
    Via,
    WriteAnswer,
)
from kgrdf.temporal import format_instant, parse_instant

__all__ = ["render"]

_Item = TypeVar("_Item")
_HELD_BACK = {"neighbors": ("neighbour", "neighbours"), "facts": ("fact", "facts"), "chunks": ("passage", "passages")}
"""What is counted as held back, as one and as many; the rest says how statements stand."""


@singledispatch
def _lines(answer: Answer) -> Iterator[str]:
    """Yield the lines of an answer that has no form of its own: its fields."""
    for name, value in answer.wire().items():
        yield f"{name}: {value}"


def render(answer: Answer) -> str:
    """Return an answer as text that agrees with its JSON.

    Line breaks within a claim, name or description become spaces; passages keep theirs, each line marked with `>`.
    """
    return "\n".join(_lines(answer))


@_lines.register
def _(answer: WriteAnswer) -> Iterator[str]:
    yield f"{answer.id} ({'' if answer.created else 'already '}{answer.done})"
    for label, ids in (
        ("held in parts", answer.ids),
        # What takes a statement away does not revive those whose place it took.
        ("superseded" if answer.done in ("stored", "amended") else "what it superseded stays ended", answer.superseded_ids),
        ("similar names", answer.similar),
        ("chunks", answer.chunk_ids),
        ("contradictions", answer.contradiction_ids),
    ):
        if ids:
            yield f"{label}: {', '.join(ids)}"


@_lines.register
def _(answer: SearchAnswer) -> Iterator[str]:
    if answer.indexed_at is not None:
        yield f"indexed at {_day(answer.indexed_at)}: what was written since may be missing"
    if not answer.hits:
        yield "nothing found"
    for hit in answer.hits:
        # Where nearly everything holds a word, finding it says next to nothing.
        score = f"{hit.score:.3f}" if hit.score >= 0.001 else "<0.001"
        span = f" {_span(hit.valid_from, hit.valid_to)}" if hit.valid_from else ""
        yield f"- {hit.kind} {hit.id} score={score}{span}{_sources(hit.source_ids)}: {_line(hit.text)}"


@_lines.register
def _(answer: EntityPage) -> Iterator[str]:
    if not answer.entities:
        yield "no entities"
    for entity in answer.entities:
        yield f"- {_entity(entity)}"
    if answer.next_cursor:
        yield f"more: cursor {answer.next_cursor}"


@_lines.register
def _(answer: ContextAnswer) -> Iterator[str]:
    yield _entity(answer.entity)
    yield from _section("properties", list((answer.properties or {}).items()), _property)
    disputed = {public_id for found in answer.contradictions for public_id in found.statement_ids}
    yield from _section("neighbours", answer.neighbors, lambda item: _neighbor(item, disputed))
    yield from _section("facts", answer.facts, lambda item: _fact(item, disputed))
    yield from _section("contradictions", answer.contradictions, _contradiction)
    yield from _section("passages", answer.source_chunks, _passage)
    held_back = {name: count for name, count in answer.omitted.wire().items() if count}
    if held_back:
        yield "held back: " + ", ".join(_counted(name, count) for name, count in held_back.items())
    if answer.truncated:
        ways = ["ask with fewer hops"] if any(near.hops > 1 for near in answer.neighbors) else []
        ways += ["ask with relationshipTypes or a direction"] if answer.neighbors else []
        yield f"truncated: there is more; {', or '.join([*ways, 'read the timeline page by page'])}"


@_lines.register
def _(answer: TimelineAnswer) -> Iterator[str]:
    if not answer.versions:
        yield "no versions"
    for version in answer.versions:
        yield from _version(version)
    yield from _section("contradictions", answer.contradictions, _contradiction)
    if answer.next_cursor:
        yield f"more: cursor {answer.next_cursor}"


def _counted(name: str, count: int) -> str:
    one, many = _HELD_BACK.get(name, (name, name))
    return f"{count}{'+' if count == 100 else ''} {one if count == 1 else many}"


def _section(title: str, items: Sequence[_Item], write: Callable[[_Item], Iterator[str]]) -> Iterator[str]:
    if items:
        yield f"{title}:"
        for item in items:
            yield from write(item)


def _entity(entity: EntityBrief) -> str:
    described = f": {_line(entity.description)}" if entity.description else ""
    return f"{_line(entity.name)} ({entity.entity_type}, {entity.id}){described}"


def _property(item: tuple[str, object]) -> Iterator[str]:
    name, value = item
    values = value if isinstance(value, list) else [value]
    yield f"- {name}: {', '.join(_line(one if isinstance(one, str) else json.dumps(one)) for one in values)}"


def _neighbor(near: Neighbor, disputed: set[str]) -> Iterator[str]:
    for place, via in enumerate(near.via):
        described = f": {_line(near.entity.description)}" if near.entity.description and place == 0 else ""
        name = f"{_line(near.entity.name)} ({near.entity.entity_type}, {near.entity.id})"
        yield f"- [{near.hops}] {_arrow(via)} {name} {_told(via)}{_flag(via.id, disputed)}{described}"


def _arrow(via: Via) -> str:
    name = _line(via.relationship_type)
    return f"{via.from_id} --{name}-->" if via.direction == "out" else f"{via.to_id} <--{name}--"


def _told(via: Via) -> str:
    return f"{_span(via.valid_from, via.valid_to)}{_share('w', via.weight)} {via.id}{_sources(via.source_ids)}"


def _fact(fact: FactLine, disputed: set[str]) -> Iterator[str]:
    told = f"{_span(fact.valid_from, fact.valid_to)}{_share('c', fact.confidence)} {fact.id}{_sources(fact.source_ids)}"
    yield f"- {_line(fact.claim)} {told}{_flag(fact.id, disputed)}"


def _flag(public_id: str, disputed: set[str]) -> str:
    return " CONTRADICTED" if public_id in disputed else ""


def _contradiction(found: Contradiction) -> Iterator[str]:
    state = f"resolved {_day(found.resolved_at)} as {found.resolution}" if found.resolved_at else "UNRESOLVED"
    yield f"- {' and '.join(found.statement_ids)} cannot both stand: {state}; detected {_day(found.detected_at)} {found.id}"


def _passage(chunk: SourceChunk) -> Iterator[str]:
    yield f"- {chunk.id} of {chunk.document_id}:"
    yield from _quoted(chunk.text)


def _version(version: Version) -> Iterator[str]:
    if version.kind == "fact":
        said = _line(version.claim or "")
    else:
        said = f"{version.from_id} --{_line(version.relationship_type or '')}--> {version.to_id}"
    yield f"{_span(version.valid_from, version.valid_to)} {said}{_share('w', version.weight)} {version.id}"
    learned = f"  recorded {_day(version.recorded_at)}"
    if version.end_recorded_at:
        learned += f", its end {_day(version.end_recorded_at)}"
    if version.retracted_at:
        learned += f", RETRACTED {_day(version.retracted_at)}"
    yield learned
    if version.amends_id:
        yield f"  amends {version.amends_id}"
    for older in version.supersedes_ids:
        yield f"  supersedes {older}"
    if version.superseded_by_id:
        yield f"  superseded by {version.superseded_by_id}"
    for source in version.sources:
        yield f"  source {source.id}{'' if source.document_id in (None, source.id) else f' of {source.document_id}'}"
        if source.text:
            yield from (f"  {line}" for line in _quoted(source.text))


def _quoted(text: str) -> Iterator[str]:
    for line in text.splitlines() or [""]:
        yield f"  > {line}"


def _line(text: str) -> str:
    return " ".join(text.splitlines())


def _sources(ids: Sequence[str]) -> str:
    return f" src={','.join(ids)}" if ids else ""


def _share(mark: str, share: Decimal | None) -> str:
    return "" if share is None else f" {mark}={share}"


def _span(start: datetime | None, end: datetime | None) -> str:
    since = f"since {_day(start)}"
    return f"{since} until {_day(end)}" if end else since


def _day(moment: datetime | None) -> str:
    """Return an instant as text, without the time of day where that is midnight."""
    if moment is None:
        return ""
    text = format_instant(parse_instant(moment, "answer"))
    return text.removesuffix("T00:00:00Z")
