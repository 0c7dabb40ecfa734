from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kgrdf import Graph
from kgrdf.errors import InvalidValueError, QueryRejectedError, StoreLockedError, StoreUnavailableError
from kgrdf.store import EmbeddedStore, open_store
from kgrdf.tenancy import Tenant
from kgrdf.testing import compiled

ACME = Tenant("acme")
PUT = compiled("# @name put\n# @mode update\nINSERT { GRAPH $current { $s <urn:p> $o } } WHERE { VALUES ?x { 1 } }")
ALL = compiled("# @name all\n# @mode many\nSELECT ?o WHERE { GRAPH $current { ?s <urn:p> ?o } }")
ANY = compiled("# @name any\n# @mode ask\nASK WHERE { GRAPH $current { ?s ?p ?o } }")
TRIPLES = compiled(
    "# @name triples\n# @mode construct\nCONSTRUCT { ?s <urn:p> ?o } WHERE { GRAPH $current { ?s <urn:p> ?o } }"
)


def put(store: EmbeddedStore, value: str) -> None:
    store.update(PUT.bind(ACME, s=ACME.iri(f"fact::{value}"), o=value))


def values(store: EmbeddedStore) -> list[str]:
    return sorted(term.value for (term,) in store.select(ALL.bind(ACME)) if isinstance(term, Literal))


def test_what_is_written_is_read_in_every_form(store: EmbeddedStore) -> None:
    assert not store.ask(ANY.bind(ACME))
    put(store, "a")
    store.load([Quad(ACME.iri("fact::b"), NamedNode("urn:p"), Literal("b"), ACME.current)])
    assert values(store) == ["a", "b"]
    assert store.ask(ANY.bind(ACME))
    assert len(list(store.construct(TRIPLES.bind(ACME)))) == 2


def test_what_was_written_is_there_after_closing_and_opening_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with open_store(folder) as store:
        put(store, "a")
    with open_store(f"file:{folder}", sync="always") as store:
        assert values(store) == ["a"]
        put(store, "b")
    with open_store(folder) as store:
        assert values(store) == ["a", "b"]


@pytest.mark.parametrize("name", ["kgrdf.lock", "format"])
def test_a_folder_whose_files_cannot_be_opened_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(StoreUnavailableError, match="cannot be opened"):
        open_store(tmp_path)


def test_a_second_opening_names_the_process_that_owns_the_folder(tmp_path: Path) -> None:
    with open_store(tmp_path / "s") as store:
        put(store, "a")
        with pytest.raises(StoreLockedError, match=f"in use by process {os.getpid()}"):
            open_store(tmp_path / "s")
        assert values(store) == ["a"]


def test_another_process_is_told_who_owns_the_folder_and_harms_nothing(tmp_path: Path) -> None:
    attempt = "import sys, kgrdf; kgrdf.open_store(sys.argv[1])"
    with open_store(tmp_path / "s") as store:
        put(store, "a")
        for _ in range(2):
            other = subprocess.run(
                [sys.executable, "-c", attempt, str(tmp_path / "s")], capture_output=True, text=True, check=False
            )
            assert f"StoreLockedError: store: {tmp_path / 's'} is in use by process {os.getpid()}" in other.stderr
        put(store, "b")
    with open_store(tmp_path / "s") as store:
        assert values(store) == ["a", "b"]


def test_a_lock_left_by_a_dead_process_is_no_lock(tmp_path: Path) -> None:
    script = "import os, sys, kgrdf; store = kgrdf.open_store(sys.argv[1]); os.kill(os.getpid(), 9)"
    died = subprocess.run([sys.executable, "-c", script, str(tmp_path / "s")], check=False)
    assert died.returncode == -9
    with open_store(tmp_path / "s") as store:
        assert values(store) == []


def test_closing_twice_does_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path / "s")
    store.close()
    store.close()
    open_store(tmp_path / "s").close()


