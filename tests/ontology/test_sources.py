"""The shipped ontology is found where it lies: beside the installed package, or at the root of a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgrdf_codegen.sources import ontology_folder, shipped_query_folders, shown


def make(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def test_an_installed_package_has_it_beside_itself(tmp_path: Path) -> None:
    package = make(tmp_path / "site-packages" / "kgrdf_codegen")
    ontology = make(package / "ontology")
    (ontology / "core.ttl").touch()
    queries = make(ontology / "queries")
    runtime = make(tmp_path / "site-packages" / "kgrdf" / "sparql")

    assert ontology_folder(package) == ontology
    assert shipped_query_folders(package) == [queries, runtime]


def test_a_checkout_has_it_at_its_root(tmp_path: Path) -> None:
    package = make(tmp_path / "codegen" / "kgrdf_codegen")
    ontology = make(tmp_path / "ontology")
    (ontology / "core.ttl").touch()
    generated = make(tmp_path / "kgrdf" / "generated" / "sparql")

    assert ontology_folder(package) == ontology
    assert shipped_query_folders(package) == [generated]


def test_a_broken_installation_names_both_places(tmp_path: Path) -> None:
    package = make(tmp_path / "codegen" / "kgrdf_codegen")

    with pytest.raises(FileNotFoundError, match=r"kgrdf_codegen/ontology or .*/ontology; reinstall kgrdf"):
        ontology_folder(package)


def test_a_path_is_shown_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert shown(tmp_path / "a" / "b.ttl") == "a/b.ttl"
    assert shown(Path("a/b.ttl")) == "a/b.ttl"
    assert shown(tmp_path.parent / "c.ttl") == (tmp_path.parent / "c.ttl").as_posix()
