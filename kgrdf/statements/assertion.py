"""Assert, and what a single-valued type adds to it.

An assertion says that something holds over `[f, t)`. What is held already stays one statement; only what is not yet held is
made. The rules are explained, with pictures, in `docs/time.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgrdf.errors import InvalidValueError, field_name
from kgrdf.statements.ledger import Ledger
from kgrdf.statements.model import Draft, Source, Statement, canonical, relationship
from kgrdf.temporal import FOREVER, format_instant

__all__ = ["Outcome", "assert_statement", "check_interval", "oppose", "place"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a verb did: the statement that answers, whether this call changed the store, and all parts of an assertion."""

    statement: Statement
    created: bool
    parts: tuple[Statement, ...] = ()


def check_interval(valid_from: int, valid_to: int) -> None:
    """Refuse an interval that runs backwards or holds no instant."""
    if valid_to < valid_from:
        raise InvalidValueError(
            f"validTo: {format_instant(valid_to)} is before {field_name('validFrom')} {format_instant(valid_from)}",
            hint=f"an interval runs from {field_name('validFrom')} up to, and without, {field_name('validTo')}",
            code="reversed",
        )
    if valid_to == valid_from:
        raise InvalidValueError(
            f"validTo: {format_instant(valid_to)} equals {field_name('validFrom')}, so the interval is empty",
            hint=f"{field_name('validTo')} is the first instant at which it no longer holds",
            code="empty_interval",
        )


def assert_statement(
    ledger: Ledger, draft: Draft, valid_from: int | None, valid_to: int | None, source: Source | None
) -> Outcome:
    """Assert a draft over `[valid_from, valid_to)`; `valid_from` is the instant of recording where it is absent."""
    start = ledger.k if valid_from is None else valid_from
    if valid_to is not None and valid_from is not None:
        check_interval(valid_from, valid_to)
    since = start if valid_to is None else min(start, valid_to - 1)
    holders = ledger.believed("key", draft.key, since)
    if valid_to is None:
        return _assert_open(ledger, draft, start, valid_from, holders, source)
    if valid_from is None:
        repeated = next((s for s in holders if s.valid_to == valid_to), None)
        if repeated is not None:
            return Outcome(ledger.put(repeated.with_source(source)), created=False)
    running = next((s for s in holders if s.valid_to is None), None)
    if running is not None and _means(valid_from, start, valid_to, running):
        check_interval(running.valid_from, valid_to)
        return Outcome(ledger.end(running.with_source(source), valid_to), created=True)
    check_interval(start, valid_to)
    holders = [s for s in holders if s.valid_from < valid_to and s.end > start]
    made: list[Statement] = []
    for part_from, part_to in _uncovered(start, valid_to, holders):
        told = part_to == valid_to
        # A part that ends where its key holds on counts as open: once a rival took over from it, it has had its time.
        if not told and draft.slot and any(s.valid_to == part_from and ledger.end_is_derived(s) for s in holders):
            continue
        made.append(place(ledger, draft, part_from, part_to, told=told, asked=start, given=valid_from, source=source))
    held = [ledger.put(s.with_source(source)) for s in holders]
    parts = tuple(sorted((*made, *held), key=lambda s: s.valid_from))
    return Outcome(made[0] if made else parts[0], created=bool(made), parts=parts)


def _means(valid_from: int | None, start: int, valid_to: int, running: Statement) -> bool:
    """Say whether an assertion that ends tells the end of a statement that is open."""
    if valid_from is not None:
        return valid_from == running.valid_from
    return running.valid_from <= start or running.valid_from < valid_to


def _assert_open(
    ledger: Ledger, draft: Draft, start: int, valid_from: int | None, holders: list[Statement], source: Source | None
) -> Outcome:
    holding = next((s for s in holders if s.valid_from <= start < s.end), None)
    if holding is not None:
        return Outcome(ledger.put(holding.with_source(source)), created=False)
    following = min((s.valid_from for s in holders if s.valid_from > start), default=None)
    made = place(ledger, draft, start, following, told=False, asked=start, given=valid_from, source=source)
    return Outcome(made, created=True)


def _uncovered(start: int, end: int, holders: list[Statement]) -> list[tuple[int, int]]:
    gaps: list[tuple[int, int]] = []
    at = start
    for holder in holders:
        if holder.valid_from > at:
            gaps.append((at, holder.valid_from))
        at = max(at, holder.end)
    if at < end:
        gaps.append((at, end))
    return gaps


def place(
    ledger: Ledger,
    draft: Draft,
    valid_from: int,
    valid_to: int | None,
    *,
    told: bool,
    asked: int,
    given: int | None,
    source: Source | None,
) -> Statement:
    """Make a statement where its key holds nothing yet, and settle it with its rivals.

    `told` says that `valid_to` is what the caller said; otherwise the statement is open, or ends only because its own key
    holds on there. `asked` is where the caller's interval starts, `given` is that instant if the caller named it.
    """
    rivals = [] if draft.slot is None else _rivals(ledger, draft.slot, draft.key, valid_from)
    successor: Statement | None = None
    if not told:
        # V1: a rival that starts later takes over there.
        own_end = FOREVER if valid_to is None else valid_to
        successor = next((r for r in rivals if valid_from < r.valid_from <= own_end), None)
        if successor is not None:
            valid_to = successor.valid_from
    made = ledger.make(draft, valid_from, valid_to, () if source is None else (source,))
    if successor is not None:
        ledger.supersede(successor, made, successor.valid_from)
    for rival in rivals:
        if rival.valid_from <= valid_from < rival.end:
            _settle(ledger, made, rival, told=told, asked=asked, given=given)
        elif told and valid_from < rival.valid_from < made.end:
            ledger.contradict(made, rival)  # V4, its second half
    oppose(ledger, made)
    return made


def oppose(ledger: Ledger, made: Statement) -> None:
    """Note the contradictions with what declared disjoint types say of the same two while this one holds."""
    draft, schema = made.draft, ledger.tx.graph.schema
    if made.empty or draft.relationship_type is None or draft.from_id is None or draft.to_id is None:
        return
    row, subject, object_ = canonical(schema, draft.from_id, draft.relationship_type, draft.to_id)
    keys: set[str] = set()
    for name in () if row is None else row.disjoint:
        keys.add(relationship(schema, subject, name, object_, None).key)
        if row is not None and row.symmetric:
            keys.add(relationship(schema, object_, name, subject, None).key)
    for key in sorted(keys):
        for other in ledger.believed("key", key, made.valid_from):
            if other.valid_from < made.end:
                ledger.contradict(made, other)


def _settle(ledger: Ledger, made: Statement, rival: Statement, *, told: bool, asked: int, given: int | None) -> None:
    """Cut an earlier rival that reaches past the start of what was made (V2), or note a contradiction (V3 to V6)."""
    start = made.valid_from
    derived = ledger.end_is_derived(rival)
    rival_told = rival.valid_to is not None and not derived
    past = told and made.end <= ledger.k and rival.end > made.end
    head_held = start > asked
    disagree = (
        rival.valid_from == start
        and given is not None
        and bool(made.sources)
        and bool(rival.sources)
        and not made.source_ids & rival.source_ids
    )
    if rival_told or past or head_held or disagree:
        ledger.contradict(made, rival)
    elif derived:
        ledger.supersede(made, ledger.copy(rival, valid_to=start, keep_successor=False), start)
    else:
        ledger.supersede(made, ledger.end(rival, start), start)


def _rivals(ledger: Ledger, slot: str, key: str, since: int) -> list[Statement]:
    return [s for s in ledger.believed("slot", slot, since) if s.draft.key != key]
