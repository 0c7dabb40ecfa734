"""A slice of the kills; `tests/proof` runs the whole."""

from __future__ import annotations

from pathlib import Path

from tests.runtime.statements.killed import kill_at_random


def test_a_killed_writer_leaves_a_whole_state_that_it_had_acknowledged_or_was_writing(tmp_path: Path) -> None:
    kill_at_random(3, tmp_path)
