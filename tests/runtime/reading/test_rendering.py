"""Answers as text."""

from __future__ import annotations

from collections.abc import Iterator

from kgrdf import Graph
from kgrdf.rendering import render
from kgrdf.testing import FrozenClock


def ids(value: object) -> Iterator[str]:
    """Yield every id within a wire object: the values of fields called id, …Id or …Ids."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name == "id" or name.endswith("Id"):
                yield str(item)
            elif name.endswith(("Ids", "ids")) or name == "similar":
                yield from item
            else:
                yield from ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from ids(item)


def test_every_id_and_every_name_of_an_answer_is_in_its_text(graph: Graph, clock: FrozenClock) -> None:
    stored = graph.store_document("Runbook", chunks=["Checkout uses Payments.\nAlice owns it."])
    (chunk,) = stored.chunk_ids or []
    checkout = graph.store_entity("Check\nout", "Service", description="Takes\r\norders.").id
    payments = graph.store_entity("Payments", "Service").id
    graph.add_mention(chunk, checkout)
    graph.add_relationship(checkout, payments, "depends on", weight=0.9, source_document_id=chunk)
    old = graph.store_fact("runs on A", [checkout], source_document_id=stored.id, valid_from="2024-01-01T00:00:00Z")
    new = graph.supersede_fact(old.id, "runs on B", source_document_id=chunk)
    other = graph.store_fact("runs on C", [checkout])
    graph.mark_contradiction(new.id, other.id)
    answers = [
        stored,
        new,
        graph.get_entity_context(checkout),
        graph.get_timeline(checkout),
        graph.list_entities(limit=1),
        graph.list_entities(),
        graph.search_memory("payments runs"),
    ]
    for answer in answers:
        text = render(answer)
        for public_id in ids(answer.wire()):
            assert public_id in text, (public_id, text)
        for line in text.splitlines():
            assert line.strip()


def test_a_context_reads_one_line_an_item(graph: Graph) -> None:
    checkout = graph.store_entity("Checkout", "Service").id
    alice = graph.store_entity("Alice", "Person").id
    made = graph.add_relationship(alice, checkout, "owns", weight=0.9, valid_from="2024-05-01T00:00:00Z")
    assert render(graph.get_entity_context(checkout)).splitlines() == [
        "Checkout (Service, entity::Service::checkout)",
        "neighbours:",
        f"- [1] entity::Service::checkout <--owns-- Alice (Person, entity::Person::alice) since 2024-05-01 w=0.9 {made.id}",
    ]


def test_a_timeline_reads_as_a_story(graph: Graph, clock: FrozenClock) -> None:
    checkout = graph.store_entity("Checkout", "Service").id
    old = graph.store_fact("runs on A", [checkout], valid_from="2024-01-01T00:00:00Z")
    clock.set("2025-02-01T00:00:00Z")
    new = graph.supersede_fact(old.id, "runs on B", valid_from="2024-06-01T00:00:00Z")
    told = [line for line in render(graph.get_timeline(old.id)).splitlines() if "recorded" not in line]
    assert told == [
        f"since 2024-01-01 until 2024-06-01 runs on A {old.id}",
        f"  superseded by {new.id}",
        f"since 2024-06-01 runs on B {new.id}",
        f"  supersedes {old.id}",
    ]


def test_what_is_held_back_is_counted_in_words(graph: Graph) -> None:
    checkout = graph.store_entity("Checkout", "Service").id
    assert "held back" not in render(graph.get_entity_context(checkout))
    for place in range(6):
        document = graph.store_document(f"Note {place}", text=f"Checkout was slow, said note {place}.")
        assert document.chunk_ids
        graph.add_mention(document.chunk_ids[0], checkout)
    assert "\nheld back: 1 passage\n" in render(graph.get_entity_context(checkout))
    graph.add_mention(graph.store_document("Note 6", chunks=["It was slow."]).wire()["chunkIds"][0], checkout)
    assert "\nheld back: 2 passages\n" in render(graph.get_entity_context(checkout))


def test_a_score_next_to_nothing_is_not_shown_as_none(graph: Graph) -> None:
    graph.store_fact("It is slow.", [graph.store_entity("Checkout", "Service").id])
    assert " score=<0.001 " in render(graph.search_memory("slow"))
    assert " score=1." in render(graph.search_memory("checkout"))


def test_what_to_ask_instead_fits_what_was_cut(graph: Graph) -> None:
    checkout = graph.store_entity("Checkout", "Service").id
    for chunk in graph.store_document("d", chunks=[f"chunk {n}" for n in range(8)]).chunk_ids or []:
        graph.add_mention(chunk, checkout)
    assert render(graph.get_entity_context(checkout)).endswith("\ntruncated: there is more; read the timeline page by page")
    for n in range(60):
        graph.add_relationship(checkout, graph.store_entity(f"s{n}", "Service").id, "uses")
    near = "\ntruncated: there is more; ask with relationshipTypes or a direction, or read the timeline page by page"
    assert render(graph.get_entity_context(checkout, hops=1)).endswith(near)
    graph.add_relationship(graph.store_entity("far", "Person").id, checkout, "uses")
    assert "; ask with fewer hops, or ask with " in render(graph.get_entity_context("far"))
