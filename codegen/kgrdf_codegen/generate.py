"""The whole way: ontologies and queries in, a package on the disk (or a diff) out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import TemplateError

from kgrdf_codegen.build import build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.ontology import annotations_known
from kgrdf_codegen.emit import render_docs, render_package
from kgrdf_codegen.lint import lint
from kgrdf_codegen.output import compare, refusal, write
from kgrdf_codegen.problems import CodegenError, Problem, errors_in
from kgrdf_codegen.queries import query_files, read_queries
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import ontology_folder, shown

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

    @property
    def ok(self) -> bool:
        """Say whether there is no error and no drift."""
        return not errors_in(self.problems) and not self.drift

    def tell(self, out: Path) -> int:
        """Print what was found in and done to `out`; return the exit status: 0 for success, 1 for drift, 2 for errors."""
        sys.stderr.writelines(f"{problem}\n" for problem in self.problems)
        sys.stdout.write(self.drift)
        if self.drift:
            sys.stderr.write("the package is not what the ontology says; run the same command without --check\n")
            return 1
        if not self.ok:
            return 2
        sys.stdout.write(f"{shown(out)}: {f'{len(self.touched)} files changed' if self.touched else 'up to date'}\n")
        return 0


def generate(
    ontologies: Sequence[Path] = (),
    out: Path | None = None,
    *,
    queries: Sequence[Path] = (),
    check: bool = False,
    docs: Path | None = None,
    templates: Path | None = None,
) -> Result:
    """Generate a package from the core ontology and the ones given, and the page `docs` about it.

    The folder `out` is owned whole: what is left over in it is deleted, so one that holds files is refused unless it is a
    generated package. With `check` nothing is written, and the result holds the diff. `queries` are folders or files that
    come on top of the core's. Templates in the folder `templates` win over ours. Nothing is fetched, and nothing outside
    `out` and `docs` is touched. Without `out`, only the problems are looked for.
    """
    try:
        reading = read_ontology(ontologies)
    except CodegenError as error:
        return Result(tuple(error.problems))
    built = build(reading)
    vocabulary = Vocabulary.from_graph(reading.graph)
    problems = [*built.problems, *lint(reading, built.ontology), *annotations_known(reading, vocabulary)]
    files = query_files([ontology_folder() / "queries", *queries])
    found, faults = read_queries(files, built.ontology, vocabulary)
    if out is not None and (reason := refusal(out)) is not None:
        problems.append(Problem(shown(out), 0, 0, "E001", reason))
    problems = sorted({*problems, *faults})
    if errors_in(problems) or out is None:
        return Result(tuple(problems))
    ontology = replace(built.ontology, queries=found)
    try:
        rendered = {out / name: text for name, text in render_package(ontology, templates).items()}
        if docs is not None:
            rendered[docs] = render_docs(ontology, templates)
    except (TemplateError, SyntaxError) as error:
        if templates is None:  # ours are right for any ontology, or that is a bug
            raise
        name = getattr(error, "name", None) or getattr(error, "filename", None) or ""
        line = getattr(error, "lineno", None) or 0
        return Result((*problems, Problem(shown(templates / name), line, 0, "E003", f"cannot be rendered: {error}")))
    try:
        if check:
            return Result(tuple(problems), drift=compare(rendered, [out]))
        return Result(tuple(problems), tuple(write(rendered, [out])))
    except OSError as error:
        place = Path(error.filename or out)
        return Result((*problems, Problem(shown(place), 0, 0, "E002", f"cannot be read or written: {error.strerror}")))
