"""Several processes write one tenant: each write goes in once, and its writer knows."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from kgrdf import Graph, open_store
from kgrdf.answers import WriteAnswer
from kgrdf.copying import quads_of
from kgrdf.errors import ConflictError, KgrdfError, StoreUnavailableError, WriteConflictError
from kgrdf.export import export_trig
from kgrdf.query import Request, load
from kgrdf.standing import MARKS_KEPT, read_standing
from kgrdf.store import EmbeddedStore
from kgrdf.store.base import Row
from kgrdf.testing import FrozenClock
from kgrdf.validation import validate
from tests.runtime.writers.shared import SharedStore

WRITERS = 3
SINCE = "2024-01-01T00:00:00Z"


@pytest.fixture
def kept() -> Iterator[EmbeddedStore]:
    with open_store("memory:") as store:
        yield store


def writer(kept: EmbeddedStore, tenant: str = "acme", clock: FrozenClock | None = None) -> Graph:
    return Graph(SharedStore(kept), tenant, clock=clock)


@contextmanager
def before_the_next_update(graph: Graph, act: Callable[[], object], times: int = 1) -> Iterator[None]:
    """Let something happen between what a write reads and what it sends, so often."""
    update, left = graph.store.update, [times]

    def interposed(request: Request) -> None:
        if left[0]:
            left[0] -= 1
            act()
        update(request)

    graph.store.update = interposed  # type: ignore[method-assign]
    yield
    graph.store.update = update  # type: ignore[method-assign]


def at_once(*calls: Callable[[], WriteAnswer]) -> list[WriteAnswer | KgrdfError]:
    barrier = threading.Barrier(len(calls))
    results: list[WriteAnswer | KgrdfError | None] = [None] * len(calls)

    def make(number: int) -> None:
        barrier.wait()
        try:
            results[number] = calls[number]()
        except KgrdfError as error:
            results[number] = error

    threads = [threading.Thread(target=make, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [result for result in results if result is not None]


def test_a_write_that_another_process_overtook_is_prepared_again_and_goes_in_once(kept: EmbeddedStore) -> None:
    mine, other = writer(kept), writer(kept)
    service = mine.store_entity("checkout", "Service").id
    with before_the_next_update(mine, lambda: other.store_fact("told by the other", [service])):
        answer = mine.store_fact("told by me", [service])
    assert answer.created
    assert {fact.claim for fact in other.get_entity_context(service, hops=1).facts} == {"told by the other", "told by me"}
    assert list(validate(mine, search=False)) == []


def test_the_first_writes_of_a_tenant_race_too_and_none_is_lost(kept: EmbeddedStore) -> None:
    for turn in range(20):
        graphs = [writer(kept, f"tenant-{turn}") for _ in range(WRITERS)]
        names = [f"thing {number}" for number in range(WRITERS)]
        at_once(*(partial(graph.store_entity, name, "Service") for graph, name in zip(graphs, names, strict=True)))
        assert {entity.name for entity in graphs[0].list_entities().entities} == set(names)
        assert len(list(kept.select(load("all_states").bind(graphs[0].tenant, state=graphs[0].tenant.state)))) == 1


def test_of_several_who_supersede_one_fact_one_wins_and_the_others_learn_it(kept: EmbeddedStore) -> None:
    setup, graphs = writer(kept), [writer(kept) for _ in range(WRITERS)]
    ann = setup.store_entity("ann", "Person").id
    for turn in range(30):
        old = setup.store_fact(f"held {turn}", [ann]).id
        results = at_once(*(partial(graph.supersede_fact, old, f"new {turn} {n}") for n, graph in enumerate(graphs)))
        won = [result for result in results if isinstance(result, WriteAnswer)]
        lost = [result for result in results if isinstance(result, ConflictError)]
        assert (len(won), len(lost)) == (1, WRITERS - 1), results
        assert all(won[0].id in refusal.message for refusal in lost)
        assert len(setup.get_timeline(old).versions) == 2


def test_the_same_said_by_several_is_created_by_one(kept: EmbeddedStore) -> None:
    graphs = [writer(kept) for _ in range(WRITERS)]
    ann = graphs[0].store_entity("ann", "Person").id
    for turn in range(20):
        results = at_once(*(partial(graph.store_fact, f"fact {turn}", [ann], valid_from=SINCE) for graph in graphs))
        answers = [result for result in results if isinstance(result, WriteAnswer)]
        assert sum(answer.created for answer in answers) == 1
        assert len({answer.id for answer in answers}) == 1


def test_a_write_is_known_as_mine_though_others_wrote_before_i_looked(kept: EmbeddedStore, clock: FrozenClock) -> None:
    """The head that is read back is another's by then; the mark beside it says that mine went in before."""
    mine, other = writer(kept, clock=clock), writer(kept, clock=clock)
    mine.store_entity("checkout", "Service")
    update, sent = mine.store.update, []

    def overtaken_after(request: Request) -> None:
        update(request)
        sent.append(request)
        for number in range(MARKS_KEPT - 1):
            other.store_entity(f"other {number}", "Service")

    mine.store.update = overtaken_after  # type: ignore[method-assign]
    assert mine.store_entity("orders", "Service").created
    assert len(sent) == 1


