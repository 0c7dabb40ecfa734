"""The examples show what the shapes allow, and each invalid one breaks the one rule that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rdflib import RDF, SH, Graph

from kgrdf_codegen.reader import Reading, read_ontology
from kgrdf_codegen.shacl import check_examples, violations
from kgrdf_codegen.sources import ontology_folder

EXAMPLES = ontology_folder() / "examples"
VALID = sorted((EXAMPLES / "valid").glob("*.ttl"))
INVALID = sorted((EXAMPLES / "invalid").glob("*.ttl"))


@pytest.fixture(scope="module")
def ontology() -> Reading:
    return read_ontology()


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_example_conforms(path: Path, ontology: Reading) -> None:
    assert violations(Graph().parse(path), ontology) == []


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_invalid_example_breaks_exactly_what_its_first_line_names(path: Path, ontology: Reading) -> None:
    named = re.fullmatch(r"# breaks (\S+) (\S+)", path.read_text(encoding="utf-8").splitlines()[0])
    broken = {(violation.shape, violation.path) for violation in violations(Graph().parse(path), ontology)}

    assert named is not None
    assert broken == {named.groups()}


def test_every_shape_is_broken_by_an_example(ontology: Reading) -> None:
    shapes = {ontology.short(str(shape)) for shape in ontology.graph.subjects(RDF.type, SH.NodeShape)}
    named = {path.read_text(encoding="utf-8").split()[2] for path in INVALID}

    assert shapes == named


def test_the_valid_examples_use_every_class_that_is_stored(ontology: Reading) -> None:
    data = Graph()
    for path in VALID:
        data.parse(path)
    shown = {ontology.short(str(cls)) for cls in data.objects(None, RDF.type)}

    targets = {ontology.short(str(cls)) for cls in ontology.graph.objects(None, SH.targetClass)}
    assert targets - shown == {"kg:RelationType"}


PREFIX = "@prefix kg: <https://w3id.org/kgrdf/ns#> .\n"
NAMELESS = 'kg:x a kg:Entity ; kg:entityType kg:Entity ; kg:recordedAt "1"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'


@pytest.mark.parametrize(
    ("folder", "text", "said"),
    [
        ("valid", PREFIX + NAMELESS, "valid/x.ttl:2:1 S001 breaks kg:EntityShape kg:name"),
        ("invalid", PREFIX + NAMELESS, "invalid/x.ttl:1:1 S002 the first line is not `# breaks SHAPE PROPERTY`"),
        ("invalid", "# breaks kg:EntityShape kg:alias\n" + PREFIX + NAMELESS, "S003 breaks kg:EntityShape kg:name; its"),
        ("invalid", "# breaks kg:EntityShape kg:name\n" + PREFIX, "S003 breaks nothing; its first line names"),
        ("valid", PREFIX + "kg:x kg:y\n", "O001 is not Turtle"),
    ],
)
def test_an_example_that_is_not_what_it_says_is_told(
    folder: str, text: str, said: str, tmp_path: Path, ontology: Reading
) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "x.ttl").write_text(text, encoding="utf-8")

    problems = list(check_examples(tmp_path, ontology))

    assert len(problems) == 1
    assert said in str(problems[0])
