"""Kills in full: 100 writers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.statements.killed import kill_at_random

pytestmark = pytest.mark.proof


def test_100_killed_writers_leave_whole_states_that_they_had_acknowledged_or_were_writing(tmp_path: Path) -> None:
    kill_at_random(100, tmp_path)
