"""Supersede, end, retract and amend: what may happen to a statement after it was asserted.

Each asks first whether what it asks for stands already: then it is a repeat, and answers as the call that did it, with
`created` false. An end is written in place once, from open to ended; every other change withdraws the statement and puts a
changed version in its place.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from kgrdf.errors import ConflictError, InvalidValueError, field_name
from kgrdf.statements.assertion import Outcome, check_interval, oppose, place
from kgrdf.statements.ledger import Ledger
from kgrdf.statements.model import Draft, Source, Statement, fact
from kgrdf.temporal import FOREVER, format_instant

__all__ = ["amend", "end", "retract", "supersede"]


def supersede(
    ledger: Ledger, old: Statement, draft: Draft, valid_from: int | None, source: Source | None, field: str
) -> Outcome:
    """Put a new claim in the place of `old` from `valid_from` on."""
    live = ledger.latest(old)
    standing = _standing(ledger, live, draft, valid_from)
    if standing is not None:
        return Outcome(ledger.put(standing.with_source(source)), created=False)
    _refuse_settled(ledger, old, live, field)
    if draft.key == old.draft.key:
        raise ConflictError(
            f"{field}: {old.id} says just that already", hint="amend it, or leave it as it is", code="same_claim"
        )
    start = max(ledger.k, old.valid_from) if valid_from is None else valid_from
    held = ledger.believed("key", draft.key, ledger.k if valid_from is None else valid_from)
    if valid_from is None:
        now = next((s for s in held if s.valid_from <= ledger.k < s.end), None)
        if now is not None and now.valid_from > old.valid_from:
            start = now.valid_from
    if start < old.valid_from:
        raise ConflictError(
            f"validFrom: {format_instant(start)} is before {old.id} begins, at {format_instant(old.valid_from)}",
            hint=f"amend its {field_name('validFrom')}, or name a later instant",
            code="before_start",
        )
    holding = next((s for s in held if s.valid_from <= start < s.end), None)
    if holding is not None:
        if holding.valid_from <= old.valid_from:
            raise ConflictError(
                f"{field}: {holding.id} says that already, since {format_instant(holding.valid_from)}",
                hint=f"end {old.id} instead",
                code="already_held",
            )
        if _supersedes(ledger, old, holding):
            raise ConflictError(
                f"{field}: {old.id} itself took the place of {holding.id}", hint="end or amend one of them", code="cycle"
            )
        ledger.supersede(ledger.put(holding.with_source(source)), _cut(ledger, old, start), start)
        return Outcome(holding, created=False)
    following = min((s.valid_from for s in held if s.valid_from > start), default=None)
    older = _cut(ledger, old, start)
    made = place(ledger, draft, start, following, told=False, asked=start, given=valid_from, source=source)
    ledger.supersede(made, older, start)
    return Outcome(made, created=True)


def end(ledger: Ledger, old: Statement, valid_to: int | None) -> Outcome:
    """Let a statement end at `valid_to`, or now."""
    live = ledger.latest(old)
    if live.believed and _has_ended_so(ledger, live, valid_to):
        return Outcome(live, created=False)
    if not old.believed or old.ended(ledger.k):
        _refuse_settled(ledger, old, live, "id")
    at = max(ledger.k, old.valid_from) if valid_to is None else valid_to
    if at < old.valid_from:
        raise InvalidValueError(
            f"validTo: {format_instant(at)} is before {old.id} begins, at {format_instant(old.valid_from)}",
            hint=f"amend its {field_name('validFrom')}, or retract it if it was never so",
            code="reversed",
        )
    if old.valid_to is None:
        return Outcome(ledger.end(old, at), created=True)
    if at > old.valid_to:
        _refuse_overlap(ledger, old, old.draft, old.valid_from, at)
    made = ledger.copy(old, valid_to=at)
    oppose(ledger, made)
    return Outcome(made, created=True)


def retract(ledger: Ledger, old: Statement, reason: str | None, *, include_ended: bool) -> Outcome:
    """Withdraw a statement that was never right."""
    live = ledger.latest(old)
    if not old.believed:
        if live.believed:
            _refuse_settled(ledger, old, live, "id")
        return Outcome(live, created=False)
    if not include_ended and (old.ended(ledger.k) or ledger.superseders(old.id)):
        try:
            _refuse_settled(ledger, old, live, "id")
        except ConflictError as error:
            raise ConflictError(
                error.message, hint=f"set {field_name('includeEnded')} to withdraw it all the same"
            ) from None
    return Outcome(ledger.retract(old, reason), created=True)


def amend(
    ledger: Ledger,
    old: Statement,
    *,
    claim: str | None,
    weight: Decimal | None,
    valid_from: int | None,
    valid_to: int | None,
    reopen: bool,
) -> Outcome:
    """Correct what a statement says or when it holds."""
    draft = old.draft
    if claim is not None:
        draft = fact(claim, list(draft.about), draft.confidence)
    if weight is not None:
        draft = replace(draft, weight=weight)
    start = old.valid_from if valid_from is None else valid_from
    stop = None if reopen else (old.valid_to if valid_to is None else valid_to)
    if not old.believed:
        live = ledger.latest(old)
        if live.believed and (live.draft, live.valid_from, live.valid_to) == (draft, start, stop):
            return Outcome(live, created=False)
        _refuse_settled(ledger, old, live, "id")
    moved = (start, stop) != (old.valid_from, old.valid_to)
    if draft == old.draft and not moved:
        raise ConflictError(f"id: {old.id} is that already", hint="name what shall change", code="no_change")
    if moved and stop is not None:
        check_interval(start, stop)
    predecessors = [older for older, _ in ledger.superseded(old.id)]
    for older in predecessors:
        if start != old.valid_from and start < older.valid_from:
            raise ConflictError(
                f"validFrom: {format_instant(start)} is before {older.id}, which it replaced, begins",
                hint="amend that one first",
                code="before_start",
            )
    moving = [] if start == old.valid_from else [older for older in predecessors if older.valid_to == old.valid_from]
    if moved or draft.key != old.draft.key:
        _refuse_overlap(ledger, old, draft, start, stop, besides=moving)
    for older in moving:
        _refuse_overlap(ledger, older, older.draft, older.valid_from, start, besides=[old])
    made = ledger.copy(old, draft=draft, valid_from=start, valid_to=stop)
    for older in moving:
        oppose(ledger, ledger.copy(older, valid_to=start))
    oppose(ledger, made)
    return Outcome(made, created=True)


def _standing(ledger: Ledger, live: Statement, draft: Draft, valid_from: int | None) -> Statement | None:
    """Return the successor that says what is asked for, if it stands already."""
    if live.believed:
        for newer, link in ledger.superseders(live.id):
            if newer.draft.key == draft.key and valid_from in (None, newer.valid_from, link.superseded_at):
                return newer
    return None


def _has_ended_so(ledger: Ledger, live: Statement, valid_to: int | None) -> bool:
    if live.valid_to == (max(ledger.k, live.valid_from) if valid_to is None else valid_to):
        return True
    if valid_to is not None:
        return False
    learned = live.amends is not None or live.end_recorded_at != live.recorded_at
    replaced = any(newer.valid_from <= live.end for newer, _ in ledger.superseders(live.id))
    return live.ended(ledger.k) and learned and not replaced


def _refuse_settled(ledger: Ledger, old: Statement, live: Statement, field: str) -> None:
    """Raise a conflict that names the winner, if `old` is no longer the caller's to change."""
    winners = [newer for newer, _ in ledger.superseders(live.id)]
    if winners:
        raise ConflictError(f"{field}: {old.id} was superseded by {winners[0].id}", hint="use that id")
    if not old.believed and live.believed:
        raise ConflictError(f"{field}: {old.id} was amended to {live.id}", hint="use that id")
    if not old.believed:
        raise ConflictError(f"{field}: {old.id} was retracted", hint="assert it anew if it is so after all")
    if old.valid_to is not None and old.ended(ledger.k):
        raise ConflictError(
            f"{field}: {old.id} ended at {format_instant(old.valid_to)}",
            hint=f"amend its {field_name('validTo')}, or assert it anew",
        )


