from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgrdf.errors import AmbiguousError, InvalidValueError, NotFoundError
from kgrdf.lookup import Found, find_entities, find_entity, find_source

if TYPE_CHECKING:
    from kgrdf import Graph


def test_an_entity_is_found_by_its_id_and_by_the_last_part_of_it(graph: Graph) -> None:
    graph.store_entity("Checkout", "Service")
    graph.store_entity("retry", "Concept")
    expected = Found("entity::Service::checkout", "Service")
    assert find_entity(graph, "entity::Service::checkout", "fromId") == expected
    assert find_entity(graph, "checkout", "fromId") == expected
    assert find_entity(graph, "concept::retry", "toId") == Found("concept::retry", "Concept")


def test_an_entity_is_found_by_a_name_that_is_not_its_id(graph: Graph) -> None:
    incident = graph.store_entity("INC-1  Double Charge", "Entity", aliases=["the night of May"])
    expected = Found(incident.id, "Entity")
    for name in ("INC-1 Double Charge", "inc-1 double charge", "The Night of May"):
        assert find_entity(graph, name, "entityId") == expected
        assert graph.get_entity_context(name).entity.id == incident.id
    graph.store_entity("Double charge", "Concept", aliases=["The night of May"])
    assert find_entity(graph, "the night of may", "fromId", concepts=False) == expected
    with pytest.raises(AmbiguousError, match="fits concept::double charge, entity::Entity::inc-1 double charge"):
        find_entity(graph, "the night of may", "toId")
    # The last part of an id comes first: it was the reference before anybody gave that name.
    graph.store_entity("renamed", "Service", aliases=["checkout"])
    graph.store_entity("checkout", "Location")
    assert find_entity(graph, "checkout", "toId").id == "entity::Location::checkout"


def test_a_last_part_that_fits_several_is_refused_with_the_list(graph: Graph) -> None:
    graph.store_entity("mercury", "Service")
    graph.store_entity("mercury", "Location")
    with pytest.raises(
        AmbiguousError, match=r"^fromId: .*entity::Service::mercury.*entity::Location::mercury|^fromId: .*Location.*Service"
    ):
        find_entity(graph, "mercury", "fromId")


def test_every_missing_one_is_named_and_a_foreign_one_gives_the_same_words(graph: Graph) -> None:
    from kgrdf import Graph as CoreGraph

    graph.store_entity("here", "Service")
    other = CoreGraph(graph.store, "other")
    other.store_entity("theirs", "Service")
    with pytest.raises(NotFoundError, match=r"^aboutIds: no entity 'ghost', 'entity::Service::theirs'"):
        find_entities(graph, ["here", "ghost", "entity::Service::theirs"], "aboutIds")
    words = []
    for reference in ("entity::Service::theirs", "entity::Service::nobody"):
        with pytest.raises(NotFoundError) as caught:
            find_entity(graph, reference, "toId")
        words.append(str(caught.value).replace(reference, "X"))
    assert words[0] == words[1]


@pytest.mark.parametrize(("reference", "concepts"), [("fact::x", True), ("doc::x", True), ("concept::x", False), ("", True)])
def test_an_id_of_a_kind_that_cannot_stand_here_is_refused(graph: Graph, reference: str, concepts: bool) -> None:
    with pytest.raises(InvalidValueError, match=r"^toId: "):
        find_entity(graph, reference, "toId", concepts=concepts)


def test_a_source_is_a_document_or_a_chunk(graph: Graph) -> None:
    answer = graph.store_document("Minutes", text="We met.", id="minutes")
    assert answer.chunk_ids
    assert find_source(graph, "minutes") == find_source(graph, "doc::minutes") == answer.id
    assert find_source(graph, answer.chunk_ids[0]) == answer.chunk_ids[0]
    with pytest.raises(NotFoundError, match=r"^sourceDocumentId: no document or chunk 'doc::other'"):
        find_source(graph, "doc::other")
    with pytest.raises(InvalidValueError, match=r"^sourceDocumentId: .*is an id of kind fact"):
        find_source(graph, "fact::x")
