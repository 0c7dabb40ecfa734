"""What an ontology says of a verb is what the table says of it; `cases/problem_relation_types` shows what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgrdf_codegen.generate import generate

EX = "https://example.org/test#"


@pytest.fixture
def verbs(ontology: Callable[[str], Path], tmp_path: Path) -> Callable[[str], dict[str, dict[str, Any]]]:
    """Generate from a Turtle text; return the rows of the relation types in its namespace by their local names."""

    def read(body: str) -> dict[str, dict[str, Any]]:
        result = generate([ontology(body)], tmp_path / "package")
        assert result.ok, [str(problem) for problem in result.problems]
        rows = json.loads((tmp_path / "package" / "schema.lock.json").read_text(encoding="utf-8"))["ontology"][
            "relation_types"
        ]
        return {row["iri"].removeprefix(EX): row for row in rows if row["iri"].startswith(EX)}

    return read


def test_truths_are_read_in_every_form_of_xsd(verbs: Callable[[str], dict[str, dict[str, Any]]]) -> None:
    rows = verbs("""
ex:a a kg:RelationType ; kg:symmetric true ; kg:transitive "1"^^xsd:boolean ; kg:singleValued false .
ex:b a kg:RelationType ; kg:symmetric "true" ;
    kg:transitive "0"^^xsd:boolean , false ; kg:singleValued true , "1"^^xsd:boolean .
ex:c a kg:RelationType .
""")
    flags = {name: (row["symmetric"], row["transitive"], row["single_valued"]) for name, row in rows.items()}
    assert flags == {"a": (True, True, False), "b": (True, False, True), "c": (False, False, False)}


def test_a_pair_has_a_name_that_is_kept_and_one_that_is_not(verbs: Callable[[str], dict[str, dict[str, Any]]]) -> None:
    rows = verbs(
        """
ex:owns a kg:RelationType ; rdfs:label "owns" .
ex:owned_by a kg:RelationType ; rdfs:label "is owned by" ; kg:inverseType ex:owns .
ex:contains a kg:RelationType ; kg:inverseType kg:part_of .
""".replace("kg:part_of", "ex:inside")
        + "ex:inside a kg:RelationType ."
    )
    pairs = {name: (row["inverse"], row["canonical"]) for name, row in rows.items()}
    assert pairs == {
        "owns": ("is owned by", True),
        "owned_by": ("owns", False),
        "contains": ("inside", False),
        "inside": ("contains", True),
    }


def test_types_that_exclude_each_other_do_so_from_either_side_or_both(
    verbs: Callable[[str], dict[str, dict[str, Any]]],
) -> None:
    rows = verbs("""
ex:a a kg:RelationType ; kg:disjointWith ex:b , ex:c .
ex:b a kg:RelationType ; kg:disjointWith ex:a .
ex:c a kg:RelationType .
""")
    assert {name: row["disjoint"] for name, row in rows.items()} == {"a": ["b", "c"], "b": ["a"], "c": ["a"]}


def test_the_classes_at_an_end_are_several_or_a_union(verbs: Callable[[str], dict[str, dict[str, Any]]]) -> None:
    rows = verbs("""
ex:a a kg:RelationType ; kg:allowedSubject kg:Person , kg:Concept .
ex:b a kg:RelationType ; kg:allowedSubject [ owl:unionOf ( kg:Concept kg:Person ) ] .
""")
    assert {name: row["subjects"] for name, row in rows.items()} == {"a": ["Concept", "Person"], "b": ["Concept", "Person"]}


def test_a_class_of_relation_types_gives_verbs_too(verbs: Callable[[str], dict[str, dict[str, Any]]]) -> None:
    rows = verbs("""
ex:Social a owl:Class ; rdfs:subClassOf kg:RelationType ; rdfs:comment "Between people." ; kgc:internal true .
ex:likes a ex:Social ; kg:symmetric true .
""")
    assert {name: row["symmetric"] for name, row in rows.items()} == {"likes": True}


@pytest.mark.parametrize("label", ["", 'rdfs:label " " ;'])
def test_a_verb_without_words_is_called_as_its_iri(label: str, verbs: Callable[[str], dict[str, dict[str, Any]]]) -> None:
    assert [row["name"] for row in verbs(f"ex:leads_to a kg:RelationType ; {label} kg:transitive true .").values()] == [
        "leads_to"
    ]
