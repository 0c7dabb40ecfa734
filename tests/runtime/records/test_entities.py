from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf.copying import content_of
from kgrdf.errors import AmbiguousError, InvalidValueError, NotFoundError, UnknownTypeError
from kgrdf.ids import name_key
from kgrdf.store import EmbeddedStore

if TYPE_CHECKING:
    from kgrdf import Graph
    from kgrdf.generated.models import Entity


def entity(graph: Graph, public_id: str) -> Entity:
    (found,) = graph.entities.get_many([public_id])
    return found


@pytest.mark.parametrize(
    "name",
    [
        'Danh mục "bài toán lớn"',
        r"C:\repo\src\main.py",
        "Cruise / En route",
        "a|b",
        "<x> } DROP ALL #",
        " padded ",
        "🚀",
        "---",
    ],
)
def test_a_name_comes_back_byte_for_byte_and_is_found_by_itself(graph: Graph, name: str) -> None:
    """Bug reports escape-10, escape-11."""
    made = graph.store_entity(name, "Service")
    assert entity(graph, made.id).name == name
    assert graph.store_entity(name, "Service").id == made.id
    assert graph.search_memory(name).hits[0].id == made.id


def test_names_without_latin_letters_are_things_of_their_own(graph: Graph) -> None:
    """Bug report identity-22: café composed and decomposed is one name."""
    names = ["日本語", "한국어", "Пример", "---", "🚀", "caf\u00e9", "cafe\u0301"]
    made = [graph.store_entity(name, "Concept") for name in names]
    assert len({answer.id for answer in made}) == 6
    assert made[5].id == made[6].id
    assert all(answer.id.removeprefix("concept::") for answer in made)


def test_punctuation_tells_names_apart_and_shows_them_as_similar(graph: Graph) -> None:
    c, plus, sharp = (graph.store_entity(name, "Concept") for name in ("C", "C++", "C#"))
    assert len({c.id, plus.id, sharp.id}) == 3
    assert (c.similar, plus.similar, sharp.similar) == (None, [c.id], [c.id, plus.id])
    assert graph.store_entity("Gateway, payment", "Service").similar is None
    assert graph.store_entity("payment-gateway", "Location").similar == ["entity::Service::gateway, payment"]


def test_a_name_is_the_same_in_any_case_width_and_spacing(graph: Graph) -> None:
    made = graph.store_entity("Payment Service", "Service")
    again = graph.store_entity("  ＰＡＹＭＥＮＴ\u00a0\n service ", "Service")
    assert (again.id, again.created) == (made.id, False)


def test_an_alias_is_a_name_and_the_type_tells_equal_names_apart(graph: Graph) -> None:
    made = graph.store_entity("PostgreSQL", "Service", aliases=["Postgres", "PG"])
    assert graph.store_entity("pg", "Service").id == made.id
    other = graph.store_entity("PG", "Organization")
    assert other.created
    assert other.similar == [made.id]


def test_the_last_name_wins_and_the_former_one_stays_as_an_alias(graph: Graph) -> None:
    made = graph.store_entity("Twitter", "Organization", id="x", aliases=["the bird"])
    graph.store_entity("X", "Organization", id="x", aliases=["Twitter Inc."])
    found = entity(graph, made.id)
    assert found.name == "X"
    assert sorted(found.aliases) == ["Twitter", "Twitter Inc.", "the bird"]
    assert graph.store_entity("Twitter", "Organization").id == made.id
    assert sorted(entity(graph, made.id).aliases) == ["Twitter Inc.", "X", "the bird"]


def test_a_name_that_fits_several_is_refused_with_their_ids(graph: Graph) -> None:
    for own in ("a", "b"):
        graph.store_entity("Jane Doe", "Person", id=own)
    with pytest.raises(AmbiguousError, match=r"^name: 'Jane Doe' fits entity::Person::a, entity::Person::b"):
        graph.store_entity("Jane Doe", "Person")


