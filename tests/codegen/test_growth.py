"""What a class costs does not grow with the number of the others."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path

import pytest

from kgrdf_codegen.build import build
from kgrdf_codegen.check import Vocabulary
from kgrdf_codegen.emit import render_package
from kgrdf_codegen.lint import lint
from kgrdf_codegen.reader import read_ontology

from .conftest import PREFIXES


def of_classes(path: Path, number: int) -> Path:
    """Write an ontology of chains of ten classes, each with five properties."""
    lines = []
    for index in range(number):
        above = f"ex:Class{index - 1}" if index % 10 else "kg:Entity"
        lines.append(f'ex:Class{index} a owl:Class ; rdfs:subClassOf {above} ; rdfs:comment "Number {index}." .')
        kinds = [f"p{kind} a owl:DatatypeProperty ; rdfs:range xsd:{kind}" for kind in ("string", "integer", "dateTime")]
        kinds.append("among a owl:DatatypeProperty ; rdfs:range [ owl:oneOf ( 'a' 'b' ) ]")
        kinds.append(f"to a owl:ObjectProperty ; rdfs:range ex:Class{index * 7 % number}")
        lines += [f"ex:x{index}_{kind} ; rdfs:domain ex:Class{index} ." for kind in kinds]
        lines.append(f"[] sh:targetClass ex:Class{index} ; sh:property [ sh:path ex:x{index}_pstring ; sh:maxCount 1 ] .")
    path.write_text(PREFIXES + "\n".join(lines), encoding="utf-8")
    return path


def calls(path: Path, *, whole: bool) -> int:
    """Return how many calls of functions an ontology costs: the same on every machine, and nearly on every day."""
    with cProfile.Profile() as profile:
        reading = read_ontology([path])
        built = build(reading)
        assert lint(reading, built.ontology) == []
        Vocabulary.from_graph(reading.graph)
        if whole:
            render_package(built.ontology)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(("whole", "step"), [(False, 80), pytest.param(True, 120, marks=pytest.mark.proof)])
def test_twice_the_classes_cost_twice_the_time(tmp_path: Path, whole: bool, step: int) -> None:
    counts = [calls(of_classes(tmp_path / "many.ttl", number), whole=whole) for number in (step, 2 * step, 4 * step)]
    assert counts[2] - counts[1] < 2.3 * (counts[1] - counts[0])
