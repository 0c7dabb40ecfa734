"""A package of core plus a user's classes, in use: every kind of value goes in and comes back."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kgrdf.errors import CallerError
from kgrdf.models import LangString
from kgrdf.store import open_store
from kgrdf.testing import FrozenClock


@pytest.fixture(scope="module")
def pharmacy(packages: Path) -> Iterator[Any]:
    sys.path.insert(0, str(packages))
    try:
        importlib.import_module("case_pharmacy.queries")
        yield importlib.import_module("case_pharmacy")
    finally:
        sys.path.remove(str(packages))


@pytest.fixture
def graph(pharmacy: Any, clock: FrozenClock) -> Iterator[Any]:
    with open_store("memory:") as store:
        yield pharmacy.Graph(store, "acme", clock=clock)


def test_every_kind_of_value_goes_in_and_comes_back(graph: Any) -> None:
    flu = graph.diseases.add("Flu", definition="An infection").id
    water = graph.drugs.add("Saline", dose=1).id
    drug = graph.drugs.add(
        "Aspirin",
        dose=Decimal("0.500"),
        form="tablet",
        approved_at="1899-03-06T00:00:00Z",
        over_the_counter=True,
        leaflet=[LangString("Mit Wasser", "de"), "With water"],
        page=["https://example.org/aspirin"],
        contains=[water],
        against=[flu],
    ).id
    found = graph.drugs.get(drug)
    assert found.dose == Decimal("0.5")
    assert (found.form, found.over_the_counter) == ("tablet", True)
    assert found.approved_at == datetime(1899, 3, 6, tzinfo=UTC)
    assert [(text, text.language) for text in found.leaflet] == [("Mit Wasser", "de"), ("With water", None)]
    assert found.page == ("https://example.org/aspirin",)
    assert (found.contains, found.against) == ((water,), (flu,))
    assert [row.id for row in graph.drugs.by_against(flu).items] == [drug]
    assert [row.name for row in graph.substances.find("aspirin")] == ["Aspirin"]
    assert found.wire()["dose"] == 0.5


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"dose": -1}, "dose"),
        ({"dose": 1, "form": "powder"}, "form"),
        ({"dose": 1, "approved_at": "yesterday"}, "approvedAt"),
        ({"dose": 1, "against": ["concept::nothing"]}, "against"),
    ],
)
def test_a_value_that_the_ontology_does_not_allow_is_refused_by_name(graph: Any, values: dict[str, Any], named: str) -> None:
    with pytest.raises(CallerError, match=named):
        graph.drugs.add("Aspirin", **values)


def test_a_query_with_a_list_takes_several_values(pharmacy: Any, graph: Any) -> None:
    flu, cold = graph.diseases.add("Flu").id, graph.diseases.add("Cold").id
    graph.drugs.add("Aspirin", dose=500, form="tablet", against=[flu])
    graph.drugs.add("Honey", dose=5, form="syrup", against=[cold])
    queries = pharmacy.queries
    assert [row.name for row in queries.drugs_against(graph, diseases=[flu, cold])] == ["Aspirin"]
    assert [row.name for row in queries.drugs_against(graph, diseases=[flu, cold], form="syrup")] == ["Honey"]
    assert queries.drugs_against(graph, diseases=[]) == []


def test_each_mode_of_a_query_answers_in_its_own_form(pharmacy: Any, graph: Any) -> None:
    queries = pharmacy.queries
    assert queries.drug_count(graph).number == 0
    assert queries.strongest_drug(graph, least=1) is None
    weak = graph.drugs.add("Honey", dose=5, over_the_counter=True).id
    graph.drugs.add("Aspirin", dose=500)
    assert queries.drug_count(graph).number == 2
    assert queries.strongest_drug(graph, least=1).dose == 500
    assert queries.is_sold_freely(graph, drug=weak) is True


def test_the_new_class_is_a_tool(pharmacy: Any) -> None:
    from kgrdf.mcp.ontology import tool_table

    tools = tool_table(pharmacy.SCHEMA, "default")
    assert {"store_drug", "find_drugs"} <= tools.keys()
    assert {argument.wire for argument in tools["store_drug"].arguments} >= {"name", "dose", "against"}
