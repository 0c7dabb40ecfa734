"""The functions of the right queries, in use: what each mode answers, and what an update may and may not do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from kgrdf.errors import CallerError, InvalidValueError
from kgrdf.models import LangString, Ref
from kgrdf.store import open_store
from kgrdf.testing import FrozenClock


@pytest.fixture
def graph(right: Any, clock: FrozenClock) -> Iterator[Any]:
    with open_store("memory:") as store:
        yield right.Graph(store, "acme", clock=clock)


@pytest.fixture
def aspirin(graph: Any) -> str:
    return str(graph.drugs.add("Aspirin", dose=500, form="tablet", over_the_counter=True, description="Against pain").id)


def test_an_update_changes_a_property_and_says_what_it_changed(right: Any, graph: Any, aspirin: str) -> None:
    changed = right.queries.mode_update(graph, drug=aspirin, form="syrup")
    assert changed == [aspirin]
    assert isinstance(changed[0], Ref)
    assert graph.drugs.get(aspirin).form == "syrup"
    assert right.queries.mode_update(graph, drug=aspirin, form="syrup") == []


def test_what_is_asked_for_by_an_inferred_type_is_found(right: Any, graph: Any, aspirin: str) -> None:
    graph.drugs.add("Antacid", dose=2.5, form="syrup")
    ask, found = right.queries, [(Ref(aspirin),)]

    def rows(function: Any, **arguments: object) -> list[tuple[object, ...]]:
        return [(row.drug,) for row in function(graph, **arguments)]

    assert rows(ask.inferred_member, form="tablet") == found
    assert rows(ask.inferred_in_exists, disease="concept::Disease::none", substance=aspirin) == []
    assert ask.inferred_in_update(graph, drug=aspirin, form="syrup") == [aspirin]
    assert rows(ask.inferred_member, form="tablet") == []
    combined = graph.drugs.add("Combined", dose=1, contains=[aspirin]).id
    assert rows(ask.inferred_in_exists, disease="concept::Disease::none", substance=aspirin) == [(combined,)]
    assert rows(ask.inferred_narrowest, part=aspirin) == [(combined,)]
    assert rows(ask.inferred_of_two_classes, thing=aspirin) == [(combined,)]


def test_an_update_moves_the_clock_as_every_write_does_and_one_that_changes_nothing_does_not(
    right: Any, graph: Any, aspirin: str
) -> None:
    before = graph.head()
    right.queries.mode_update(graph, drug=aspirin, form="syrup")
    moved = graph.head()
    assert moved.instant > before.instant
    right.queries.mode_update(graph, drug=aspirin, form="syrup")
    assert graph.head() == moved


def test_an_update_of_a_description_reaches_the_search(right: Any, graph: Any, aspirin: str) -> None:
    assert [hit.id for hit in graph.search_memory("pain").hits] == [aspirin]
    right.queries.update_of_text(graph, drug=aspirin, description="Against fever")
    assert graph.search_memory("pain").hits == []
    assert [hit.id for hit in graph.search_memory("fever").hits] == [aspirin]
    assert graph.search_memory("Aspirin").hits != []


@pytest.mark.parametrize(
    ("function", "arguments", "named"),
    [
        ("mode_update", {"form": "powder"}, "form"),
        ("update_of_a_number", {"dose": -1}, "dose"),
        ("update_of_a_number", {"dose": 5001}, "dose"),
        ("update_of_a_number", {"dose": "1 } DROP ALL"}, "dose"),
    ],
)
def test_an_update_to_a_value_that_the_ontology_does_not_allow_changes_nothing(
    right: Any, graph: Any, aspirin: str, function: str, arguments: dict[str, Any], named: str
) -> None:
    before, head = graph.drugs.get(aspirin), graph.head()
    with pytest.raises(CallerError, match=named):
        getattr(right.queries, function)(graph, drug=aspirin, **arguments)
    assert (graph.drugs.get(aspirin), graph.head()) == (before, head)


def test_an_update_of_what_is_not_there_changes_nothing(right: Any, graph: Any, aspirin: str) -> None:
    nurse = graph.people.add("Nurse").id
    for stranger in ("entity::Drug::nothing", nurse):
        assert right.queries.mode_update(graph, drug=stranger, form="syrup") == []
    assert graph.people.get(nurse).name == "Nurse"


def test_an_update_may_change_many_things_in_one_write(right: Any, graph: Any, aspirin: str) -> None:
    honey = graph.drugs.add("Honey", dose=5, form="tablet", over_the_counter=True).id
    tea = graph.drugs.add("Tea", dose=5, form="syrup", over_the_counter=True).id
    before = graph.head().instant
    assert right.queries.update_of_every_match(graph, form="tablet") == sorted([aspirin, honey])
    assert graph.head().instant == before + 1
    assert [graph.drugs.get(drug).over_the_counter for drug in (aspirin, honey, tea)] == [False, False, True]


def test_values_of_every_type_go_through_an_update(right: Any, graph: Any, aspirin: str) -> None:
    q, water = right.queries, graph.drugs.add("Water", dose=1).id
    q.update_of_a_moment(graph, drug=aspirin, at="1899-03-06T00:00:00Z", free=False)
    q.update_of_a_number(graph, drug=aspirin, dose=Decimal("0.250"))
    q.update_in_a_language(graph, drug=aspirin, leaflet=LangString("Mit Wasser", "de"))
    q.update_that_adds(graph, drug=aspirin, substance=water)
    found = graph.drugs.get(aspirin)
    assert (found.approved_at, found.over_the_counter) == (datetime(1899, 3, 6, tzinfo=UTC), False)
    assert (found.dose, found.contains) == (Decimal("0.25"), (water,))
    assert [(text, text.language) for text in found.leaflet] == [("Mit Wasser", "de")]


def test_a_construct_gives_whole_models_by_their_ids_within_the_limit(right: Any, graph: Any, aspirin: str) -> None:
    flu = graph.diseases.add("Flu", definition="An infection").id
    honey = graph.drugs.add("Honey", dose=5, against=[flu]).id
    made = right.queries.mode_construct(graph)
    assert [(type(thing).__name__, thing.id, thing.dose) for thing in made] == [
        ("Drug", aspirin, Decimal(500)),
        ("Drug", honey, Decimal(5)),
    ]
    assert len(right.queries.mode_construct(graph, limit=1)) == 1
    both = right.queries.construct_of_two_classes(graph)
    assert sorted((type(thing).__name__, thing.name) for thing in both) == [("Disease", "Flu"), ("Drug", "Honey")]


def test_a_construct_makes_what_others_point_at_and_what_points_only_where_it_is_typed(right: Any, graph: Any) -> None:
    document = graph.store_document("Leaflet", chunks=["Take two.", "Take none."])
    others = graph.store_document("Other", chunks=["Take three."])
    chunks = right.queries.construct_of_parts(graph, document=document.id)
    assert [(type(thing).__name__, thing.document_id) for thing in chunks] == [("Chunk", document.id)] * 2
    assert {thing.text for thing in chunks} == {"Take two.", "Take none."}
    both = right.queries.construct_of_parts_and_whole(graph, document=others.id)
    assert sorted((type(thing).__name__, thing.id) for thing in both) == [
        ("Chunk", others.chunk_ids[0]),
        ("Document", others.id),
    ]


def test_an_update_by_a_declared_type_takes_no_id_of_what_only_verbs_change(right: Any, graph: Any) -> None:
    document = graph.store_document("Leaflet", chunks=["Take two."]).id
    anna = graph.people.add("Anna").id
    assert right.queries.update_by_a_declared_type(graph, person=anna, confidence="0.5") == [anna]
    assert graph.people.get(anna).confidence == Decimal("0.5")
    with pytest.raises(InvalidValueError, match="no Person id"):
        right.queries.update_by_a_declared_type(graph, person=document, confidence="0.5")


def test_optional_parameters_narrow_only_where_they_are_given(right: Any, graph: Any, aspirin: str) -> None:
    honey = graph.drugs.add("Honey", dose=5, form="syrup").id
    find, either = right.queries.optional_filters, right.queries.optional_list
    assert {row.drug for row in find(graph)} == {aspirin, honey}
    assert [row.drug for row in find(graph, least=100)] == [aspirin]
    assert [row.drug for row in find(graph, word="HON")] == [honey]
    assert find(graph, least=100, word="hon") == []
    assert {row.drug for row in either(graph)} == {aspirin, honey}
    assert either(graph, forms=[]) == []
    assert [row.drug for row in either(graph, forms=["syrup"])] == [honey]


def test_a_default_of_every_type_is_the_value_that_the_header_means(right: Any, graph: Any, aspirin: str) -> None:
    [row] = right.queries.parameter_defaults(graph)
    since = datetime(2024, 1, 1, tzinfo=UTC)
    assert (row.a, row.b, row.c, row.d, row.f) == ("Acetyl acid", True, Decimal("0.5"), since, "now")
    assert row.e == "https://w3id.org/kgrdf/ns#Entity"
    [row] = right.queries.parameter_defaults(graph, name="", marked=False)
    assert (row.a, row.b) == ("", False)


def test_a_number_that_no_store_keeps_exactly_is_refused_as_an_argument(right: Any, graph: Any, aspirin: str) -> None:
    for number in (1e300, "1e-30", Decimal("0.1234567890123456789")):
        with pytest.raises(InvalidValueError, match=r"^most: .* too large or too fine"):
            right.queries.parameter_defaults(graph, most=number)


def test_a_column_has_the_type_that_its_row_declares(right: Any, graph: Any, aspirin: str) -> None:
    q = right.queries
    graph.drugs.add("Honey", dose=Decimal("0.5"), approved_at="2020-01-01T00:00:00Z")
    assert q.aggregate_sum(graph).value == Decimal("500.5")
    assert q.aggregate_count(graph).value == 2
    assert q.aggregate_latest(graph).latest == datetime(2020, 1, 1, tzinfo=UTC)
    assert {type(row.value) for row in q.expression_if(graph)} == {str}
    assert {row.value for row in q.expression_comparison(graph)} == {True, False}
    assert {row.child for row in q.expression_in_bind(graph)} == {Decimal(250), Decimal("0.25")}
    assert isinstance(q.mode_many(graph)[0].drug, Ref)


def test_a_sum_and_an_average_of_nothing_are_numbers_and_the_least_of_nothing_is_none(right: Any, graph: Any) -> None:
    q = right.queries
    for value in (q.aggregate_sum(graph).value, q.aggregate_average(graph).value):
        assert (type(value), value) == (Decimal, 0)
    assert (q.aggregate_least(graph).value, q.aggregate_latest(graph).latest) == (None, None)
    assert (q.aggregate_texts(graph).names, q.aggregate_sum_of_integers(graph).all) == ("", 0)


def test_every_query_that_needs_no_argument_answers_on_a_graph_with_a_drug_of_every_property(
    right: Any, graph: Any, aspirin: str
) -> None:
    flu = graph.diseases.add("Flu").id
    graph.drugs.add(
        "Honey",
        dose=5,
        form="syrup",
        approved_at="2020-01-01T00:00:00Z",
        over_the_counter=True,
        leaflet=["Sweet"],
        page=["https://example.org/honey"],
        contains=[aspirin],
        against=[flu],
    )
    graph.drugs.add("Tea", dose=1)
    graph.store_document("Note", text="Honey against the flu.")
    nothing = {"text_that_looks_like_code", "open_contradictions", "column_of_a_verb"}
    for query in right.queries.QUERIES:
        if query.mode != "update" and all(param.default or param.optional for param in query.params):
            answer = getattr(right.queries, query.name)(graph)
            assert (answer not in ([], None)) != (query.name in nothing), query.name
