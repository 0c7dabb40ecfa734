"""Programs of calls that together take every path of reading and writing. Each gives the same answers on every store."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

import anyio
from mcp import Client
from mcp.types import CallToolResult

from kgrdf import Graph, context, open_store
from kgrdf.accessors import Accessor, NamedAccessor
from kgrdf.answers import ContextAnswer
from kgrdf.context.walk import LIMITS, Limits
from kgrdf.copying import content_of, load_tenant, quads_of
from kgrdf.export import export_trig
from kgrdf.generated import queries
from kgrdf.ingest import import_lines
from kgrdf.mcp import build_server
from kgrdf.tenants import drop_tenant, tenant_stats
from kgrdf.validation import validate
from tests.contract.transcript import Transcript

Program: TypeAlias = Callable[[Transcript], None]

JANUARY, MARCH, JUNE = "2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z", "2024-06-01T00:00:00Z"
BEFORE, SOON = "2023-06-01T00:00:00Z", "2025-06-01T00:00:00Z"
CHECKOUT, ANN = "entity::Service::checkout", "entity::Person::ann"
LINES: tuple[dict[str, object], ...] = (
    {"kind": "document", "id": "doc::log", "title": "Log"},
    {"kind": "document", "id": "doc::plan", "title": "Migration plan"},
    {"kind": "chunk", "id": "chunk::log-0", "documentId": "doc::log", "text": "Checkout was slow, says Ann."},
    {"kind": "chunk", "documentId": "doc::log", "text": "Then it was quick."},
    {"kind": "chunk", "documentId": "doc::log", "text": "Then it was quick.", "chunkIndex": 7},
    {"kind": "entity", "name": "Checkout", "entityType": "Service", "sourceDocumentId": "doc::log"},
    {"kind": "entity", "name": "Billing", "entityType": "Service", "aliases": ["Invoices"]},
    {"kind": "entity", "name": "Ann", "entityType": "Person", "confidence": 0.75},
    {"kind": "concept", "name": "Latency", "domain": "systems", "sourceDocumentId": "chunk::log-0"},
    {"kind": "mention", "chunkId": "chunk::log-0", "entityId": CHECKOUT, "count": 1},
    {"kind": "relationship", "fromId": CHECKOUT, "toId": ANN, "relationshipType": "primary_owner", "validFrom": JANUARY},
    {"kind": "relationship", "fromId": CHECKOUT, "toId": "entity::Service::billing", "relationshipType": "depends_on"},
    {"kind": "fact", "claim": "it is slow", "aboutIds": [CHECKOUT], "validFrom": JANUARY, "validTo": JUNE},
    {"kind": "fact", "claim": "it is quick", "aboutIds": [CHECKOUT], "validFrom": JUNE, "sourceDocumentId": "doc::log"},
)


def records(told: Transcript) -> None:
    """Documents, chunks, entities, concepts, mentions."""
    graph = told.graph
    text = "Checkout takes payments. Ann owns it. " * 60
    document = told.tell(graph.store_document, "Handbook", text=text, url="https://example.org/h", source="wiki")
    told.tell(graph.store_document, "Handbook", text=text, url="https://example.org/h", source="wiki")
    told.tell(graph.store_entity, "Checkout", "Service", description="takes payments", source_document_id=document.id)
    told.tell(graph.store_entity, "Ann", "Person", aliases=["Ann B."], confidence="0.75")
    told.tell(graph.store_entity, "ANN", "Person", aliases=["Annie"])
    told.tell(graph.store_entity, "idempotence", "Concept", properties={"domain": "systems"})
    told.tell(graph.store_entity, "Check-out", "Service", id="entity::Service::other")
    told.refused(graph.store_entity, "x", "Dragon")
    told.refused(graph.store_entity, "Checkout", "Person", id="entity::Service::other")
    assert document.chunk_ids
    told.tell(graph.add_mention, document.chunk_ids[0], CHECKOUT, count=3, confidence="0.5", span_start=0, span_end=8)
    told.tell(graph.add_mention, document.chunk_ids[0], CHECKOUT, count=4)
    told.tell(graph.get_entity_context, CHECKOUT)
    told.clock.advance(days=1)
    told.tell(graph.store_document, "Handbook", chunks=["Ann left.", "Bob owns checkout."], url="https://example.org/h")
    for question in ("checkout", "payments ann", "Annie", "idempotence", "nothing of the kind"):
        told.tell(graph.search_memory, question)
    told.tell(graph.get_entity_context, CHECKOUT)
    told.tell(graph.list_entities)
    told.tell(graph.list_entities, "Service")
    told.tell(graph.list_entities, known_at=BEFORE)
    told.note("stats", tenant_stats(graph))


def facts(told: Transcript) -> None:
    """Every verb on a fact, its refusals, and what is seen from which pair of instants."""
    graph, clock = told.graph, told.clock
    told.tell(graph.store_entity, "Checkout", "Service")
    document = told.tell(graph.store_document, "Log", text="checkout was slow")
    assert document.chunk_ids
    source = document.chunk_ids[0]
    slow = told.tell(graph.store_fact, "it is slow", [CHECKOUT], valid_from=MARCH, source_document_id=source)
    told.tell(graph.store_fact, "it is slow", [CHECKOUT], valid_from=MARCH, source_document_id=document.id)
    told.tell(graph.store_fact, "it is slow", [CHECKOUT], valid_from=JANUARY, confidence="0.5")
    told.tell(graph.store_fact, "it is slow", [CHECKOUT], valid_from=BEFORE, valid_to=JUNE)
    clock.advance(hours=1)
    quick = told.tell(graph.supersede_fact, slow.id, "it is quick", valid_from=JUNE)
    told.tell(graph.supersede_fact, slow.id, "it is quick", valid_from=JUNE)
    told.refused(graph.supersede_fact, slow.id, "it is broken")
    told.refused(graph.supersede_fact, quick.id, "it is quick")
    told.refused(graph.supersede_fact, "fact::nothing", "x")
    clock.advance(hours=1)
    planned = told.tell(graph.store_fact, "it is on sale", [CHECKOUT], valid_from=JANUARY, valid_to=SOON)
    told.tell(graph.end_statement, planned.id, valid_to="2025-03-01T00:00:00Z")
    told.tell(graph.end_statement, quick.id)
    told.refused(graph.end_statement, quick.id, valid_to=BEFORE)
    wrong = told.tell(graph.store_fact, "it is written in COBOL", [CHECKOUT])
    told.tell(graph.retract_statement, wrong.id, reason="hearsay")
    told.tell(graph.retract_statement, wrong.id)
    told.refused(graph.retract_statement, quick.id)
    amended = told.tell(graph.amend_statement, quick.id, claim="it is very quick", reopen=True)
    told.refused(graph.amend_statement, amended.id, claim="it is very quick", valid_from=BEFORE)
    told.refused(graph.store_fact, "x", [CHECKOUT], valid_from=JUNE, valid_to=JANUARY)
    told.refused(graph.store_fact, "x", ["entity::Service::none"])
    clock.set("2025-04-01T00:00:00Z")
    told.tell(graph.sweep)
    look_around(told, CHECKOUT)


def histories(told: Transcript) -> None:
    """Every version of a statement: what superseded it, what amends it, what says the same."""
    graph, clock = told.graph, told.clock
    told.tell(graph.store_entity, "Checkout", "Service")
    first = told.tell(graph.store_fact, "it is slow", [CHECKOUT], valid_from=JANUARY, valid_to=MARCH)
    again = told.tell(graph.store_fact, "it is slow", [CHECKOUT], valid_from=JUNE)
    clock.advance(hours=1)
    newer = told.tell(graph.supersede_fact, again.id, "it is quick")
    clock.advance(hours=1)
    amended = told.tell(graph.amend_statement, newer.id, claim="it is very quick")
    clock.advance(hours=1)
    told.tell(graph.retract_statement, amended.id)
    for statement in (first, again, newer, amended):
        told.tell(graph.get_timeline, statement.id)


def contradictions(told: Transcript) -> None:
    """Statements that cannot both stand, noted and found, and every way to settle that."""
    graph = told.graph
    told.tell(graph.store_entity, "Checkout", "Service")
    pairs = []
    for number in range(3):
        pair = [told.tell(graph.store_fact, f"{side} {number}", [CHECKOUT]).id for side in ("left", "right")]
        pairs.append((told.tell(graph.mark_contradiction, *pair).id, pair))
    told.tell(graph.mark_contradiction, *reversed(pairs[0][1]))
    told.tell(graph.get_entity_context, CHECKOUT)
    told.clock.advance(days=1)
    told.tell(graph.resolve_contradiction, pairs[0][0], "keep", keep_id=pairs[0][1][1], by="Ann")
    told.tell(graph.resolve_contradiction, pairs[1][0], "both")
    told.tell(graph.resolve_contradiction, pairs[1][0], "both")
    told.refused(graph.resolve_contradiction, pairs[1][0], "neither")
    told.tell(graph.resolve_contradiction, pairs[2][0], "neither")
    look_around(told, CHECKOUT)


def relationships(told: Transcript) -> None:
    """Weights, single-valued and transitive types, and what supersedes what."""
    graph, clock = told.graph, told.clock
    for name in ("Ann", "Bob", "Cleo"):
        told.tell(graph.store_entity, name, "Person")
    for name in ("checkout", "billing", "ledger"):
        told.tell(graph.store_entity, name, "Service")
    told.tell(graph.store_entity, "Dublin", "Location")
    services = [f"entity::Service::{name}" for name in ("checkout", "billing", "ledger")]
    told.tell(graph.add_relationship, services[0], services[1], "depends_on", weight="0.9")
    told.tell(graph.add_relationship, services[1], services[2], "depends_on", weight="0.15")
    told.tell(graph.add_relationship, services[2], services[0], "uses")
    told.refused(graph.add_relationship, services[0], "entity::Location::dublin", "primary_owner")
    told.tell(graph.add_relationship, services[0], ANN, "primary_owner", valid_from=JANUARY)
    told.tell(graph.add_relationship, services[0], "entity::Person::bob", "primary_owner", valid_from=MARCH)
    told.tell(graph.add_relationship, services[0], "entity::Person::cleo", "primary_owner", valid_from=BEFORE)
    clock.advance(days=2)
    weak = told.tell(graph.add_relationship, services[0], services[2], "depends_on", weight="0.2", valid_from=JUNE)
    told.tell(graph.amend_statement, weak.id, weight="0.8")
    clock.advance(days=2)
    used = told.tell(graph.add_relationship, services[1], services[0], "uses")
    told.tell(graph.supersede_relationship, used.id, services[2], weight="0.4")
    for hops in (1, 3):
        told.tell(graph.get_entity_context, services[0], hops=hops)
    told.tell(graph.get_entity_context, services[0], relationship_types=["depends_on"], direction="out")
    told.tell(graph.get_entity_context, services[0], direction="in", max_tokens=200)
    for as_of in (BEFORE, "2024-02-01T00:00:00Z"):
        told.tell(graph.get_entity_context, services[0], as_of=as_of)
    look_around(told, services[0])


def crowds(told: Transcript, spokes: int = 42, limits: Limits = LIMITS) -> None:
    """A node with far more relationships than are looked at; pages and their cursors."""
    graph, types = told.graph, [f"kind {number}" for number in range(10)]

    def get_entity_context(entity_id: str, **options: Any) -> ContextAnswer:
        return context.get_entity_context(graph, entity_id, graph.viewpoint(None, None), limits=limits, **options)

    with open_store("memory:") as kept:
        source = Graph(kept, graph.tenant, clock=told.clock)
        hub = source.store_entity("hub", "Service").id
        for number in range(spokes):
            other = source.store_entity(f"spoke {number:02}", "Service").id
            for place, name in enumerate(types):
                source.add_relationship(hub, other, name, weight=f"0.{place}{number:02}")
        for number in range(12):
            source.store_fact(f"fact {number:02}", [hub], valid_from=JANUARY)
        load_tenant(graph.store, quads_of(kept, graph.tenant))
    told.tell(get_entity_context, hub, hops=1)
    told.tell(get_entity_context, hub, hops=1, relationship_types=["kind 0", "kind 3"])
    told.tell(get_entity_context, hub, hops=1, relationship_types=types)
    for direction in ("in", "out"):
        told.tell(get_entity_context, hub, hops=1, direction=direction, max_tokens=1000)
    cursor, seen = None, []
    while True:
        page = graph.list_entities("Service", limit=spokes // 2, cursor=cursor)
        seen += [entity.id for entity in page.entities]
        cursor = page.next_cursor
        if cursor is None:
            break
    told.note("all pages", sorted(seen))
    first = told.tell(graph.get_timeline, hub, limit=25)
    told.tell(graph.get_timeline, hub, limit=25, cursor=first.next_cursor)


def small_crowds(told: Transcript) -> None:
    """What is asked of crowds, of a sixth of one, with the bounds of what is looked at lowered as much."""
    crowds(told, spokes=7, limits=Limits(LIMITS.examined // 6, LIMITS.sought // 6))


def values(told: Transcript) -> None:
    """Texts and numbers that an encoding could spoil."""
    graph = told.graph
    names = [
        "a \"quote\" and 'another'",
        "back\\slash \\n",
        "line\nbreak\ttab",
        "100% ?x $current {} <> ; # & + =",
        "Ünï¢ødé 漢字 🎈 e\u0301 \u200fعربي",
        "} } ; DROP ALL #",
    ]
    for number, name in enumerate(names):
        id = told.tell(graph.store_entity, name, "Service", id=f"entity::Service::n{number}", description=name * 3).id
        told.tell(graph.store_fact, f"claim {name}", [id], confidence=f"0.{number + 1}23456")
        told.tell(graph.get_entity_context, id)
        told.tell(graph.services.find, name)
    told.tell(graph.store_fact, "of old", ["entity::Service::n0"], valid_from="0001-01-01T00:00:00Z")
    told.tell(graph.store_fact, "for long", ["entity::Service::n0"], valid_to="9999-12-31T23:59:59.999Z")
    told.tell(graph.get_timeline, "entity::Service::n0")
    told.tell(graph.get_entity_context, "entity::Service::n0", as_of="0500-01-01T00:00:00Z")
    told.refused(graph.store_entity, "nul \0", "Service")


def escapes(told: Transcript) -> None:
    """A text that looks like an escape, and is none."""
    told.tell(told.graph.store_entity, "\\u0041 and \\\\u0041", "Service", id="entity::Service::escaped")
    told.tell(told.graph.get_entity_context, "entity::Service::escaped")


def accessors(told: Transcript) -> None:
    """What is generated from the ontology: every method that reads of every accessor, and the named queries."""
    graph, clock = told.graph, told.clock
    handbook = told.tell(graph.documents.add, "Handbook", chunks=["Checkout is slow.", "Ann owns it."])
    assert handbook.chunk_ids
    document, chunk = handbook.id, handbook.chunk_ids[0]
    checkout = told.tell(graph.services.add, "Checkout", source_document_id=document).id
    told.tell(graph.people.add, "Ann")
    told.tell(graph.organizations.add, "Acme")
    told.tell(graph.locations.add, "Dublin")
    told.tell(graph.concepts.add, "latency", domain="systems", definition="how long one waits")
    fact = told.tell(graph.facts.add, "It is slow", [checkout], valid_from=JANUARY, source_document_id=document).id
    relation = told.tell(graph.relationships.add, checkout, ANN, "primary_owner", weight="0.5").id
    told.tell(graph.mentions.add, chunk, checkout, count=2)
    clock.advance(days=1)
    newer = told.tell(graph.supersede_fact, fact, "It is quick").id
    other = told.tell(graph.store_fact, "It is down", [checkout]).id
    told.tell(graph.contradictions.add, newer, other)
    ends = {
        **dict.fromkeys(("by_about", "by_derived", "by_entity", "by_from", "by_mentioned"), checkout),
        "by_chunk": chunk,
        "by_document": document,
        "by_source_document": document,
        "by_to": ANN,
        "by_fact": newer,
        "by_newer": newer,
        "by_older": fact,
        "by_other_fact": other,
    }
    early = {"known_at": "2025-01-01T12:00:00Z"}
    for accessor in accessors_of(graph):
        for method in sorted(name for name in dir(accessor) if name in ends):
            for view in ({}, early):
                told.tell(getattr(accessor, method), ends[method], **view)
        for view in ({}, early):
            told.tell(accessor.list, **view)
            told.tell(accessor.count, **view)
        told.tell(accessor.get_many, [checkout, newer, relation, document])
        if isinstance(accessor, NamedAccessor):
            told.tell(accessor.find, "checkout")
    told.tell(graph.facts.get, fact, as_of="2024-02-01T00:00:00Z")
    told.tell(queries.current_facts_about, graph, entity=checkout)
    told.tell(queries.documents_of, graph, entity=checkout)
    told.tell(queries.facts_as_of, graph, entity=checkout, as_of="2024-02-01T00:00:00Z")
    told.tell(queries.open_contradictions, graph)
    told.tell(queries.relationships_between, graph, first=checkout, second=ANN)
    told.tell(queries.statements_from_document, graph, document=document)


def accessors_of(graph: Graph) -> list[Accessor[Any]]:
    """Return the accessors of all classes, by name."""
    names = sorted(name for name, value in vars(type(graph)).items() if isinstance(value, cached_property))
    return [value for name in names if isinstance(value := getattr(graph, name), Accessor)]


def whole(told: Transcript) -> None:
    """Import, a second import, proofs, export, and dropping the tenant."""
    graph = told.graph
    lines = "".join(json.dumps(line) + "\n" for line in LINES).encode()
    for _ in range(2):
        told.note("import", import_lines(graph, [("lines.jsonl", io.BytesIO(lines))]))
    bad = (
        b'{"kind": "fact", "claim": "x", "aboutIds": ["entity::Service::none"]}\n{"kind": "dragon"}\nno json\n'
        b'{"kind": "chunk", "id": "chunk::log-0", "documentId": "doc::plan", "text": "Not there."}\n'
    )
    rejected: list[object] = []
    told.note("import", import_lines(graph, [("bad.jsonl", io.BytesIO(bad))], reject=rejected.append))
    told.note("rejected", rejected)
    told.note("problems", list(validate(graph)))
    told.note("stats", tenant_stats(graph))
    for question in ("slow checkout", "migration plan"):
        told.tell(graph.search_memory, question)
    told.tell(graph.list_entities, "Service")
    out = io.BytesIO()
    export_trig(graph, out, as_of=JUNE)
    told.note("export", sorted(filter(_is_fixed, out.getvalue().decode().splitlines())))
    content = content_of(graph.store, graph.tenant)
    told.note("content", content.quads)
    for _ in range(2):
        told.note("drop", drop_tenant(graph))
    told.note("content", content_of(graph.store, graph.tenant).quads)
    told.tell(graph.list_entities)


def conversation(told: Transcript) -> None:
    """An agent's session over MCP, from the first document to the correction of what was wrong."""

    async def converse() -> None:
        async with Client(build_server(told.graph, tools="full")) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                result = await client.call_tool(tool, arguments)
                told.note(tool, [result.structured_content, sorted(_lines(result))])
                return result.structured_content

            document = await call("store_document", title="Notes", text="Ann runs checkout. Checkout needs billing.")
            chunk = document["chunkIds"][0]
            for name, kind in (("Ann", "Person"), ("checkout", "Service"), ("billing", "Service")):
                entity = await call("store_entity", name=name, entityType=kind, sourceDocumentId=document["id"])
                await call("add_mention", chunkId=chunk, entityId=entity["id"])
            await call("add_relationship", fromId=CHECKOUT, toId=ANN, relationshipType="primary_owner", validFrom=JANUARY)
            await call("add_relationship", fromId=CHECKOUT, toId="entity::Service::billing", relationshipType="depends_on")
            fact = await call("store_fact", claim="checkout is slow", aboutIds=[CHECKOUT], sourceDocumentId=document["id"])
            told.clock.advance(days=1)
            newer = await call("supersede_fact", factId=fact["id"], claim="checkout is quick")
            other = await call("store_fact", claim="checkout is down", aboutIds=[CHECKOUT])
            found = await call("mark_contradiction", factId=newer["id"], otherFactId=other["id"])
            await call("resolve_contradiction", id=found["id"], resolution="keep", keepId=newer["id"])
            await call("search_memory", query="checkout")
            await call("get_entity_context", entityId=CHECKOUT)
            await call("get_entity_context", entityId=CHECKOUT, asOf="2025-01-01T06:00:00Z")
            await call("get_entity_context", entityId=CHECKOUT, knownAt="2025-01-01T06:00:00Z")
            await call("get_timeline", id=CHECKOUT)
            await call("list_entities", entityType="Service")
            await call("supersede_fact", factId=fact["id"], claim="something else")
            await call("get_entity_context", entityId="entity::Service::none")
            listed = await client.read_resource("kg://entity/entity%3A%3AService%3A%3Acheckout")
            told.note("resource", [json.loads(json.dumps(content.model_dump(mode="json"))) for content in listed.contents])

    anyio.run(converse)


def _is_fixed(line: str) -> bool:
    # The token of a request is random, and where others may write too a revision is more than a count.
    return "#op>" not in line and "#revision>" not in line


def _lines(result: CallToolResult) -> list[str]:
    return [line for block in result.content if block.type == "text" for line in block.text.splitlines()]


def look_around(told: Transcript, id: str) -> None:
    """Read everything about an entity from several viewpoints."""
    graph = told.graph
    then, early = {"as_of": "2024-04-01T00:00:00Z"}, {"known_at": "2025-01-01T00:30:00Z"}
    viewpoints: tuple[dict[str, Any], ...] = ({}, then, early, {**then, **early})
    for view in viewpoints:
        told.ask(graph.get_entity_context, id, **view)
        told.ask(graph.get_timeline, id, **view)
        told.ask(graph.search_memory, "it is quick left right", **view)
    told.note("problems", list(validate(graph, shapes=False)))


PROGRAMS: tuple[Program, ...] = (
    records,
    facts,
    histories,
    contradictions,
    relationships,
    crowds,
    values,
    escapes,
    accessors,
    whole,
    conversation,
)
