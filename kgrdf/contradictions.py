"""Contradictions: marked by an agent or found on write, and settled by a decision; never resolved in silence."""

from __future__ import annotations

from dataclasses import replace

from kgrdf.answers import WriteAnswer
from kgrdf.arguments import checked_text
from kgrdf.errors import ConflictError, InvalidValueError, NotFoundError, field_name
from kgrdf.ids import MAX_ID_BYTES, given_id
from kgrdf.query import load
from kgrdf.statements import Ledger, find_statement
from kgrdf.statements.model import Contradiction, Statement
from kgrdf.terms import to_value
from kgrdf.transaction import Transaction

__all__ = ["mark_contradiction", "resolve_contradiction"]

_RESOLUTIONS = ("keep", "both", "neither")


def mark_contradiction(tx: Transaction, fact_id: str, other_fact_id: str) -> WriteAnswer:
    """Note that two facts, or two relationships, cannot both stand."""
    ledger = Ledger(tx)
    one = find_statement(ledger, fact_id, "factId")
    other = find_statement(ledger, other_fact_id, "otherFactId")
    if one.id == other.id:
        raise InvalidValueError(f"otherFactId: is the same as {field_name('factId')}", hint="name two statements")
    if one.draft.kind != other.draft.kind:
        raise InvalidValueError(
            f"otherFactId: is of another kind than {field_name('factId')}", hint="name two facts, or two relationships"
        )
    known = next((c for c in ledger.contradictions(one.id) if c.other(one.id) == other.id), None)
    if known is None:
        for field, statement in (("factId", one), ("otherFactId", other)):
            if not statement.believed:
                raise ConflictError(f"{field}: {statement.id} was retracted", hint="what is withdrawn contradicts nothing")
    elif known.resolved_at is not None:
        raise ConflictError(f"factId: {known.id} was resolved as {known.resolution}", hint="that decision stands")
    found = ledger.contradict(one, other)
    ledger.flush()
    return WriteAnswer(id=found.id, created=known is None)


def resolve_contradiction(
    tx: Transaction, contradiction_id: str, resolution: str, *, keep_id: str | None = None, by: str | None = None
) -> WriteAnswer:
    """Settle a contradiction: retract the other one (`keep`), both (`neither`), or nothing (`both`)."""
    if resolution not in _RESOLUTIONS:
        raise InvalidValueError(f"resolution: {resolution!r} is not a resolution", hint="keep, both or neither")
    if (resolution == "keep") != (keep_id is not None):
        raise InvalidValueError("keepId: goes with resolution keep, and only with it", hint="name the statement to keep")
    decided_by = None if by is None else checked_text(by, "by")
    ledger = Ledger(tx)
    found, ends = _find(ledger, contradiction_id)
    kept: Statement | None = None
    if keep_id is not None:
        named = find_statement(ledger, keep_id, "keepId")
        kept = ledger.latest(named)
        if kept.id not in {end.id for end in ends} and named.id not in (found.first, found.second):
            raise InvalidValueError(f"keepId: {named.id} is no part of {found.id}", hint=f"{found.first} or {found.second}")
    losers = [] if resolution == "both" else [end for end in ends if kept is None or end.id != kept.id]
    if found.resolved_at is not None:
        if found.resolution == resolution and not any(end.believed for end in losers) and (kept is None or kept.believed):
            return WriteAnswer(id=found.id, created=False, done="resolved")
        raise ConflictError(f"id: {found.id} was resolved as {found.resolution}", hint="that decision stands")
    if kept is not None and not kept.believed:
        raise ConflictError(f"keepId: {kept.id} was retracted", hint="keep the other one, or neither")
    out = [ledger.retract(loser, f"contradiction resolved: {resolution}") for loser in losers if loser.believed]
    superseded = sorted({older.id for loser in out for older, _ in ledger.superseded(loser.id)})
    ledger.settle(replace(found, resolved_at=ledger.k, resolution=resolution, resolved_by=decided_by))
    ledger.flush()
    return WriteAnswer(id=found.id, created=True, superseded_ids=superseded or None, done="resolved")


def _find(ledger: Ledger, reference: str) -> tuple[Contradiction, list[Statement]]:
    """Return a contradiction, followed to where amendments have carried it, and its two ends as they stand."""
    text = checked_text(reference, "id", max_bytes=MAX_ID_BYTES)
    public_id = given_id("contra", text, "id")
    tenant, store = ledger.tx.graph.tenant, ledger.tx.graph.store
    row = next(store.select(load("contradiction").bind(tenant, contradiction=tenant.iri(public_id))), None)
    if row is None:
        raise NotFoundError(f"id: no contradiction {text!r}", hint="ask for a context or a timeline to find its id")
    ends = [ledger.latest(s) for s in ledger.load(tenant.public_id(str(to_value(end))) for end in row)]
    carried = {c.id: c for end in ends for c in ledger.contradictions(end.id)}
    first = {c.id: c for c in ledger.contradictions(tenant.public_id(str(to_value(row[0]))))}
    live = Contradiction.between(ends[0].id, ends[1].id, ledger.k).id
    return carried.get(live) or first[public_id], ends
