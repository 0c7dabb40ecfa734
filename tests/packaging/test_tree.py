"""What must be true of the files themselves."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

# Spelled in pieces, so that this file does not contain what it looks for.
FORBIDDEN = {
    "the host of a package registry": re.compile(
        "|".join([r"pypi\." + "org", "python" + "hosted", r"npmjs\." + "com", r"crates\." + "io"])
    ),
    "a path of one machine": re.compile(r"(?<![\w.~}/])/(?:root|home|Users)/" + r"\w|(?<![\w.~}/])/wo" + r"rk/\w"),
}


def tracked(repository: Path) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=repository,
        capture_output=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.decode().split("\0") if name and (path := repository / name).is_file()]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(repository: Path, what: str) -> None:
    found = []
    for path in tracked(repository):
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(repository)}: {match[0]}" for match in FORBIDDEN[what].finditer(text)]
    assert found == []


def test_every_core_term_that_the_runtime_names_is_declared(repository: Path) -> None:
    declared = set(
        re.findall(r"^kg:(\w+) a ", (repository / "ontology" / "core.ttl").read_text(encoding="utf-8"), re.MULTILINE)
    )
    used = {}
    for path in [*(repository / "kgrdf").rglob("*.py"), *(repository / "kgrdf").rglob("*.rq")]:
        text = path.read_text(encoding="utf-8")
        pattern = r'\bkg\("(\w+)"\)' if path.suffix == ".py" else r"\bkg:(\w+)"
        used.update({name: path.relative_to(repository) for name in re.findall(pattern, text)})
    assert len(used) > 20
    assert {name: str(path) for name, path in used.items() if name not in declared} == {}


def test_no_hand_written_module_has_grown_into_two(repository: Path) -> None:
    long = {}
    for path in tracked(repository):
        if path.suffix == ".py" and not {"generated", "sparql", "tests"} & set(path.parts):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > 450:
                long[str(path.relative_to(repository))] = lines
    assert long == {}


def test_ci_and_the_workflow_only_call_make_ci(repository: Path) -> None:
    script = (repository / ".ci" / "run").read_text(encoding="utf-8")
    assert [line for line in script.splitlines() if "make" in line and not line.startswith("#")] == [
        "exec make ci </dev/null"
    ]
    workflow = (repository / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert re.findall(r"- run: (.*)", workflow) == ["make ci"]


def test_make_help_names_every_target(repository: Path) -> None:
    text = (repository / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    assert phony
    shown = subprocess.run(["make", "help"], cwd=repository, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"make ([a-z-]+)", shown)) == set(phony[1].split())
