"""The rules on an ontology as it is written, and the command that applies all of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kgrdf_codegen.check.folder import check_folder, check_shipped
from kgrdf_codegen.check.ontology import RULES, check_terms
from kgrdf_codegen.reader import read_ontology

PREFIXES = """@prefix ex: <https://example.org/clinic#> .
@prefix kg: <https://w3id.org/kgrdf/ns#> .
@prefix kgc: <https://w3id.org/kgrdf/codegen#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
WORDS = 'rdfs:label "x" ; rdfs:comment "Says what it means."'
WARD = f'ex:Ward a owl:Class ; rdfs:subClassOf kg:Location ; {WORDS} ; kgc:plural "wards" .\n'
BEDS = f"ex:beds a owl:DatatypeProperty ; rdfs:domain ex:Ward ; rdfs:range xsd:integer ; {WORDS} .\n"
SHAPE = "ex:WardShape a sh:NodeShape ; sh:targetClass ex:Ward ; sh:property [ sh:path ex:beds ; sh:maxCount 1 ] .\n"

FAULTS = [
    ('ex:Ward a owl:Class ; rdfs:comment "A room." .', ":8:1 O003 ex:Ward has no rdfs:label"),
    ('ex:Ward a owl:Class ; rdfs:label "Ward" .', ":8:1 O003 ex:Ward has no rdfs:comment"),
    (
        f'ex:Ward a owl:Class ; kgc:abstract "yes" ; {WORDS} .',
        ":8:1 O007 ex:Ward: unknown kgc:abstract 'yes'; one of true, ",
    ),
    (
        f'ex:Ward a owl:Class ; kgc:tool "store_ward" , "keep_ward" ; {WORDS} .',
        ":8:1 O007 ex:Ward: kgc:tool is given 2 times, as 'keep_ward' and 'store_ward'; keep one",
    ),
    (
        f'ex:p a owl:DatatypeProperty ; kgc:valueKind "moment" ; rdfs:domain kg:Entity ; rdfs:range xsd:integer ; {WORDS} .',
        ":8:1 O007 ex:p: unknown kgc:valueKind 'moment'; one of instant",
    ),
    (
        'ex:Ward a owl:Class ; rdfs:label "Ward" ; rdfs:comment "Ward." .',
        ":8:1 O003 ex:Ward repeats its label as its comment",
    ),
    (f"ex:p a owl:ObjectProperty ; rdfs:range kg:Entity ; {WORDS} .", ":8:1 O004 ex:p has no rdfs:domain; add one"),
    (f"ex:p a owl:ObjectProperty ; rdfs:domain kg:Entity ; {WORDS} .", ":8:1 O004 ex:p has no rdfs:range; add one"),
    (
        f"ex:p a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( kg:Entity kg:Persn ) ] ; rdfs:range kg:Entity ; {WORDS} .",
        ":8:1 O005 ex:p names kg:Persn, which is no declared class, did you mean kg:Person?",
    ),
    (
        f"ex:A a owl:Class ; rdfs:subClassOf kg:Servce ; {WORDS} .",
        ":8:1 O005 ex:A names kg:Servce, which is no declared class",
    ),
    (f"ex:A a owl:Class ; rdfs:subClassOf ex:A ; {WORDS} .", ":8:1 O006 warning: ex:A is a subclass of itself"),
    (
        f'ex:A a owl:Class ; kgc:plurl "as" ; {WORDS} .',
        ":8:1 O007 ex:A: unknown annotation kgc:plurl, did you mean kgc:plural?",
    ),
    (f'ex:A a owl:Class ; kgc:kind "thing" ; {WORDS} .', ":8:1 O007 ex:A: unknown kgc:kind 'thing'; one of document, chunk"),
    (
        f"ex:lies_at a kg:RelationType ; kg:singlevalued true ; {WORDS} .",
        ":8:1 O008 ex:lies_at: unknown term kg:singlevalued, did you mean kg:singleValued?",
    ),
    (
        f"ex:lies_at a kg:RelationTyp ; {WORDS} .",
        ":8:1 O008 ex:lies_at: unknown term kg:RelationTyp, did you mean kg:RelationType?",
    ),
    (
        "ex:S a sh:NodeShape ; sh:targetClass kg:Person ; sh:property [ sh:path kg:confidence ; sh:minInclusiv 0 ] .",
        ":8:1 O008 ex:S: unknown term sh:minInclusiv, did you mean sh:minInclusive?",
    ),
    (
        f'ex:A a owl:Class ; rdfs:lable "A" ; {WORDS} .',
        ":8:1 O008 ex:A: unknown term rdfs:lable, did you mean rdfs:label?",
    ),
]


def write(folder: Path, text: str) -> Path:
    path = folder / "clinic.ttl"
    path.write_text(PREFIXES + text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("text", "said"), FAULTS)
def test_a_faulty_term_is_told_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    problems = check_terms(read_ontology([write(tmp_path, text)]))

    assert len(problems) == 1
    assert said in str(problems[0])


