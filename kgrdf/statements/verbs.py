"""The verbs on statements as callers know them: arguments checked, references looked up, the rules applied, the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from kgrdf.answers import Done, WriteAnswer
from kgrdf.arguments import MAX_TEXT_BYTES, checked_share, checked_text, checked_texts
from kgrdf.errors import InvalidValueError, NotFoundError, field_name
from kgrdf.ids import MAX_ID_BYTES, given_id, kind_of
from kgrdf.lookup import find_entities, find_entity, find_source
from kgrdf.statements.assertion import Outcome, assert_statement
from kgrdf.statements.changes import amend, end, retract, supersede
from kgrdf.statements.ledger import Ledger
from kgrdf.statements.model import Draft, Source, Statement, fact, relationship
from kgrdf.temporal import Instant, parse_instant
from kgrdf.terms import Numeric
from kgrdf.transaction import Transaction

__all__ = [
    "add_relationship",
    "amend_statement",
    "end_statement",
    "find_statement",
    "retract_statement",
    "store_fact",
    "supersede_fact",
    "supersede_relationship",
]

MAX_ABOUT = 1000


def store_fact(
    tx: Transaction,
    claim: str,
    about_ids: Sequence[str],
    *,
    confidence: Numeric | None = None,
    valid_from: Instant | None = None,
    valid_to: Instant | None = None,
    source_document_id: str | None = None,
    fingerprint: str | None = None,
) -> WriteAnswer:
    """Assert a claim about one or more entities or concepts."""
    text = checked_text(claim, "claim", max_bytes=MAX_TEXT_BYTES)
    references = checked_texts(about_ids, "aboutIds", max_bytes=MAX_ID_BYTES)
    if not references:
        raise InvalidValueError("aboutIds: names nothing", hint="a list of one or more entity or concept ids")
    if len(references) > MAX_ABOUT:
        raise InvalidValueError(f"aboutIds: names {len(references)} things; at most {MAX_ABOUT} are kept")
    share = None if confidence is None else checked_share(confidence, "confidence")
    start, stop = _instant(valid_from, "validFrom"), _instant(valid_to, "validTo")
    about = [found.id for found in find_entities(tx.graph, references, "aboutIds")]
    source = _source(tx, source_document_id, share)
    draft = fact(text, about, share if source is None else None)
    return _assert(tx, draft, start, stop, source, fingerprint)


def add_relationship(
    tx: Transaction,
    from_id: str,
    to_id: str,
    relationship_type: str,
    *,
    weight: Numeric | None = None,
    valid_from: Instant | None = None,
    valid_to: Instant | None = None,
    source_document_id: str | None = None,
    fingerprint: str | None = None,
) -> WriteAnswer:
    """Assert that one entity stands in a relation to an entity or concept."""
    name = checked_text(relationship_type, "relationshipType")
    share = None if weight is None else checked_share(weight, "weight")
    start, stop = _instant(valid_from, "validFrom"), _instant(valid_to, "validTo")
    draft = _relationship(tx, from_id, name, to_id, share)
    return _assert(tx, draft, start, stop, _source(tx, source_document_id, None), fingerprint)


def supersede_fact(
    tx: Transaction,
    fact_id: str,
    claim: str,
    *,
    confidence: Numeric | None = None,
    valid_from: Instant | None = None,
    source_document_id: str | None = None,
) -> WriteAnswer:
    """Replace a fact by a new claim about the same things."""
    text = checked_text(claim, "claim", max_bytes=MAX_TEXT_BYTES)
    share = None if confidence is None else checked_share(confidence, "confidence")
    start = _instant(valid_from, "validFrom")
    ledger = Ledger(tx)
    old = find_statement(ledger, fact_id, "factId", "fact")
    source = _source(tx, source_document_id, share)
    draft = fact(text, list(old.draft.about), share if source is None else None)
    return _answer(ledger, supersede(ledger, old, draft, start, source, "factId"))


def supersede_relationship(
    tx: Transaction,
    relationship_id: str,
    to_id: str,
    *,
    weight: Numeric | None = None,
    valid_from: Instant | None = None,
    source_document_id: str | None = None,
) -> WriteAnswer:
    """Replace a relationship by one of the same type to another target."""
    share = None if weight is None else checked_share(weight, "weight")
    start = _instant(valid_from, "validFrom")
    ledger = Ledger(tx)
    old = find_statement(ledger, relationship_id, "relationshipId", "rel")
    assert old.draft.from_id is not None
    assert old.draft.relationship_type is not None
    draft = _relationship(tx, old.draft.from_id, old.draft.relationship_type, to_id, share)
    source = _source(tx, source_document_id, None)
    return _answer(ledger, supersede(ledger, old, draft, start, source, "relationshipId"))


def end_statement(tx: Transaction, statement_id: str, *, valid_to: Instant | None = None) -> WriteAnswer:
    """Let a fact or relationship end, now or at an instant."""
    stop = _instant(valid_to, "validTo")
    ledger = Ledger(tx)
    return _answer(ledger, end(ledger, find_statement(ledger, statement_id, "id"), stop), "ended")


def retract_statement(
    tx: Transaction, statement_id: str, *, reason: str | None = None, include_ended: bool = False
) -> WriteAnswer:
    """Withdraw a fact or relationship; what it superseded is not revived, only named."""
    text = None if reason is None else checked_text(reason, "reason", max_bytes=MAX_TEXT_BYTES)
    ledger = Ledger(tx)
    old = find_statement(ledger, statement_id, "id")
    return _answer(ledger, retract(ledger, old, text, include_ended=include_ended), "retracted")


def amend_statement(
    tx: Transaction,
    statement_id: str,
    *,
    claim: str | None = None,
    weight: Numeric | None = None,
    valid_from: Instant | None = None,
    valid_to: Instant | None = None,
    reopen: bool = False,
) -> WriteAnswer:
    """Correct what a fact or relationship says or when it holds."""
    text = None if claim is None else checked_text(claim, "claim", max_bytes=MAX_TEXT_BYTES)
    share = None if weight is None else checked_share(weight, "weight")
    start, stop = _instant(valid_from, "validFrom"), _instant(valid_to, "validTo")
    if reopen and stop is not None:
        raise InvalidValueError(f"reopen: contradicts {field_name('validTo')}", hint="give one of the two")
    ledger = Ledger(tx)
    old = find_statement(ledger, statement_id, "id")
    if text is not None and old.draft.kind != "fact":
        raise InvalidValueError(f"claim: {old.id} is a relationship and makes no claim", hint="amend its weight")
    if share is not None and old.draft.kind != "rel":
        raise InvalidValueError(f"weight: {old.id} is a fact and has no weight", hint="amend its claim")
    changed = amend(ledger, old, claim=text, weight=share, valid_from=start, valid_to=stop, reopen=reopen)
    return _answer(ledger, changed, "amended")


def find_statement(ledger: Ledger, reference: str, field: str, kind: str | None = None) -> Statement:
    """Return the statement that `reference` names; of a `kind` where it is to be superseded by one of that kind.

    Raises `NotFoundError`, with the same words for an id of another tenant as for one that does not exist.
    """
    text = checked_text(reference, field, max_bytes=MAX_ID_BYTES)
    allowed = ("fact", "rel") if kind is None else (kind,)
    found_kind = kind_of(text)
    if found_kind is not None and found_kind not in allowed:
        successors = f"a fact is superseded by another {field_name('claim')}, a relationship by another {field_name('toId')}"
        raise InvalidValueError(
            f"{field}: {text!r} is an id of kind {found_kind}", hint=successors if kind else "fact::… or rel::…"
        )
    public_id = given_id("fact", text, field) if found_kind is None and kind == "fact" else text
    if found_kind is None and kind == "rel":
        public_id = given_id("rel", text, field)
    found = ledger.get(public_id)
    if found is None:
        name = {"fact": "fact", "rel": "relationship"}.get(kind or "", "statement")
        raise NotFoundError(f"{field}: no {name} {text!r}", hint="search, or ask for a timeline, to find its id")
    return found


def _instant(value: Instant | None, field: str) -> int | None:
    return None if value is None else parse_instant(value, field)


def _source(tx: Transaction, reference: str | None, confidence: Decimal | None) -> Source | None:
    return None if reference is None else Source(find_source(tx.graph, reference), confidence, tx.k)


def _relationship(tx: Transaction, from_id: str, name: str, to_id: str, weight: Decimal | None) -> Draft:
    graph = tx.graph
    subject = find_entity(graph, from_id, "fromId", concepts=False)
    object_ = find_entity(graph, to_id, "toId")
    graph.schema.check_relation(name, subject.type_name, object_.type_name)
    return relationship(graph.schema, subject.id, name, object_.id, weight)


def _assert(
    tx: Transaction, draft: Draft, start: int | None, stop: int | None, source: Source | None, fingerprint: str | None
) -> WriteAnswer:
    ledger = Ledger(tx)
    outcome = assert_statement(ledger, draft, start, stop, source)
    if fingerprint is not None:
        held = ledger.get(outcome.statement.id)
        assert held is not None
        if fingerprint not in held.fingerprints:
            ledger.put(replace(held, fingerprints=tuple(sorted((*held.fingerprints, fingerprint)))))
    return _answer(ledger, outcome)


def _answer(ledger: Ledger, outcome: Outcome, done: Done = "stored") -> WriteAnswer:
    """Hand the changes on and answer with what now stands, so that a repeat answers the same."""
    parts = outcome.parts or (outcome.statement,)
    superseded = {older.id for part in parts for older, _ in ledger.superseded(part.id)}
    unsettled = [c for part in parts for c in ledger.contradictions(part.id) if c.resolved_at is None]
    believed = {end.id for end in ledger.load(end for c in unsettled for end in (c.first, c.second)) if end.believed}
    opposed = {c.id for c in unsettled if c.first in believed and c.second in believed}
    ledger.flush()
    return WriteAnswer(
        id=outcome.statement.id,
        created=outcome.created,
        ids=[part.id for part in parts] if len(parts) > 1 else None,
        superseded_ids=sorted(superseded) or None,
        contradiction_ids=sorted(opposed) or None,
        done=done,
    )