def test_a_given_id_that_spells_another_name_is_not_taken_for_that_name(graph: Graph) -> None:
    api = graph.store_entity("Checkout API", "Service", id="checkout")
    other = graph.store_entity("checkout", "Service")
    assert other.created
    assert other.id != api.id
    assert graph.store_entity("Checkout", "Service").id == other.id
    assert entity(graph, api.id).name == "Checkout API"


def test_a_long_name_has_a_short_id_and_is_found_again(graph: Graph) -> None:
    name = "long " * 400
    made = graph.store_entity(name, "Service")
    assert len(made.id) < 100
    assert graph.store_entity(name, "Service").id == made.id
    assert entity(graph, made.id).name == name


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"name": "a\x00b"}, "name"),
        ({"name": " "}, "name"),
        ({"name": "\udfff"}, "name"),
        ({"name": "x" * 9000}, "name"),
        ({"aliases": ["fine", ""]}, r"aliases\[1\]"),
        ({"aliases": "text"}, "aliases"),
        ({"confidence": 1.0000001}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"description": "\x00"}, "description"),
        ({"id": "x> } } ; DROP ALL #"}, "id"),
        ({"id": "entity::Person::x"}, "id"),
        ({"id": "concept::x"}, "id"),
        ({"properties": {"colour": "red"}}, "colour"),
        ({"properties": {"recordedAt": 1}}, "recordedAt"),
        ({"properties": {"name": "other"}}, "name"),
        ({"description": "a", "properties": {"description": "b"}}, "description"),
        ({"source_document_id": "fact::x"}, "sourceDocumentId"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_field_and_changes_nothing(
    graph: Graph, arguments: dict[str, Any], field: str
) -> None:
    graph.store_entity("checkout", "Service")
    before = content_of(graph.store, graph.tenant)
    with pytest.raises(InvalidValueError, match=f"^{field}: "):
        graph.store_entity(**({"name": "checkout", "entity_type": "Service"} | arguments))
    assert content_of(graph.store, graph.tenant) == before


def test_an_unknown_type_is_refused_with_the_closest_one(graph: Graph) -> None:
    with pytest.raises(UnknownTypeError, match=r"Serivce.*did you mean Service"):
        graph.store_entity("checkout", "Serivce")


def test_a_concept_keeps_its_type_whatever_id_is_given(graph: Graph) -> None:
    made = graph.store_entity("Churn", "Concept", description="Customers who leave", properties={"domain": "business"})
    (found,) = graph.concepts.get_many([made.id])
    assert (made.id, found.domain, found.definition) == ("concept::churn", "business", "Customers who leave")
    with pytest.raises(InvalidValueError, match=r"^confidence: Concept has none of its own"):
        graph.store_entity("Churn", "Concept", confidence=0.5)


def test_every_source_is_a_derivation_of_its_own_and_heard_once(graph: Graph) -> None:
    """Bug report identity-21, the entity's part."""
    sources = [graph.store_document(f"report {number}", text=f"DGIA in {number}").id for number in range(4)]
    for source in sources * 2:
        made = graph.store_entity("DGIA", "Organization", source_document_id=source, confidence="0.9")
    derived = graph.derivations.list().items
    assert {edge.derived_id for edge in derived} == {made.id}
    assert sorted(edge.source_document_id for edge in derived) == sorted(sources)
    assert [str(edge.confidence) for edge in derived] == ["0.9"] * 4


def test_a_source_that_is_not_there_leaves_nothing_behind(graph: Graph) -> None:
    with pytest.raises(NotFoundError, match=r"^sourceDocumentId: no document or chunk 'ghost'"):
        graph.store_entity("checkout", "Service", source_document_id="ghost")
    assert graph.head() is None


def test_forty_calls_at_once_make_forty_entities(store: EmbeddedStore) -> None:
    """Bug report mcp-56, the library's part."""
    from kgrdf import Graph as CoreGraph

    graph = CoreGraph(store, "acme")
    with ThreadPoolExecutor(40) as pool:
        made = list(pool.map(lambda number: graph.store_entity(f"service {number}", "Service"), range(40)))
    assert [answer.id for answer in made] == [f"entity::Service::service {number}" for number in range(40)]
    assert all(answer.created for answer in made)
    assert graph.services.count() == 40


def test_tenants_have_entities_of_their_own(store: EmbeddedStore) -> None:
    """Bug reports tenant-01, tenant-03 and tenant-04, the entities' part."""
    from kgrdf import Graph as CoreGraph

    tenants = ["acme", "acme2", "acpt-probe", "00000000-0000-0000-0000-000000000001", "main", "a_b", "x.y"]
    for tenant in tenants:
        CoreGraph(store, tenant).store_entity("Charlie", "Person", description=f"of {tenant}")
    for tenant in tenants:
        graph = CoreGraph(store, tenant)
        assert graph.people.count() == 1
        assert entity(graph, "entity::Person::charlie").description == f"of {tenant}"
        assert [hit.text for hit in graph.search_memory("Charlie").hits] == [f"Charlie: of {tenant}"]


# -- against a model of the rules ----------------------------------------------------------------------------------------

names = st.sampled_from(["Alpha", "ALPHA ", "alpha", "Beta", "C++", "C", "日本語"])
calls = st.fixed_dictionaries(
    {"name": names},
    optional={
        "description": st.sampled_from(["", "one", "two"]),
        "aliases": st.lists(names, max_size=2),
        "confidence": st.sampled_from(["0.5", "0.50", "1"]),
        "id": st.sampled_from(["x", "alpha"]),
    },
)


class Model:
    """The rules for entities of one type, on dictionaries."""

    def __init__(self) -> None:
        self.entities: list[dict[str, Any]] = []

    def store(self, name: str, id: str | None = None, aliases: tuple[str, ...] = (), **said: str) -> dict[str, Any] | None:
        if id is not None:
            fits = [one for one in self.entities if one["id"] == id]
        else:
            key = name_key(name)
            fits = [one for one in self.entities if key in {name_key(text) for text in (one["name"], *one["aliases"])}]
        if len(fits) > 1:
            return None
        if fits:
            (one,) = fits
        else:
            one = {"id": id, "name": name, "aliases": set(), "description": None, "confidence": None}
            self.entities.append(one)
        one["aliases"] = (one["aliases"] | {one["name"], *aliases}) - {name}
        one |= {"name": name, **{field: value.replace("0.50", "0.5") for field, value in said.items()}}
        return one


@given(st.lists(calls, max_size=8))
def test_any_calls_leave_what_the_rules_say_and_the_last_one_repeated_changes_nothing(some: list[dict[str, Any]]) -> None:
    from kgrdf import Graph as CoreGraph
    from kgrdf import open_store

    model = Model()
    ids: dict[int, str] = {}
    with open_store("memory:") as store:
        graph = CoreGraph(store, "acme")
        for call in some:
            before = len(model.entities)
            expected = model.store(**call)
            if expected is None:
                with pytest.raises(AmbiguousError):
                    graph.store_entity(entity_type="Service", **call)
                continue
            made = graph.store_entity(entity_type="Service", **call)
            assert made.created == (len(model.entities) > before)
            expected["id"] = made.id.removeprefix("entity::Service::")
            assert ids.setdefault(id(expected), made.id) == made.id
            found = entity(graph, made.id)
            assert found.name == expected["name"]
            assert set(found.aliases) == expected["aliases"]
            assert found.description == expected["description"]
            assert (None if found.confidence is None else str(found.confidence)) == expected["confidence"]
            content = content_of(store, graph.tenant)
            assert graph.store_entity(entity_type="Service", **call) == made.model_copy(update={"created": False})
            assert content_of(store, graph.tenant) == content
        assert len(set(ids.values())) == len(model.entities) == graph.services.count()
