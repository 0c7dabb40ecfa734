"""Text search beside a server: what this process wrote at once, what others wrote soon, and answers that tell their age."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kgrdf import Graph, open_store
from kgrdf.answers import SearchAnswer
from kgrdf.copying import copy_tenant
from kgrdf.errors import StoreUnavailableError
from kgrdf.query import Request
from kgrdf.rendering import render
from kgrdf.search import SearchIndex, find
from kgrdf.search.folder import IndexFolder
from kgrdf.store import EmbeddedStore, EndpointOptions
from kgrdf.store.base import Row
from kgrdf.store.endpoint import EndpointStore
from kgrdf.tenants import drop_tenant
from kgrdf.testing import FrozenClock, NeptuneEmulation
from kgrdf.validation import validate
from tests.runtime.writers.shared import SharedStore


@pytest.fixture
def kept() -> Iterator[EmbeddedStore]:
    with open_store("memory:") as store:
        assert isinstance(store, EmbeddedStore)
        yield store


@pytest.fixture
def opened(kept: EmbeddedStore, clock: FrozenClock) -> Iterator[Callable[[Path | None], Graph]]:
    """Make the memory of a process, with its cache in a folder."""
    stores: list[SharedStore] = []

    def process(folder: Path | None) -> Graph:
        if folder is not None:
            folder.mkdir(exist_ok=True)
        stores.append(SharedStore(kept, folder))
        return Graph(stores[-1], "acme", clock=clock)

    yield process
    for store in stores:
        store.close()


def names(answer: SearchAnswer) -> list[str]:
    return [hit.text for hit in answer.hits]


class Gate:
    """Holds the background's reading of all words until it is opened."""

    def __init__(self, graph: Graph) -> None:
        self.opened, self.reached, self.readings = threading.Event(), threading.Event(), 0
        select = graph.store.select

        def gated(request: Request) -> Iterator[Row]:
            if request.name == "entity_rows":
                self.readings += 1
                self.reached.set()
                assert self.opened.wait(10)
            return select(request)

        graph.store.select = gated  # type: ignore[method-assign]


def test_what_another_process_wrote_is_found_by_the_next_search(opened: Callable[[Path | None], Graph]) -> None:
    mine, other = opened(None), opened(None)
    mine.store_entity("checkout", "Service")
    for number in range(5):
        other.store_entity(f"ledger {number}", "Service")
        mine.store_entity(f"till {number}", "Service")
        for graph in (mine, other):
            assert names(graph.search_memory(f"ledger {number}"))[0] == f"ledger {number}"
            assert names(graph.search_memory(f"till {number}"))[0] == f"till {number}"
            assert graph.search_memory("checkout").indexed_at is None


def test_this_process_alone_never_reads_all_words_again(opened: Callable[[Path | None], Graph]) -> None:
    mine = opened(None)
    gate = Gate(mine)
    for number in range(5):
        mine.store_entity(f"till {number}", "Service")
        assert names(mine.search_memory(f"till {number}"))[0] == f"till {number}"
    assert gate.readings == 0


def test_an_index_that_is_behind_answers_with_its_age_and_is_made_again_in_the_background(
    opened: Callable[[Path | None], Graph], clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "_PATIENCE", 0.05)
    mine, other = opened(None), opened(None)
    mine.store_entity("checkout old", "Service")
    clock.advance(hours=1)
    other.store_entity("checkout new", "Service")
    gate = Gate(mine)
    answer = mine.search_memory("checkout")
    assert names(answer) == ["checkout old"]
    assert answer.wire()["indexedAt"] == "2025-01-01T00:00:00Z"
    assert render(answer).startswith("indexed at 2025-01-01: what was written since may be missing\n")
    mine.store_entity("checkout mine", "Service")
    gate.opened.set()
    assert SearchIndex.of(mine).follow() is None
    answer = mine.search_memory("checkout")
    assert sorted(names(answer)) == ["checkout mine", "checkout new", "checkout old"]
    assert answer.indexed_at is None
    assert "indexedAt" not in answer.wire()


