"""The drift gate names whatever is not as generated: changed, missing and left-over files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kgrdf_codegen.__main__ import main
from kgrdf_codegen.generate import generate


@pytest.fixture
def out(tmp_path: Path) -> Path:
    out = tmp_path / "core"
    assert generate([], out, docs=tmp_path / "schema.md").ok
    return out


def drift(out: Path) -> str:
    return generate([], out, docs=out.parent / "schema.md", check=True).drift


def test_what_was_just_generated_has_no_drift(out: Path) -> None:
    assert drift(out) == ""


def test_writing_again_touches_nothing(out: Path) -> None:
    assert generate([], out, docs=out.parent / "schema.md").touched == ()


def test_a_changed_file_is_drift(out: Path) -> None:
    path = out / "models.py"
    path.write_text(path.read_text(encoding="utf-8").replace("class Person", "class Human"), encoding="utf-8")
    assert "-class Human(Entity):\n+class Person(Entity):\n" in drift(out)


def test_a_missing_file_is_drift(out: Path) -> None:
    (out / "sparql" / "person_get.rq").unlink()
    assert "--- /dev/null\n" in drift(out)
    assert "person_get.rq\n" in drift(out)


def test_a_left_over_file_is_drift_and_is_deleted_by_writing(out: Path) -> None:
    orphan = out / "sparql" / "robot_get.rq"
    orphan.write_text("# @name robot_get\n", encoding="utf-8")
    assert "+++ /dev/null\n" in drift(out)
    assert generate([], out, docs=out.parent / "schema.md").touched == (orphan,)
    assert not orphan.exists()


def test_an_empty_file_in_the_wrong_place_is_drift(out: Path) -> None:
    (out / "empty.py").touch()
    assert "empty.py" in drift(out)


def test_a_changed_page_is_drift(out: Path) -> None:
    (out.parent / "schema.md").write_text("# Schema\n", encoding="utf-8")
    assert "schema.md" in drift(out)


def test_caches_are_no_drift(out: Path) -> None:
    (out / "__pycache__").mkdir(exist_ok=True)
    (out / "__pycache__" / "models.pyc").touch()
    assert drift(out) == ""


def test_checking_writes_nothing(tmp_path: Path) -> None:
    assert generate([], tmp_path / "core", check=True).drift
    assert not (tmp_path / "core").exists()


def test_a_folder_that_holds_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("ten years of work", encoding="utf-8")
    result = generate([], tmp_path)
    assert "thesis.txt" not in str(result.touched)
    assert [problem.code for problem in result.problems] == ["E001"]
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "core").write_text("", encoding="utf-8")
    assert [problem.message for problem in generate([], tmp_path / "core").problems] == ["is not a folder"]


def test_the_committed_package_is_what_the_ontology_says(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().out


def test_the_command_fails_with_the_diff_on_drift(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "--out", str(tmp_path / "core")]) == 1
    assert "+class Person(Entity):" in capsys.readouterr().out


def test_the_command_fails_otherwise_on_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.ttl").write_text("@prefix : <", encoding="utf-8")
    assert main(["--ontology", str(tmp_path / "wrong.ttl"), "--out", str(tmp_path / "core")]) == 2
    assert "wrong.ttl:1:" in capsys.readouterr().err
    assert not (tmp_path / "core").exists()


@pytest.mark.parametrize("option", ["--ontology", "--queries"])
def test_the_command_needs_to_be_told_where_the_package_of_somebody_else_goes(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([option, str(tmp_path)])
    assert f"{option} needs --out" in capsys.readouterr().err


def test_an_installed_generator_writes_only_where_it_is_told(
    tmp_path: Path, repository: Path, ontology: Callable[[str], Path]
) -> None:
    installed, out = tmp_path / "lib" / "site-packages", tmp_path / "fleet"
    shutil.copytree(repository / "codegen" / "kgrdf_codegen", installed / "kgrdf_codegen")
    shutil.copytree(repository / "ontology", installed / "kgrdf_codegen" / "ontology")
    path = ontology('ex:Ship a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "Floats." .\n')
    before = {path for path in installed.parent.rglob("*") if "__pycache__" not in path.parts}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "kgrdf_codegen", *arguments]
        env = {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=False)

    refused = run()
    assert refused.returncode == 2
    assert "needs --out: kgrdf's own package is made in a checkout of its repository only" in refused.stderr
    made = run("--ontology", str(path), "--out", str(out))
    assert made.returncode == 0, made.stderr
    assert (out / "models.py").is_file()
    assert {path for path in installed.parent.rglob("*") if "__pycache__" not in path.parts} == before


def test_the_generator_works_where_the_runtime_cannot_be_imported(tmp_path: Path, repository: Path) -> None:
    script = "import sys; sys.modules['kgrdf'] = None; from kgrdf_codegen.__main__ import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", script, "--out", str(tmp_path / "core")],
        env={"PYTHONPATH": str(repository / "codegen")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "core" / "models.py").is_file()


def test_a_template_that_is_wrong_is_a_problem_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "models.py.j2").write_text("one\n{% if %}\n", encoding="utf-8")
    result = generate([], tmp_path / "core", templates=tmp_path)
    (problem,) = result.problems
    assert (Path(problem.path).name, problem.line, problem.code) == ("models.py.j2", 2, "E003")
    assert not (tmp_path / "core").exists()
