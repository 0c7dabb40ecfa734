"""Everything that is to be checked about an ontology: its terms, its examples and its queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rdflib import URIRef

from kgrdf_codegen.build import build
from kgrdf_codegen.check.ontology import check_terms
from kgrdf_codegen.check.query import check_file
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.problems import CodegenError, Problem, errors_in
from kgrdf_codegen.queries import query_files, query_problems
from kgrdf_codegen.reader import Reading, read_ontology
from kgrdf_codegen.shacl import check_examples, violations
from kgrdf_codegen.sources import core_queries, ontology_folder, runtime_query_folders, shown

__all__ = ["Report", "check_folder", "check_shipped"]


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked, and what is wrong with it."""

    folder: Path
    terms: int
    examples: int
    queries: int
    problems: tuple[Problem, ...]

    def __str__(self) -> str:
        errors = len(errors_in(self.problems))
        warnings = len(self.problems) - errors
        counted = f"{self.terms} terms, {self.examples} examples, {self.queries} queries"
        return f"{shown(self.folder)}: {counted}: {errors} errors, {warnings} warnings"


def check_shipped() -> Report:
    """Check the ontology that ships, with the queries of the ontology, the runtime and the generated package."""
    return _check(ontology_folder(), read_ontology(), [core_queries()], runtime_query_folders())


def check_folder(folder: Path) -> Report:
    """Check a user's ontology folder: its `*.ttl` files on top of the core, its `examples/` and its `queries/`.

    A Turtle file stands for itself and the two folders beside it.

    Raises `CodegenError` where a file cannot be read, and where the folder holds no ontology.
    """
    if folder.is_file():
        return _check(folder.parent, read_ontology([folder]), [folder.parent / "queries"])
    files = sorted(folder.glob("*.ttl"))
    if not files:
        message = "holds no *.ttl file" if folder.is_dir() else "is neither a folder nor a file"
        raise CodegenError([Problem(shown(folder), 0, 0, "O001", message)])
    return _check(folder, read_ontology(files), [folder / "queries"])


def _check(folder: Path, reading: Reading, query_folders: Sequence[Path], runtime: Sequence[Path] = ()) -> Report:
    vocabulary = Vocabulary.from_graph(reading.graph)
    named, own = query_files(place for place in query_folders if place.is_dir()), query_files(runtime)
    examples = list((folder / "examples").glob("*/*.ttl"))
    problems = [
        *reading.warnings,
        *check_terms(reading),
        *_check_individuals(reading),
        *check_examples(folder / "examples", reading),
        *(problem for path in own for problem in check_file(path, vocabulary)[1]),
        *query_problems(named, build(reading).ontology, vocabulary),
    ]
    terms = sum(vocabulary.declares(str(iri)) for iri in reading.own or reading.places)
    return Report(folder, terms, len(examples), len(named) + len(own), tuple(sorted(problems)))


def _check_individuals(reading: Reading) -> Iterator[Problem]:
    """S001 for the ontology itself: its relation types have shapes too."""
    for violation in violations(reading.graph, reading):
        message = f"breaks {violation.shape} {violation.path}: {violation.message}".replace("\n", " ")
        yield reading.problem(URIRef(violation.focus), "S001", message)
