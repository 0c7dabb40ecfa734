"""A package is written whole or not at all: whatever fails or stops on the way, nothing is half, the next run mends it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgrdf_codegen.generate import generate
from kgrdf_codegen.names_lock import NAMES_LOCK
from kgrdf_codegen.output import MARK, compare, misplaced, write

from .conftest import PREFIXES

NAMES = (MARK, NAMES_LOCK, "__init__.py", "models.py", "sparql/ship_get.rq", "sparql/ship_list.rq")
SHIP = 'ex:Ship a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "Floats." .\n'
KILLED = """
import os, sys
from pathlib import Path
left, real = int(sys.argv[1]), getattr(Path, sys.argv[2])
def failing(self, *arguments, **options):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    return real(self, *arguments, **options)
setattr(Path, sys.argv[2], failing)
from kgrdf_codegen.output import write
out = Path(sys.argv[3])
names = sys.argv[4:]
write({**{out / name: f"new {name}" for name in names}, out.parent / "page.md": "new page"}, out)
"""


def files(out: Path, word: str, *, gone: str = "") -> dict[Path, str]:
    return {out / name: f"{word} {name}" for name in NAMES if name != gone} | {out.parent / "page.md": f"{word} page"}


def there(out: Path) -> dict[Path, str]:
    """Return the files that there are, caches aside."""
    found = (path for path in out.parent.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path: path.read_text(encoding="utf-8") for path in found}


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Let the call of this number, from 0, of a method of `Path` find the disk full."""

    def fail(method: str, at: int) -> None:
        real, calls = getattr(Path, method), iter(range(10_000))

        def called(path: Path, *arguments: Any, **options: Any) -> Any:
            if next(calls) == at:
                if method == "write_text":  # as a disk does: some of it is written
                    real(path, arguments[0][:3], **options)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            return real(path, *arguments, **options)

        monkeypatch.setattr(Path, method, called)

    return fail


@pytest.mark.parametrize("at", range(len(NAMES) + 1))
def test_a_disk_that_is_full_leaves_the_package_as_it_was(
    at: int, tmp_path: Path, failing: Callable[[str, int], None]
) -> None:
    out = tmp_path / "fleet"
    write(files(out, "old"), out)
    failing("write_text", at)
    with pytest.raises(OSError, match="No space left"):
        write(files(out, "new"), out)
    assert there(out) == files(out, "old")
    assert list(out.rglob("__pycache__")) == []


def test_a_disk_that_is_full_at_first_leaves_no_folder(tmp_path: Path, failing: Callable[[str, int], None]) -> None:
    failing("write_text", 3)
    with pytest.raises(OSError, match="No space left"):
        write(files(tmp_path / "fleet", "new"), tmp_path / "fleet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("method", ["replace", "unlink"])
@pytest.mark.parametrize("at", range(len(NAMES) + 1))
def test_a_file_that_cannot_be_put_in_its_place_leaves_whole_files_and_drift(
    method: str, at: int, tmp_path: Path, failing: Callable[[str, int], None]
) -> None:
    out, new = tmp_path / "fleet", files(tmp_path / "fleet", "new", gone="models.py")
    write(files(out, "old"), out)
    with pytest.MonkeyPatch.context():
        failing(method, at)
        try:
            write(new, out)
        except OSError:
            assert compare(new, out)
    found = there(out)
    assert set(found.values()) <= {*files(out, "old").values(), *new.values()}
    assert out / "models.py" not in found or found[out / "models.py"] == "old models.py"
    in_place = [name for name in (MARK, NAMES_LOCK, "__init__.py") if found[out / name].startswith("new")]
    assert in_place in ([], [MARK], [MARK, NAMES_LOCK], [MARK, NAMES_LOCK, "__init__.py"])


@pytest.mark.parametrize("method", ["write_text", "replace"])
@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("at", range(0, len(NAMES) + 1, 2))
def test_what_a_killed_run_leaves_is_told_and_the_next_run_mends_it(
    method: str, old: bool, at: int, tmp_path: Path, repository: Path
) -> None:
    out, new = tmp_path / "fleet", files(tmp_path / "fleet", "new")
    before = files(out, "old") if old else {}
    if old:
        write(before, out)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(at), method, str(out), *NAMES],
        env={"PYTHONPATH": str(repository / "codegen")},
        check=False,
    )
    assert done.returncode == 9
    assert compare(new, out)
    assert [problem.message for problem in misplaced(out, None, (), ())] == []
    assert {path: text for path, text in there(out).items() if path.suffix != ".new"}.items() <= {
        **before,
        **{path: text for path, text in new.items() if there(out).get(path) == text},
    }.items()
    write(new, out)
    assert there(out) == new
    assert compare(new, out) == ""


