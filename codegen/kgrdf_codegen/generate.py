"""The whole way: ontologies and queries in, a package on the disk (or a diff) out."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kgrdf_codegen.manifest import SEGMENTS, inputs_of, recall, remember
from kgrdf_codegen.output import compare, write
from kgrdf_codegen.problems import Problem, errors_in, exit_status
from kgrdf_codegen.sources import shown

__all__ = ["Result", "generate"]


@dataclass(frozen=True)
class Result:
    """What a run found and did."""

    problems: tuple[Problem, ...] = ()
    """Errors and warnings, by place; with an error nothing was written."""
    touched: tuple[Path, ...] = ()
    """Files written or deleted."""
    drift: str = ""
    """Of a check: the diff from what is there to what should be."""
    unchanged: bool = False
    """Every input and output is what the run before left, so that nothing was read or made."""
    seconds: float = 0.0
    """How long it took."""

    @property
    def ok(self) -> bool:
        """Say whether there is no error and no drift."""
        return not errors_in(self.problems) and not self.drift

    def tell(self, out: Path) -> int:
        """Print what was found in and done to `out`; return the exit status: 1 for drift, else that of the problems."""
        sys.stderr.writelines(f"{problem}\n" for problem in self.problems)
        sys.stdout.write(self.drift)
        if self.drift:
            sys.stderr.write("the package is not what the ontology says; run the same command without --check\n")
            return 1
        if not self.ok:
            return exit_status(self.problems)
        done = f"{len(self.touched)} files written" if self.touched else "up to date"
        how = ", by digests" if self.unchanged else ""
        sys.stdout.write(f"{shown(out)}: {done} ({1000 * self.seconds:.0f} ms{how})\n")
        return 0


def generate(
    ontologies: Sequence[Path] = (),
    out: Path | None = None,
    *,
    queries: Sequence[Path] = (),
    check: bool = False,
    docs: Path | None = None,
    templates: Path | None = None,
    strict: bool = False,
    runtime: Path | None = None,
) -> Result:
    """Generate a package from the core ontology and the ones given, and the page `docs` about it.

    The folder `out` is owned whole: what is left over in it is deleted, so one that holds files is refused unless it is a
    generated package. With `check` nothing is written, and the result holds the diff. `queries` are folders or files that
    come on top of the core's. Templates in the folder `templates` win over ours. With `strict`, what the ontology says and
    the package does not is an error unless `losses.allow` beside the ontology lists it. Nothing is fetched, and nothing
    outside `out` and `docs` is touched. Without `out`, only the problems are looked for. `runtime` is for kgrdf itself: the
    folder of its own queries, which get a module of their templates.

    Where every input and every file of the package is what the last run left, that run's answer is given again and nothing
    is generated; a check always generates.
    """
    begun = time.perf_counter()
    inputs = inputs_of(ontologies, queries, templates, docs, strict=strict, runtime=runtime)
    if out is not None and not check and (warnings := recall(out, _beside(docs, runtime), inputs)) is not None:
        return Result(warnings, unchanged=True, seconds=time.perf_counter() - begun)
    # Only here: reading an ontology takes libraries that cost more to load than all digests together.
    from kgrdf_codegen.package import render

    package = render(ontologies, out, queries=queries, docs=docs, templates=templates, strict=strict, runtime=runtime)
    if errors_in(package.problems) or out is None:
        return Result(package.problems)
    try:
        if check:
            drift = compare(package.files, out)
            return Result(package.problems, drift=drift, seconds=time.perf_counter() - begun)
        touched = write(package.files, out)
        remember(out, _beside(docs, runtime), inputs, package.problems)
    except OSError as error:
        place = Path(error.filename or out)
        problem = Problem(shown(place), 0, 0, "E002", f"cannot be read or written: {error.strerror}")
        return Result((*package.problems, problem))
    return Result(package.problems, tuple(touched), seconds=time.perf_counter() - begun)


def _beside(docs: Path | None, runtime: Path | None) -> list[Path]:
    """Return what is written outside the package."""
    return [*([] if docs is None else [docs]), *([] if runtime is None else [runtime / SEGMENTS])]
