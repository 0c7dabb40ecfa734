from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kgrdf.errors import InvalidValueError

if TYPE_CHECKING:
    from kgrdf import Graph
    from kgrdf.answers import Hit
    from kgrdf.testing import FrozenClock


def found(graph: Graph, query: str, **arguments: Any) -> list[Hit]:
    return graph.search_memory(query, **arguments).hits


def claims(graph: Graph, query: str, **arguments: Any) -> list[str]:
    return [hit.text for hit in found(graph, query, **arguments) if hit.kind == "fact"]


@pytest.fixture
def service(graph: Graph) -> str:
    """The id of a service that facts can be about."""
    return graph.store_entity("checkout", "Service", description="takes payments", aliases=["the till"]).id


def test_everything_that_has_words_is_found_with_what_it_says(graph: Graph, service: str) -> None:
    concept = graph.store_entity("idempotence", "Concept", description="safe to repeat").id
    document = graph.store_document("Post mortem", chunks=["The zebra broke it."])
    chunk = (document.chunk_ids or [""])[0]
    fact = graph.store_fact(
        "A giraffe repaired it", [service], source_document_id=chunk, valid_from="2024-01-01T00:00:00Z"
    ).id
    for query, expected in (
        ("payment", (service, "entity", "checkout: takes payments", [])),
        ("till", (service, "entity", "checkout: takes payments", [])),
        ("repeating", (concept, "concept", "idempotence: safe to repeat", [])),
        ("zebras", (chunk, "chunk", "The zebra broke it.", [document.id])),
        ("giraffes", (fact, "fact", "A giraffe repaired it", [chunk])),
    ):
        (hit,) = found(graph, query)
        assert (hit.id, hit.kind, hit.text, hit.source_ids) == expected
    assert [hit.id for hit in found(graph, "mortem")] == [document.id, chunk]
    assert found(graph, "giraffe")[0].wire()["validFrom"] == "2024-01-01T00:00:00Z"


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "'; DROP TABLE open; --",
        "NEAR(a b)",
        "text:zebra",
        "zebra*",
        "^zebra",
        "a AND (b OR",
        "{id} : x",
        "-",
        "zebra + -",
        "%_",
    ],
)
def test_a_query_is_words_and_never_syntax(graph: Graph, query: str) -> None:
    chunk = (graph.store_document("notes", chunks=["a zebra"]).chunk_ids or [""])[0]
    assert [hit.id for hit in found(graph, query)] == ([chunk] if "zebra" in query else [])


def test_an_exact_name_comes_first_whatever_else_says_it_more_often(graph: Graph, service: str) -> None:
    for number in range(20):
        graph.store_document(f"notes {number}", chunks=["checkout " * 10 + f"{number}"])
    assert found(graph, "Checkout", limit=1)[0].id == service
    scores = [hit.score for hit in found(graph, "Checkout")]
    assert scores == sorted(scores, reverse=True)


def test_equal_scores_are_in_the_order_of_their_ids(graph: Graph) -> None:
    made = sorted(graph.store_entity("mercury", type_name).id for type_name in ("Service", "Location", "Person"))
    assert [hit.id for hit in found(graph, "mercury")] == made
    assert [hit.id for hit in found(graph, "mercury", limit=2)] == made[:2]


def test_a_smaller_limit_shows_the_beginning_of_what_a_larger_one_does(graph: Graph, service: str) -> None:
    for n in range(12):
        graph.store_fact(f"zebra {n:02}", [service])
    everything = [hit.id for hit in found(graph, "zebra", limit=12)]
    for limit in range(1, 12):
        assert [hit.id for hit in found(graph, "zebra", limit=limit)] == everything[:limit]


def test_only_what_holds_now_is_found_and_the_past_when_it_is_asked_for(
    graph: Graph, service: str, clock: FrozenClock
) -> None:
    old = graph.store_fact("zebra owns it", [service], valid_from="2024-01-01T00:00:00Z")
    clock.advance(days=1)
    graph.supersede_fact(old.id, "zebra sold it", valid_from="2024-06-01T00:00:00Z")
    graph.store_fact("zebra will come", [service], valid_from="2030-01-01T00:00:00Z")
    assert claims(graph, "zebra") == ["zebra sold it"]
    assert claims(graph, "zebra", as_of="2024-03-01T00:00:00Z") == ["zebra owns it"]
    assert sorted(claims(graph, "zebra", as_of="2031-01-01T00:00:00Z")) == ["zebra sold it", "zebra will come"]
    # What was known before the change: the old one without an end.
    (hit,) = found(graph, "zebra", as_of="2024-07-01T00:00:00Z", known_at="2025-01-01T12:00:00Z")
    assert (hit.text, hit.valid_to) == ("zebra owns it", None)


def test_a_retracted_fact_is_found_only_as_known_before(graph: Graph, service: str, clock: FrozenClock) -> None:
    made = graph.store_fact("zebra owns it", [service])
    clock.advance(days=1)
    graph.retract_statement(made.id)
    assert claims(graph, "zebra") == claims(graph, "zebra", as_of="2025-01-01T06:00:00Z") == []
    assert claims(graph, "zebra", known_at="2025-01-01T06:00:00Z") == ["zebra owns it"]


