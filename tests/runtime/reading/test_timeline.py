"""Why-chains: every version, in order, page by page."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest
from pyoxigraph import Quad

from kgrdf import Graph
from kgrdf.errors import InvalidValueError, NotFoundError
from kgrdf.statements.model import Statement, fact
from kgrdf.testing import FrozenClock
from tests.runtime.reading.crowds import contradict_all, store_facts


@pytest.fixture
def checkout(graph: Graph) -> str:
    """The id of a service."""
    return graph.store_entity("Checkout", "Service").id


def test_a_name_that_comes_back_gives_three_versions_in_a_chain(graph: Graph, checkout: str) -> None:
    first = graph.store_fact("name is Alice", [checkout], valid_from="2024-01-01T00:00:00Z").id
    second = graph.supersede_fact(first, "name is Bob", valid_from="2024-02-01T00:00:00Z").id
    third = graph.supersede_fact(second, "name is Alice", valid_from="2024-03-01T00:00:00Z").id
    for entry in (checkout, first, second, third):
        versions = graph.get_timeline(entry).versions
        assert [version.id for version in versions] == [first, second, third]
        assert [version.claim for version in versions] == ["name is Alice", "name is Bob", "name is Alice"]
        assert [version.superseded_by_id for version in versions] == [second, third, None]
        assert [version.supersedes_ids for version in versions] == [[], [first], [second]]
        assert [version.valid_to is None for version in versions] == [False, False, True]


def test_what_was_known_before_a_change_is_told_without_it(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    first = graph.store_fact("old", [checkout], valid_from="2024-01-01T00:00:00Z").id
    known = clock.now() + 50
    clock.advance(days=1)
    graph.supersede_fact(first, "new", valid_from="2024-06-01T00:00:00Z")
    (then,) = graph.get_timeline(first, known_at=known).versions
    assert (then.valid_to, then.end_recorded_at, then.superseded_by_id) == (None, None, None)
    (held,) = graph.get_timeline(checkout, as_of="2024-03-01T00:00:00Z").versions
    assert held.id == first
    assert held.valid_to is not None


def test_an_amendment_shows_both_versions_and_which_was_withdrawn(graph: Graph, checkout: str) -> None:
    other = graph.store_entity("Payments", "Service").id
    made = graph.add_relationship(checkout, other, "uses", weight=0.2, valid_from="2024-01-01T00:00:00Z").id
    amended = graph.amend_statement(made, weight=0.8).id
    for entry in (made, amended):
        before, after = graph.get_timeline(entry).versions
        assert (before.id, after.id, after.amends_id) == (made, amended, made)
        assert before.retracted_at is not None
        assert after.retracted_at is None
        assert [before.wire()["weight"], after.wire()["weight"]] == [0.2, 0.8]
        assert (after.from_id, after.to_id, after.relationship_type) == (checkout, other, "uses")
    assert [version.id for version in graph.get_timeline(made, as_of="2024-06-01T00:00:00Z").versions] == [amended]


def test_the_same_said_again_after_an_end_belongs_to_the_timeline(graph: Graph, checkout: str) -> None:
    first = graph.store_fact("up", [checkout], valid_from="2023-01-01T00:00:00Z", valid_to="2023-02-01T00:00:00Z").id
    again = graph.store_fact("up", [checkout], valid_from="2024-01-01T00:00:00Z").id
    graph.store_fact("unrelated", [checkout])
    for entry in (first, again):
        assert [version.id for version in graph.get_timeline(entry).versions] == [first, again]


def test_each_version_cites_its_passage(graph: Graph, checkout: str) -> None:
    document = graph.store_document("d", chunks=["short", "z" * 4000])
    short, long = document.chunk_ids or []
    made = graph.store_fact("claim", [checkout], source_document_id=short).id
    graph.store_fact("claim", [checkout], source_document_id=long)
    graph.store_fact("claim", [checkout], source_document_id=document.id)
    (version,) = graph.get_timeline(made).versions
    texts = {source.id: source.text for source in version.sources}
    assert texts[short] == "short"
    assert "excerpt" in (texts[long] or "")
    assert texts[document.id] is None
    assert {source.document_id for source in version.sources} == {document.id}


def test_contradictions_are_told_with_their_resolution(graph: Graph, checkout: str, clock: FrozenClock) -> None:
    one, other = (graph.store_fact(claim, [checkout]).id for claim in ("open", "closed"))
    found = graph.mark_contradiction(one, other).id
    known = clock.now() + 50
    clock.advance(days=1)
    graph.resolve_contradiction(found, "keep", keep_id=one)
    (told,) = graph.get_timeline(checkout).contradictions
    assert (told.id, told.resolution) == (found, "keep")
    assert told.resolved_at is not None
    (then,) = graph.get_timeline(checkout, known_at=known).contradictions
    assert (then.resolution, then.resolved_at) == (None, None)


def test_of_a_crowd_of_contradictions_the_first_detected_are_told(graph: Graph, checkout: str) -> None:
    fact = graph.store_fact("open", [checkout]).id
    others = store_facts(graph, checkout, [f"claim {n}" for n in range(1200)])
    first = contradict_all(graph, fact, others[1000:])
    contradict_all(graph, fact, others[:1000])
    for known_at in (None, graph.now()):
        assert {found.id for found in graph.get_timeline(fact, known_at=known_at).contradictions} == set(first)
    assert len(graph.store_fact("open", [checkout]).contradiction_ids or ()) == 1200


@pytest.mark.parametrize("limit", [1, 7, 50, 200])
def test_pages_follow_each_other_without_a_gap_or_a_repeat(graph: Graph, checkout: str, limit: int) -> None:
    made = [graph.store_fact("claim 0", [checkout], valid_from="2024-01-01T00:00:00Z").id]
    for n in range(1, 60):
        made.append(graph.supersede_fact(made[-1], f"claim {n}").id)
    seen: list[str] = []
    cursor = None
    while True:
        page = graph.get_timeline(made[30], limit=limit, cursor=cursor)
        assert len(page.versions) <= limit
        seen += [version.id for version in page.versions]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == made


def test_a_page_goes_on_where_the_last_one_ended_though_more_was_written(graph: Graph, checkout: str) -> None:
    made = [graph.store_fact("claim 0", [checkout], valid_from="2024-01-01T00:00:00Z").id]
    for n in range(1, 4):
        made.append(graph.supersede_fact(made[-1], f"claim {n}").id)
    page = graph.get_timeline(made[0], limit=2)
    made.append(graph.supersede_fact(made[-1], "claim 4").id)
    rest = graph.get_timeline(made[0], cursor=page.next_cursor)
    assert [version.id for version in (*page.versions, *rest.versions)] == made


def test_a_cursor_of_another_call_or_of_nobody_is_refused(graph: Graph, checkout: str) -> None:
    made = [graph.store_fact(f"claim {n}", [checkout]).id for n in range(3)]
    cursor = graph.get_timeline(checkout, limit=1).next_cursor
    assert cursor is not None
    for entry, text in ((made[0], cursor), *((checkout, text) for text in ("nonsense", cursor[:-4], "W10", "é"))):
        with pytest.raises(InvalidValueError, match=r"^cursor: "):
            graph.get_timeline(entry, cursor=text)


def test_a_missing_statement_and_a_foreign_one_give_the_same_words(graph: Graph, checkout: str) -> None:
    other = Graph(graph.store, "other", clock=graph.clock)
    foreign = other.store_fact("secret", [other.store_entity("x", "Service").id]).id
    with pytest.raises(NotFoundError) as of_foreign:
        graph.get_timeline(foreign)
    with pytest.raises(NotFoundError) as of_missing:
        graph.get_timeline("fact::none")
    assert str(of_foreign.value).replace(foreign, "fact::none") == str(of_missing.value)
    with pytest.raises(InvalidValueError, match=r"^id: "):
        graph.get_timeline("chunk::x")


def test_asking_for_one_id_after_the_other_keeps_no_more_than_a_few_timelines(graph: Graph, checkout: str) -> None:
    tracemalloc.start()
    try:
        for n in range(800):
            with pytest.raises(NotFoundError):
                graph.get_timeline(f"fact::{n:0900}")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 400_000


def test_a_page_of_facts_about_very_many_things_is_told_whole(graph: Graph, checkout: str) -> None:
    things = [checkout, *(f"entity::Service::{n}" for n in range(999))]

    def facts() -> Iterator[Quad]:
        for n in range(102):
            made = Statement(f"fact::{n:03}", fact(f"claim {n}", things, None), 0, None, 0, None, "test")
            for subject, predicate, value in made.triples(graph.tenant, "current"):
                yield Quad(subject, predicate, value, graph.tenant.current)

    graph.store.load(facts())
    assert {version.claim for version in graph.get_timeline(checkout, limit=200).versions} == {
        f"claim {n}" for n in range(102)
    }


def test_a_server_that_walks_no_paths_gives_the_same_timeline_step_by_step(graph: Graph, checkout: str) -> None:
    ids = [graph.store_fact("claim 0", [checkout], valid_from="2024-01-01T00:00:00Z").id]
    for month in range(2, 8):
        start = f"2024-{month:02}-01T00:00:00Z"
        ids.append(graph.supersede_fact(ids[-1], f"claim {month % 3}", valid_from=start).id)
    for claim in ("claim amended", "claim amended again"):
        ids.append(graph.amend_statement(ids[-1], claim=claim).id)
    graph.retract_statement(ids[2], include_ended=True)
    whole = [graph.get_timeline(id).to_json() for id in ids]
    graph.store.walks_paths = False
    graph.store.forget()
    assert [graph.get_timeline(id).to_json() for id in ids] == whole
    assert len(graph.get_timeline(ids[0]).versions) == len(ids)
