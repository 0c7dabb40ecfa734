"""What `ontology/README.md` says is so: its example is checked, and its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kgrdf.cli import main
from kgrdf_codegen.check.folder import check_folder
from kgrdf_codegen.reader import KGC, read_ontology
from kgrdf_codegen.sources import ontology_folder

README = (ontology_folder() / "README.md").read_text(encoding="utf-8")


def write_example(folder: Path) -> None:
    for name, text in re.findall(r"^`(\S+\.\w+)`:\n\n```\w+\n(.*?)```$", README, re.MULTILINE | re.DOTALL):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_the_example_passes(tmp_path: Path) -> None:
    write_example(tmp_path)

    report = check_folder(tmp_path)

    assert [str(problem) for problem in report.problems] == []
    assert (report.terms, report.examples, report.queries) == (3, 1, 1)


def test_the_command_that_is_told_makes_a_package_with_the_class_and_the_query(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    told = re.search(r"`kgrdf (codegen [^`]*)`", README)
    assert told is not None

    main(told[1].split(), standalone_mode=False)

    package = tmp_path / told[1].split()[-1]
    assert "class Ward(Location):" in (package / "models.py").read_text(encoding="utf-8")
    assert "def head_nurses(" in (package / "queries.py").read_text(encoding="utf-8")


def test_the_example_fails_as_told_without_its_second_filter(tmp_path: Path) -> None:
    write_example(tmp_path)
    query = tmp_path / "queries/head_nurses.rq"
    query.write_text(re.sub(r"\n *FILTER NOT EXISTS.*", "", query.read_text(encoding="utf-8")), encoding="utf-8")

    [problem] = check_folder(tmp_path).problems

    told = re.search(r"^    queries/head_nurses\.rq:(.*?) …$", README, re.MULTILINE)
    assert told is not None
    assert f":{problem.line}:{problem.col} {problem.code} {problem.message}".startswith(f":{told[1]}")


def test_the_check_of_one_query_explains_it_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    told = re.search(r"^    kgrdf (codegen check .*)$", README, re.MULTILINE)
    assert told is not None

    result = CliRunner().invoke(main, told[1].split())

    pages = (README, result.stdout)
    shown, printed = (re.findall(r"^    \?led, .*$", text, re.MULTILINE) for text in pages)
    assert (result.exit_code, result.stderr) == (0, "")
    assert shown == printed


def test_every_code_is_listed_once_and_none_is_listed_that_is_not_raised() -> None:
    source = Path(__file__).resolve().parents[2] / "codegen/kgrdf_codegen"
    files = [*source.glob("check/*.py"), *(source / name for name in ("problems.py", "reader.py", "headers.py", "shacl.py"))]
    raised = {code for path in files for code in re.findall(r'"([HQOS]\d{3})"', path.read_text(encoding="utf-8"))}
    listed = re.findall(r"^\| \[?([A-Z]\d{3})\b", README, re.MULTILINE)

    assert listed == sorted(listed, key=lambda code: ("HQOS".index(code[0]), code))
    assert set(listed) == raised
    assert len(listed) == len(raised)


def test_every_annotation_is_listed() -> None:
    declared = {str(iri).removeprefix(KGC) for iri in read_ontology().graph.subjects() if str(iri).startswith(KGC)}

    assert set(re.findall(r"^\| `kgc:(\w+)` \|", README, re.MULTILINE)) == declared
