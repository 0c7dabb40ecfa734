"""A tenant is copied from a folder to a server and back, and the two are the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from kgrdf import Graph, copying, open_store
from kgrdf.copying import content_of, copy_tenant
from kgrdf.errors import ConflictError, StoreUnavailableError
from kgrdf.export import export_trig
from kgrdf.ingest import import_trig
from kgrdf.query import Request
from kgrdf.standing import head_in
from kgrdf.store import EmbeddedStore
from kgrdf.store.endpoint import EndpointStore
from kgrdf.tenancy import Tenant
from kgrdf.tenants import drop_tenant, list_tenants
from kgrdf.validation import validate
from tests.runtime.endpoint.servers import oxigraph_serving
from tests.runtime.writers.shared import SharedStore


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with oxigraph_serving() as found:
        yield found


@pytest.fixture
def server(url: str) -> Iterator[EndpointStore]:
    with EndpointStore(url, profile="oxigraph") as store:
        yield store


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Graph]:
    """A tenant in a folder, with everything that servers spell in their own way."""
    with open_store(tmp_path / "folder") as store:
        graph = Graph(store, Tenant.fresh())
        graph.store_document("A page", text="Ann works on checkout. " * 40, id="page")
        for number in range(20):
            entity = graph.store_entity(f"thing “{number}” é\n", "Service", confidence="0.50", aliases=["C++"]).id
            fact = graph.store_fact(f'{number} \\ "so"', [entity], valid_to="2030-01-01T00:00:00Z").id
            graph.add_relationship(entity, "thing “0” é", "uses", weight="0.10", source_document_id="page")
            if number % 2:
                graph.retract_statement(fact)
        yield graph


def test_a_tenant_moves_to_a_server_and_back(memory: Graph, server: EndpointStore, tmp_path: Path) -> None:
    tenant, there = memory.tenant, Graph(server, memory.tenant)
    copied = copy_tenant(memory.store, server, tenant)
    assert copied == content_of(memory.store, tenant)
    assert tenant.id in list_tenants(server).tenants
    assert list(validate(there)) == []
    ids = [entity.id for entity in memory.list_entities().entities]
    assert [there.get_entity_context(i).wire() for i in ids] == [memory.get_entity_context(i).wire() for i in ids]
    assert there.search_memory("checkout").wire() == memory.search_memory("checkout").wire()
    assert copy_tenant(memory.store, server, tenant) == copied
    there.store_entity("new on the server", "Service")
    with open_store(tmp_path / "back") as back:
        assert copy_tenant(server, back, tenant) == content_of(server, tenant) != copied
        assert [e.name for e in Graph(back, tenant).list_entities(limit=100).entities].count("new on the server") == 1
    with pytest.raises(ConflictError, match="has other data"):
        copy_tenant(memory.store, server, tenant)
    assert drop_tenant(there)
    assert tenant.id not in list_tenants(server).tenants


def test_the_command_line_copies_from_a_server(memory: Graph, server: EndpointStore, url: str, tmp_path: Path) -> None:
    copied = copy_tenant(memory.store, server, memory.tenant)
    command = [sys.executable, "-m", "kgrdf.cli", "copy", "--from", url, "--to", str(tmp_path / "copy")]
    command += ["--profile", "oxigraph", "--tenant", memory.tenant.id, "--cache", str(tmp_path / "cache")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{copied.quads:,} quads, the same on both sides: {copied.digest}\n"


def test_a_copy_that_was_interrupted_sends_only_what_is_missing(
    memory: Graph, server: EndpointStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_AT_ONCE", 50)
    load, done = server.load, []

    def failing(quads: list[object]) -> None:
        if len(done) == 3:
            raise StoreUnavailableError("the server is gone")
        done.append(len(quads))
        load(quads)  # type: ignore[arg-type]

    monkeypatch.setattr(server, "load", failing)
    with pytest.raises(StoreUnavailableError):
        copy_tenant(memory.store, server, memory.tenant)
    assert Graph(server, memory.tenant).head() is None, "a copy in the making is no memory yet"
    monkeypatch.setattr(server, "load", load)
    progress: list[tuple[int, int | None]] = []
    copied = copy_tenant(memory.store, server, memory.tenant, advance=lambda done, total: progress.append((done, total)))
    assert progress[0] == (200, copied.quads)
    assert copied == content_of(memory.store, memory.tenant)


def test_the_digest_counts_values_and_not_how_they_are_spelled(graph: Graph) -> None:
    text = "PREFIX x: <http://www.w3.org/2001/XMLSchema#> INSERT DATA {{ GRAPH <{}> {{ <{}> <urn:p> {} }} }}"
    spellings = [
        ['"0.50"^^x:decimal', '"0.5"^^x:decimal', '".5"^^x:decimal'],
        ['"7"^^x:integer', '"007"^^x:long'],
        ['"a"@en-GB', '"a"@en-gb'],
        ['"true"^^x:boolean', '"1"^^x:boolean'],
        ['"1"', '"1"^^x:string'],
        ['"1"^^x:integer'],
        ['"1.0"^^x:decimal'],
        ["<urn:1>"],
    ]
    digests = []
    for same in spellings:
        found = set()
        for spelling in same:
            with open_store("memory:") as store:
                store.update(Request(text.format(graph.tenant.current.value, "urn:kgrdf:acme:x", spelling), "spell"))
                found.add(content_of(store, graph.tenant))
        assert len(found) == 1, same
        digests += found
    assert len(set(digests)) == len(spellings)


def test_a_source_that_is_written_meanwhile_and_a_target_that_is_are_noticed(memory: Graph) -> None:
    for written in ("source", "target"):
        with open_store("memory:") as one, open_store("memory:") as other:
            assert isinstance(one, EmbeddedStore)
            assert isinstance(other, EmbeddedStore)
            copy_tenant(memory.store, one, memory.tenant)
            source, target = SharedStore(one), SharedStore(other)
            load, kept = target.load, one if written == "source" else other

            def interposed(quads: object, load: object = load, kept: EmbeddedStore = kept) -> None:
                Graph(SharedStore(kept), memory.tenant).store_entity("meanwhile", "Service")
                load(quads)  # type: ignore[operator]

            target.load = interposed  # type: ignore[method-assign,assignment]
            with pytest.raises(ConflictError, match="was written in"):
                copy_tenant(source, target, memory.tenant)
            if written == "source":
                assert head_in(other, memory.tenant) is None, "what was copied in part is no memory"


def test_a_whole_memory_comes_in_as_trig(memory: Graph, server: EndpointStore, tmp_path: Path) -> None:
    there = Graph(server, memory.tenant)
    with (tmp_path / "memory.trig").open("wb") as out:
        export_trig(memory, out)
    with (tmp_path / "memory.trig").open("rb") as stream:
        added, problems = import_trig(there, stream)
    assert (added, problems) == (content_of(memory.store, memory.tenant).quads, [])
    with (tmp_path / "again.trig").open("wb") as out:
        export_trig(there, out)
    ours, theirs = ((tmp_path / name).read_bytes().splitlines() for name in ("memory.trig", "again.trig"))
    assert [line for line in theirs if line not in ours] == [line for line in theirs if b"#revision>" in line]
    assert len(theirs) == len(ours)
    assert memory.tenant.id in list_tenants(server).tenants


def test_two_copies_in_opposite_directions_take_the_locks_in_one_order(tmp_path: Path) -> None:
    taken: list[str] = []

    class Noting(EmbeddedStore):
        def writing(self) -> AbstractContextManager[None]:
            taken.append(self.location)
            return super().writing()

    with Noting(tmp_path / "one") as one, Noting(tmp_path / "other") as other:
        Graph(one, "acme").store_entity("checkout", "Service")
        taken.clear()
        copy_tenant(one, other, Tenant("acme"))
        there = taken[:2]
        taken.clear()
        copy_tenant(other, one, Tenant("acme"))
        assert taken[:2] == there == [one.location, other.location]