def test_what_was_recorded_later_was_not_known(graph: Graph, clock: FrozenClock) -> None:
    before = "2025-01-01T00:00:00Z"
    clock.advance(days=1)
    graph.store_entity("zebra", "Service")
    graph.store_document("zebra", chunks=["zebra"])
    assert {hit.kind for hit in found(graph, "zebra")} == {"entity", "document", "chunk"}
    assert found(graph, "zebra", known_at=before) == []
    # Names and passages have no validity of their own.
    assert len(found(graph, "zebra", as_of=before)) == 3


def test_a_source_counts_from_when_it_was_told(graph: Graph, service: str, clock: FrozenClock) -> None:
    first, second = (graph.store_document(name, text=name).id for name in ("one", "two"))
    graph.store_fact("zebra owns it", [service], source_document_id=first, valid_from="2024-01-01T00:00:00Z")
    clock.advance(days=1)
    graph.store_fact("zebra owns it", [service], source_document_id=second, valid_from="2024-01-01T00:00:00Z")
    (now,) = [hit for hit in found(graph, "zebra") if hit.kind == "fact"]
    assert now.source_ids == sorted([first, second])
    (then,) = [hit for hit in found(graph, "zebra", known_at="2025-01-01T12:00:00Z") if hit.kind == "fact"]
    assert then.source_ids == [first]


def test_what_no_longer_holds_does_not_crowd_out_what_does(graph: Graph, service: str, clock: FrozenClock) -> None:
    for number in range(60):
        graph.store_fact(f"zebra {number}", [service], valid_from="2024-01-01T00:00:00Z", valid_to="2025-06-01T00:00:00Z")
    graph.store_fact("one zebra among many other words that make it rank last", [service])
    clock.set("2025-07-01T00:00:00Z")
    assert claims(graph, "zebra", limit=1) == ["one zebra among many other words that make it rank last"]


def test_hits_are_the_same_however_many_candidates_are_read_at_once(
    graph: Graph, service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        graph.store_fact(f"zebra {number}", [service])
        graph.store_entity(f"zebra {number}", "Service")
    expected = found(graph, "zebra", limit=50)
    monkeypatch.setattr("kgrdf.search.find._BATCH", 7)
    assert len(expected) == 50
    assert found(graph, "zebra", limit=50) == expected


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_there_are_as_many_hits_as_asked_for_where_there_are_as_many(graph: Graph, limit: int) -> None:
    graph.store_document("notes", chunks=[f"zebra {number}" for number in range(120)])
    assert len(found(graph, "zebra", limit=limit)) == limit


@pytest.mark.parametrize("limit", [0, 101, -1, 1.5, "x", True])
def test_a_limit_out_of_range_is_refused(graph: Graph, limit: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"^limit: "):
        found(graph, "zebra", limit=limit)


@pytest.mark.parametrize("query", ["", "  ", "a\x00b", "\ud800", "x" * 9000, 3])
def test_a_query_that_cannot_be_text_is_refused(graph: Graph, query: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"^query: "):
        found(graph, query)


def test_a_long_passage_is_shown_as_the_part_that_was_asked_for(graph: Graph) -> None:
    graph.store_document("notes", chunks=["dull words. " * 400 + "The zebra. " + "more words. " * 400])
    (hit,) = found(graph, "zebra")
    assert "zebra" in hit.text
    assert hit.text.splitlines()[-1].startswith("[excerpt: ")


def test_scripts_without_spaces_are_found_by_their_parts(graph: Graph, service: str) -> None:
    graph.store_fact("結果整合性を保証する", [service])
    assert claims(graph, "整合性") == ["結果整合性を保証する"]
    assert claims(graph, "性整") == []


def test_a_new_name_a_new_title_and_a_new_description_are_found_and_old_ones_are_not(graph: Graph, service: str) -> None:
    document = graph.store_document("zebra report", text="body")
    graph.store_document("giraffe report", id=document.id)
    graph.store_entity("checkout", "Service", description="ships parcels")
    assert found(graph, "zebra") == []
    assert {hit.id for hit in found(graph, "giraffe")} == {document.id, *(document.chunk_ids or ())}
    assert found(graph, "payments") == []
    assert [hit.id for hit in found(graph, "parcel")] == [service]


def test_no_tenant_finds_what_another_has(graph: Graph, service: str) -> None:
    """Bug report tenant-03, the search's part."""
    from kgrdf import Graph as CoreGraph

    other = CoreGraph(graph.store, "other", clock=graph.clock)
    charlie = other.store_entity("Charlie", "Person").id
    other.store_fact("Charlie likes baseball", [charlie])
    graph.store_fact("Charlie likes apples", [graph.store_entity("Charlie", "Person").id])
    assert claims(graph, "What does Charlie like?") == ["Charlie likes apples"]
    assert claims(other, "What does Charlie like?") == ["Charlie likes baseball"]
