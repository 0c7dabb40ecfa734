"""What a context says beside the neighbours: facts, sources, contradictions, passages, and what it leaves out."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgrdf import Graph
from kgrdf.chunking import token_count
from kgrdf.context.budget import answer_tokens
from kgrdf.errors import InvalidValueError
from kgrdf.testing import FrozenClock
from tests.runtime.reading.crowds import contradict_all, derive_from_many, retract_all, store_facts


@pytest.fixture
def checkout(graph: Graph) -> str:
    """The id of a service."""
    return graph.store_entity("Checkout", "Service", description="Takes orders.").id


def test_a_superseded_fact_is_left_out_now_and_alone_before(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    old = graph.store_fact("runs on A", [checkout], valid_from="2024-01-01T00:00:00Z")
    new = graph.supersede_fact(old.id, "runs on B", valid_from="2024-06-01T00:00:00Z")
    now = graph.get_entity_context(checkout)
    assert [fact.id for fact in now.facts] == [new.id]
    assert (now.omitted.superseded, now.omitted.ended, now.omitted.retracted) == (1, 0, 0)
    before = graph.get_entity_context(checkout, as_of="2024-05-31T23:59:59.999Z")
    assert [fact.id for fact in before.facts] == [old.id]
    at = graph.get_entity_context(checkout, as_of="2024-06-01T00:00:00Z")
    assert [fact.id for fact in at.facts] == [new.id]


def test_omitted_says_why_each_closed_statement_is_left_out(graph: Graph, checkout: str) -> None:
    ids = [graph.store_fact(f"claim {n}", [checkout], valid_from="2024-01-01T00:00:00Z").id for n in range(6)]
    graph.end_statement(ids[0])
    graph.retract_statement(ids[1])
    graph.supersede_fact(ids[2], "better")
    found = graph.mark_contradiction(ids[3], ids[4])
    graph.resolve_contradiction(found.id, "keep", keep_id=ids[3])
    omitted = graph.get_entity_context(checkout).omitted
    counts = (omitted.ended, omitted.retracted, omitted.superseded, omitted.contradicted)
    assert counts == (1, 1, 1, 1)


def test_a_planned_end_that_has_passed_is_counted_before_and_after_the_sweep(
    graph: Graph, checkout: str, clock: FrozenClock
) -> None:
    graph.store_fact("on sale", [checkout], valid_from="2024-12-01T00:00:00Z", valid_to="2025-01-02T00:00:00Z")
    assert [fact.claim for fact in graph.get_entity_context(checkout).facts] == ["on sale"]
    clock.advance(days=3)
    before = graph.get_entity_context(checkout)
    assert before.facts == []
    assert before.omitted.ended == 1
    assert graph.sweep() == 1
    assert graph.get_entity_context(checkout) == before


def test_what_is_withdrawn_while_its_contradiction_is_unresolved_counts_as_retracted(graph: Graph, checkout: str) -> None:
    one, other = (graph.store_fact(claim, [checkout]).id for claim in ("open", "closed"))
    graph.mark_contradiction(one, other)
    graph.retract_statement(one)
    for known_at in (None, graph.now()):
        omitted = graph.get_entity_context(checkout, known_at=known_at).omitted
        assert (omitted.retracted, omitted.contradicted) == (1, 0)


def test_what_a_withdrawn_statement_superseded_counts_as_ended_before_and_after_the_sweep(
    graph: Graph, checkout: str, clock: FrozenClock
) -> None:
    old = graph.store_fact("runs on A", [checkout])
    new = graph.supersede_fact(old.id, "runs on B", valid_from="2025-02-01T00:00:00Z")
    graph.retract_statement(new.id)
    clock.advance(days=60)
    before = graph.get_entity_context(checkout)
    assert (before.omitted.ended, before.omitted.superseded) == (1, 0)
    assert graph.sweep() == 1
    assert graph.get_entity_context(checkout) == before


def test_facts_come_latest_first_and_the_others_are_counted(graph: Graph, checkout: str) -> None:
    for day in range(1, 26):
        graph.store_fact(f"day {day}", [checkout], valid_from=f"2024-03-{day:02}T00:00:00Z")
    answer = graph.get_entity_context(checkout)
    assert [fact.claim for fact in answer.facts] == [f"day {day}" for day in range(25, 5, -1)]
    assert answer.omitted.facts == 5
    assert answer.truncated


def test_confidence_grows_with_the_sources_known(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    first = graph.store_document("first", text="one").id
    made = graph.store_fact("sure", [checkout], confidence=0.5, valid_from="2024-01-01T00:00:00Z", source_document_id=first)
    known = clock.now()
    clock.advance(days=1)
    second = graph.store_document("second", text="two").id
    graph.store_fact("sure", [checkout], confidence=0.5, valid_from="2024-01-01T00:00:00Z", source_document_id=second)
    (line,) = graph.get_entity_context(checkout).facts
    assert line.id == made.id
    assert line.source_ids == sorted([first, second])
    (then,) = graph.get_entity_context(checkout, known_at=known + 10).facts
    assert then.source_ids == [first]
    assert Decimal(0) < (then.confidence or 0) <= (line.confidence or 0) <= 1


def test_a_fact_of_very_many_sources_takes_none_from_the_others(graph: Graph, checkout: str) -> None:
    document = graph.store_document("minutes", text="one").id
    graph.store_fact("said once", [checkout], source_document_id=document)
    derive_from_many(graph, graph.store_fact("said by all", [checkout]).id, 6000)
    for known_at in (None, graph.now()):
        shown = {fact.claim: fact.source_ids for fact in graph.get_entity_context(checkout, known_at=known_at).facts}
        assert shown["said once"] == [document]
        assert len(shown["said by all"]) == 20
        hits = {hit.text: hit.source_ids for hit in graph.search_memory("said", known_at=known_at).hits}
        assert hits == shown


def test_an_unresolved_contradiction_stands_beside_the_facts_until_it_is_resolved(graph: Graph, checkout: str) -> None:
    one, other = (graph.store_fact(claim, [checkout]).id for claim in ("open", "closed"))
    found = graph.mark_contradiction(one, other)
    (shown,) = graph.get_entity_context(checkout).contradictions
    assert shown.id == found.id
    assert shown.statement_ids == sorted([one, other])
    assert "resolvedAt" not in shown.wire()
    graph.resolve_contradiction(found.id, "both")
    assert graph.get_entity_context(checkout).contradictions == []


def test_contradictions_with_what_was_withdrawn_hide_none_that_stands(graph: Graph, checkout: str) -> None:
    fact = graph.store_fact("open", [checkout]).id
    shop = graph.store_entity("Shop", "Service").id
    withdrawn = store_facts(graph, shop, [f"claim {n}" for n in range(300)])
    contradict_all(graph, fact, withdrawn)
    retract_all(graph, withdrawn)
    standing = contradict_all(graph, fact, store_facts(graph, shop, ["closed"]))
    for known_at in (None, graph.now()):
        assert [found.id for found in graph.get_entity_context(checkout, known_at=known_at).contradictions] == standing


def test_a_contradiction_is_unknown_before_it_was_detected(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    one, other = (graph.store_fact(claim, [checkout]).id for claim in ("open", "closed"))
    known = clock.now() + 50
    clock.advance(days=1)
    found = graph.mark_contradiction(one, other)
    detected = clock.now()
    clock.advance(days=1)
    graph.resolve_contradiction(found.id, "keep", keep_id=one)
    assert graph.get_entity_context(checkout, known_at=known).contradictions == []
    (then,) = graph.get_entity_context(checkout, known_at=detected).contradictions
    assert then.id == found.id
    assert then.resolved_at is None


def test_passages_are_those_that_mention_the_entity_and_those_that_its_facts_derive_from(
    graph: Graph, checkout: str, clock: FrozenClock
) -> None:
    stored = graph.store_document("d", chunks=["cited", "mentioned", "neither"])
    cited, mentioned, _ = stored.chunk_ids or []
    graph.add_mention(mentioned, checkout)
    graph.store_fact("claim", [checkout], source_document_id=cited)
    answer = graph.get_entity_context(checkout)
    assert [(chunk.id, chunk.text, chunk.document_id) for chunk in answer.source_chunks] == [
        (cited, "cited", stored.id),
        (mentioned, "mentioned", stored.id),
    ]
    assert graph.get_entity_context(checkout, include_source_chunks=False).source_chunks == []


def test_a_mention_is_unknown_before_it_was_noted(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    (chunk,) = graph.store_document("d", chunks=["mentioned"]).chunk_ids or []
    known = clock.now() + 50
    clock.advance(days=1)
    graph.add_mention(chunk, checkout)
    assert graph.get_entity_context(checkout, known_at=known).source_chunks == []
    assert len(graph.get_entity_context(checkout, known_at=clock.now()).source_chunks) == 1


def test_a_withdrawn_chunk_is_out_at_every_viewpoint(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    (chunk,) = graph.store_document("d", chunks=["old"], id="d").chunk_ids or []
    graph.add_mention(chunk, checkout)
    graph.store_fact("claim", [checkout], source_document_id=chunk)
    known = clock.now() + 50
    clock.advance(days=1)
    graph.store_document("d", chunks=["new"], id="d")
    for view in ({}, {"as_of": known}, {"known_at": known}):
        answer = graph.get_entity_context(checkout, **view)
        assert answer.source_chunks == [], view
        assert answer.facts[0].source_ids == [chunk], view


def test_a_passage_of_512_tokens_or_more_is_a_marked_excerpt(graph: Graph, checkout: str) -> None:
    short, long = graph.store_document("d", chunks=["x" * 2044, "y" * 2048]).chunk_ids or []
    for chunk in (short, long):
        graph.add_mention(chunk, checkout)
    texts = {chunk.id: chunk.text for chunk in graph.get_entity_context(checkout).source_chunks}
    assert texts[short] == "x" * 2044
    assert texts[long].startswith("yyy")
    assert "excerpt" in texts[long]
    assert all(token_count(text) < 512 for text in texts.values())


def test_at_most_five_passages_and_the_others_are_counted(graph: Graph, checkout: str) -> None:
    for chunk in graph.store_document("d", chunks=[f"chunk {n}" for n in range(8)]).chunk_ids or []:
        graph.add_mention(chunk, checkout)
    answer = graph.get_entity_context(checkout)
    assert len(answer.source_chunks) == 5
    assert answer.omitted.chunks == 3
    assert answer.truncated


def test_an_answer_about_a_crowd_of_long_descriptions_stays_small_and_whole(graph: Graph, checkout: str) -> None:
    for n in range(40):
        other = graph.store_entity(f"service {n}", "Service", description=f"{n} " + "long " * 400).id
        graph.add_relationship(checkout, other, "uses")
    for chunk in graph.store_document("d", chunks=["word " * 400 for _ in range(5)]).chunk_ids or []:
        graph.add_mention(chunk, checkout)
    answer = graph.get_entity_context(checkout)
    text = answer.to_json()
    assert json.loads(text)["truncated"] is True
    assert token_count(text) < 15_000
    rest = graph.get_entity_context(answer.neighbors[0].entity.id)
    assert rest.entity.description is not None
    assert rest.entity.description.endswith("long ")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.integers(100, 1500))
def test_an_answer_never_costs_more_than_its_budget(graph: Graph, checkout: str, max_tokens: int) -> None:
    if not graph.get_entity_context(checkout).facts:
        for n in range(8):
            other = graph.store_entity(f"naïve {n}", "Service", description="日本語 " * 10).id
            graph.add_relationship(checkout, other, "uses")
            graph.store_fact(f"claim {n} 🚀", [checkout])
        for chunk in graph.store_document("d", chunks=["passage\n" * 20, "other " * 30]).chunk_ids or []:
            graph.add_mention(chunk, checkout)
    whole = graph.get_entity_context(checkout)
    answer = graph.get_entity_context(checkout, max_tokens=max_tokens)
    assert token_count(answer.to_json()) <= answer_tokens(answer) <= max_tokens
    for name, shown, counted in (("neighbors", 8, "neighbors"), ("facts", 8, "facts"), ("source_chunks", 2, "chunks")):
        assert len(getattr(answer, name)) + getattr(answer.omitted, counted) == shown
        assert getattr(answer, name) == getattr(whole, name)[: len(getattr(answer, name))]
    assert answer.truncated == (answer != whole)


def test_a_budget_too_small_for_the_entity_alone_is_refused_with_what_it_takes(graph: Graph, checkout: str) -> None:
    graph.store_fact("claim", [checkout])
    with pytest.raises(InvalidValueError, match=r"^maxTokens: 1 is too few; the entity alone takes \d+") as refused:
        graph.get_entity_context(checkout, max_tokens=1)
    least = int(refused.value.message.rpartition(" ")[2])
    answer = graph.get_entity_context(checkout, max_tokens=least)
    assert (answer.entity.id, answer.entity.description, answer.facts) == (checkout, None, [])
    with pytest.raises(InvalidValueError):
        graph.get_entity_context(checkout, max_tokens=least - 1)
