"""Reading Turtle: one graph, the place of every subject, and no request to anybody."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from rdflib import RDFS, Literal, URIRef

from kgrdf_codegen.problems import CodegenError
from kgrdf_codegen.reader import KG, read_ontology

PREFIXES = """@prefix ex: <https://example.org/clinic#> .
@prefix kg: <https://w3id.org/kgrdf/ns#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


def write(folder: Path, text: str, name: str = "clinic.ttl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_users_ontology_is_read_on_top_of_the_core(tmp_path: Path) -> None:
    path = write(tmp_path, PREFIXES + "ex:Ward a owl:Class ; rdfs:subClassOf kg:Location .\n")

    reading = read_ontology([path])

    assert (URIRef("https://example.org/clinic#Ward"), RDFS.subClassOf, URIRef(f"{KG}Location")) in reading.graph
    assert (URIRef(f"{KG}Entity"), RDFS.label, Literal("Entity")) in reading.graph
    assert reading.own == {URIRef("https://example.org/clinic#Ward")}
    assert [file.name for file in reading.files] == ["clinic.ttl", "core.ttl", "annotations.ttl", "shapes.ttl"]
    assert reading.warnings == ()


def test_the_core_is_found_through_its_import_too(tmp_path: Path) -> None:
    path = write(tmp_path, PREFIXES + "<https://example.org/clinic> a owl:Ontology ; owl:imports kg: .\n")

    reading = read_ontology([path], with_core=False)

    assert [file.name for file in reading.files] == ["clinic.ttl", "core.ttl", "annotations.ttl", "shapes.ttl"]


def test_the_place_of_a_subject_is_its_first_line(tmp_path: Path) -> None:
    text = (
        PREFIXES
        + '''# ex:Ghost a owl:Class .
<https://example.org/clinic#Absolute> a owl:Class ;
    rdfs:comment """ex:InAString a owl:Class .
    .""" .
PREFIX q: <https://example.org/clinic#>
q:Sparql a owl:Class . ex:Second a owl:Class ; rdfs:comment "1.5 . ; [" , 'ex:No . ' .
[] a owl:Class .
ex:with.dot rdfs:seeAlso [ rdfs:label "ex:Inner ." ] .
'''
    )
    places = read_ontology([write(tmp_path, text)], with_core=False).places

    assert {str(iri).rpartition("#")[2]: (place.line, place.col) for iri, place in places.items()} == {
        "Absolute": (6, 1),
        "Sparql": (10, 1),
        "Second": (10, 24),
        "with.dot": (12, 1),
    }


def test_a_syntax_error_is_told_with_line_and_column(tmp_path: Path) -> None:
    path = write(tmp_path, "@prefix ex: <https://example.org/> .\nex:a ex:b\n   ??? .\n")

    with pytest.raises(CodegenError) as raised:
        read_ontology([path])

    assert str(raised.value).startswith(f"{path.as_posix()}:3:4 O001 is not Turtle: ")


@pytest.mark.parametrize(
    ("data", "said"),
    [(None, "x.ttl O001 cannot be read: No such file"), (b"# ok\n# \xff\n", ":2:1 O001 is not UTF-8")],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, data: bytes | None, said: str) -> None:
    path = tmp_path / "x.ttl"
    if data is not None:
        path.write_bytes(data)

    with pytest.raises(CodegenError) as raised:
        read_ontology([path])

    assert said in str(raised.value)


def test_all_broken_files_are_told_at_once(tmp_path: Path) -> None:
    paths = [write(tmp_path, "ex:a .", name) for name in ("b.ttl", "a.ttl")]

    with pytest.raises(CodegenError) as raised:
        read_ontology(paths)

    assert [Path(problem.path).name for problem in raised.value.problems] == ["a.ttl", "b.ttl"]


@pytest.mark.parametrize("target", ["http://127.0.0.1:1/x", "file:///etc/passwd", "https://example.org/other"])
def test_an_unknown_import_is_told_and_never_fetched(tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a request was made")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    path = write(tmp_path, PREFIXES + f"<https://example.org/clinic> a owl:Ontology ; owl:imports <{target}> .\n")

    reading = read_ontology([path])

    assert [(problem.code, problem.level, problem.line) for problem in reading.warnings] == [("O002", "warning", 5)]
    assert target in str(reading.warnings[0])
    assert "passwd" not in [file.name for file in reading.files]


def test_an_import_is_satisfied_by_another_given_file(tmp_path: Path) -> None:
    first = write(
        tmp_path, PREFIXES + "<https://example.org/a> a owl:Ontology ; owl:imports <https://example.org/b> .\n", "a.ttl"
    )
    second = write(tmp_path, PREFIXES + "<https://example.org/b> a owl:Ontology .\n", "b.ttl")

    assert read_ontology([first, second]).warnings == ()
    assert len(read_ontology([first]).warnings) == 1


def test_what_is_read_does_not_depend_on_the_folder(tmp_path: Path) -> None:
    """A relative IRI has the same absolute form wherever the file lies."""
    text = PREFIXES + "<> a owl:Ontology . <#Ward> a owl:Class .\n"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = write(tmp_path / "a", text), write(tmp_path / "b", text)

    graphs = [read_ontology([path], with_core=False).graph for path in (first, second)]

    assert set(graphs[0]) == set(graphs[1])
    assert URIRef("file:///clinic.ttl#Ward") in set(graphs[0].subjects())


def test_blank_nodes_of_two_files_stay_apart(tmp_path: Path) -> None:
    first = write(tmp_path, PREFIXES + '_:x rdfs:label "a" .\n', "a.ttl")
    second = write(tmp_path, PREFIXES + '_:x rdfs:label "b" .\n', "b.ttl")

    graph = read_ontology([first, second], with_core=False).graph

    assert len(set(graph.subjects())) == 2


def test_the_text_of_a_literal_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, PREFIXES + 'ex:a rdfs:comment "01"^^<http://www.w3.org/2001/XMLSchema#integer> , "É"@fr .\n')

    values = set(read_ontology([path], with_core=False).graph.objects())

    assert {(str(value), getattr(value, "language", None)) for value in values} == {("01", None), ("É", "fr")}


def test_a_triple_term_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, PREFIXES + "ex:a ex:b <<( ex:c ex:d ex:e )>> .\n")

    with pytest.raises(CodegenError, match="triple terms"):
        read_ontology([path], with_core=False)


