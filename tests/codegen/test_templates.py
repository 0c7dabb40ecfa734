"""Every generated template is proven as the written ones are: declared terms, the tenant's graphs, the interval."""

from __future__ import annotations

from pathlib import Path

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.generate import generate
from kgrdf_codegen.reader import read_ontology

from .conftest import CASES

NOTES = """
@prefix kg: <https://w3id.org/kgrdf/ns#> . @prefix kgc: <https://w3id.org/kgrdf/codegen#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix x: <https://example.org/notes#> .
<https://example.org/notes> a owl:Ontology .
x:Note a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:label "note" ; rdfs:comment "A remark." .
x:Claim a owl:Class ; rdfs:subClassOf kg:Fact ; rdfs:label "claim" ; rdfs:comment "What a note says." .
x:annotates a owl:ObjectProperty ; rdfs:domain x:Note ; rdfs:range kg:Statement ; rdfs:comment "What it is a remark on." .
x:inNote a owl:ObjectProperty ; rdfs:domain x:Claim ; rdfs:range x:Note ; rdfs:comment "Which note says it." .
x:NoteShape a sh:NodeShape ; sh:targetClass x:Note ;
    sh:property [ sh:path x:annotates ; sh:class kg:Statement ] ,
        [ sh:path [ sh:inversePath x:inNote ] ; sh:class x:Claim ; kgc:pyName "claim_ids" ; kgc:wireName "claimIds" ] .
"""


def test_every_template_of_an_ontology_on_top_of_the_core_passes_the_checker(packages: Path) -> None:
    vocabulary = Vocabulary.from_graph(read_ontology([CASES / "pharmacy" / "ontology.ttl"]).graph)
    paths = sorted((packages / "case_pharmacy" / "sparql").glob("*.rq"))
    problems = [
        str(problem) for path in paths for problem in check_query(path.name, path.read_text(encoding="utf-8"), vocabulary)
    ]
    assert problems == []
    assert len(paths) > 100


def test_the_templates_of_a_class_that_statements_are_tied_to_pass_the_checker(tmp_path: Path) -> None:
    ontology = tmp_path / "notes.ttl"
    ontology.write_text(NOTES, encoding="utf-8")
    assert generate([ontology], tmp_path / "notes").ok
    vocabulary = Vocabulary.from_graph(read_ontology([ontology]).graph)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "notes" / "sparql").glob("*.rq")}

    assert [str(problem) for name, text in texts.items() for problem in check_query(name, text, vocabulary)] == []
    assert "# @time known\n" in texts["note_by_annotates_asof"]
    assert "# @time all\n" in texts["note_by_claim"]


def test_the_templates_of_a_folder_of_ones_own_win(tmp_path: Path) -> None:
    mine = tmp_path / "templates"
    mine.mkdir()
    (mine / "schema.md.j2").write_text("{{ ontology.classes | length }} classes\n", encoding="utf-8")
    assert generate([], tmp_path / "core", docs=tmp_path / "mine.md", templates=mine).ok
    assert (tmp_path / "mine.md").read_text(encoding="utf-8") == "15 classes\n"
