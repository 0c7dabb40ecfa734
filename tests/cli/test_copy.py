from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kgrdf import copying
from kgrdf.store import EmbeddedStore


@pytest.fixture
def filled(kgrdf: Any, lines: Any) -> Any:
    entities = [{"kind": "entity", "name": f"thing {number}", "entityType": "Service"} for number in range(5)]
    kgrdf("import", lines(*entities))
    kgrdf("import", lines(*entities), "--tenant", "acme2")
    return kgrdf


def copy(kgrdf: Any, tmp_path: Path, *options: str, code: int = 0) -> Any:
    return kgrdf("copy", "--from", str(tmp_path / "memory"), "--to", str(tmp_path / "copy"), *options, code=code)


def test_a_copy_is_the_same_and_of_one_tenant_alone(filled: Any, tmp_path: Path) -> None:
    said = copy(filled, tmp_path).stdout
    whole = filled("export").stdout
    assert said.startswith(f"{len(whole.splitlines()) - 4:,} quads, the same on both sides: ")
    assert filled("export", "--store", str(tmp_path / "copy")).stdout == whole
    assert filled("tenant", "list", "--store", str(tmp_path / "copy")).stdout == "acme\n"
    assert copy(filled, tmp_path).stdout == said


def test_an_interrupted_copy_goes_on(filled: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load, loads = EmbeddedStore.load, []

    def failing(self: EmbeddedStore, quads: Any) -> None:
        if len(loads) == 2:
            raise OSError("the disk is gone")
        loads.append(1)
        load(self, quads)

    monkeypatch.setattr(copying, "_AT_ONCE", 10)
    with monkeypatch.context() as fault:
        fault.setattr(EmbeddedStore, "load", failing)
        copy(filled, tmp_path, code=3)
    copy(filled, tmp_path)
    assert filled("export", "--store", str(tmp_path / "copy")).stdout == filled("export").stdout


def test_a_target_with_other_data_is_not_touched(filled: Any, tmp_path: Path) -> None:
    target = ("--store", str(tmp_path / "copy"))
    filled("import", "-", *target, stdin='{"kind": "entity", "name": "own", "entityType": "Service"}')
    before = filled("export", *target).stdout
    refusal = copy(filled, tmp_path, code=2).stderr
    assert "acme has other data" in refusal
    assert f"hint: drop it there first: kgrdf tenant drop --tenant acme --store {tmp_path / 'copy'}\n" in refusal
    assert filled("export", *target).stdout == before


def test_a_tenant_without_anything_is_not_copied(filled: Any, tmp_path: Path) -> None:
    assert "ghost has nothing" in copy(filled, tmp_path, "--tenant", "ghost", code=2).stderr


def test_a_store_is_not_copied_onto_itself(filled: Any, tmp_path: Path) -> None:
    same = str(tmp_path / "memory")
    assert "is the store to copy from" in filled("copy", "--from", same, "--to", f"{same}/../memory", code=2).stderr


@pytest.mark.parametrize("option", ["--update-url", "--reader-url"])
def test_between_two_servers_no_url_is_given_that_is_of_one_of_them(kgrdf: Any, option: str) -> None:
    """The update URL of the source would have the copy written there."""
    here, there = "http://127.0.0.1:9/query", "http://127.0.0.1:10/query"
    refused = kgrdf("copy", "--from", here, "--to", there, "--profile", "oxigraph", option, "http://127.0.0.1:9/x", code=2)
    assert "copy by way of a folder" in refused.stderr
