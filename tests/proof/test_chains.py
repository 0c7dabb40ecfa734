"""A chain of 10,000 supersessions."""

from __future__ import annotations

import pytest

from tests.runtime.statements.chains import supersede_and_read

pytestmark = pytest.mark.proof


def test_a_chain_of_10_000_supersessions_is_read_in_bounded_memory_by_cursor() -> None:
    assert supersede_and_read(10_000) < 4 * 1024 * 1024
