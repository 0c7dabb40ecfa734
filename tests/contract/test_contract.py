"""Every store gives the answers that the one in memory gives."""

from __future__ import annotations

from functools import cache

import pytest

from kgrdf import Graph, open_store
from kgrdf.testing import FrozenClock
from tests.contract.backends import Backend
from tests.contract.programs import PROGRAMS, Program
from tests.contract.transcript import Transcript

SKIPPED = {
    ("rdflib", "escapes"): "rdflib's parser takes an escaped backslash before a `u` for the beginning of an escape",
}
"""What a server cannot do, and why."""
START = "2025-01-01T00:00:00Z"


@cache
def expected(program: Program) -> list[tuple[str, object]]:
    """Return what a store in memory answers that holds nothing else."""
    with open_store("memory:") as store:
        return run(program, Graph(store, program.__name__, clock=(clock := FrozenClock(START))), clock)


def run(program: Program, graph: Graph, clock: FrozenClock) -> list[tuple[str, object]]:
    transcript = Transcript(graph, clock)
    program(transcript)
    return transcript.lines


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_program_gets_the_same_answers_from_every_store(backend: Backend, program: Program) -> None:
    if reason := SKIPPED.get((backend.name, program.__name__)):
        pytest.skip(reason)
    clock = FrozenClock(START)
    backend.tenants.append(program.__name__)
    answers = run(program, Graph(backend.store, program.__name__, clock=clock), clock)
    for given, wanted in zip(answers, expected(program), strict=True):
        assert given == wanted
    assert "canary" not in repr(answers)