def test_every_rule_is_broken_by_a_fault_above() -> None:
    codes = {str(rule.__doc__).split(":", 1)[0] for rule in RULES}

    assert all(any(f" {code} " in said for _, said in FAULTS) for code in codes)


def test_a_cycle_of_classes_ends_and_is_a_warning(tmp_path: Path) -> None:
    text = f"ex:A a owl:Class ; rdfs:subClassOf ex:B ; {WORDS} .\nex:B a owl:Class ; rdfs:subClassOf ex:A ; {WORDS} .\n"

    problems = check_terms(read_ontology([write(tmp_path, text)]))

    assert [(problem.code, problem.level) for problem in problems] == [("O006", "warning")] * 2
    assert "ex:A is a subclass of ex:B, and the other way round" in str(problems[0])


def test_the_shipped_ontology_and_every_shipped_query_pass() -> None:
    report = check_shipped()

    assert [str(problem) for problem in report.problems] == []
    assert (report.terms, report.examples) > (90, 13)
    assert report.queries > 6


def test_a_users_folder_is_checked_with_its_shapes_examples_and_queries(tmp_path: Path) -> None:
    write(tmp_path, WARD + BEDS + SHAPE)
    for folder in ("examples/valid", "examples/invalid", "queries"):
        (tmp_path / folder).mkdir(parents=True)
    ward = 'ex:w a ex:Ward ; kg:entityType ex:Ward ; kg:name "East" ; kg:recordedAt 1 ; ex:beds 4 '
    (tmp_path / "examples/valid/ward.ttl").write_text(PREFIXES + ward + ".", encoding="utf-8")
    broken = "# breaks ex:WardShape ex:beds\n" + PREFIXES + ward + ", 5 ."
    (tmp_path / "examples/invalid/beds.ttl").write_text(broken, encoding="utf-8")
    query = (
        "# @name wards\n# @mode many\n# @limit 20\n# The wards and how many beds each has.\n"
        "PREFIX ex: <https://example.org/clinic#>\nSELECT ?ward ?beds\n"
        "WHERE { GRAPH $current { ?ward a ex:Ward ; ex:beds ?beds } }\n"
    )
    (tmp_path / "queries/wards.rq").write_text(query, encoding="utf-8")
    (tmp_path / "queries/wrong.rq").write_text(query.replace("ex:beds", "ex:bed"), encoding="utf-8")

    report = check_folder(tmp_path)

    place = (tmp_path / "queries/wrong.rq").as_posix()
    assert [str(problem) for problem in report.problems] == [
        f"{place}:1:1 Q016 @name wards in wrong.rq; write `# @name wrong` or rename the file",
        f"{place}:7:44 Q021 unknown property ex:bed, did you mean ex:beds?",
    ]
    assert (report.terms, report.examples, report.queries) == (2, 2, 2)


