"""Which chunk names which entity."""

from __future__ import annotations

from decimal import Decimal

from kgrdf.answers import WriteAnswer
from kgrdf.arguments import checked_integer, checked_share
from kgrdf.errors import InvalidValueError, NotFoundError, field_name
from kgrdf.ids import given_id, make_id
from kgrdf.lookup import find_entity
from kgrdf.records import read_record
from kgrdf.terms import RDF_TYPE, kg
from kgrdf.transaction import Transaction

__all__ = ["add_mention"]

_FIELDS = ("count", "confidence", "spanStart", "spanEnd", "recordedAt")


def add_mention(
    tx: Transaction,
    chunk_id: str,
    entity_id: str,
    *,
    count: int | None = None,
    confidence: Decimal | float | str | None = None,
    span_start: int | None = None,
    span_end: int | None = None,
) -> WriteAnswer:
    """Note that a chunk names an entity; there is one mention for the two, and new values replace old ones.

    A span is the first naming, in characters of the chunk: from `span_start` up to and without `span_end`. It is given
    whole, lies within the chunk and does not run backwards. Raises `NotFoundError` where the chunk or the entity is unknown.
    """
    chunk = given_id("chunk", chunk_id, "chunkId")
    text = read_record(tx.graph, chunk, [kg("text")]).text(kg("text"))
    if text is None:
        raise NotFoundError(f"chunkId: no chunk {chunk_id!r}", hint="store its document first; the answer lists the chunks")
    entity = find_entity(tx.graph, entity_id, "entityId", concepts=False).id
    given: dict[str, int | Decimal] = _checked_span(span_start, span_end, len(text))
    if count is not None:
        given["count"] = checked_integer(count, "count", minimum=1)
    if confidence is not None:
        given["confidence"] = checked_share(confidence, "confidence")
    public_id = make_id("mention", chunk, entity)
    iri = tx.graph.tenant.iri
    record = read_record(tx.graph, public_id, map(kg, _FIELDS))
    created = not record.exists
    if created:
        tx.add("current", record.node, RDF_TYPE, kg("Mention"))
        tx.add("current", record.node, kg("inChunk"), iri(chunk))
        tx.add("current", record.node, kg("ofEntity"), iri(entity))
        tx.add("current", record.node, kg("recordedAt"), tx.k)
        tx.add("current", iri(chunk), kg("mentions"), iri(entity))
    for name, value in given.items():
        record.replace(tx, kg(name), value)
    return WriteAnswer(id=public_id, created=created)


def _checked_span(start: int | None, end: int | None, length: int) -> dict[str, int | Decimal]:
    if start is None and end is None:
        return {}
    if start is None or end is None:
        missing = "spanStart" if start is None else "spanEnd"
        raise InvalidValueError(f"{missing}: is missing", hint="a span has a start and an end; give both, or neither")
    first = checked_integer(start, "spanStart")
    last = checked_integer(end, "spanEnd")
    if last < first:
        raise InvalidValueError(
            f"spanEnd: {last} lies before {field_name('spanStart')}, {first}", hint="the end is not before the start"
        )
    if last > length:
        raise InvalidValueError(f"spanEnd: {last} lies outside the chunk", hint=f"the chunk has {length} characters")
    return {"spanStart": first, "spanEnd": last}
