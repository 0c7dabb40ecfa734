"""Random programs of calls, run on the oracle and on the real memory side by side.

`make proof` runs the long form; `KGRDF_PROGRAMS` sets how many programs it takes.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.runtime.statements.lockstep.lockstep import Lockstep, run
from tests.runtime.statements.lockstep.programs import PROGRAMS, VIEWPOINTS
from tests.runtime.statements.lockstep.steps import Step
from tests.runtime.statements.readings.faces import compare_command_line, compare_mcp
from tests.runtime.statements.readings.reads import compare_reads
from tests.runtime.statements.readings.sight import Viewpoint

MANY = int(os.environ.get("KGRDF_PROGRAMS", "10000"))
Compare = Callable[[Lockstep, Viewpoint], None]


def run_and_read(
    program: list[Step], viewpoints: list[Viewpoint], *, compare: Compare = compare_reads, folder: bool = False
) -> None:
    def read(both: Lockstep) -> None:
        for viewpoint in (Viewpoint(), *viewpoints):
            compare(both, viewpoint)

    if folder:
        with tempfile.TemporaryDirectory() as where:
            run(*program, folder=Path(where) / "store", reads=read)
    else:
        run(*program, reads=read)


@settings(max_examples=120)
@given(PROGRAMS, VIEWPOINTS)
def test_a_random_program_leaves_what_the_oracle_says_on_every_read_path(
    program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    run_and_read(program, viewpoints)


@settings(max_examples=10)
@given(PROGRAMS, VIEWPOINTS)
def test_a_store_that_is_reopened_between_steps_reads_the_same(program: list[Step], viewpoints: list[Viewpoint]) -> None:
    run_and_read(program, viewpoints, folder=True)


@settings(max_examples=20)
@given(PROGRAMS, VIEWPOINTS)
def test_a_server_answers_what_the_library_answers(program: list[Step], viewpoints: list[Viewpoint]) -> None:
    run_and_read(program, viewpoints, compare=compare_mcp)


@settings(max_examples=6)
@given(PROGRAMS, VIEWPOINTS)
def test_the_command_line_prints_what_the_library_answers(program: list[Step], viewpoints: list[Viewpoint]) -> None:
    run_and_read(program, viewpoints, compare=compare_command_line, folder=True)


# The ten thousand in two halves, so that they keep two processors busy.
@pytest.mark.proof
@pytest.mark.parametrize("half", ["one", "the other"])
@settings(max_examples=MANY // 2)
@given(program=PROGRAMS, viewpoints=VIEWPOINTS)
def test_half_of_ten_thousand_random_programs_agrees_with_the_oracle(
    half: str, program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    run_and_read(program, viewpoints)


@pytest.mark.proof
@settings(max_examples=MANY // 20)
@given(PROGRAMS, VIEWPOINTS)
def test_five_hundred_random_programs_agree_with_the_oracle_in_a_folder_that_is_reopened(
    program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    run_and_read(program, viewpoints, folder=True)


@pytest.mark.proof
@settings(max_examples=MANY // 20)
@given(PROGRAMS, VIEWPOINTS)
def test_a_server_of_each_of_five_hundred_programs_answers_what_the_library_answers(
    program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    run_and_read(program, viewpoints, compare=compare_mcp)


@pytest.mark.proof
@settings(max_examples=MANY // 50)
@given(PROGRAMS, VIEWPOINTS)
def test_the_command_line_prints_what_the_library_answers_of_two_hundred_programs(
    program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    run_and_read(program, viewpoints, compare=compare_command_line, folder=True)
