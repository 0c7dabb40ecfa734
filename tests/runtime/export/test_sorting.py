from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kgrdf.export import sorted_lines


@given(st.lists(st.binary(max_size=3).map(lambda data: data.replace(b"\n", b"") + b"\n")), st.integers(1, 5))
def test_lines_are_sorted_however_few_fit_in_memory(lines: list[bytes], at_once: int) -> None:
    assert list(sorted_lines(lines, at_once)) == sorted(lines)