def test_a_closed_store_says_so_to_every_call(store: EmbeddedStore) -> None:
    put(store, "a")
    store.close()
    calls: list[Callable[[], object]] = [
        lambda: put(store, "b"),
        lambda: values(store),
        lambda: store.ask(ANY.bind(ACME)),
        lambda: store.construct(TRIPLES.bind(ACME)),
        lambda: store.load([]),
        store.graphs,
        lambda: Graph(store, ACME).store_entity("A", "Service"),
        lambda: Graph(store, ACME).search_memory("a"),
    ]
    for call in calls:
        with pytest.raises(StoreUnavailableError, match="is closed"):
            call()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("draft", encoding="utf-8")
    with pytest.raises(InvalidValueError, match=r"holds other files \(thesis.txt\)"):
        open_store(tmp_path)
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "draft"


def test_a_folder_of_another_format_is_not_opened(tmp_path: Path) -> None:
    open_store(tmp_path / "s").close()
    (tmp_path / "s" / "format").write_text("kgrdf 99\n", encoding="utf-8")
    with pytest.raises(StoreUnavailableError, match="another version"):
        open_store(tmp_path / "s")
    with pytest.raises(StoreUnavailableError, match="another version"):
        open_store(tmp_path / "s")


def test_a_path_that_cannot_be_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(StoreUnavailableError, match="cannot be made a folder"):
        open_store(tmp_path / "file" / "below")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://ann:hunter2@localhost/sparql",
        "FTP://localhost/sparql",
        "sparql:localhost",
        "neptune+https://localhost",
        "memory:hunter2",
        "memory://",
        "file://hunter2/share",
        "FILE:",
    ],
)
def test_a_url_that_names_no_store_makes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidValueError, match=f"^store: this {re.escape(url.split(':')[0].lower())}: URL") as refusal:
        open_store(url)
    assert "starts with http:// or https://" in refusal.value.hint
    assert "hunter2" not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["file:{}/my%20memory", "file://{}/my%20memory", "FILE://localhost{}/my memory", "file://{}/./my%20memory"]
)
def test_a_folder_may_be_named_by_its_file_url(tmp_path: Path, url: str) -> None:
    with open_store(url.format(tmp_path)):
        assert (tmp_path / "my memory" / "format").exists()


@pytest.mark.parametrize("location", ["./notes:2026", "notes 2026: mine", "m:"])
def test_a_colon_in_a_path_makes_no_url_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, location: str) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store(location):
        assert (tmp_path / location / "format").exists()


def test_the_store_in_memory_is_one_in_any_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store("Memory:") as store:
        assert store.location == "memory:"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("location", "hint"),
    [
        ("https://example.org/sparql", "profile"),
        ("HTTPS://example.org/sparql", "profile"),
        ("http:/example.org/sparql", "no http or https URL"),
        ("", "blank"),
        ("  ", "blank"),
    ],
)
def test_a_location_that_cannot_be_opened_is_refused(location: str, hint: str) -> None:
    with pytest.raises(InvalidValueError, match=hint):
        open_store(location)


def test_sparql_that_the_store_refuses_is_called_a_bug_and_named(store: EmbeddedStore) -> None:
    broken = compiled("# @name broken\n# @mode many\nSELECT ?o WHERE { GRAPH $current { ?s ?p } }")
    with pytest.raises(QueryRejectedError, match="query broken was refused"):
        store.select(broken.bind(ACME))


def test_updates_from_eight_threads_are_all_kept(store: EmbeddedStore) -> None:
    """Oxigraph alone loses concurrent updates without an error."""

    def work(thread: int) -> None:
        for number in range(25):
            put(store, f"{thread}-{number}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(values(store)) == 200


def test_what_lies_beside_the_graph_is_closed_with_it() -> None:
    class Beside:
        closed = 0

        def close(self) -> None:
            self.closed += 1

    beside = Beside()
    with open_store("memory:") as store:
        store.beside["index"] = beside
    assert beside.closed == 1


def test_an_error_that_leaves_its_thread_takes_no_answer_of_the_store_along(
    store: EmbeddedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, "a")
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)

    def read(name: str) -> None:
        rows = store.select(ALL.bind(ACME)) if name == "select" else store.construct(TRIPLES.bind(ACME))
        assert len(list(rows)) == 1
        raise LookupError(rows)

    for name in ("select", "construct"):
        with ThreadPoolExecutor(1) as thread:
            assert isinstance(thread.submit(read, name).exception(), LookupError)
        gc.collect()
    assert lost == []
