"""Typed reads over a real store: by id, by name, by reference, in pages, and from another viewpoint."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from kgrdf import Graph
from kgrdf.errors import InvalidValueError
from kgrdf.generated import models
from kgrdf.store import Store, open_store
from kgrdf.testing import FrozenClock

JANUARY, MARCH, JUNE = "2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z", "2024-06-01T00:00:00Z"


def test_an_entity_is_read_as_its_model(graph: Graph) -> None:
    written = graph.services.add("Checkout", description="Takes orders", aliases=["till"], confidence=0.1)
    assert graph.services.get(written.id) == models.Service(
        id="entity::Service::checkout",
        name="Checkout",
        entity_type="Service",
        description="Takes orders",
        aliases=("till",),
        confidence=Decimal("0.1"),
        recorded_at=datetime(2025, 1, 1, tzinfo=UTC),
    )


def test_an_entity_is_seen_by_the_accessors_of_its_superclasses_and_no_other(graph: Graph) -> None:
    person = graph.people.add("Ann").id
    found = graph.entities.get(person)
    assert found is not None
    assert (type(found), found.entity_type) == (models.Entity, "Person")
    assert graph.services.get(person) is None


def test_an_id_that_does_not_exist_gives_none(graph: Graph) -> None:
    assert graph.people.get("entity::Person::nobody") is None


def test_another_tenants_id_gives_none(clock: FrozenClock) -> None:
    with open_store("memory:") as store:
        mine, theirs = Graph(store, "acme", clock=clock), Graph(store, "acme2", clock=clock)
        person = theirs.people.add("Ann").id
        assert mine.people.get(person) is None
        assert (mine.people.count(), theirs.people.count()) == (0, 1)
        assert mine.people.find("Ann") == ()
        assert mine.entities.list().items == ()


def test_many_come_in_the_order_of_their_ids(graph: Graph) -> None:
    ids = [graph.people.add(name).id for name in ("Ann", "Bob", "Cid")]
    wanted = [ids[2], "entity::Person::nobody", ids[0], ids[2]]
    assert [person.name for person in graph.people.get_many(wanted)] == ["Cid", "Ann"]


def test_a_name_is_found_whatever_its_case_and_spacing(graph: Graph) -> None:
    graph.services.add("Payment Gateway", aliases=["PG"])
    graph.services.add("C++")
    assert [found.name for found in graph.services.find("payment  GATEWAY")] == ["Payment Gateway"]
    assert [found.name for found in graph.services.find("pg")] == ["Payment Gateway"]
    assert graph.services.find("C") == ()


def test_pages_cover_a_class_once(store: Store, clock: FrozenClock) -> None:
    graph = Graph(store, "acme", clock=clock)
    ids = {graph.people.add(f"Person {number}").id for number in range(7)}
    graph.services.add("Not a person")
    seen: list[str] = []
    cursor = None
    sizes = []
    while True:
        page = graph.people.list(limit=3, cursor=cursor)
        seen += [person.id for person in page.items]
        sizes.append(len(page.items))
        if (cursor := page.next_cursor) is None:
            break
    assert sizes == [3, 3, 1]
    assert sorted(seen) == sorted(ids)
    assert graph.people.count() == 7


@pytest.mark.parametrize("limit", [0, 1001, -1])
def test_a_limit_out_of_range_is_refused(graph: Graph, limit: int) -> None:
    with pytest.raises(InvalidValueError, match="limit"):
        graph.people.list(limit=limit)


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1; DROP ALL", "٣"])
def test_a_cursor_that_no_page_gave_is_refused(graph: Graph, cursor: str) -> None:
    with pytest.raises(InvalidValueError, match="cursor"):
        graph.people.list(cursor=cursor)


def test_what_was_recorded_later_is_not_seen(graph: Graph, clock: FrozenClock) -> None:
    before = graph.people.add("Ann").id
    clock.set("2025-02-01T00:00:00Z")
    after = graph.people.add("Bob").id
    known = "2025-01-15T00:00:00Z"
    assert graph.people.get(after, known_at=known) is None
    assert [person.id for person in graph.people.list(known_at=known).items] == [before]
    assert len(graph.people.list().items) == 2
    assert (graph.people.count(known_at=known), graph.people.count()) == (1, 2)
    assert graph.people.find("Bob", known_at=known) == ()
    assert [person.id for person in graph.people.find("Bob")] == [after]


def test_a_fact_is_listed_by_what_it_is_about_from_any_viewpoint(graph: Graph) -> None:
    service = graph.services.add("Checkout").id
    slow = graph.facts.add("It is slow", [service], confidence=0.5, valid_from=JANUARY).id
    graph.supersede_fact(slow, "It is fast", valid_from=JUNE)
    assert [fact.claim for fact in graph.facts.by_about(service).items] == ["It is fast"]
    assert [fact.claim for fact in graph.facts.by_about(service, as_of=MARCH).items] == ["It is slow"]
    assert graph.facts.get(slow) is None
    then = graph.facts.get(slow, as_of=MARCH)
    assert then is not None
    assert then.valid_to == datetime(2024, 6, 1, tzinfo=UTC)
    assert graph.facts.count() == 1
    assert [graph.facts.count(as_of=day) for day in (JANUARY, "2023-12-31T00:00:00Z")] == [1, 0]
    assert graph.facts.get_many([slow]) == ()
    assert graph.facts.get_many([slow], as_of=MARCH) == (then,)


def test_an_end_that_was_not_known_yet_is_not_shown(graph: Graph, clock: FrozenClock) -> None:
    service = graph.services.add("Checkout").id
    fact = graph.facts.add("It is slow", [service], valid_from=JANUARY).id
    clock.set("2025-02-01T00:00:00Z")
    graph.end_statement(fact, valid_to=JUNE)
    before = graph.facts.get(fact, known_at="2025-01-15T00:00:00Z")
    assert before is not None
    assert (before.valid_to, before.end_recorded_at) == (None, None)
    assert graph.facts.get(fact, as_of=JUNE) is None


def test_a_relationship_is_listed_from_both_ends(graph: Graph) -> None:
    ann, checkout = graph.people.add("Ann").id, graph.services.add("Checkout").id
    edge = graph.relationships.add(ann, checkout, "works_on", weight=0.9).id
    assert [row.id for row in graph.relationships.by_from(ann).items] == [edge]
    assert [row.id for row in graph.relationships.by_to(checkout).items] == [edge]
    assert graph.relationships.by_from(checkout).items == ()
    assert [row.id for row in graph.statements.list().items] == [edge]


def test_edges_that_carry_properties_are_read_as_models(graph: Graph) -> None:
    document = graph.documents.add("Notes", text="Ann looks after checkout.")
    [chunk] = document.chunk_ids or []
    ann = graph.people.add("Ann", source_document_id=document.id).id
    graph.mentions.add(chunk, ann, count=2)
    [mention] = graph.mentions.by_chunk(chunk).items
    assert (mention.chunk_id, mention.entity_id, mention.count) == (chunk, ann, 2)
    [source] = graph.derivations.by_derived(ann).items
    assert source.source_document_id == document.id
    [passage] = graph.chunks.by_document(document.id).items
    assert (passage.document_id, passage.mentioned_ids) == (document.id, (ann,))
    assert [found.id for found in graph.chunks.by_mentioned(ann).items] == [chunk]


def test_a_chunk_that_was_withdrawn_can_be_read_and_is_not_listed(graph: Graph) -> None:
    document = graph.documents.add("Notes", text="Old.", id="notes")
    [chunk] = document.chunk_ids or []
    graph.documents.add("Notes", text="New.", id="notes")
    assert [passage.text for passage in graph.chunks.by_document(document.id).items] == ["New."]
    old = graph.chunks.get(chunk)
    assert old is not None
    assert old.withdrawn_at is not None


def test_contradictions_and_supersessions_are_found_in_either_graph(graph: Graph, clock: FrozenClock) -> None:
    service = graph.services.add("Checkout").id
    one = graph.facts.add("It is slow", [service], valid_from=JANUARY).id
    other = graph.facts.add("It is fast", [service], valid_from=JANUARY).id
    contradiction = graph.contradictions.add(one, other).id
    assert [row.id for row in graph.contradictions.list().items] == [contradiction]
    clock.set("2025-02-01T00:00:00Z")
    graph.resolve_contradiction(contradiction, "keep", keep_id=other)
    assert graph.contradictions.list().items == ()
    resolved = graph.contradictions.get(contradiction)
    assert resolved is not None
    assert resolved.resolution == "keep"
    before = graph.contradictions.get(contradiction, known_at="2025-01-15T00:00:00Z")
    assert before is not None
    assert (before.resolution, before.resolved_at) == (None, None)
    newer = graph.supersede_fact(other, "It is very fast").id
    assert [row.newer_id for row in graph.supersessions.by_older(other).items] == [newer]


def test_a_link_counts_only_while_both_of_its_ends_are_believed(graph: Graph, clock: FrozenClock) -> None:
    service, note = graph.services.add("Checkout").id, graph.documents.add("Notes", text="It is slow.").id
    slow = graph.facts.add("It is slow", [service], valid_from=JANUARY, source_document_id=note).id
    fast = graph.facts.add("It is fast", [service], valid_from=JANUARY).id
    dispute = graph.contradictions.add(slow, fast).id
    steady = graph.supersede_fact(slow, "It is steady", valid_from=MARCH).id
    before = "2025-01-15T00:00:00Z"

    def links(known_at: str | None = None) -> list[int]:
        seen = {"known_at": known_at}
        pages = (
            graph.contradictions.list(**seen),
            graph.contradictions.by_fact(min(slow, fast), **seen),
            graph.contradictions.by_other_fact(max(slow, fast), **seen),
            graph.supersessions.list(**seen),
            graph.supersessions.by_newer(steady, **seen),
            graph.supersessions.by_older(slow, **seen),
            graph.derivations.list(**seen),
            graph.derivations.by_derived(slow, **seen),
            graph.derivations.by_source_document(note, **seen),
        )
        counts = (graph.contradictions.count(**seen), graph.supersessions.count(**seen), graph.derivations.count(**seen))
        assert counts == tuple(len(page.items) for page in pages[::3])
        return [len(page.items) for page in pages]

    # The older one has ended and is believed: its source still counts.
    assert links() == [1] * 9
    clock.set("2025-02-01T00:00:00Z")
    graph.retract_statement(slow, include_ended=True)
    assert links() == [0] * 9
    assert links(before) == [1] * 9
    # A link that is asked for by its id is a citation, whatever became of its ends.
    assert graph.contradictions.get(dispute) is not None


def test_a_model_goes_over_the_wire_in_camel_case_without_empty_fields(graph: Graph) -> None:
    concept = graph.concepts.add("Latency", definition="Time lost", domain="operations").id
    found = graph.concepts.get(concept)
    assert found is not None
    assert found.wire() == {
        "id": "concept::latency",
        "entityType": "Concept",
        "name": "Latency",
        "recordedAt": "2025-01-01T00:00:00Z",
        "aliases": [],
        "definition": "Time lost",
        "domain": "operations",
    }
