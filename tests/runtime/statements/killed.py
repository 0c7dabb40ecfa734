"""A program that is killed at some point, and what it leaves.

Run as a script it writes to a folder, and says on its standard output which step it has been told is done.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from kgrdf import Graph, open_store
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import day
from tests.runtime.statements.lockstep.stored import everything, read_contents

__all__ = ["kill_at_random", "state_after"]

ROOT = Path(__file__).resolve().parents[3]
ANN = "entity::Person::ann"
STEPS = 4000


def steps(graph: Graph) -> Iterator[int]:
    """Take the same steps each time, one write each, and yield the number of each that returned."""
    graph.store_entity("ann", "Person", id="ann")
    graph.store_entity("checkout", "Service", id="checkout")
    graph.store_document("One", chunks=["The first."], id="one")
    open_fact = graph.store_fact("0", [ANN], source_document_id="one").id
    used = graph.add_relationship("ann", "checkout", "uses", weight="0.5").id
    yield 0
    for number in range(1, STEPS):
        kind = number % 5
        if kind in (0, 1):
            open_fact = graph.supersede_fact(open_fact, str(number), source_document_id="one").id
        elif kind == 2:
            graph.add_relationship("checkout", "ann", "primary_owner", valid_from=day(number), valid_to=day(number + 1))
        elif kind == 3:
            open_fact = graph.amend_statement(open_fact, claim=f"{number} amended").id
        elif number % 2:
            used = graph.add_relationship("ann", "checkout", f"uses {number}", weight="0.5").id
        else:
            graph.retract_statement(used)
        yield number


def state_after(graph: Graph) -> list[tuple[object, ...]]:
    """Return what is stored, without the random token of each request, which no two runs share."""
    kept = [(*quad, count) for quad, count in everything(graph).items() if not quad[2].endswith("#op>")]
    return sorted(kept)


class _Rehearsal:
    """The states that an undisturbed run goes through, made as far as they are asked for."""

    def __init__(self) -> None:
        self.store = open_store("memory:")
        self.graph = Graph(self.store, "acme", clock=FrozenClock(day(0)))
        self.states: list[list[tuple[object, ...]]] = []
        self._steps = steps(self.graph)

    def until(self, number: int) -> None:
        while len(self.states) <= number:
            next(self._steps)
            self.states.append(state_after(self.graph))


def kill_at_random(times: int, folder: Path, seed: int = 0) -> None:
    """Kill writers at random points: each leaves what it had acknowledged, plus at most the step in flight, whole."""
    chance = random.Random(seed)
    rehearsal = _Rehearsal()
    for turn in range(times):
        where = folder / f"store-{turn}"
        done = _run_and_kill(where, chance.uniform(0.0, 0.5))
        with open_store(where) as store:
            graph = Graph(store, "acme", clock=FrozenClock(day(0)))
            found = state_after(graph)
            read_contents(graph)  # refuses what is not whole
            rehearsal.until(done + 1)
            assert found in rehearsal.states[done : done + 2], f"after step {done}: an unknown state"
            assert graph.store_fact("afterwards", [ANN]).created
            assert [hit.text for hit in graph.search_memory("afterwards").hits] == ["afterwards"]


def _run_and_kill(where: Path, after: float) -> int:
    """Start a writer, kill it some time after it has begun to write, and return the last step it acknowledged."""
    command = [sys.executable, "-m", "tests.runtime.statements.killed", str(where)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        assert first == "0\n", "the writer did not begin"
        time.sleep(after)
        writer.kill()
        lines = [first, *writer.stdout.readlines()]
    # The last line may be cut short.
    return int([line for line in lines if line.endswith("\n")][-1])


def main(where: str) -> None:
    """Write until killed."""
    with open_store(where) as store:
        for number in steps(Graph(store, "acme", clock=FrozenClock(day(0)))):
            print(number, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
