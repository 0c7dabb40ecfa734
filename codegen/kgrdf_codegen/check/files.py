"""Check single `.rq` files against the ontology that they are written for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kgrdf_codegen.build import build
from kgrdf_codegen.check.explain import explain
from kgrdf_codegen.check.query import check_file, examine
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.problems import Problem, errors_in
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import shown

__all__ = ["Checked", "check_files"]


@dataclass(frozen=True)
class Checked:
    """What was found in some files."""

    problems: tuple[Problem, ...]
    explanations: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with any of them."""
        return not errors_in(self.problems)


def check_files(files: Sequence[Path], ontologies: Sequence[Path] = (), *, explained: bool = False) -> Checked:
    """Check `.rq` files with the core ontology and the ones given; explain those without problems, if that is asked.

    Raises `CodegenError` where an ontology cannot be read.
    """
    reading = read_ontology(ontologies)
    vocabulary = Vocabulary.from_graph(reading.graph)
    ontology = build(reading).ontology if explained else None
    problems: list[Problem] = []
    explanations = []
    for file in files:
        text, found = check_file(file, vocabulary)
        problems += found
        if ontology is not None and not errors_in(found):
            context = examine(shown(file), text, vocabulary).context
            if context is not None:
                explanations.append(explain(context, ontology))
    return Checked(tuple(problems), tuple(explanations))
