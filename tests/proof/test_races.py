"""Races in full: 500 rounds of eight threads."""

from __future__ import annotations

import pytest

from tests.runtime.statements.races import race_for_one_statement, say_the_same_at_once

pytestmark = pytest.mark.proof


def test_in_500_rounds_exactly_one_of_eight_threads_changes_the_statement() -> None:
    race_for_one_statement(500)


def test_in_500_rounds_eight_identical_requests_make_one_statement() -> None:
    say_the_same_at_once(250)
