"""Every generated template is proven as the written ones are: declared terms, the tenant's graphs, the interval."""

from __future__ import annotations

from pathlib import Path

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.generate import generate
from kgrdf_codegen.reader import read_ontology

from .conftest import CASES


def test_every_template_of_an_ontology_on_top_of_the_core_passes_the_checker(packages: Path) -> None:
    vocabulary = Vocabulary.from_graph(read_ontology([CASES / "pharmacy" / "ontology.ttl"]).graph)
    paths = sorted((packages / "case_pharmacy" / "sparql").glob("*.rq"))
    problems = [
        str(problem) for path in paths for problem in check_query(path.name, path.read_text(encoding="utf-8"), vocabulary)
    ]
    assert problems == []
    assert len(paths) > 100


def test_the_templates_of_a_folder_of_ones_own_win(tmp_path: Path) -> None:
    mine = tmp_path / "templates"
    mine.mkdir()
    (mine / "schema.md.j2").write_text("{{ ontology.classes | length }} classes\n", encoding="utf-8")
    assert generate([], tmp_path / "core", docs=tmp_path / "mine.md", templates=mine).ok
    assert (tmp_path / "mine.md").read_text(encoding="utf-8") == "15 classes\n"
