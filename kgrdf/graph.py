"""What an application holds: one tenant's memory, with every verb of it.

The verbs and their arguments are those of the MCP tools in snake_case; each is a few lines in a module of its own, and this
class only gives them the tenant, the store, the schema and the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from kgrdf import context, contradictions, documents, entities, listing, mentions, statements, timeline
from kgrdf.answers import (
    ContextAnswer,
    EntityPage,
    SearchAnswer,
    TimelineAnswer,
    WriteAnswer,
)
from kgrdf.remembered import Remembered
from kgrdf.schema import Schema
from kgrdf.search import search_memory
from kgrdf.standing import Head
from kgrdf.store import Store
from kgrdf.temporal import Clock, Instant, SystemClock, Viewpoint
from kgrdf.tenancy import Tenant
from kgrdf.terms import Numeric
from kgrdf.transaction import Transaction
from kgrdf.writing import carry_out

__all__ = ["BaseGraph"]

T = TypeVar("T")
_TRIES = 3
"""How often a read is tried while others write."""


class BaseGraph:
    """The memory of one tenant in a store.

    A tenant is bound here and is no method's argument. Any valid id may be used without registration: the first write makes
    the tenant's graphs. Safe to use from several threads.
    """

    def __init__(self, store: Store, tenant: Tenant | str, *, schema: Schema, clock: Clock | None = None) -> None:
        self.store = store
        self.tenant = tenant if isinstance(tenant, Tenant) else Tenant(tenant)
        self.schema = schema
        self.clock: Clock = clock or SystemClock()

    # -- writing ---------------------------------------------------------------------------------------------------------

    def store_document(
        self,
        title: str,
        *,
        text: str | None = None,
        chunks: Sequence[str] | None = None,
        url: str | None = None,
        source: str | None = None,
        content_type: str | None = None,
        id: str | None = None,
    ) -> WriteAnswer:
        """Keep a document and its chunks; storing it again replaces its text."""
        return self.write(
            lambda tx: documents.store_document(
                tx, title, text=text, chunks=chunks, url=url, source=source, content_type=content_type, id=id
            )
        )

    def store_entity(
        self,
        name: str,
        entity_type: str,
        *,
        id: str | None = None,
        description: str | None = None,
        aliases: Sequence[str] = (),
        confidence: Numeric | None = None,
        source_document_id: str | None = None,
        properties: Mapping[str, object] | None = None,
    ) -> WriteAnswer:
        """Keep an entity, or update the one of this id or this type and name."""
        return self.write(
            lambda tx: entities.store_entity(
                tx,
                name,
                entity_type,
                id=id,
                description=description,
                aliases=aliases,
                confidence=confidence,
                source_document_id=source_document_id,
                properties=properties or {},
            )
        )

    def add_mention(
        self,
        chunk_id: str,
        entity_id: str,
        *,
        count: int | None = None,
        confidence: Numeric | None = None,
        span_start: int | None = None,
        span_end: int | None = None,
    ) -> WriteAnswer:
        """Note that a chunk mentions an entity."""
        return self.write(
            lambda tx: mentions.add_mention(
                tx,
                chunk_id,
                entity_id,
                count=count,
                confidence=confidence,
                span_start=span_start,
                span_end=span_end,
            )
        )

    def add_relationship(
        self,
        from_id: str,
        to_id: str,
        relationship_type: str,
        *,
        weight: Numeric | None = None,
        valid_from: Instant | None = None,
        valid_to: Instant | None = None,
        source_document_id: str | None = None,
    ) -> WriteAnswer:
        """Assert that one entity stands in a relation to another over an interval."""
        return self.write(
            lambda tx: statements.add_relationship(
                tx,
                from_id,
                to_id,
                relationship_type,
                weight=weight,
                valid_from=valid_from,
                valid_to=valid_to,
                source_document_id=source_document_id,
            )
        )

    def store_fact(
        self,
        claim: str,
        about_ids: Sequence[str],
        *,
        confidence: Numeric | None = None,
        valid_from: Instant | None = None,
        valid_to: Instant | None = None,
        source_document_id: str | None = None,
    ) -> WriteAnswer:
        """Assert a claim about one or more entities over an interval."""
        return self.write(
            lambda tx: statements.store_fact(
                tx,
                claim,
                about_ids,
                confidence=confidence,
                valid_from=valid_from,
                valid_to=valid_to,
                source_document_id=source_document_id,
            )
        )

    def supersede_fact(
        self,
        fact_id: str,
        claim: str,
        *,
        confidence: Numeric | None = None,
        valid_from: Instant | None = None,
        source_document_id: str | None = None,
    ) -> WriteAnswer:
        """Replace a fact by a new claim from an instant on; the old one stays readable as of before."""
        return self.write(
            lambda tx: statements.supersede_fact(
                tx, fact_id, claim, confidence=confidence, valid_from=valid_from, source_document_id=source_document_id
            )
        )

    def supersede_relationship(
        self,
        relationship_id: str,
        to_id: str,
        *,
        weight: Numeric | None = None,
        valid_from: Instant | None = None,
        source_document_id: str | None = None,
    ) -> WriteAnswer:
        """Replace a relationship by one to another target from an instant on."""
        return self.write(
            lambda tx: statements.supersede_relationship(
                tx, relationship_id, to_id, weight=weight, valid_from=valid_from, source_document_id=source_document_id
            )
        )

    def end_statement(self, id: str, *, valid_to: Instant | None = None) -> WriteAnswer:
        """Note that a fact or relationship ends, now or at an instant."""
        return self.write(lambda tx: statements.end_statement(tx, id, valid_to=valid_to))

    def retract_statement(self, id: str, *, reason: str | None = None, include_ended: bool = False) -> WriteAnswer:
        """Withdraw a fact or relationship that was never right."""
        return self.write(lambda tx: statements.retract_statement(tx, id, reason=reason, include_ended=include_ended))

    def amend_statement(
        self,
        id: str,
        *,
        claim: str | None = None,
        weight: Numeric | None = None,
        valid_from: Instant | None = None,
        valid_to: Instant | None = None,
        reopen: bool = False,
    ) -> WriteAnswer:
        """Correct a fact or relationship: what was recorded stays readable as known at before."""
        return self.write(
            lambda tx: statements.amend_statement(
                tx, id, claim=claim, weight=weight, valid_from=valid_from, valid_to=valid_to, reopen=reopen
            )
        )

    def mark_contradiction(self, fact_id: str, other_fact_id: str) -> WriteAnswer:
        """Note that two statements cannot both stand."""
        return self.write(lambda tx: contradictions.mark_contradiction(tx, fact_id, other_fact_id))

    def resolve_contradiction(
        self, id: str, resolution: str, *, keep_id: str | None = None, by: str | None = None
    ) -> WriteAnswer:
        """Settle a contradiction: `keep` one (the other is retracted), `both`, or `neither`."""
        return self.write(lambda tx: contradictions.resolve_contradiction(tx, id, resolution, keep_id=keep_id, by=by))

    def sweep(self) -> int:
        """Move every statement whose end has passed into history and return how many; no answer changes by it."""
        return statements.sweep(self)

    # -- reading ---------------------------------------------------------------------------------------------------------

    def search_memory(
        self, query: str, *, limit: int = 10, as_of: Instant | None = None, known_at: Instant | None = None
    ) -> SearchAnswer:
        """Find entities, facts and passages by their words, best first."""
        return self._steady(lambda view: search_memory(self, query, view, limit=limit), as_of, known_at)

    def get_entity_context(
        self,
        entity_id: str,
        *,
        hops: int = 2,
        include_source_chunks: bool = True,
        relationship_types: Sequence[str] = (),
        direction: str = "both",
        max_tokens: int | None = None,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> ContextAnswer:
        """Return what is known about an entity: neighbours, facts, contradictions, passages."""
        return self._steady(
            lambda view: context.get_entity_context(
                self,
                entity_id,
                view,
                hops=hops,
                include_source_chunks=include_source_chunks,
                relationship_types=relationship_types,
                direction=direction,
                max_tokens=max_tokens,
            ),
            as_of,
            known_at,
        )

    def get_timeline(
        self,
        id: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> TimelineAnswer:
        """Return every version of a statement, or of all statements about an entity, and what replaced what."""
        return timeline.get_timeline(self, id, limit=limit, cursor=cursor, as_of=as_of, known_at=known_at)

    def list_entities(
        self,
        entity_type: str | None = None,
        *,
        limit: int = 50,
        cursor: str | None = None,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> EntityPage:
        """Return entities page by page."""
        return listing.list_entities(self, entity_type, limit=limit, cursor=cursor, as_of=as_of, known_at=known_at)

    # -- the machinery that the verbs share --------------------------------------------------------------------------------

    def head(self) -> Head | None:
        """Return where the tenant's clock stands, or None before its first write."""
        return Remembered.of(self).head(self)

    def now(self) -> int:
        """Return where a read without `asOf` looks: at the clock's instant, or the tenant's last write if that is later."""
        return self._now(self.head())

    def viewpoint(self, as_of: Instant | None, known_at: Instant | None) -> Viewpoint:
        """Return from where a read with these two arguments looks."""
        return Viewpoint.of(as_of, known_at, self.now())

    def _now(self, head: Head | None) -> int:
        return self.clock.now() if head is None else max(self.clock.now(), head.instant)

    def _steady(self, look: Callable[[Viewpoint], T], as_of: Instant | None, known_at: Instant | None) -> T:
        """Return what `look` reads from one state of the memory, although it takes several queries.

        A statement that is superseded between two of them would be seen neither as it was nor as it became. So where a write
        came between, `look` is run again, and at last while no other thread of this process can write.
        """
        for _ in range(_TRIES):
            before = self.head()
            found = look(Viewpoint.of(as_of, known_at, self._now(before)))
            if self.head() == before:
                return found
        with self.store.writing():
            return look(self.viewpoint(as_of, known_at))

    def write(self, work: Callable[[Transaction], T], *, move_ended: bool = True) -> T:
        """Run one memory operation: `work` reads and fills the transaction, which is then sent as one update.

        What `work` raises leaves the store untouched. It is called again where another process wrote first. `move_ended`
        lets the update also move statements whose planned end has passed.
        """
        return carry_out(self, work, with_ended=move_ended)