def test_where_too_much_was_written_since_the_outcome_is_said_to_be_unknown(kept: EmbeddedStore) -> None:
    mine, other = writer(kept), writer(kept)
    mine.store_entity("checkout", "Service")
    update = mine.store.update

    def overtaken_after(request: Request) -> None:
        update(request)
        for number in range(MARKS_KEPT):
            other.store_entity(f"other {number}", "Service")

    mine.store.update = overtaken_after  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError, match="nobody can tell"):
        mine.store_entity("orders", "Service")
    assert not other.store_entity("orders", "Service").created


def test_an_update_that_is_sent_again_because_its_reply_was_lost_applies_once_and_is_mine(kept: EmbeddedStore) -> None:
    mine, other = writer(kept), writer(kept)
    ann = mine.store_entity("ann", "Person").id
    update = mine.store.update

    def sent_twice(request: Request) -> None:
        update(request)
        other.store_entity("between", "Service")
        update(request)

    mine.store.update = sent_twice  # type: ignore[method-assign]
    answer = mine.store_fact("once", [ann])
    assert answer.created
    assert [version.id for version in other.get_timeline(ann).versions] == [answer.id]


def test_a_write_whose_reply_never_came_succeeds_where_it_can_be_seen_to_have_gone_in(kept: EmbeddedStore) -> None:
    mine = writer(kept)
    update = mine.store.update

    def reply_lost(request: Request) -> None:
        update(request)
        if request.name.startswith("commit"):
            raise StoreUnavailableError("the connection was reset")

    mine.store.update = reply_lost  # type: ignore[method-assign]
    assert mine.store_entity("first", "Service").created
    assert mine.store_entity("second", "Service").created

    def never_arrived(request: Request) -> None:
        raise StoreUnavailableError("no connection")

    mine.store.update = never_arrived  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError, match="no connection"):
        mine.store_entity("third", "Service")


def test_one_who_never_gets_a_turn_is_told_so_and_nothing_of_it_is_written(
    kept: EmbeddedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgrdf.writing._LONGEST_PAUSE", 0.0)
    mine, other = writer(kept), writer(kept)
    numbers = iter(range(1000))
    with (
        before_the_next_update(mine, lambda: other.store_entity(f"other {next(numbers)}", "Service"), times=1000),
        pytest.raises(WriteConflictError, match="nothing was written"),
    ):
        mine.store_entity("mine", "Service")
    assert "mine" not in {entity.name for entity in other.list_entities(limit=200).entities}


def test_a_refusal_that_rests_on_a_state_that_has_passed_is_not_given(kept: EmbeddedStore) -> None:
    """Between two of my reads another process stores what I was about to miss."""
    mine, other = writer(kept), writer(kept)
    ann = mine.store_entity("ann", "Person").id
    select, seen = mine.store.select, []

    def late(request: Request) -> Iterator[Row]:
        rows = select(request)
        if request.name == "entities_by_key" and not seen:
            seen.append(request)
            other.store_entity("bob", "Person")
        return rows

    mine.store.select = late  # type: ignore[method-assign]
    assert mine.add_relationship(ann, "bob", "knows").created


def test_no_more_marks_stay_than_are_needed_and_none_leaves_the_store(kept: EmbeddedStore) -> None:
    graph = writer(kept)
    for number in range(MARKS_KEPT + 5):
        graph.store_entity(f"thing {number}", "Service")
    assert len(read_standing(graph).marks) == MARKS_KEPT
    out = io.BytesIO()
    export_trig(graph, out)
    assert b"writeMark" not in out.getvalue()
    assert not any("writeMark" in str(quad) for quad in quads_of(kept, graph.tenant))


def test_a_store_of_one_process_keeps_no_marks(graph: Graph) -> None:
    graph.store_entity("thing", "Service")
    assert read_standing(graph).marks == ()


def test_a_write_whose_lease_ran_out_on_its_way_is_read_back(kept: EmbeddedStore) -> None:
    """It was prepared as the only writer's; another process took the lease and wrote in the same instant, before it came."""
    clock = FrozenClock()
    mine, other = writer(kept, clock=clock), writer(kept, clock=clock)
    mine.store_entity("checkout", "Service")
    mine.store.exclusive = True  # type: ignore[misc]

    def run_out() -> None:
        mine.store.exclusive = False  # type: ignore[misc]
        other.store_entity("theirs", "Service")

    with before_the_next_update(mine, run_out):
        assert mine.store_entity("mine", "Service").created
    assert {entity.name for entity in other.list_entities().entities} == {"checkout", "theirs", "mine"}
