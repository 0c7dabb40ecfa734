"""What a package was made of and what it consists of, as digests: unchanged files need no second run.

The manifest is a cache. It lies in the package's `__pycache__`, where version control and builds leave it out, so that a
digest never stands in a diff; without it the package is generated again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from kgrdf_codegen.problems import Problem
from kgrdf_codegen.sources import ontology_folder

__all__ = ["SEGMENTS", "Inputs", "files_read", "inputs_of", "recall", "remember"]

SEGMENTS = "segments.py"
"""The module of templates in a package, and in the folder of the runtime's own queries."""

_LIBRARIES = ("jinja2", "pyoxigraph", "rdflib")
_SOURCES = Path(__file__).parent

Digests = dict[str, str]


@dataclass(frozen=True)
class Inputs:
    """The digest of all that decides what is written: files, the generator itself, its libraries, the arguments."""

    digests: Digests


def inputs_of(
    ontologies: Sequence[Path],
    queries: Sequence[Path],
    templates: Path | None,
    docs: Path | None,
    *,
    strict: bool,
    runtime: Path | None = None,
) -> Inputs:
    """Return the digests of what `generate` reads when it is called with these arguments."""
    arguments = [
        str(Path.cwd()),
        [str(path) for path in (*ontologies, *queries)],
        str(templates),
        str(docs),
        strict,
        str(runtime),
    ]
    called = {"arguments": json.dumps(arguments), "python": sys.version} | {name: _version(name) for name in _LIBRARIES}
    return Inputs(called | _digests(files_read(ontologies, queries, templates, runtime)))


def files_read(
    ontologies: Sequence[Path], queries: Sequence[Path], templates: Path | None, runtime: Path | None = None
) -> list[Path]:
    """Return every file that decides what `generate` writes when it is called with these arguments; some may not exist."""
    shipped = ontology_folder()
    folders = [shipped, *(path.parent for path in ontologies)]
    return [
        *ontologies,
        *shipped.glob("*.ttl"),
        *(folder / "losses.allow" for folder in folders),
        *_queries([shipped / "queries", *queries, *([] if runtime is None else [runtime])]),
        *_SOURCES.rglob("*.py"),
        *_SOURCES.rglob("*.j2"),
        *([] if templates is None else templates.rglob("*")),
    ]


def recall(out: Path, beside: Sequence[Path], inputs: Inputs) -> tuple[Problem, ...] | None:
    """Return the warnings of the run that made the package, if everything is as that run read and left it; else None."""
    try:
        told = json.loads(_path(out).read_bytes())
        if told["inputs"] != inputs.digests or told["outputs"] != _digests(_outputs(out, beside)):
            return None
        return tuple(Problem(**problem) for problem in told["warnings"])
    except (OSError, ValueError, KeyError, TypeError):  # none yet, or not one of ours
        return None


def remember(out: Path, beside: Sequence[Path], inputs: Inputs, warnings: Iterable[Problem]) -> None:
    """Note what the package was made of, after it was written.

    Where that cannot be noted, the next run does everything again.
    """
    told = {
        "inputs": inputs.digests,
        "outputs": _digests(_outputs(out, beside)),
        "warnings": [asdict(problem) for problem in warnings],
    }
    with contextlib.suppress(OSError):
        _path(out).parent.mkdir(exist_ok=True)
        _path(out).write_text(json.dumps(told, indent=1, sort_keys=True), encoding="utf-8")


def _path(out: Path) -> Path:
    return out / "__pycache__" / "codegen-manifest"


def _outputs(out: Path, beside: Sequence[Path]) -> Iterator[Path]:
    yield from (path for path in out.rglob("*") if "__pycache__" not in path.parts)
    yield from beside


def _queries(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield from place.glob("*.rq") if place.is_dir() else [place]


def _digests(files: Iterable[Path]) -> Digests:
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files if path.is_file()}


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:  # on the path without metadata, as a vendored copy is
        return ""
