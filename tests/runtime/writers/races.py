"""Processes of their own that write one tenant of a server at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pytest

from kgrdf import Graph
from kgrdf.store.endpoint import EndpointStore
from kgrdf.tenancy import Tenant
from kgrdf.testing import NeptuneEmulation
from kgrdf.validation import validate

__all__ = ["race_on_the_emulation", "race_to_supersede"]

RACER = """
import json, sys
from pathlib import Path
from kgrdf import Graph, open_store
from kgrdf.errors import ConflictError
url, options, tenant = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
if "ca_file" in options:
    options["ca_file"] = Path(options["ca_file"])
graph = Graph(open_store(url, **options), tenant)
for line in sys.stdin:
    fact, claim = json.loads(line)
    try:
        print(json.dumps(["won", graph.supersede_fact(fact, claim).id]), flush=True)
    except ConflictError as error:
        print(json.dumps(["lost", error.message]), flush=True)
"""


@contextmanager
def racing(count: int, arguments: Sequence[str]) -> Iterator[list[subprocess.Popen[str]]]:
    command = [sys.executable, "-c", RACER, *arguments]
    racers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    try:
        yield racers
    finally:
        for racer in racers:
            racer.kill()
            racer.communicate()


def race_to_supersede(graph: Graph, url: str, options: Mapping[str, str], rounds: int) -> None:
    """Let two processes supersede one fact so many times: one wins each time, and the other one is told who."""
    ann = graph.store_entity("ann", "Person").id
    with racing(2, [url, json.dumps(options), graph.tenant.id]) as racers:
        for turn in range(rounds):
            fact = graph.store_fact(f"held {turn}", [ann]).id
            for number, racer in enumerate(racers):
                assert racer.stdin is not None
                racer.stdin.write(json.dumps([fact, f"new {turn} {number}"]) + "\n")
                racer.stdin.flush()
            outcomes = dict(json.loads(racer.stdout.readline()) for racer in racers if racer.stdout is not None)
            assert sorted(outcomes) == ["lost", "won"], f"round {turn}: {outcomes}"
            assert outcomes["won"] in outcomes["lost"]
            versions = graph.get_timeline(fact).versions
            assert {version.id for version in versions} == {fact, outcomes["won"]}
    assert list(validate(graph, search=False, shapes=False)) == []


def race_on_the_emulation(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Race against the emulation of Neptune, where no request may break the walls between tenants."""
    tenant = Tenant.fresh()
    with NeptuneEmulation() as neptune:
        for name, value in neptune.environment.items():
            monkeypatch.setenv(name, value)
        options = {"profile": "neptune", "region": neptune.region, "ca_file": str(neptune.ca_file)}
        with EndpointStore(neptune.url, profile="neptune", region=neptune.region, ca_file=neptune.ca_file) as store:
            assert not store.exclusive
            race_to_supersede(Graph(store, tenant), neptune.url, options, rounds)
        neptune.check(tenant.id)
