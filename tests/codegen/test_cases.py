"""Each case folder says what an ontology becomes: `expected.diff` is what its package adds to the core's, or `problems.txt`.

`KGRDF_REGENERATE=1 pytest tests/codegen/test_cases.py` writes both anew; the diff of that is what a reviewer reads.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest

from kgrdf_codegen.generate import generate
from kgrdf_codegen.problems import errors_in

from .conftest import CASES, generate_case

GOOD = sorted(case.name for case in CASES.iterdir() if not case.name.startswith("problem_"))
WHOLE = {"pharmacy"}
WRONG = sorted(case.name for case in CASES.iterdir() if case.name.startswith("problem_"))


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    out = tmp_path_factory.mktemp("core") / "core"
    assert generate([], out, docs=out.parent / "core.md").ok
    return texts(out)


@pytest.mark.parametrize("name", GOOD)
def test_an_ontology_becomes_the_package_that_its_folder_shows(name: str, tmp_path: Path, core: dict[str, str]) -> None:
    result = generate_case(CASES / name, tmp_path / "core")
    warnings = "".join(f"{problem}\n" for problem in result.problems)
    assert errors_in(result.problems) == []
    same_as_recorded(CASES / name / "expected.diff", added(core, texts(tmp_path / "core"), name in WHOLE))
    same_as_recorded(CASES / name / "warnings.txt", shown(warnings))


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_ontology_is_refused_with_the_problems_that_its_folder_shows(name: str, tmp_path: Path) -> None:
    result = generate_case(CASES / name, tmp_path / "core")
    assert errors_in(result.problems)
    assert result.touched == ()
    assert list(tmp_path.iterdir()) == []
    same_as_recorded(CASES / name / "problems.txt", shown("".join(f"{problem}\n" for problem in result.problems)))


def texts(out: Path) -> dict[str, str]:
    """Return the package's files and its page, by name."""
    found = {path.relative_to(out).as_posix(): path.read_text(encoding="utf-8") for path in out.rglob("*.*")}
    return found | {"docs.md": (out.parent / "core.md").read_text(encoding="utf-8")}


def added(core: dict[str, str], package: dict[str, str], whole: bool) -> str:
    """Return a diff without line numbers, so that a case changes only if what it is about changes.

    Of a package that is not shown whole, the models and the table are: what else there is says the same again.
    """
    lines = [f"+++ {name}" for name in sorted(package.keys() - core.keys())]
    names = sorted(package.keys() - {"schema.lock.json", "schema.json"}) if whole else ["models.py", "schema.py"]
    for name in names:
        before, after = core.get(name, "").splitlines(), package[name].splitlines()
        found = list(difflib.unified_diff(before, after, lineterm="", n=1))[2:]
        if found:
            lines += ["", f"=== {name}", *("@@" if line.startswith("@@") else line.rstrip() for line in found)]
    return "".join(f"{line}\n" for line in lines)


def shown(text: str) -> str:
    """Return messages with the path of the case taken out."""
    return text.replace(f"{CASES.as_posix()}/", "").replace("tests/codegen/cases/", "")


def same_as_recorded(path: Path, text: str) -> None:
    if os.environ.get("KGRDF_REGENERATE"):
        if text:
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    recorded = path.read_text(encoding="utf-8") if path.is_file() else ""
    assert text == recorded
