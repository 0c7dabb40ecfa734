"""The index is derived: whatever happens to its file, an answer is the graph's."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgrdf.errors import ConflictError, StoreUnavailableError
from kgrdf.search import SearchIndex
from kgrdf.store import open_store

if TYPE_CHECKING:
    from kgrdf import Graph


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a store is made."""
    return tmp_path / "store"


@pytest.fixture
def stored(folder: Path) -> Iterator[Graph]:
    """A memory in a folder, which knows one service."""
    from kgrdf import Graph

    with open_store(folder) as store:
        graph = Graph(store, "acme")
        graph.store_entity("checkout", "Service", description="takes payments")
        yield graph


def index_file(folder: Path, tenant: str = "acme") -> Path:
    return folder / "search" / f"{tenant}.sqlite"


def content(path: Path) -> dict[str, list[tuple[str, ...]]]:
    """Return what both tables of an index file hold."""
    db = sqlite3.connect(path)
    found = {
        table: sorted(db.execute(f"SELECT rowid, id, kind, text FROM {table}").fetchall()) for table in ("open", "closed")
    }
    db.close()
    return found


def ids(graph: Graph, query: str) -> list[str]:
    return [hit.id for hit in graph.search_memory(query).hits]


def test_an_index_that_is_lost_comes_back(folder: Path) -> None:
    from kgrdf import Graph

    with open_store(folder) as store:
        made = Graph(store, "acme").store_entity("checkout", "Service")
    shutil.rmtree(folder / "search")
    with open_store(folder) as store:
        assert ids(Graph(store, "acme"), "checkout") == [made.id]


@pytest.mark.parametrize("damage", [b"", b"no database at all", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes) -> None:
    from kgrdf import Graph

    with open_store(folder) as store:
        made = Graph(store, "acme").store_entity("checkout", "Service")
    index_file(folder).write_bytes(damage)
    with open_store(folder) as store:
        graph = Graph(store, "acme")
        assert ids(graph, "checkout") == [made.id]
        graph.store_entity("payments", "Service")
        assert ids(graph, "payments") == ["entity::Service::payments"]


def test_a_page_that_goes_bad_while_the_file_is_open_is_made_again(folder: Path) -> None:
    from kgrdf import Graph

    with open_store(folder) as store:
        graph = Graph(store, "acme")
        graph.store_document("notes", chunks=[f"word{number} " * 50 for number in range(300)])
    with open_store(folder) as store:
        graph = Graph(store, "acme")
        assert ids(graph, "word1")
        size = index_file(folder).stat().st_size
        with index_file(folder).open("r+b") as file:
            file.seek(8192)
            file.write(b"\xff" * (size - 8192))
        assert [ids(graph, f"word{number}") != [] for number in range(0, 300, 20)] == [True] * 15


def test_the_file_of_another_tenant_is_not_taken(folder: Path) -> None:
    from kgrdf import Graph

    with open_store(folder) as store:
        mine = Graph(store, "acme").store_entity("checkout", "Service")
        Graph(store, "rival").store_entity("secret", "Service")
    shutil.copy(index_file(folder, "rival"), index_file(folder))
    with open_store(folder) as store:
        assert ids(Graph(store, "acme"), "secret") == []
        assert ids(Graph(store, "acme"), "checkout") == [mine.id]


def test_an_older_file_is_brought_up_to_date(folder: Path, tmp_path: Path) -> None:
    from kgrdf import Graph

    with open_store(folder) as store:
        Graph(store, "acme").store_entity("checkout", "Service")
    shutil.copy(index_file(folder), tmp_path / "older")
    with open_store(folder) as store:
        made = Graph(store, "acme").store_entity("payments", "Service")
    shutil.copy(tmp_path / "older", index_file(folder))
    with open_store(folder) as store:
        assert ids(Graph(store, "acme"), "payments") == [made.id]


@pytest.mark.parametrize("asked", [True, False], ids=["search next", "write next"])
def test_a_write_that_the_index_missed_is_found_all_the_same(
    stored: Graph, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    with monkeypatch.context() as patch:  # as if the process had died between its update and the index
        patch.setattr(SearchIndex, "apply", lambda *_: None)
        made = stored.store_entity("warehouse", "Service")
    if not asked:
        stored.store_entity("ledger", "Service")
    assert ids(stored, "warehouses") == [made.id]


def test_a_write_is_kept_where_the_index_cannot_be(folder: Path) -> None:
    from kgrdf import Graph

    with open_store(folder) as store:
        (folder / "search").write_text("a file where the folder should be")
        graph = Graph(store, "acme")
        assert graph.store_entity("checkout", "Service").created
        with pytest.raises(StoreUnavailableError, match="search index"):
            graph.search_memory("checkout")
        (folder / "search").unlink()
        assert ids(graph, "checkout") == ["entity::Service::checkout"]


def test_a_search_of_a_tenant_that_never_wrote_makes_no_file(stored: Graph, folder: Path) -> None:
    from kgrdf import Graph

    assert ids(Graph(stored.store, "nobody"), "checkout") == []
    assert not index_file(folder, "nobody").exists()


def test_a_discarded_index_leaves_no_words_behind(stored: Graph, folder: Path) -> None:
    SearchIndex.of(stored).discard()
    assert list((folder / "search").iterdir()) == []
    assert ids(stored, "payments") == ["entity::Service::checkout"]


def test_many_tenants_do_not_use_up_the_file_handles(stored: Graph, folder: Path) -> None:
    from kgrdf import Graph

    graphs = [Graph(stored.store, f"tenant-{number}") for number in range(80)]
    for graph in graphs:
        graph.store_entity("checkout", "Service", description=graph.tenant.id)
    open_files = [path for path in Path("/proc/self/fd").iterdir() if str(folder / "search") in str(path.resolve())]
    assert 0 < len(open_files) <= 3 * 64
    for graph in graphs:
        assert [hit.text for hit in graph.search_memory("checkout").hits] == [f"checkout: {graph.tenant.id}"]


def test_searching_while_others_write_finds_what_was_there(stored: Graph) -> None:
    def work(number: int) -> bool:
        if number % 2:
            return stored.store_entity(f"service {number}", "Service").created
        return "entity::Service::checkout" in ids(stored, "checkout")

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(80)))
    assert len(stored.search_memory("service", limit=100).hits) == 40


