"""Classes of a user's ontology: their fields are checked and kept by the schema's table alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pyoxigraph import Literal, NamedNode

from kgrdf.copying import content_of, quads_of
from kgrdf.errors import CallerError
from kgrdf.generated import SCHEMA
from kgrdf.graph import BaseGraph
from kgrdf.rendering import render
from kgrdf.schema import ClassRow, FieldRow
from kgrdf.store import open_store

NS = "https://example.org/ops#"
FIELDS = (
    FieldRow("severity", "severity", f"{NS}severity", "string", required=True, one_of=("low", "high")),
    FieldRow("customers_hit", "customersHit", f"{NS}customersHit", "integer", minimum="0"),
    FieldRow("cost", "cost", f"{NS}cost", "decimal"),
    FieldRow("public", "public", f"{NS}public", "boolean"),
    FieldRow("seen_at", "seenAt", f"{NS}seenAt", "instant"),
    FieldRow("page", "page", f"{NS}page", "iri"),
    FieldRow("tags", "tags", f"{NS}tag", "string", many=True),
    FieldRow("labels", "labels", f"{NS}label", "langString", many=True),
    FieldRow("services", "services", f"{NS}service", "ref", many=True, range=("Service",)),
    FieldRow("report", "report", f"{NS}report", "ref", range=("Document",)),
    FieldRow("counter", "counter", f"{NS}counter", "integer", managed=True),
)
BASE = SCHEMA.by_name["Entity"]
INCIDENT = ClassRow(
    "Incident",
    f"{NS}Incident",
    "entity",
    "incidents",
    ancestors=("Entity",),
    fields=(*BASE.fields, *FIELDS),
    doc="An outage.",
)


@pytest.fixture
def graph() -> Iterator[BaseGraph]:
    """A memory of the core ontology with a class of incidents."""
    with open_store("memory:") as store:
        yield BaseGraph(store, "acme", schema=replace(SCHEMA, classes=(*SCHEMA.classes, INCIDENT)))


def stored(graph: BaseGraph, public_id: str) -> dict[str, set[object]]:
    """Return what lies in the graph under the example's names."""
    found: dict[str, set[object]] = {}
    for quad in quads_of(graph.store, graph.tenant):
        if quad.subject == graph.tenant.iri(public_id) and quad.predicate.value.startswith(NS):
            found.setdefault(quad.predicate.value.removeprefix(NS), set()).add(quad.object)
    return found


def incident(graph: BaseGraph, name: str = "Outage", **properties: object) -> Any:
    return graph.store_entity(name, "Incident", properties={"severity": "high"} | properties)


def test_values_of_every_kind_are_kept_as_their_field_says(graph: BaseGraph) -> None:
    service = graph.store_entity("checkout", "Service").id
    report = graph.store_document("post mortem", id="pm").id
    made = incident(
        graph,
        customersHit="12",
        cost=0.1,
        public=False,
        seen_at="2024-05-01T00:00:00Z",
        page="https://example.org/1",
        tags=["a", "b", "a"],
        labels=[["Ausfall", "de"], ["outage", "en"]],
        services="checkout",
        report="pm",
    )
    xsd = "http://www.w3.org/2001/XMLSchema#"
    assert stored(graph, made.id) == {
        "severity": {Literal("high")},
        "customersHit": {Literal("12", datatype=NamedNode(f"{xsd}integer"))},
        "cost": {Literal("0.1", datatype=NamedNode(f"{xsd}decimal"))},
        "public": {Literal("false", datatype=NamedNode(f"{xsd}boolean"))},
        "seenAt": {Literal("1714521600000", datatype=NamedNode(f"{xsd}integer"))},
        "page": {NamedNode("https://example.org/1")},
        "tag": {Literal("a"), Literal("b")},
        "label": {Literal("Ausfall", language="de"), Literal("outage", language="en")},
        "service": {graph.tenant.iri(service)},
        "report": {graph.tenant.iri(report)},
    }


