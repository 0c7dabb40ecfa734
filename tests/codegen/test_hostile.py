"""Whatever an ontology says, nothing of it runs, nothing of it is changed, and what cannot be generated is refused.

Comments that break docstrings are reported as codegen-67, names that are no identifiers as codegen-62, imports that make a
tool fetch as codegen-74.
"""

from __future__ import annotations

import builtins
import importlib
import inspect
import keyword
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import get_args

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from kgrdf_codegen.generate import generate
from kgrdf_codegen.problems import errors_in
from kgrdf_codegen.reader import KG

EX = "https://example.org/hostile#"
RUN = "__import__('builtins').__dict__.__setitem__('kgrdf_canary', 1)"
PIECES = (
    *('"', '"""', "'''", "\\", "\\\\", "\\N{DASH}", "\\ud800", "\\x00", "\n", "\r", "\r\n", "\t", "\x0b", "\x0c", "\x00"),
    *("\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\u200e", "\u202e", "\ufeff", "\u0301", "\U0001f4a9", "人", "ß"),
    *("{{", "}}", "{%", "%}", "{# x", "{{ 7*7 }}", "{%- raw -%}", "{", "}", "{0}", "%s", "$x", "${x}", "#", "# noqa"),
    *("\u2066", "\u202a", "word " * 1000, "x" * 5000, 'é" ' * 1700, "\u2028" * 50, "https://example.org/" + "a" * 300),
    *(f'"""; {RUN}; """', f'"\n{RUN}\n"', f"{{{{ {RUN} }}}}", f"]; {RUN}; [", "} ; DROP ALL", "<script>", "*/", "|", "`"),
)
TEXT = st.lists(st.sampled_from(PIECES) | st.text(st.characters(exclude_categories=["Cs"]), max_size=4), max_size=6).map(
    "".join
)
NAMES = st.sampled_from(
    [
        *keyword.kwlist,
        *keyword.softkwlist,
        *(name for name in dir(BaseModel) if not name.startswith("_")),
        *(
            "__init__",
            "__class__",
            "_x",
            "3d",
            "a-b",
            "a.b",
            "ÅÄ",
            "größe",
            "人",
            "ﬁ",
            "K",
            "x̂",
            "self",
            "cls",
            "id",
            "type",
        ),
        *(
            "str",
            "int",
            "list",
            "tuple",
            "object",
            "Graph",
            "Model",
            "Ref",
            "Field",
            "Literal",
            "models",
            "enums",
            "runtime",
        ),
        *(
            "123",
            "0",
            "---",
            "._.",
            "%22%22%22",
            "a%22b",
            "a'b",
            "x%0Ay",
            "%7B%7Bx%7D%7D",
            "%00",
            "x%E2%80%A8y",
            "%E2%80%AE",
        ),
        *("__all__", "__doc__", "__name__", "__slots__", "_", "__", "model_config", "None", "True", "NotImplemented"),
        *("नाम", "ไทย", "ǅ", "ŉ", "ΐ", "İ", "a¨b", "ª", "²", "٣", "𝒳", "ﷺ"),
        *("accessors", "SCHEMA", "annotations", "wire", "tenant", "graph", "add", "get", "Any", "Decimal", "datetime"),
    ]
)
REFUSALS = {"B003", "B006", "G003", "G006", "G007"}


QUOTED = EX + "it's-%22quoted%22-'''"


def literal(text: str) -> ox.Literal:
    return ox.Literal(text)


def turtle(triples: list[tuple[str, str, str | ox.Literal]]) -> str:
    """Return triples as Turtle, every text in it escaped by the store's own writer."""
    quads = [
        ox.Triple(ox.NamedNode(s), ox.NamedNode(p), o if isinstance(o, ox.Literal) else ox.NamedNode(o))
        for s, p, o in triples
    ]
    return ox.serialize(quads, format=ox.RdfFormat.N_TRIPLES).decode()  # N-Triples is Turtle


RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"


@contextmanager
def imported(source: str, name: str = "hostile.ttl") -> Iterator[ModuleType | None]:
    """Generate a package and import it, warnings being errors; None where its ontology is refused as it may be."""
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / name).write_text(source, encoding="utf-8")
        result = generate([folder / name], folder / "hostile_package")
        if errors := errors_in(result.problems):
            assert {problem.code for problem in errors} <= REFUSALS, errors
            assert not (folder / "hostile_package").exists()
            yield None
            return
        assert generate([folder / name], folder / "hostile_package", check=True).drift == ""
        tidy(folder / "hostile_package")
        sys.path.insert(0, str(folder))
        importlib.invalidate_caches()
        yield importlib.import_module("hostile_package")
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == "hostile_package"]:
            del sys.modules[name]
        shutil.rmtree(folder)


def tidy(package: Path) -> None:
    """Hold a package against the linter and the formatter."""
    rules = ["--config", str(Path(__file__).parents[2] / "pyproject.toml"), "--no-cache"]
    taken = 'lint.per-file-ignores = {"**" = ["A", "N80"]}'  # names of Python's own, and of scripts without lower case
    for command in (["check", *rules, "--config", taken], ["format", "--check", *rules]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, str(package)], capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stdout


