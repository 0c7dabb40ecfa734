"""kill -9 in the middle of writing: what was acknowledged is there, nothing is there by half, search agrees."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode

from kgrdf.store import open_store
from kgrdf.testing import compiled

WRITER = """
import itertools, sys
from kgrdf import Graph, open_store
folder, round_ = sys.argv[1:]
with open_store(folder) as store:
    graph = Graph(store, "acme")
    for number in itertools.count():
        word = f"word{round_}x{number}"
        service = graph.store_entity(f"service {round_} {number % 3}", "Service").id
        fact = graph.store_fact(f"{word} was seen", [service]).id
        print(word, fact, flush=True)
"""

FACTS = compiled(
    "# @name facts\n# @mode many\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\n"
    "SELECT ?fact ?claim WHERE { GRAPH $current { ?fact a kg:Fact ; kg:claim ?claim } }"
)
WHOLE_FACTS = compiled(
    "# @name whole_facts\n# @mode many\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\n"
    "SELECT ?fact WHERE { GRAPH $current {\n"
    "  ?fact a kg:Fact , kg:Statement ; kg:claim ?claim ; kg:validFrom ?from ; kg:recordedAt ?at ;\n"
    "        kg:key ?key ; kg:op ?op ; kg:about ?about . ?about a kg:Service , kg:Entity ; kg:name ?name ; kg:nameKey ?k } }"
)


def write_until_killed(folder: Path, round_: int, chance: random.Random) -> dict[str, str]:
    """Return the words that were acknowledged, and the fact of each."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(folder), str(round_)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout
    acknowledged: dict[str, str] = dict(writer.stdout.readline().split() for _ in range(chance.randint(1, 20)))
    time.sleep(chance.uniform(0, 0.02))
    writer.kill()
    rest, _ = writer.communicate()
    acknowledged.update(line.split() for line in rest.splitlines(keepends=True) if line.endswith("\n"))
    return acknowledged


@pytest.mark.parametrize("rounds", [3, pytest.param(20, marks=pytest.mark.proof)])
def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path, rounds: int) -> None:
    from kgrdf import Graph

    chance = random.Random(20)
    acknowledged: dict[str, str] = {}
    for round_ in range(rounds):
        acknowledged.update(write_until_killed(tmp_path / "store", round_, chance))
        with open_store(tmp_path / "store") as store:
            graph = Graph(store, "acme")
            kept: dict[str, str] = {}
            for fact, claim in store.select(FACTS.bind(graph.tenant)):
                assert isinstance(fact, NamedNode)
                assert isinstance(claim, Literal)
                kept[claim.value.split()[0]] = graph.tenant.public_id(fact)
            assert acknowledged.items() <= kept.items()
            assert len(kept) - len(acknowledged) <= round_ + 1, "more is there than one write in flight a round"
            whole = {graph.tenant.public_id(row[0]) for row in store.select(WHOLE_FACTS.bind(graph.tenant))}  # type: ignore[arg-type]
            assert whole == set(kept.values())
            for word, fact_id in kept.items():
                assert [hit.id for hit in graph.search_memory(word, limit=3).hits if hit.kind == "fact"] == [fact_id]