# -- kept up write by write, the index is what it would be if made anew ---------------------------------------------------

WORDS = st.sampled_from(["alpha", "beta", "gamma", "delta"])
STEPS = st.one_of(
    st.tuples(st.just("entity"), WORDS, WORDS),
    st.tuples(st.just("document"), WORDS, st.lists(WORDS, min_size=1, max_size=3)),
    st.tuples(st.just("title"), WORDS, WORDS),
    st.tuples(st.just("fact"), WORDS, st.booleans()),
    st.tuples(st.just("supersede"), WORDS, WORDS),
    st.tuples(st.just("retract"), WORDS, WORDS),
)


def carry_out(graph: Graph, step: tuple[str, str, object], facts: list[str]) -> None:
    match step:
        case ("entity", str(name), str(other)):
            graph.store_entity(name, "Service", id="one", aliases=[other], description=f"{name} of {other}")
        case ("document", str(id), list(chunks)):
            graph.store_document("notes", chunks=chunks, id=id)
        case ("title", str(id), str(title)):
            graph.store_document(title, id=id)
        case ("fact", str(word), bool(ended)):
            until = "2024-06-01T00:00:00Z" if ended else None
            about = graph.store_entity("subject", "Service").id
            start = "2024-01-01T00:00:00Z"
            facts.append(graph.store_fact(f"{word} {len(facts)}", [about], valid_from=start, valid_to=until).id)
        case ("supersede", str(word), _) if facts:
            facts.append(graph.supersede_fact(facts[-1], f"{word} {len(facts)}").id)
        case ("retract", _, _) if facts:
            graph.retract_statement(facts.pop(), include_ended=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=25)
@given(st.lists(STEPS, max_size=12))
def test_kept_up_or_made_anew_the_index_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, object]]
) -> None:
    from kgrdf import Graph

    folder = tmp_path_factory.mktemp("index") / "store"
    with open_store(folder) as store:
        graph = Graph(store, "acme")
        facts: list[str] = []
        graph.store_entity("subject", "Service")
        for step in steps:
            try:
                carry_out(graph, step, facts)
            except ConflictError:
                continue
        graph.search_memory("alpha")
        SearchIndex.of(graph).close()
        kept_up = content(index_file(folder))
        SearchIndex.of(graph).discard()
        graph.search_memory("alpha")
        assert content(index_file(folder)) == kept_up


def test_words_are_found_before_they_are_on_disk_and_are_on_disk_when_the_index_is_closed(
    stored: Graph, folder: Path
) -> None:
    SearchIndex.of(stored).size()
    stored.store_entity("billing", "Service")
    assert ids(stored, "billing") == ["entity::Service::billing"]
    SearchIndex.of(stored).close()
    assert len(content(index_file(folder))["open"]) == 2


def test_words_that_nobody_asks_for_are_on_disk_soon(stored: Graph, folder: Path) -> None:
    SearchIndex.of(stored).size()
    stored.store_entity("billing", "Service")
    until = time.monotonic() + 10
    while len(content(index_file(folder))["open"]) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    assert len(content(index_file(folder))["open"]) == 2


def test_a_write_that_is_in_the_graph_does_not_fail_where_no_thread_can_be_started(
    stored: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    SearchIndex.of(stored).close()

    def refused(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as fault:
        fault.setattr(threading.Thread, "start", refused)
        assert stored.store_entity("billing", "Service").created
    assert [hit.text for hit in stored.search_memory("billing").hits] == ["billing"]
