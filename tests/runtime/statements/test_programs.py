"""Random programs of calls, run on the oracle and on the real memory side by side.

`make proof` runs the long form; `KGRDF_PROGRAMS` sets how many programs it takes.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.runtime.statements.lockstep.lockstep import Lockstep, run
from tests.runtime.statements.lockstep.programs import PROGRAMS, VIEWPOINTS
from tests.runtime.statements.lockstep.steps import Step
from tests.runtime.statements.readings.reads import compare_reads
from tests.runtime.statements.readings.sight import Viewpoint

MANY = int(os.environ.get("KGRDF_PROGRAMS", "10000"))


def run_and_read(program: list[Step], viewpoints: list[Viewpoint], folder: Path | None = None) -> None:
    def read(both: Lockstep) -> None:
        for viewpoint in (Viewpoint(), *viewpoints):
            compare_reads(both, viewpoint)

    run(*program, folder=folder, reads=read)


@settings(max_examples=120)
@given(PROGRAMS, VIEWPOINTS)
def test_a_random_program_leaves_what_the_oracle_says_on_every_read_path(
    program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    run_and_read(program, viewpoints)


@settings(max_examples=12)
@given(PROGRAMS, VIEWPOINTS)
def test_a_store_that_is_reopened_between_steps_reads_the_same(program: list[Step], viewpoints: list[Viewpoint]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_and_read(program, viewpoints, Path(folder) / "store")


@pytest.mark.proof
@settings(max_examples=MANY)
@given(PROGRAMS, VIEWPOINTS)
def test_ten_thousand_random_programs_agree_with_the_oracle(program: list[Step], viewpoints: list[Viewpoint]) -> None:
    run_and_read(program, viewpoints)


@pytest.mark.proof
@settings(max_examples=MANY // 20)
@given(PROGRAMS, VIEWPOINTS)
def test_five_hundred_random_programs_agree_with_the_oracle_in_a_folder_that_is_reopened(
    program: list[Step], viewpoints: list[Viewpoint]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_and_read(program, viewpoints, Path(folder) / "store")