def test_a_context_shows_values_of_every_kind_as_json_has_them(graph: BaseGraph) -> None:
    service = graph.store_entity("checkout", "Service").id
    graph.store_document("post mortem", id="pm")
    made = incident(
        graph,
        customersHit=12,
        cost=0.1,
        public=False,
        seen_at="2024-05-01T00:00:00Z",
        page="https://example.org/1",
        tags=[f"t{number:02}" for number in range(25)],
        labels=[["Ausfall", "de"], ["two\nlines", "en"]],
        services="checkout",
        report="pm",
    )
    graph.store_entity("Outage", "Incident", aliases=["INC-1"], confidence=0.5)
    answer = graph.get_entity_context(made.id)
    assert answer.wire()["properties"] == {
        "aliases": ["INC-1"],
        "confidence": 0.5,
        "severity": "high",
        "customersHit": 12,
        "cost": 0.1,
        "public": False,
        "seenAt": "2024-05-01T00:00:00Z",
        "page": "https://example.org/1",
        "tags": [f"t{number:02}" for number in range(20)],
        "labels": ["Ausfall", "two\nlines"],
        "services": [service],
        "report": "doc::pm",
    }
    assert answer.truncated
    lines = render(answer).splitlines()
    assert lines[1] == "properties:"
    assert {"- public: false", "- labels: Ausfall, two lines", "- services: entity::Service::checkout"} < set(lines)
    assert "properties" not in graph.get_entity_context(made.id, max_tokens=100).wire()
    assert "properties" not in graph.get_entity_context(service).wire()


def test_a_thing_has_its_class_and_all_above_it_as_types(graph: BaseGraph) -> None:
    made = incident(graph)
    types = {
        quad.object.value  # type: ignore[union-attr]
        for quad in quads_of(graph.store, graph.tenant)
        if quad.subject == graph.tenant.iri(made.id) and quad.predicate.value.endswith("#type")
    }
    assert types == {f"{NS}Incident", BASE.iri}


def test_an_update_replaces_single_values_unites_lists_and_keeps_the_rest(graph: BaseGraph) -> None:
    made = incident(graph, customersHit=1, tags=["a"], cost="2.50")
    again = graph.store_entity("Outage", "Incident", properties={"customersHit": 2, "tags": ["b"], "cost": None})
    assert (again.id, again.created) == (made.id, False)
    found = stored(graph, made.id)
    assert {value.value for value in found["tag"]} == {"a", "b"}  # type: ignore[attr-defined]
    assert {value.value for value in found["customersHit"]} == {"2"}  # type: ignore[attr-defined]
    assert found.keys() == {"severity", "customersHit", "tag", "cost"}
    before = content_of(graph.store, graph.tenant)
    incident(graph, customersHit=2, tags=["a", "b"], cost="2.5")
    assert content_of(graph.store, graph.tenant) == before


@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ({"severity": "huge"}, r"^severity: 'huge' is not allowed \(one of low, high\)"),
        ({"severity": None}, r"^severity: is missing"),
        ({"customersHit": -1}, r"^customersHit: -1 is out of range"),
        ({"cost": "1e-30"}, r"^cost: .* too fine"),
        ({"cost": float("inf")}, r"^cost: inf is not finite"),
        ({"cost": True}, r"^cost: expected a number"),
        ({"public": "yes"}, r"^public: 'yes' is neither"),
        ({"seenAt": "2024-05-01T00:00:00"}, r"^seenAt: .* no time zone"),
        ({"page": "x> } DROP ALL"}, r"^page: .* is not an IRI"),
        ({"tags": ["fine", "\x00"]}, r"^tags\[1\]: contains a NUL"),
        ({"labels": [["x", "not a tag"]]}, r"^labels\[0\]\[1\]: "),
        ({"services": ["ghost"]}, r"^services\[0\]: no entity 'ghost'"),
        ({"services": ["acme"]}, r"^services\[0\]: 'acme' is of class Organization"),
        ({"report": "ghost"}, r"^report: no document"),
        ({"severty": "high"}, r"^severty: .*did you mean severity"),
        ({"counter": 3}, r"^counter: Incident has no such property"),
        ({"zzz": 3}, r"^zzz: .*one of confidence, cost, customersHit, description, labels"),
    ],
)
def test_what_a_field_does_not_take_is_refused_by_its_name(
    graph: BaseGraph, properties: dict[str, object], message: str
) -> None:
    graph.store_entity("acme", "Organization")
    before = content_of(graph.store, graph.tenant)
    with pytest.raises(CallerError, match=message):
        incident(graph, **properties)
    assert content_of(graph.store, graph.tenant) == before
