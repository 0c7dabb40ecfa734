"""A slice of the races; `tests/proof` runs the whole."""

from __future__ import annotations

from tests.runtime.statements.races import race_for_one_statement, say_the_same_at_once


def test_of_eight_threads_that_want_one_statement_one_changes_it() -> None:
    race_for_one_statement(24)


def test_eight_identical_requests_make_one_statement() -> None:
    say_the_same_at_once(8)
