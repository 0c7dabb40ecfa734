"""Generating again from what has not changed costs the digests, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kgrdf_codegen.generate import generate

LOADED = """
import sys
from kgrdf_codegen.__main__ import main
status = main(sys.argv[1:])
print(sorted({"rdflib", "jinja2", "pyoxigraph", "kgrdf_codegen.package"} & set(sys.modules)))
sys.exit(status)
"""
SHIP = """
ex:Ship a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "Floats." .
"""


@pytest.fixture
def made(ontology: Callable[[str], Path], tmp_path: Path) -> Path:
    """A generated package beside its ontology `test.ttl`, a folder of queries and one of templates."""
    ontology(SHIP)
    (tmp_path / "queries").mkdir()
    (tmp_path / "templates").mkdir()
    assert not again(tmp_path).unchanged
    return tmp_path


def again(folder: Path, **options: bool):  # type: ignore[no-untyped-def]
    return generate(
        [folder / "test.ttl"],
        folder / "fleet",
        queries=[folder / "queries"],
        docs=folder / "fleet.md",
        templates=folder / "templates",
        **options,
    )


def run(repository: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env={"PYTHONPATH": str(repository / "codegen")},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_an_unchanged_package_is_known_without_reading_an_ontology(repository: Path, tmp_path: Path) -> None:
    first = run(repository, "--out", str(tmp_path / "core"))
    assert "['jinja2', 'kgrdf_codegen.package', 'pyoxigraph', 'rdflib']" in first
    second = run(repository, "--out", str(tmp_path / "core"))
    assert "up to date (" in second
    assert " ms, by digests)\n[]\n" in second


def test_a_check_generates_whatever_the_digests_say(repository: Path, tmp_path: Path) -> None:
    run(repository, "--out", str(tmp_path / "core"))
    assert "rdflib" in run(repository, "--out", str(tmp_path / "core"), "--check")


def test_what_an_unchanged_run_warned_of_is_told_again(made: Path) -> None:
    (made / "test.ttl").write_text(
        (made / "test.ttl").read_text(encoding="utf-8").replace('"Floats."', '""'), encoding="utf-8"
    )
    first, second = again(made), again(made)
    assert (first.unchanged, second.unchanged) == (False, True)
    assert "G002" in {problem.code for problem in first.problems}
    assert second.problems == first.problems


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("test.ttl", "# one more line\n"),
        ("queries/note.rq", "# not a query"),
        ("templates/vocab.py.j2", '"""Mine."""\n'),
        ("losses.allow", "# nothing yet\n"),
        ("fleet/models.py", "# changed by hand\n"),
        ("fleet/orphan.py", "# nothing generates it\n"),
        ("fleet/names.lock.toml", "# a line more\n"),
        ("fleet.md", "changed by hand\n"),
    ],
)
def test_any_change_of_an_input_or_an_output_is_seen(made: Path, name: str, text: str) -> None:
    assert again(made).unchanged
    with (made / name).open("a", encoding="utf-8") as file:
        file.write(text)
    assert not again(made).unchanged


def test_a_file_that_is_missing_is_made_again(made: Path) -> None:
    (made / "fleet" / "sparql" / "ship_get.rq").unlink()
    assert again(made).touched == (made / "fleet" / "sparql" / "ship_get.rq",)


def test_other_arguments_are_another_run(made: Path) -> None:
    assert not generate([made / "test.ttl"], made / "fleet", docs=made / "fleet.md").unchanged


def test_a_run_that_failed_is_not_remembered(made: Path) -> None:
    (made / "test.ttl").write_text("@prefix", encoding="utf-8")
    assert [again(made).ok, again(made).ok] == [False, False]


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"inputs": 1}'])
def test_a_manifest_that_says_nothing_costs_one_run(made: Path, content: str) -> None:
    manifest = made / "fleet" / "__pycache__" / "codegen-manifest"
    manifest.write_text(content, encoding="utf-8")
    assert [again(made).unchanged, again(made).unchanged] == [False, True]