def shown(text: str) -> str:
    """Return what `inspect.getdoc` makes of a comment: its margin and its blank edges are not the author's."""
    bare = re.sub(r"\A([ \t]*\n)+|(\n[ \t]*)+\Z", "", inspect.cleandoc(text))
    return inspect.cleandoc(bare)


def check_texts(comments: list[str], verb: str, values: list[str]) -> None:
    verb = verb.replace("\x00", "")  # which no verb may have
    triples: list[tuple[str, str, str | ox.Literal]] = [
        (EX[:-1], RDF_TYPE, OWL + "Ontology"),
        (EX[:-1], RDFS + "label", literal(verb)),
        (EX[:-1], OWL + "versionInfo", literal(comments[0])),
        (QUOTED, RDF_TYPE, KG + "RelationType"),
        (QUOTED, RDFS + "label", literal(verb)),
        (QUOTED, RDFS + "comment", literal(comments[0])),
        (EX + "state", RDF_TYPE, OWL + "DatatypeProperty"),
        (EX + "state", RDFS + "comment", literal(comments[-1])),
        (EX + "state", RDFS + "domain", EX + "Class0"),
        (EX + "state", RDFS + "range", EX + "State"),
        (EX + "State", RDF_TYPE, RDFS + "Datatype"),
    ]
    for index, comment in enumerate(comments):
        triples += [
            (f"{EX}Class{index}", RDF_TYPE, OWL + "Class"),
            (f"{EX}Class{index}", RDFS + "subClassOf", KG + "Entity"),
            (f"{EX}Class{index}", RDFS + "label", literal(comment)),
            (f"{EX}Class{index}", RDFS + "comment", literal(comment)),
        ]
    listed = " ".join(str(literal(value)) for value in values)
    source = turtle(triples) + f"<{EX}State> <{OWL}equivalentClass> [ <{OWL}oneOf> ( {listed} ) ] .\n"
    with imported(source) as package:
        assert package is not None
        models = importlib.import_module("hostile_package.models")
        enums = importlib.import_module("hostile_package.enums")
        rows = {row.iri: row for row in package.SCHEMA.classes}
        for index, comment in enumerate(comments):
            row = rows[f"{EX}Class{index}"]
            assert row.doc == (comment if comment.strip() else "")
            if shown(comment).strip() and "\t" not in comment:
                assert inspect.getdoc(getattr(models, row.name)) == shown(comment)
        assert set(get_args(enums.State)) == set(values)
        assert verb in {row.name for row in package.SCHEMA.relation_types} or not verb.strip()
    assert not hasattr(builtins, "kgrdf_canary")


TEXTS = st.lists(TEXT, min_size=8, max_size=12)


@settings(max_examples=3, suppress_health_check=list(HealthCheck), deadline=None)
@given(TEXTS, TEXT, st.lists(TEXT, min_size=1, max_size=4, unique=True))
def test_hostile_texts_come_out_as_they_went_in(comments: list[str], verb: str, values: list[str]) -> None:
    check_texts(comments, verb, values)


@pytest.mark.proof
@settings(max_examples=300, suppress_health_check=list(HealthCheck), deadline=None)
@given(TEXTS, TEXT, st.lists(TEXT, min_size=1, max_size=4, unique=True))
def test_hostile_texts_come_out_as_they_went_in_at_length(comments: list[str], verb: str, values: list[str]) -> None:
    check_texts(comments, verb, values)


def test_every_piece_alone_comes_out_as_it_went_in() -> None:
    check_texts([*PIECES, *(f"Ends in {piece}" for piece in PIECES)], PIECES[1], list(PIECES))


@pytest.mark.parametrize(
    "name",
    [f'a"""; {RUN}; """.ttl', f"a\n{RUN}\n# {{{{ 7*7 }}}}.ttl", "'\\N{DASH}\u2028\u202e\\.ttl", "<x>|`--> b?#%41.ttl"],
)
def test_hostile_names_of_files_do_nothing(name: str) -> None:
    name = name.replace("/", "")
    with imported(turtle([(EX + "Class0", RDF_TYPE, OWL + "Class")]) + "<#x> <#y> <z> .\n", name) as package:
        assert package is not None
    assert not hasattr(builtins, "kgrdf_canary")


def test_a_file_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff.ttl"))
    path.write_text("", encoding="utf-8")
    (problem,) = generate([path], tmp_path / "package").problems
    assert str(problem).endswith("a\\udcff.ttl O001 has a name that is not UTF-8; rename it")


