"""The queries of `ontology/queries/`, run on data whose answers are known."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kgrdf.query import Bindable
from kgrdf.tenancy import Tenant
from kgrdf.testing import compiled
from kgrdf_codegen.sources import ontology_folder

ACME, OTHER = Tenant("acme"), Tenant("acme2")
PREFIXES = "PREFIX kg: <https://w3id.org/kgrdf/ns#> PREFIX t: <urn:kgrdf:acme:> "

CURRENT = """
t:doc a kg:Document ; kg:title "Handover" ; kg:ingestedAt 10 ; kg:contains t:chunk , t:silent .
t:note a kg:Document ; kg:title "Note" ; kg:ingestedAt 10 .
t:chunk a kg:Chunk ; kg:text "Billing moved to Ada." ; kg:chunkIndex 0 ; kg:tokenCount 6 ; kg:recordedAt 10 .
t:silent a kg:Chunk ; kg:text "Nothing." ; kg:chunkIndex 1 ; kg:tokenCount 2 ; kg:recordedAt 10 .
t:billing a kg:Entity , kg:Service ; kg:name "Billing" ; kg:entityType kg:Service ; kg:recordedAt 10 .
t:ada a kg:Entity , kg:Person ; kg:name "Ada" ; kg:entityType kg:Person ; kg:recordedAt 10 .

t:open a kg:Statement , kg:Fact ; kg:claim "open" ; kg:about t:billing ; kg:validFrom 20 ; kg:recordedAt 20 ;
    kg:confidence 0.5 .
t:planned a kg:Statement , kg:Fact ; kg:claim "planned" ; kg:about t:billing ; kg:validFrom 21 ; kg:validTo 200 ;
    kg:recordedAt 21 ; kg:endRecordedAt 60 .
t:future a kg:Statement , kg:Fact ; kg:claim "future" ; kg:about t:billing ; kg:validFrom 200 ; kg:recordedAt 22 .
t:unswept a kg:Statement , kg:Fact ; kg:claim "unswept" ; kg:about t:billing ; kg:validFrom 20 ; kg:validTo 90 ;
    kg:recordedAt 20 ; kg:endRecordedAt 20 .
t:elsewhere a kg:Statement , kg:Fact ; kg:claim "elsewhere" ; kg:about t:ada ; kg:validFrom 20 ; kg:recordedAt 20 .

t:new a kg:Statement , kg:Relationship ; kg:from t:billing ; kg:to t:ada ; kg:relationshipType "primary_owner" ;
    kg:validFrom 50 ; kg:recordedAt 60 ; kg:weight 1.0 .
t:back a kg:Statement , kg:Relationship ; kg:from t:ada ; kg:to t:billing ; kg:relationshipType "knows" ;
    kg:validFrom 40 ; kg:recordedAt 40 .

t:d1 a kg:Derivation ; kg:derived t:billing ; kg:derivedFrom t:note ; kg:extractedAt 10 .
t:d2 a kg:Derivation ; kg:derived t:billing ; kg:derivedFrom t:chunk ; kg:extractedAt 10 .
t:d3 a kg:Derivation ; kg:derived t:open ; kg:derivedFrom t:chunk ; kg:extractedAt 20 .
t:d4 a kg:Derivation ; kg:derived t:unswept ; kg:derivedFrom t:chunk ; kg:extractedAt 20 .
t:d5 a kg:Derivation ; kg:derived t:new ; kg:derivedFrom t:doc ; kg:extractedAt 60 .
t:d6 a kg:Derivation ; kg:derived t:planned ; kg:derivedFrom t:note ; kg:extractedAt 21 .

t:c1 a kg:Contradiction ; kg:firstStatement t:open ; kg:secondStatement t:ended ; kg:detectedAt 70 .
t:c2 a kg:Contradiction ; kg:firstStatement t:open ; kg:secondStatement t:gone ; kg:detectedAt 70 .
t:c3 a kg:Contradiction ; kg:firstStatement t:new ; kg:secondStatement t:back ; kg:detectedAt 80 .
"""
HISTORY = """
t:ended a kg:Statement , kg:Fact ; kg:claim "ended" ; kg:about t:billing ; kg:validFrom 30 ; kg:validTo 50 ;
    kg:recordedAt 30 ; kg:endRecordedAt 60 .
t:gone a kg:Statement , kg:Fact ; kg:claim "gone" ; kg:about t:billing ; kg:validFrom 30 ; kg:recordedAt 30 ;
    kg:retractedAt 75 .
t:c4 a kg:Contradiction ; kg:firstStatement t:open ; kg:secondStatement t:ended ; kg:detectedAt 40 ;
    kg:resolvedAt 50 ; kg:resolution "both" .
"""


FOREIGN = 't:x kg:about t:billing ; kg:claim "foreign" ; kg:validFrom 1 ; kg:recordedAt 1 .'
"""What another tenant's graphs say of the same IRIs, and nobody of acme must ever hear."""


@pytest.fixture(scope="module")
def store() -> ox.Store:
    store = ox.Store()
    for graph, text in (
        (ACME.current, CURRENT),
        (ACME.history, HISTORY),
        (OTHER.current, FOREIGN),
        (OTHER.history, FOREIGN),
    ):
        store.load(input=PREFIXES + text, format=ox.RdfFormat.TURTLE, to_graph=graph)
    return store


