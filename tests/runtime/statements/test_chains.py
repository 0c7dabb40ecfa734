"""A slice of the long chain; `tests/proof` makes it whole."""

from __future__ import annotations

from tests.runtime.statements.chains import supersede_and_read


def test_a_chain_of_supersessions_is_read_whole_and_in_order_by_cursor() -> None:
    supersede_and_read(301)