def check_names(classes: set[str], properties: set[str]) -> None:
    triples: list[tuple[str, str, str | ox.Literal]] = []
    for name in classes:
        triples += [
            (EX + "c/" + name, RDF_TYPE, OWL + "Class"),
            (EX + "c/" + name, RDFS + "subClassOf", KG + "Entity"),
            (EX + "c/" + name, RDFS + "comment", literal(name)),
        ]
    for name in properties:
        triples += [
            (EX + "p/" + name, RDF_TYPE, OWL + "DatatypeProperty"),
            *((EX + "p/" + name, "https://schema.org/domainIncludes", EX + "c/" + cls) for cls in classes),
        ]
    with imported(turtle(triples)) as package:
        if package is None:
            return
        models = importlib.import_module("hostile_package.models")
        rows = [row for row in package.SCHEMA.classes if row.iri.startswith(EX)]
        assert {row.iri for row in rows} == {EX + "c/" + name for name in classes}
        for row in rows:
            model = getattr(models, row.name)
            model.model_rebuild()
            own = {field.iri for field in row.fields if field.iri.startswith(EX)}
            assert own == {EX + "p/" + name for name in properties}
            assert {field.name for field in row.fields} | {"id"} == set(model.model_fields)
            assert len({field.wire for field in row.fields}) == len(row.fields)


def test_names_with_combining_signs_and_of_many_scripts_are_all_reachable() -> None:
    check_names({"दवा", "ยา", "a¨b", "ΐ", "ŉ", "x%CC%82"}, {"नाम", "ชื่อ", "a¨b", "ΐ", "ŉ", "x%CC%82", "3d"})


def test_long_names_give_tidy_code() -> None:
    check_names({"EligibilityCriterionOfAClinicalTrialWithManyParticipants"}, {"ab" * 28, "ab" * 20 + "_is_said_of_it"})


@settings(max_examples=3, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.sets(NAMES, min_size=1, max_size=4), st.sets(NAMES, max_size=12))
def test_hostile_names_are_all_reachable_or_refused(classes: set[str], properties: set[str]) -> None:
    check_names(classes, properties)


@pytest.mark.proof
@settings(max_examples=300, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.sets(NAMES, min_size=1, max_size=4), st.sets(NAMES, max_size=12))
def test_hostile_names_are_all_reachable_or_refused_at_length(classes: set[str], properties: set[str]) -> None:
    check_names(classes, properties)


@pytest.mark.parametrize("place", ["http://127.0.0.1:{port}/x", "file:///etc/passwd", "HTTP://localhost:{port}/x.ttl"])
def test_an_import_makes_no_request_and_is_told(
    place: str, ontology: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reported as codegen-74: a listener that would hear of a request hears of none."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        iri = place.format(port=listener.getsockname()[1])
        path = ontology(f"ex: a owl:Ontology ; owl:imports <{iri}> .\n")
        opened: list[str] = []
        real = Path.read_bytes
        monkeypatch.setattr(Path, "read_bytes", lambda path: opened.append(str(path)) or real(path))
        result = generate([path], tmp_path / "package")
        with pytest.raises(TimeoutError):
            listener.accept()
    assert result.ok
    assert [problem.code for problem in result.problems if iri in problem.message] == ["O002"]
    assert "/etc/passwd" not in opened


def deep(path: Path, depth: int) -> Path:
    """Write a chain of superclasses, a list of 500 values and nested unions."""
    lines = [f"@prefix ex: <{EX}> .", f"@prefix owl: <{OWL}> .", f"@prefix rdfs: <{RDFS}> ."]
    lines += [f"ex:C{index} a owl:Class ; rdfs:subClassOf ex:C{index + 1} ." for index in range(40)]
    lines.append(f"ex:C40 a owl:Class ; rdfs:subClassOf <{KG}Entity> .")
    listed = " ".join(f'"v{index}"' for index in range(500))
    lines.append(f"ex:p a owl:DatatypeProperty ; rdfs:domain ex:C40 ; rdfs:range [ owl:oneOf ( {listed} ) ] .")
    nested = "ex:C40"
    for _ in range(depth):
        nested = f"[ owl:unionOf ( {nested} ) ]"
    lines.append(f"ex:q a owl:DatatypeProperty ; rdfs:domain {nested} .")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_an_ontology_of_long_lists_and_long_chains_is_generated(tmp_path: Path) -> None:
    result = generate([deep(tmp_path / "deep.ttl", 40)], tmp_path / "package")
    assert errors_in(result.problems) == []


def test_an_ontology_that_is_nested_too_deep_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    result = generate([deep(tmp_path / "deep.ttl", 3000)], tmp_path / "package")
    assert [problem.code for problem in errors_in(result.problems)] == ["B008"]
    assert not (tmp_path / "package").exists()


def test_a_list_that_runs_into_itself_is_told(ontology: Callable[[str], Path], tmp_path: Path) -> None:
    cycle = """
ex:Ship a owl:Class ; rdfs:subClassOf kg:Entity ; rdfs:comment "Floats." .
ex:mast a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf _:cell ] .
_:cell rdf:first ex:Ship ; rdf:rest _:cell .
_:one rdf:first ex:Ship ; rdf:rest _:two .
_:two rdf:first ex:Ship ; rdf:rest _:one .
"""
    result = generate([ontology(cycle)], tmp_path / "package", strict=True)
    assert {problem.code for problem in errors_in(result.problems)} >= {"L001", "L011"}
