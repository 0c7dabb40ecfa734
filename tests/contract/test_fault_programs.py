from __future__ import annotations

import os

import pytest
from hypothesis import given, settings

from tests.contract.faulty import PROGRAMS, run
from tests.contract.ledger import Step

MANY = int(os.environ.get("KGRDF_FAULT_PROGRAMS", "500"))


@settings(max_examples=25)
@given(PROGRAMS)
def test_whatever_goes_wrong_nothing_acknowledged_is_lost_and_nothing_is_applied_twice(program: list[Step]) -> None:
    run(program)


@pytest.mark.proof
@settings(max_examples=MANY)
@given(PROGRAMS)
def test_five_hundred_fault_programs_lose_nothing_and_apply_nothing_twice(program: list[Step]) -> None:
    run(program)
