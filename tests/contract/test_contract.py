"""Every store gives the answers that the one in memory gives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kgrdf import Graph
from kgrdf.query import Request
from kgrdf.store import EmbeddedStore
from kgrdf.store.base import Row
from kgrdf.testing import FrozenClock
from tests.contract.backends import Backend, serving
from tests.contract.programs import PROGRAMS, Program, crowds, small_crowds
from tests.contract.transcript import Transcript

SMALLER = {("rdflib", crowds): small_crowds}
"""What runs in place of a program on a server that would take a minute for it."""
START = "2025-01-01T00:00:00Z"


class NotingStore(EmbeddedStore):
    """A store in memory that notes which queries it is asked to run."""

    def __init__(self, asked: set[str]) -> None:
        super().__init__(None)
        self.asked = asked

    def select(self, request: Request) -> Iterator[Row]:
        self.asked.add(request.name)
        return super().select(request)

    def ask(self, request: Request) -> bool:
        self.asked.add(request.name)
        return super().ask(request)

    def update(self, request: Request) -> None:
        self.asked.add(request.name)
        super().update(request)


ASKED: dict[Program, set[str]] = {program: set() for program in (*PROGRAMS, *SMALLER.values())}


@cache
def expected(program: Program) -> list[tuple[str, object]]:
    """Return what a store in memory answers that holds nothing else."""
    with NotingStore(ASKED[program]) as store:
        clock = FrozenClock(START)
        return run(program, Graph(store, program.__name__, clock=clock), clock)


def run(program: Program, graph: Graph, clock: FrozenClock) -> list[tuple[str, object]]:
    transcript = Transcript(graph, clock)
    program(transcript)
    return transcript.lines


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_program_gets_the_same_answers_from_every_store(backend: Backend, program: Program) -> None:
    compare(backend, SMALLER.get((backend.name, program), program))


def test_what_runs_in_place_of_a_program_asks_every_query_of_it() -> None:
    for (_, program), smaller in SMALLER.items():
        expected(program)
        expected(smaller)
        assert ASKED[smaller] == ASKED[program]


def test_the_sample_data_of_neptunes_notebooks_lay_beside_the_programs(backend: Backend, shared: Path) -> None:
    team = "PREFIX so: <https://schema.org/> PREFIX soco: <http://www.example.com/soccer/ontology/> ASK { PATTERN }"
    pattern = "soco:Team a so:SportsTeam"
    anywhere = f"{{ {pattern} }} UNION {{ GRAPH ?g {{ {pattern} }} }}"
    assert backend.seeded
    assert backend.store.ask(Request(team.replace("PATTERN", anywhere), "team"))
    if backend.neptune is not None:
        seen = backend.neptune.counters.observations
        seen[:] = [observation for observation in seen if "soccer" not in observation.text]  # the one that is no memory's


@pytest.mark.proof
@pytest.mark.parametrize(("name", "program"), SMALLER)
def test_what_takes_a_minute_gets_the_same_answers(name: str, program: Program, tmp_path: Path) -> None:
    with serving(name, tmp_path) as backend:
        compare(backend, program)


def compare(backend: Backend, program: Program) -> None:
    clock = FrozenClock(START)
    backend.tenants.append(program.__name__)
    answers = run(program, Graph(backend.store, program.__name__, clock=clock), clock)
    for given, wanted in zip(answers, expected(program), strict=True):
        assert given == wanted
    assert "canary" not in repr(answers)


def test_the_programs_run_every_query_of_the_memory_and_of_the_ontology(repository: Path) -> None:
    """But those about a whole store, and those that a store of one process has no use for."""
    for program in PROGRAMS:
        expected(program)
    there = {
        path.stem
        for folder in ("kgrdf/sparql", "kgrdf/generated/sparql", "ontology/queries")
        for path in (repository / folder).glob("*.rq")
        if "@scope store" not in path.read_text(encoding="utf-8")
    }
    assert there - set().union(*ASKED.values()) == {"some_current", "some_history", "standing", "timeline_next"}
