"""Races between processes on the emulation of Neptune in full: 200 rounds."""

from __future__ import annotations

import pytest

from tests.runtime.writers.races import race_on_the_emulation

pytestmark = pytest.mark.proof


def test_in_200_rounds_one_of_two_processes_supersedes_the_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    race_on_the_emulation(200, monkeypatch)