def test_a_full_disk_is_a_problem_and_the_next_run_writes_the_package(
    ontology: Callable[[str], Path], tmp_path: Path, failing: Callable[[str, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = ontology(SHIP), tmp_path / "fleet"
    with monkeypatch.context():
        failing("write_text", 60)
        result = generate([path], out)
    assert [(problem.code, problem.message) for problem in result.problems] == [
        ("E002", "cannot be read or written: No space left on device")
    ]
    assert not out.exists()
    monkeypatch.undo()
    assert generate([path], out).ok
    assert generate([path], out, check=True).ok


def test_caches_that_a_package_left_do_not_keep_it_from_coming_back(tmp_path: Path) -> None:
    (tmp_path / "fleet" / "__pycache__").mkdir(parents=True)
    (tmp_path / "fleet" / "__pycache__" / "models.cpython-311.pyc").touch()
    assert list(misplaced(tmp_path / "fleet", None, (), ())) == []


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Path]:
    """A folder with an ontology, a query and a template; it must look the same behind a test."""
    for name, text in (("fleet.ttl", PREFIXES + SHIP), ("queries/ask.rq", "# not read\n"), ("mine/note.txt", "mine")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    before = there(tmp_path / "fleet")
    yield tmp_path
    assert there(tmp_path / "fleet") == before


@pytest.mark.parametrize("name", ["fleet.ttl", "queries/ask.rq", "mine/note.txt", "losses.allow"])
def test_a_page_in_the_place_of_what_is_read_is_refused(name: str, made: Path) -> None:
    result = generate(
        [made / "fleet.ttl"], made / "fleet", queries=[made / "queries"], templates=made / "mine", docs=made / name
    )
    told = [problem for problem in result.problems if problem.code == "E004"]
    assert [problem.message for problem in told] == ["is read to make the package; name another page"]
    assert Path(told[0].path).name == Path(name).name


@pytest.mark.parametrize("name", ["fleet/page.md", "fleet/models.py", "queries/../fleet/page.md"])
def test_a_page_in_the_package_is_refused(name: str, made: Path) -> None:
    (problem,) = generate([made / "fleet.ttl"], made / "fleet", docs=made / name).problems
    assert (problem.code, problem.message.partition(", ")[2]) == (
        "E004",
        "which the package owns whole; name a page elsewhere",
    )


def test_a_folder_in_the_place_of_the_page_is_refused(made: Path) -> None:
    (problem,) = generate([made / "fleet.ttl"], made / "fleet", docs=made / "queries").problems
    assert (problem.code, problem.message) == ("E004", "is a folder; name the page in it")


@pytest.mark.parametrize("name", ["fleet.ttl", "queries", "queries/ask.rq", "mine"])
def test_what_a_package_is_made_of_does_not_lie_in_it(name: str, made: Path) -> None:
    (made / MARK).write_text("{}", encoding="utf-8")
    given = {"queries": "queries", "queries/ask.rq": "queries", "fleet.ttl": "ontology", "mine": "templates"}[name]
    out = (made / name).parent
    (out / MARK).write_text("{}", encoding="utf-8")
    options: dict[str, Any] = {given: made / name if given == "templates" else [made / name]} if given != "ontology" else {}
    ontologies = [made / name] if given == "ontology" else []
    problems = generate(ontologies, out, **options).problems
    assert ("E001", name.split("/")[-1]) in [(problem.code, Path(problem.path).name) for problem in problems]
    for mark in {made / MARK, out / MARK}:
        mark.unlink()


def test_names_too_long_for_a_file_are_refused_before_anything_is_written(
    ontology: Callable[[str], Path], tmp_path: Path
) -> None:
    long = "ä" * 122  # 244 bytes
    path = ontology(
        f'ex:C{long} a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "Long." .\n'
        f"ex:r{long} a owl:ObjectProperty ; rdfs:domain ex:Ship ; rdfs:range kg:Entity .\n{SHIP}"
    )
    problems = [problem for problem in generate([path], tmp_path / "fleet").problems if problem.level == "error"]
    assert [(problem.code, problem.line) for problem in problems] == [("G011", 9), ("G011", 10)]
    assert "by 'cäää" in problems[0].message
    assert "a file's name has 255 bytes at most; give a kgc:pyName" in problems[0].message
    assert not (tmp_path / "fleet").exists()
    given = ontology(
        path.read_text(encoding="utf-8").removeprefix(PREFIXES)
        + f'ex:C{long} kgc:pyName "Long" .\nex:r{long} kgc:pyName "long" .\n'
    )
    assert generate([given], tmp_path / "fleet").ok