def test_a_users_class_below_a_statement_is_a_statement(tmp_path: Path) -> None:
    """So that a subclass cannot be read without its interval by naming only what the user declares."""
    text = f"ex:Decision a owl:Class ; rdfs:subClassOf kg:Fact ; {WORDS} .\n"
    text += f"ex:decidedBy a owl:ObjectProperty ; rdfs:domain ex:Decision ; rdfs:range kg:Person ; {WORDS} .\n"
    write(tmp_path, text)
    (tmp_path / "queries").mkdir()
    (tmp_path / "queries/decisions.rq").write_text(
        "# @name decisions\n# @mode many\n# @limit 20\n# Who decided what.\n"
        "PREFIX ex: <https://example.org/clinic#>\nSELECT ?decision ?person\n"
        "WHERE { GRAPH $current { ?decision ex:decidedBy ?person } }\n",
        encoding="utf-8",
    )

    assert [problem.code for problem in check_folder(tmp_path).problems] == ["Q040"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kgrdf_codegen.check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_prints_one_problem_a_line_and_fails(tmp_path: Path) -> None:
    path = write(tmp_path, "ex:Ward a owl:Class .")

    result = run(str(tmp_path))

    assert result.returncode == 2
    assert [line.partition(";")[0] for line in result.stderr.splitlines()] == [
        f"{path.as_posix()}:8:1 O003 ex:Ward has no rdfs:comment",
        f"{path.as_posix()}:8:1 O003 ex:Ward has no rdfs:label",
    ]
    assert result.stdout.endswith("1 terms, 0 examples, 0 queries: 2 errors, 0 warnings\n")


def test_the_command_succeeds_with_warnings_and_says_what_it_checked(tmp_path: Path) -> None:
    write(tmp_path, WARD + BEDS + "<https://example.org/clinic> a owl:Ontology ; owl:imports <https://example.org/x> .")

    result = run(str(tmp_path))

    assert result.returncode == 0
    assert "O002 warning: imports <https://example.org/x>" in result.stderr
    assert result.stdout.endswith("2 terms, 0 examples, 0 queries: 0 errors, 1 warnings\n")


def test_the_command_takes_one_file_and_explains_itself(tmp_path: Path) -> None:
    path = write(tmp_path, "ex:Ward a owl:Class .")
    (tmp_path / "other.ttl").write_text("this is no Turtle", encoding="utf-8")

    assert "1 terms, 0 examples, 0 queries: 2 errors, 0 warnings" in run(str(path)).stdout
    assert "is neither a folder nor a file" in run(str(tmp_path / "typo.ttl")).stderr
    assert run("--help").stdout.startswith("usage: python -m kgrdf_codegen.check")


def test_the_command_says_what_cannot_be_read(tmp_path: Path) -> None:
    assert "holds no *.ttl file" in run(str(tmp_path)).stderr
    write(tmp_path, "ex:Ward a")
    result = run(str(tmp_path))
    assert (result.returncode, "O001 is not Turtle" in result.stderr) == (2, True)


def test_a_users_class_without_a_superclass_is_an_entity_for_the_checker_too(tmp_path: Path) -> None:
    """The generator takes it for one, so a query as-of has to say that it was known by then."""
    write(tmp_path, f"ex:Ward a owl:Class ; {WORDS} .\n")
    (tmp_path / "queries").mkdir()
    query = (
        "# @name wards\n# @mode many\n# @time asof\n# @param knownAt: instant\n# @limit 20\n# The wards.\n"
        "PREFIX ex: <https://example.org/clinic#>\nPREFIX kg: <https://w3id.org/kgrdf/ns#>\n"
        "SELECT ?ward\nWHERE { GRAPH $current { ?ward a ex:Ward . ?other kg:recordedAt ?at FILTER(?at <= $knownAt) } }\n"
    )
    (tmp_path / "queries/wards.rq").write_text(query, encoding="utf-8")

    assert "Q044" in {problem.code for problem in check_folder(tmp_path).problems}

    (tmp_path / "queries/wards.rq").write_text(query.replace("?other", "?ward"), encoding="utf-8")

    assert [str(problem) for problem in check_folder(tmp_path).problems] == []


def test_a_class_that_is_equivalent_to_a_fact_is_a_statement(tmp_path: Path) -> None:
    write(tmp_path, f"ex:Decision a owl:Class ; owl:equivalentClass kg:Fact ; {WORDS} .\n")
    (tmp_path / "queries").mkdir()
    query = (
        "# @name decisions\n# @mode many\n# @limit 20\n# The decisions.\nPREFIX ex: <https://example.org/clinic#>\n"
        "SELECT ?decision\nWHERE { GRAPH $current { ?decision a ex:Decision } }\n"
    )
    (tmp_path / "queries/decisions.rq").write_text(query, encoding="utf-8")

    assert "Q040" in {problem.code for problem in check_folder(tmp_path).problems}


def test_a_list_that_runs_into_itself_is_read_as_saying_nothing(tmp_path: Path) -> None:
    text = f"ex:Ward a owl:Class ; rdfs:subClassOf kg:Location ; {WORDS} .\n"
    text += f"ex:p a owl:ObjectProperty ; rdfs:domain [ owl:unionOf _:l ] ; rdfs:range ex:Ward ; {WORDS} .\n"
    text += (
        "_:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> ex:Ward ; "
        "<http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l .\n"
    )
    write(tmp_path, text)

    assert [str(problem) for problem in check_folder(tmp_path).problems] == []


def test_a_query_file_that_is_no_text_is_a_problem_and_no_crash(tmp_path: Path) -> None:
    write(tmp_path, WARD)
    (tmp_path / "queries").mkdir()
    (tmp_path / "queries/wards.rq").write_bytes(b"# @name wards\xff\n")

    assert [f"{problem.code} {problem.message}" for problem in check_folder(tmp_path).problems] == ["Q019 is not UTF-8"]


def test_a_query_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    write(tmp_path, WARD)
    (tmp_path / "queries").mkdir()
    query = (
        "# @name wards\n# @mode many\n# @limit 20\n# The wards.\nPREFIX ex: <https://example.org/clinic#>\n"
        "SELECT ?ward\nWHERE { GRAPH $current { ?ward a ex:Ward } }\n"
    )
    (tmp_path / "queries/wards.rq").write_text(query, encoding="utf-8-sig")

    assert [str(problem) for problem in check_folder(tmp_path).problems] == []


def test_a_shape_that_is_no_shacl_is_a_problem_and_no_traceback(tmp_path: Path) -> None:
    write(tmp_path, WARD + BEDS + SHAPE.replace("sh:maxCount 1", 'sh:maxCount "one"'))
    example = tmp_path / "examples/valid/east.ttl"
    example.parent.mkdir(parents=True)
    example.write_text("<urn:example:east> a <https://example.org/clinic#Ward> .", encoding="utf-8")

    result = run(str(tmp_path))

    assert result.returncode == 2
    assert "clinic.ttl S004 a shape of this or of what it imports is no SHACL: " in result.stderr
    assert "sh:maxCount must be a literal" in result.stderr
