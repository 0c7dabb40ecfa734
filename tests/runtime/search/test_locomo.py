"""Real chats through the import, the export and the search; the whole set in the long proofs, one chat otherwise."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def locomo(repository: Path) -> ModuleType:
    """The benchmark, which is a script and no part of a package."""
    spec = importlib.util.spec_from_file_location("locomo", repository / "benchmarks" / "locomo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["locomo"] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("names", "sessions", "turns", "evidence", "malformed", "recall"),
    [
        (["30"], 19, 369, 131, 0, 0.7),
        pytest.param(None, 272, 5882, 2815, 9, 0.67, marks=pytest.mark.proof),
    ],
    ids=["one chat", "all ten"],
)
def test_chats_come_back_whole_and_their_evidence_is_found(
    locomo: ModuleType,
    shared: Path,
    tmp_path: Path,
    names: list[str] | None,
    sessions: int,
    turns: int,
    evidence: int,
    malformed: int,
    recall: float,
) -> None:
    chats = locomo.read_chats(shared / "data" / "locomo")
    found = locomo.run([chat for chat in chats if names is None or chat.name in names], tmp_path / "store")
    locomo.show(found)
    assert (found.sessions, found.turns, found.exact_turns) == (sessions, turns, turns)
    assert (found.evidence, found.evidence - found.reachable, len(found.malformed)) == (evidence, malformed, malformed)
    assert not found.second_import_changed
    assert found.foreign_quads == 0
    assert found.recall >= recall