def test_public_ontologies_are_read_with_the_place_of_every_subject(shared: Path) -> None:
    for path in sorted((shared / "data" / "ontologies").glob("*.ttl")):
        reading = read_ontology([path], with_core=False)
        subjects = {subject for subject in reading.graph.subjects() if isinstance(subject, URIRef)}
        assert subjects == set(reading.places), path.name


@pytest.mark.parametrize(
    "body",
    [
        "@base <https://example.org/a/b> .\n<c> a owl:Class .\n<#d> a owl:Class .\n<> a owl:Ontology .\n",
        "BASE <https://example.org/a/b>\n<c> a owl:Class .\nBASE <../x/>\n<> a owl:Class .\n<y#> a owl:Class .\n",
        "@base <urn:example:a> .\n<#d> a owl:Class .\n@base <https://example.org/#frag> .\n<#d> a owl:Class .\n",
        "<#x> a owl:Class .\n<x> a owl:Class .\n<caf\\u00e9> a owl:Class .\n<http://x.example/a/../b> a owl:Class .\n",
        "<https://example.org/%C3%A9> a owl:Class .\n<//h.example/p> a owl:Class .\n</q> a owl:Class .\n",
    ],
)
@pytest.mark.parametrize("name", ["a.ttl", "a b#1 é?.ttl", "100%.ttl", "a:b.ttl"])
def test_relative_subjects_are_the_files_own_and_have_their_place(body: str, name: str, tmp_path: Path) -> None:
    reading = read_ontology([write(tmp_path, PREFIXES + body, name)], with_core=False)
    assert set(reading.graph.subjects()) == set(reading.places) == reading.own
    assert 0 not in {place.line for place in reading.places.values()}


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("one/x", "two/x"):
        (tmp_path / folder).mkdir(parents=True)
    body = "<#t> a owl:Class .\n"
    paths = [write(tmp_path / folder, PREFIXES + body, "a.ttl") for folder in ("one/x", "two/x")]
    other = write(tmp_path, PREFIXES + body, "b.ttl")
    reading = read_ontology([*paths, other, paths[0]], with_core=False)
    assert reading.sources == ("one/x/a.ttl", "two/x/a.ttl", "b.ttl")
    assert {str(iri) for iri in reading.places} == {f"file:///{source}#t" for source in reading.sources}


def test_a_file_of_the_name_of_a_shipped_one_is_called_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    reading = read_ontology([write(tmp_path / "mine", PREFIXES, "core.ttl")])
    assert reading.sources[:2] == ("mine/core.ttl", "core.ttl")
