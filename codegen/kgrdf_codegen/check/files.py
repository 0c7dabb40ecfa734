"""Check single `.rq` files against the ontology that they are written for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kgrdf_codegen.build import build
from kgrdf_codegen.check.explain import explain
from kgrdf_codegen.check.query import check_file, examine
from kgrdf_codegen.check.vocabulary import Vocabulary
from kgrdf_codegen.problems import Problem, errors_in, fault
from kgrdf_codegen.queries import query_problems
from kgrdf_codegen.reader import read_ontology
from kgrdf_codegen.sources import runtime_query_folders, shown

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

    A file without problems becomes a function of a package, beside the core's queries and the others. Only the runtime's own
    files are none. Raises `CodegenError` where an ontology cannot be read.
    """
    reading = read_ontology(ontologies)
    vocabulary, ontology = Vocabulary.from_graph(reading.graph), build(reading).ontology
    own = [file for file in files if file.resolve().parent in runtime_query_folders()]
    problems = [problem for file in own for problem in check_file(file, vocabulary)[1]]
    problems += query_problems([file for file in files if file not in own], ontology, vocabulary)
    explanations = []
    wrong = {problem.path for problem in errors_in(problems)}
    for file in files if explained else ():
        if shown(file) not in wrong:
            context = examine(shown(file), file.read_text(encoding="utf-8-sig"), vocabulary).context
            try:
                explanations += [explain(context, ontology)] if context is not None else []
            except Exception as error:  # our own mistake, which must not silence the other files
                problems.append(fault(shown(file), error))
    return Checked(tuple(sorted(problems)), tuple(explanations))