def _cut(ledger: Ledger, old: Statement, at: int) -> Statement:
    """Let `old` end at `at` if it ends later, and return what now stands for it."""
    if old.valid_to is None:
        return ledger.end(old, at)
    if at < old.valid_to:
        return ledger.copy(old, valid_to=at, keep_successor=False)
    return old


def _supersedes(ledger: Ledger, newer: Statement, older: Statement) -> bool:
    """Say whether `newer` took the place of `older`, directly or through others."""
    seen, frontier = {newer.id}, [newer]
    while frontier:
        for found, _ in ledger.superseded(frontier.pop().id):
            if found.id == older.id:
                return True
            if found.id not in seen:
                seen.add(found.id)
                frontier.append(found)
    return False


def _refuse_overlap(
    ledger: Ledger,
    old: Statement,
    draft: Draft,
    start: int,
    stop: int | None,
    besides: list[Statement] | None = None,
) -> None:
    """Raise where `[start, stop)` would run into what is believed of the same key or slot, or into a successor."""
    ignored = {old.id, *(s.id for s in besides or [])}
    limit = FOREVER if stop is None else stop
    others = [s for s in ledger.believed("key", draft.key, start) if start < limit]
    if draft.slot is not None:
        opposed = {c.other(old.id) for c in ledger.contradictions(old.id)}
        others += [s for s in ledger.believed("slot", draft.slot, start) if s.id not in opposed and start < limit]
    others += [newer for newer, _ in ledger.superseders(old.id)]
    for other in others:
        if other.id not in ignored and other.valid_from < limit:
            raise ConflictError(
                f"validTo: it would run into {other.id}, which begins at {format_instant(other.valid_from)}",
                hint="end or amend that one first",
                code="overlaps",
            )
