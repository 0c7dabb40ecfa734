"""Examples against shapes: what conforms, and what breaks exactly the shape that it was written to break."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyshacl
from pyshacl.errors import ConstraintLoadError, ShapeLoadError
from rdflib import RDF, RDFS, SH, Graph, URIRef
from rdflib.term import Node

from kgrdf_codegen.problems import CodegenError, Problem
from kgrdf_codegen.reader import Reading, read_ontology
from kgrdf_codegen.sources import shown

__all__ = ["Violation", "check_examples", "violations"]

_BREAKS = re.compile(r"#\s*breaks\s+(\S+)\s+(\S+)\s*")


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """One node that breaks one property of one shape."""

    shape: str
    """The node shape, `kg:RelationshipShape`."""
    path: str
    """The property, `kg:weight`; `^kg:contains` for an inverse one; empty for a rule on the node as a whole."""
    focus: str
    message: str


def violations(data: Graph, ontology: Reading) -> list[Violation]:
    """Return what breaks the ontology's shapes, in a stable order; subclasses are known, nothing else is inferred.

    Raises `CodegenError` where a shape cannot be read.
    """
    shapes = ontology.graph
    subclasses = Graph()
    subclasses += shapes.triples((None, RDFS.subClassOf, None))
    try:
        _, report, _ = pyshacl.validate(data, shacl_graph=shapes, ont_graph=subclasses, inference="none")
    except (ConstraintLoadError, ShapeLoadError) as error:
        message = f"a shape of this or of what it imports is no SHACL: {error}".replace("\n", " ")
        raise CodegenError([Problem(shown(ontology.files[0]), 0, 0, "S004", message)]) from error
    assert isinstance(report, Graph)
    found = []
    for result in report.subjects(RDF.type, SH.ValidationResult):
        source = report.value(result, SH.sourceShape)
        parent = next(shapes.subjects(SH.property, source), source)
        focus = str(report.value(result, SH.focusNode))
        message = next((str(text) for text in report.objects(result, SH.resultMessage)), "")
        path = _path(shapes.value(source, SH.path), ontology)
        found.append(Violation(ontology.short(str(parent)), path, focus, message))
    return sorted(found)


def check_examples(folder: Path, ontology: Reading) -> Iterator[Problem]:
    """Yield what is wrong with the examples of an ontology folder.

    Every file of `valid/` conforms. The first line of every file of `invalid/` is `# breaks SHAPE PROPERTY`, and the file
    breaks that property of that shape and nothing else.
    """
    for path in sorted((folder / "valid").glob("*.ttl")):
        yield from _check_valid(path, ontology)
    for path in sorted((folder / "invalid").glob("*.ttl")):
        yield from _check_invalid(path, ontology)


def _check_valid(path: Path, ontology: Reading) -> Iterator[Problem]:
    example = _read(path)
    if isinstance(example, Reading):
        for violation in violations(example.graph, ontology):
            message = f"breaks {violation.shape} {violation.path}: {violation.message}".replace("\n", " ")
            yield example.problem(URIRef(violation.focus), "S001", message)
    else:
        yield from example


def _check_invalid(path: Path, ontology: Reading) -> Iterator[Problem]:
    example = _read(path)
    if not isinstance(example, Reading):
        yield from example
        return
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    match = _BREAKS.fullmatch(first)
    if not match:
        yield Problem(shown(path), 1, 1, "S002", "the first line is not `# breaks SHAPE PROPERTY`")
        return
    broken = sorted({f"{violation.shape} {violation.path}" for violation in violations(example.graph, ontology)})
    named = f"{match[1]} {match[2]}"
    if broken != [named]:
        yield Problem(shown(path), 1, 1, "S003", f"breaks {', '.join(broken) or 'nothing'}; its first line names {named}")


def _read(path: Path) -> Reading | list[Problem]:
    try:
        return read_ontology([path], with_core=False)
    except CodegenError as error:
        return list(error.problems)


def _path(path: Node | None, ontology: Reading) -> str:
    if path is None:
        return ""
    inverse = ontology.graph.value(path, SH.inversePath)
    return f"^{ontology.short(str(inverse))}" if inverse is not None else ontology.short(str(path))
