"""Lines are imported to a server in few updates, each line whole, whoever else writes."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator

import pytest

from kgrdf import Graph, open_store
from kgrdf.errors import StoreUnavailableError
from kgrdf.ingest import Report, carriers, import_lines
from kgrdf.query import Request
from kgrdf.store import EmbeddedStore, UpdateLimits
from kgrdf.testing import FrozenClock
from kgrdf.validation import validate
from tests.runtime.writers.shared import SharedStore

LIMITS = UpdateLimits(triples=300, size=1_000_000)


@pytest.fixture
def kept() -> Iterator[EmbeddedStore]:
    with open_store("memory:") as store:
        assert isinstance(store, EmbeddedStore)
        yield store


@pytest.fixture
def lines() -> list[dict[str, object]]:
    """Services, who owns which from when on (single-valued, so that they cut each other), and claims of two sources."""
    chance = random.Random(7)
    services = [f"entity::Service::s{number}" for number in range(12)]
    made: list[dict[str, object]] = [
        {"kind": "document", "id": f"d{number}", "title": f"page {number}", "chunks": [f"passage {number}"]}
        for number in range(2)
    ]
    made += [{"kind": "entity", "name": f"service {n}", "entityType": "Service", "id": f"s{n}"} for n in range(12)]
    made += [{"kind": "entity", "name": f"person {n}", "entityType": "Person", "id": f"p{n}"} for n in range(3)]
    for number in range(40):
        made.append(
            {
                "kind": "relationship",
                "fromId": chance.choice(services),
                "toId": f"entity::Person::p{number % 3}",
                "relationshipType": "primary_owner",
                "validFrom": f"2024-01-{chance.randrange(1, 29):02d}T00:00:00Z",
            }
        )
        made.append(
            {
                "kind": "fact",
                "claim": f"claim {chance.randrange(25)}",
                "aboutIds": [chance.choice(services)],
                "validFrom": "2024-02-01T00:00:00Z",
                "sourceDocumentId": f"d{number % 2}",
            }
        )
    return made


def carry(graph: Graph, lines: list[dict[str, object]]) -> Report:
    data = "\n".join(json.dumps(line) for line in lines).encode()
    return import_lines(graph, [("lines", io.BytesIO(data))])


def answers(graph: Graph) -> list[object]:
    ids = [entity.id for entity in graph.list_entities(limit=100).entities]
    return [
        graph.list_entities(limit=100).wire(),
        [graph.get_entity_context(entity).wire() for entity in ids],
        [graph.get_timeline(entity, limit=100).wire() for entity in ids],
        graph.search_memory("claim passage service", limit=100).wire(),
    ]


def before_each_group(graph: Graph, act: Callable[[int], object]) -> None:
    update, sent = graph.store.update, []

    def interposed(request: Request) -> None:
        if request.name.startswith("commit"):
            sent.append(request)
            act(len(sent))
        update(request)

    graph.store.update = interposed  # type: ignore[method-assign]


def test_an_import_to_a_server_makes_what_one_to_a_folder_makes_in_few_updates(
    kept: EmbeddedStore, lines: list[dict[str, object]], graph: Graph, clock: FrozenClock
) -> None:
    server, updates = Graph(SharedStore(kept, limits=LIMITS), "acme", clock=clock), list[int]()
    before_each_group(server, updates.append)
    assert carry(server, lines) == carry(graph, lines)
    assert answers(server) == answers(graph)
    assert list(validate(server)) == []
    assert 2 <= len(updates) < len(lines) / 8
    head = server.head()
    again = carry(server, lines)
    assert (again.added, again.updated, again.unchanged) == (0, 0, len(lines))
    assert server.head() == head


def test_what_stands_already_is_seen_by_the_lines(kept: EmbeddedStore, lines: list[dict[str, object]]) -> None:
    server = Graph(SharedStore(kept, limits=LIMITS), "acme")
    carry(server, lines[:40])
    assert carry(server, lines).unchanged >= 40
    assert list(validate(server, search=False)) == []


def test_an_import_that_another_process_overtakes_loses_nothing_of_either(
    kept: EmbeddedStore, lines: list[dict[str, object]]
) -> None:
    server, other = Graph(SharedStore(kept, limits=LIMITS), "acme"), Graph(SharedStore(kept), "acme")
    before_each_group(server, lambda number: other.store_entity(f"other {number}", "Service") if number in (1, 3) else None)
    report = carry(server, lines)
    assert report.rejected == 0
    assert report.added + report.updated + report.unchanged == len(lines)
    names = {entity.name for entity in other.list_entities(limit=100).entities}
    assert {"other 1", "other 3", *(f"service {n}" for n in range(12))} <= names
    assert carry(server, lines).unchanged == len(lines)
    assert list(validate(server, search=False)) == []


def test_an_import_that_dies_between_groups_is_finished_by_the_next_one(
    kept: EmbeddedStore, lines: list[dict[str, object]], graph: Graph, clock: FrozenClock
) -> None:
    server = Graph(SharedStore(kept, limits=LIMITS), "acme", clock=clock)

    def die(number: int) -> None:
        if number == 3:
            raise StoreUnavailableError("the server is gone")

    before_each_group(server, die)
    with pytest.raises(StoreUnavailableError):
        carry(server, lines)
    server = Graph(SharedStore(kept, limits=LIMITS), "acme", clock=clock)
    report = carry(server, lines)
    assert report.unchanged
    assert report.added
    whole = carry(graph, lines)
    assert whole.rejected == report.rejected == 0
    assert [e["name"] for e in answers(server)[0]["entities"]] == [e["name"] for e in answers(graph)[0]["entities"]]  # type: ignore[index]
    assert list(validate(server)) == []


def test_a_line_that_cannot_go_in_takes_no_other_with_it(kept: EmbeddedStore, lines: list[dict[str, object]]) -> None:
    server = Graph(SharedStore(kept, limits=LIMITS), "acme")
    bad = {"kind": "fact", "claim": "of nobody", "aboutIds": ["entity::Service::nobody"]}
    report = carry(server, [*lines[:30], bad, *lines[30:]])
    assert (report.rejected, report.added + report.updated + report.unchanged) == (1, len(lines))


def test_into_a_memory_that_is_much_larger_lines_go_one_by_one(
    kept: EmbeddedStore, lines: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, updates = Graph(SharedStore(kept, limits=LIMITS), "acme"), list[int]()
    server.store_entity("there already", "Service")
    monkeypatch.setattr(carriers, "_QUADS_A_LINE", 0)
    before_each_group(server, updates.append)
    report = carry(server, lines)
    assert report.rejected == 0
    assert len(updates) > len(lines) / 2