def test_what_this_process_writes_while_the_index_is_made_is_in_it(opened: Callable[[Path | None], Graph]) -> None:
    mine, other = opened(None), opened(None)
    other.store_entity("there", "Service")
    gate, answers = Gate(mine), list[SearchAnswer]()
    thread = threading.Thread(target=lambda: answers.append(mine.search_memory("there")))
    thread.start()
    assert gate.reached.wait(5)
    mine.store_entity("written meanwhile", "Service")
    gate.opened.set()
    thread.join(10)
    assert names(answers[0]) == ["there"]
    assert names(mine.search_memory("meanwhile")) == ["written meanwhile"]
    assert gate.readings == 1


def test_an_index_in_the_cache_outlives_its_process(opened: Callable[[Path | None], Graph], tmp_path: Path) -> None:
    first = opened(tmp_path / "cache")
    first.store_entity("checkout", "Service")
    first.store.close()
    second = opened(tmp_path / "cache")
    gate = Gate(second)
    assert names(second.search_memory("checkout")) == ["checkout"]
    assert gate.readings == 0


def test_two_processes_with_one_cache_have_an_index_each(opened: Callable[[Path | None], Graph], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, second = opened(cache), opened(cache)
    for number in range(3):
        first.store_entity(f"one {number}", "Service")
        second.store_entity(f"two {number}", "Service")
        for graph in (first, second):
            assert len(names(graph.search_memory("one two", limit=50))) == 2 * number + 2
            assert list(validate(graph, shapes=False)) == []
    assert IndexFolder.of(first.store).path == cache / "search"
    own = IndexFolder.of(second.store).path
    assert own is not None
    assert own != cache / "search"
    second.store.close()
    assert not own.exists()


def test_dropping_a_tenant_leaves_no_word_of_it_in_the_cache(opened: Callable[[Path | None], Graph], tmp_path: Path) -> None:
    graph = opened(tmp_path / "cache")
    graph.store_entity("zanzibar", "Service")
    graph.search_memory("zanzibar")
    drop_tenant(graph)
    graph.store.close()
    assert not any(b"zanzibar" in file.read_bytes() for file in (tmp_path / "cache").rglob("*") if file.is_file())


def test_a_dropped_tenant_that_begins_again_is_not_found_by_an_old_index(
    opened: Callable[[Path | None], Graph], tmp_path: Path, clock: FrozenClock
) -> None:
    """Another process dropped it: the index of this one fits no revision of the new memory."""
    mine, other = opened(tmp_path / "cache"), opened(None)
    mine.store_entity("before", "Service")
    clock.advance(minutes=1)
    drop_tenant(other)
    other.store_entity("after", "Service")
    assert names(mine.search_memory("before after")) == ["after"]


def test_where_no_index_is_there_and_none_can_be_made_the_search_says_so(
    opened: Callable[[Path | None], Graph], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = opened(None), opened(None)
    other.store_entity("checkout", "Service")
    select = mine.store.select

    def failing(request: Request) -> Iterator[Row]:
        if request.name == "entity_rows":
            raise StoreUnavailableError("the server is gone")
        return select(request)

    mine.store.select = failing  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError, match="cannot be made: the server is gone"):
        mine.search_memory("checkout")
    mine.store.select = select  # type: ignore[method-assign]
    assert names(mine.search_memory("checkout")) == ["checkout"]


def test_progress_is_told_while_the_index_is_made(opened: Callable[[Path | None], Graph]) -> None:
    mine, other = opened(None), opened(None)
    for number in range(20):
        other.store_entity(f"thing {number}", "Service")
    gate, heard = Gate(mine), list[int]()

    def advance(done: int, total: int | None) -> None:
        heard.append(done)
        gate.opened.set()

    assert SearchIndex.of(mine).follow(advance=advance) is None
    assert heard


def test_an_index_is_not_made_of_a_copy_that_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that only reads asks the reader: what that lacks by then is found as soon as it has it."""
    with NeptuneEmulation() as neptune:
        for name, value in neptune.environment.items():
            monkeypatch.setenv(name, value)
        options: EndpointOptions = {"profile": "neptune", "region": neptune.region, "ca_file": neptune.ca_file}
        with (
            EndpointStore(neptune.url, **options) as store,
            EndpointStore(neptune.url, **options, reader_url=neptune.reader_url) as distant,
        ):
            writing, reading = Graph(store, "acme"), Graph(distant, "acme")
            writing.store_entity("checkout", "Service")
            assert reading.list_entities().entities
            neptune.cluster.lag = 3600.0
            writing.store_entity("checkout too", "Service")
            assert SearchIndex.of(reading).follow() is None
            assert names(reading.search_memory("checkout")) == ["checkout"]
            neptune.cluster.lag = 0.0
            assert names(reading.search_memory("checkout")) == ["checkout", "checkout too"]


def test_a_cache_that_cannot_be_written_keeps_nobody_from_searching(
    opened: Callable[[Path | None], Graph], tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "search").write_text("a file where the folder should be")
    graph = opened(cache)
    graph.store_entity("checkout", "Service")
    assert names(graph.search_memory("checkout")) == ["checkout"]


def test_a_memory_that_was_brought_in_is_not_found_by_the_index_of_what_was_there_before(
    opened: Callable[[Path | None], Graph], clock: FrozenClock
) -> None:
    """Both came from folders, where their words had changed as often: the same revision, and other words."""
    mine, other = opened(None), opened(None)
    for name in ("before", "after"):
        with open_store("memory:") as folder:
            Graph(folder, "acme", clock=clock).store_entity(name, "Service")
            copy_tenant(folder, other.store, other.tenant)
        assert names(mine.search_memory("before after")) == [name]
        drop_tenant(other)


def test_a_fault_while_the_index_is_made_is_never_an_index_without_words(opened: Callable[[Path | None], Graph]) -> None:
    mine, other = opened(None), opened(None)
    other.store_entity("checkout", "Service")
    select = mine.store.select

    def failing(request: Request) -> Iterator[Row]:
        if request.name == "entity_rows":
            raise ValueError("a bug")
        return select(request)

    mine.store.select = failing  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError, match="cannot be made: a bug"):
        mine.search_memory("checkout")


def test_the_index_of_a_tenant_whose_name_looks_like_one_in_the_making_is_kept(
    opened: Callable[[Path | None], Graph], tmp_path: Path, clock: FrozenClock
) -> None:
    first = Graph(opened(tmp_path / "cache").store, "new.building", clock=clock)
    first.store_entity("checkout", "Service")
    first.store.close()
    second = Graph(opened(tmp_path / "cache").store, "new.building", clock=clock)
    gate = Gate(second)
    assert names(second.search_memory("checkout")) == ["checkout"]
    assert gate.readings == 0


def test_a_cache_is_for_no_other_user_of_the_machine(tmp_path: Path) -> None:
    with EndpointStore("http://127.0.0.1:9/query", profile="oxigraph", cache=tmp_path / "cache") as store:
        assert store.folder is not None
        assert store.folder.stat().st_mode & 0o777 == 0o700


def test_a_write_that_is_in_the_graph_does_not_fail_for_want_of_a_folder(
    opened: Callable[[Path | None], Graph], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = opened(tmp_path / "cache"), opened(tmp_path / "cache")
    first.store_entity("checkout", "Service")

    def full(**options: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("kgrdf.search.folder.tempfile.TemporaryDirectory", full)
    assert second.store_entity("billing", "Service").created
    assert names(second.search_memory("billing")) == ["billing"]
    assert IndexFolder.of(second.store).path is None
