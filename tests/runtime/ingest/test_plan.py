from __future__ import annotations

import json

import pytest

from kgrdf.generated import SCHEMA
from kgrdf.ingest.plan import Step, plan
from kgrdf.ingest.read import Line
from kgrdf.ingest.report import Place, Rejection

PLACE = Place("notes.jsonl", 4)


def planned(**fields: object) -> Step | Rejection:
    return plan(Line(PLACE, json.dumps(fields).encode()), SCHEMA)


def step(**fields: object) -> Step:
    found = planned(**fields)
    assert isinstance(found, Step), found
    return found


def refusal(**fields: object) -> Rejection:
    found = planned(**fields)
    assert isinstance(found, Rejection), found
    return found


def test_the_fields_of_a_line_become_the_arguments_of_the_verb() -> None:
    assert step(kind="fact", claim="c", aboutIds=["a"], validFrom=5, sourceDocumentId="d").arguments == {
        "claim": "c",
        "about_ids": ["a"],
        "valid_from": 5,
        "source_document_id": "d",
    }


@pytest.mark.parametrize(
    ("fields", "reason", "hint"),
    [
        ({}, "kind: is missing", "one of document"),
        ({"kind": 3}, "kind: is not text", "one of document"),
        ({"kind": "entty"}, "kind: 'entty' is unknown", "did you mean entity"),
        ({"kind": "Fact"}, "kind: 'Fact' is unknown", "did you mean fact"),
        (
            {"kind": "fact", "claim": "c", "about_ids": ["a"]},
            "about_ids: lines of kind fact have no such field",
            "did you mean aboutIds",
        ),
        (
            {"kind": "fact", "claim": "c", "aboutIds": ["a"], "xyzzy": 1},
            "xyzzy: lines of kind fact have no such field",
            "one of claim",
        ),
        ({"kind": "fact", "aboutIds": ["a"]}, "claim: is missing", "lines of kind fact need it"),
        ({"kind": "fact", "claim": "c", "aboutIds": "abc"}, "aboutIds: expected a list of texts, got text", ""),
        ({"kind": "fact", "claim": "c", "aboutIds": ["a", 1]}, "aboutIds[1]: expected text, got a number", ""),
        ({"kind": "fact", "claim": ["c"], "aboutIds": ["a"]}, "claim: expected text, got a list", ""),
        ({"kind": "fact", "claim": None, "aboutIds": ["a"]}, "claim: null is no value", ""),
        ({"kind": "mention", "chunkId": "c", "entityId": "e", "count": True}, "count: expected a number, got a boolean", ""),
        ({"kind": "concept", "name": "n", "definition": {"a": 1}}, "definition: expected text, got an object", ""),
        (
            {"kind": "fact", "claim": "c", "aboutIds": ["a"], "validFrom": 1.5},
            "validFrom: expected an instant, such as",
            "",
        ),
    ],
)
def test_a_line_of_a_wrong_form_is_refused_with_the_field_named(fields: dict[str, object], reason: str, hint: str) -> None:
    found = refusal(**fields)
    assert found.reason.startswith(reason)
    assert hint in found.hint
    assert found.place == PLACE


def test_two_spellings_of_one_line_have_one_fingerprint() -> None:
    one = plan(Line(PLACE, b'{"kind": "entity", "name": "caf\xc3\xa9", "entityType": "Service"}'), SCHEMA)
    other = plan(Line(PLACE, b'{"entityType":"Service","name":"caf\\u00e9","kind":"entity"}'), SCHEMA)
    assert isinstance(one, Step)
    assert isinstance(other, Step)
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != step(kind="entity", name="cafe", entityType="Service").fingerprint


def test_a_lone_surrogate_is_left_to_the_verb_that_names_the_field() -> None:
    assert step(kind="entity", name="\ud800", entityType="Service").arguments["name"] == "\ud800"
