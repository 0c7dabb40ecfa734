"""Leases and shared writing on a real server, from processes of their own."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgrdf import Graph
from kgrdf.errors import StoreLockedError
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.lease import Lease
from kgrdf.tenancy import Tenant
from tests.runtime.endpoint.servers import oxigraph_serving
from tests.runtime.writers.races import race_on_the_emulation, race_to_supersede
from tests.server.conftest import starting

HOLD = """
import os, sys
from kgrdf import Graph, open_store
store = open_store(sys.argv[1], profile="oxigraph", lease=float(sys.argv[2]))
Graph(store, "acme").store_entity(f"held by {os.getpid()}", "Service")
print("held", flush=True)
sys.stdin.readline()
store.close()
"""


@pytest.fixture(scope="module")
def folder_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The query URL of an Oxigraph server with a folder: it loses concurrent updates."""
    with oxigraph_serving("--location", str(tmp_path_factory.mktemp("oxigraph"))) as url:
        yield url


@pytest.fixture
def holder(folder_url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes, until a line is sent to it."""
    command = [sys.executable, "-c", HOLD, folder_url, "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def run(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kgrdf.cli", *arguments, "--store", url, "--profile", "oxigraph", "--tenant", "acme"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_second_process_may_read_and_is_refused_to_write_with_the_first_one_named(
    folder_url: str, holder: subprocess.Popen[str], tmp_path: Path
) -> None:
    refused = run(folder_url, "fact", "it is so", "--about", f"held by {holder.pid}", "--cache", str(tmp_path))
    assert refused.returncode == 3
    assert f"is written by process {holder.pid} on " in refused.stderr
    with EndpointStore(folder_url, profile="oxigraph") as store:
        graph = Graph(store, "acme")
        assert [entity.name for entity in graph.list_entities().entities] == [f"held by {holder.pid}"]
        with pytest.raises(StoreLockedError):
            graph.store_entity("mine", "Service")
        assert holder.stdin is not None
        holder.stdin.write("\n")
        holder.stdin.flush()
        assert holder.wait(10) == 0
        assert graph.store_entity("mine", "Service").created
        assert store.exclusive
    assert not store.exclusive


def test_after_a_kill_the_lease_runs_out(folder_url: str, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait(10)
    with EndpointStore(folder_url, profile="oxigraph", lease=2) as store:
        graph, refusals = Graph(store, "acme"), 0
        while True:
            try:
                graph.store_entity("heir", "Service")
                break
            except StoreLockedError:
                refusals += 1
                assert refusals < 1000
        assert refusals


def test_two_processes_that_supersede_one_fact_have_one_winner_each_time() -> None:
    options = {"profile": "oxigraph", "writers": "several"}
    with oxigraph_serving() as url, EndpointStore(url, profile="oxigraph", writers="several") as store:
        race_to_supersede(Graph(store, Tenant.fresh()), url, options, 10)


def test_two_processes_on_the_emulation_have_one_winner_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    race_on_the_emulation(10, monkeypatch)


def holders(stores: list[EndpointStore]) -> list[EndpointStore]:
    """Return which of these, who all reach for the lease at once, hold it at the same time."""
    start, ended, held = threading.Barrier(len(stores)), threading.Event(), list[EndpointStore]()

    def take(store: EndpointStore) -> None:
        lease = Lease(store)
        start.wait()
        try:
            lease.hold()
        except StoreLockedError:
            return
        held.append(store)
        ended.wait(5)
        lease.release()

    threads = [threading.Thread(target=take, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    while sum(thread.is_alive() for thread in threads) > len(held):
        threads[0].join(0.01)
    ended.set()
    for thread in threads:
        thread.join(5)
    return held


def test_of_several_who_reach_for_the_lease_at_once_one_holds_it_though_the_server_loses_updates(folder_url: str) -> None:
    stores = [EndpointStore(folder_url, profile="oxigraph") for _ in range(6)]
    rounds = [len(holders(stores)) for _ in range(8)]
    for store in stores:
        store.close()
    assert set(rounds) <= {0, 1}
    assert 1 in rounds


def test_a_server_that_is_told_to_end_gives_its_lease_back(folder_url: str, tmp_path: Path) -> None:
    with starting(tmp_path) as start:
        server = start("--store", folder_url, "--profile", "oxigraph")
        server.call("store_entity", name="Checkout", entityType="Service")
        refused = run(folder_url, "fact", "it is so", "--about", "Checkout", "--cache", str(tmp_path / "cache"))
        assert refused.returncode == 3
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=30) == 128 + signal.SIGTERM
        kept = run(folder_url, "fact", "it is so", "--about", "Checkout", "--cache", str(tmp_path / "cache"))
        assert kept.returncode == 0, kept.stderr
