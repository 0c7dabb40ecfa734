"""The properties of an import's order, over many files."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runtime.ingest import test_order as order

pytestmark = pytest.mark.proof


@settings(max_examples=1000)
@given(order.statement_files)
def test_a_second_run_of_any_of_1000_files_changes_nothing(lines: list[dict[str, Any]]) -> None:
    order.test_a_second_run_changes_nothing.hypothesis.inner_test(lines)  # type: ignore[attr-defined]


@settings(max_examples=1000)
@given(order.statement_files, st.data())
def test_a_part_and_then_the_whole_of_any_of_1000_files_is_as_good(lines: list[dict[str, Any]], data: st.DataObject) -> None:
    order.test_a_part_and_then_the_whole_is_as_good_as_the_whole_at_once.hypothesis.inner_test(  # type: ignore[attr-defined]
        lines, data
    )