def ask(store: ox.Store, name: str, **params: Bindable) -> list[dict[str, str]]:
    """Run a domain query for tenant acme and return its rows as text, ids without their prefix."""
    text = (ontology_folder() / "queries" / f"{name}.rq").read_text(encoding="utf-8")
    solutions = store.query(compiled(text).bind(ACME, **params).text)
    names = [variable.value for variable in solutions.variables]
    return [
        {name: row[name].value.removeprefix("urn:kgrdf:acme:") for name in names if row[name] is not None}
        for row in solutions
    ]


def iri(local: str) -> ox.NamedNode:
    return ox.NamedNode(f"urn:kgrdf:acme:{local}")


def instant(millis: int) -> ox.Literal:
    return ox.Literal(millis)


def test_current_facts_are_those_that_hold_now(store: ox.Store) -> None:
    rows = ask(store, "current_facts_about", entity=iri("billing"), now=instant(100))

    assert rows == [
        {"fact": "planned", "claim": "planned", "validFrom": "21", "validTo": "200"},
        {"fact": "open", "claim": "open", "confidence": "0.5", "validFrom": "20"},
    ]


def test_an_interval_is_half_open(store: ox.Store) -> None:
    held = {
        now: {row["fact"] for row in ask(store, "current_facts_about", entity=iri("billing"), now=instant(now))}
        for now in (19, 20, 89, 90, 199, 200)
    }

    assert held[19] == set()
    assert held[20] == {"open", "unswept"}
    assert ("unswept" in held[89], "unswept" in held[90]) == (True, False)
    assert ("planned" in held[199], "planned" in held[200]) == (True, False)
    assert ("future" in held[199], "future" in held[200]) == (False, True)


@pytest.mark.parametrize(
    ("as_of", "known_at", "facts"),
    [
        (40, 100, {"open", "planned", "unswept", "ended"}),
        (40, 74, {"open", "planned", "unswept", "ended", "gone"}),
        (40, 29, {"open", "planned", "unswept"}),
        (55, 100, {"open", "planned", "unswept"}),
        (55, 59, {"open", "planned", "unswept", "ended", "gone"}),
        (250, 59, {"open", "planned", "future", "ended", "gone"}),
        (250, 100, {"open", "future"}),
        (10, 100, set()),
        (40, 5, set()),
    ],
)
def test_facts_as_of_follow_both_clocks(store: ox.Store, as_of: int, known_at: int, facts: set[str]) -> None:
    rows = ask(store, "facts_as_of", entity=iri("billing"), asOf=instant(as_of), knownAt=instant(known_at))

    assert {row["fact"] for row in rows} == facts
    assert len(rows) == len(facts)


def test_relationships_between_two_run_in_either_direction(store: ox.Store) -> None:
    def between(first: str, second: str, as_of: int, known_at: int) -> list[tuple[str, str]]:
        both = {"first": iri(first), "second": iri(second), "asOf": instant(as_of), "knownAt": instant(known_at)}
        return [(row["relationship"], row["direction"]) for row in ask(store, "relationships_between", **both)]

    assert between("billing", "ada", 100, 100) == [("new", "out"), ("back", "in")]
    assert between("ada", "billing", 100, 100) == [("new", "in"), ("back", "out")]
    assert between("billing", "ada", 55, 59) == [("back", "in")]
    assert between("billing", "ada", 45, 100) == [("back", "in")]
    assert between("billing", "billing", 100, 100) == []


def test_open_contradictions_show_both_claims_and_no_retracted_one(store: ox.Store) -> None:
    rows = ask(store, "open_contradictions")

    assert rows == [
        {"contradiction": "c3", "detectedAt": "80", "first": "new", "second": "back"},
        {
            "contradiction": "c1",
            "detectedAt": "70",
            "first": "open",
            "firstClaim": "open",
            "second": "ended",
            "secondClaim": "ended",
        },
    ]


def test_documents_of_an_entity_are_found_directly_and_through_a_chunk(store: ox.Store) -> None:
    rows = ask(store, "documents_of", entity=iri("billing"))

    assert rows == [
        {"document": "doc", "title": "Handover", "source": "chunk"},
        {"document": "note", "title": "Note", "source": "note"},
    ]
    assert ask(store, "documents_of", entity=iri("ada")) == []


def test_statements_from_a_document_include_those_from_its_chunks(store: ox.Store) -> None:
    rows = ask(store, "statements_from_document", document=iri("doc"), now=instant(100))

    assert rows == [
        {"statement": "new", "from": "billing", "relationshipType": "primary_owner", "to": "ada", "validFrom": "50"},
        {"statement": "open", "claim": "open", "validFrom": "20"},
    ]
    unswept = ask(store, "statements_from_document", document=iri("doc"), now=instant(30))
    assert {row["statement"] for row in unswept} == {"open", "unswept"}


def test_every_domain_query_is_tried_here() -> None:
    names = {path.stem for path in (ontology_folder() / "queries").glob("*.rq")}

    assert names == {
        "current_facts_about",
        "documents_of",
        "facts_as_of",
        "open_contradictions",
        "relationships_between",
        "statements_from_document",
    }
