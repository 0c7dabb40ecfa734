"""Ontologies and queries in, the text of every file of a package out; nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jinja2 import TemplateError

from kgrdf_codegen.allowance import unallowed
from kgrdf_codegen.build import Built, build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.check.ontology import annotations_known
from kgrdf_codegen.emit import render_docs, render_package
from kgrdf_codegen.lint import lint
from kgrdf_codegen.manifest import SEGMENTS, files_read
from kgrdf_codegen.names_lock import NAMES_LOCK, NamesLock, read_names_lock
from kgrdf_codegen.output import misplaced
from kgrdf_codegen.problems import CodegenError, Problem, errors_in
from kgrdf_codegen.queries import query_files, read_queries
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import core_queries, shown
from kgrdf_codegen.spelling import table_module

__all__ = ["Package", "render"]

_RUNTIME = """The runtime's queries: the files in this folder, cut at their slots.

DO NOT EDIT: change a `.rq` file and run `python -m kgrdf_codegen`."""


@dataclass(frozen=True)
class Package:
    """The files of a package, none if there is an error."""

    problems: tuple[Problem, ...]
    files: dict[Path, str] = field(default_factory=dict)


def render(
    ontologies: Sequence[Path],
    out: Path | None,
    *,
    queries: Sequence[Path] = (),
    docs: Path | None = None,
    templates: Path | None = None,
    strict: bool = False,
    runtime: Path | None = None,
) -> Package:
    """Return what `generate` with the same arguments writes; without `out`, only what is wrong."""
    try:
        reading = read_ontology(ontologies)
    except CodegenError as error:
        return Package(tuple(error.problems))
    lock, problems = (NamesLock(), []) if out is None else read_names_lock(out / NAMES_LOCK)
    if problems:
        return Package(tuple(problems))
    try:
        built = build(reading, lock)
    except CodegenError as error:
        return Package(error.problems)
    vocabulary = Vocabulary.from_graph(reading.graph)
    problems = [*built.problems, *lint(reading, built.ontology), *annotations_known(reading, vocabulary)]
    if strict:
        problems += unallowed(built.ontology.losses, reading)
    files = query_files([core_queries(), *queries])
    found, faults = read_queries(files, built.ontology, vocabulary)
    if out is not None:
        problems += _retired(out, lock, built)
        given = [*ontologies, *queries, *([] if templates is None else [templates])]
        problems += misplaced(out, docs, given, files_read(ontologies, queries, templates, runtime))
    problems = sorted({*problems, *faults})
    if errors_in(problems) or out is None:
        return Package(tuple(problems))
    ontology = replace(built.ontology, queries=found)
    try:
        rendered = {out / name: text for name, text in render_package(ontology, templates).items()}
        if docs is not None:
            rendered[docs] = render_docs(ontology, templates)
        if runtime is not None:
            texts = {path.stem: path.read_text(encoding="utf-8") for path in runtime.glob("*.rq")}
            rendered[runtime / SEGMENTS] = table_module(_RUNTIME, texts, within=None)
    except (TemplateError, SyntaxError) as error:
        if templates is None:  # ours are right for any ontology, or that is a bug
            raise
        name = getattr(error, "name", None) or getattr(error, "filename", None) or ""
        line = getattr(error, "lineno", None) or 0
        return Package((*problems, Problem(shown(templates / name), line, 0, "E003", f"cannot be rendered: {error}")))
    return Package(tuple(problems), rendered | {out / NAMES_LOCK: built.names.render()})


def _retired(out: Path, lock: NamesLock, built: Built) -> Iterator[Problem]:
    """N004: who takes a term away is told that its name stays taken."""
    for iri, name in built.names.newly_retired(lock):
        message = f"<{iri}> is gone; its name {name} is given to nothing else until its line under `retired` is deleted"
        yield Problem(shown(out / NAMES_LOCK), 0, 0, "N004", message, "warning")
