"""The Big List of Naughty Strings as names, claims, passages and relation types: kept exactly, or refused by field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kgrdf.errors import InvalidValueError

if TYPE_CHECKING:
    from kgrdf import Graph

# What the list has none of: it cannot be spelled in UTF-8, or no engine keeps it.
UNKEEPABLE = ["\x00", "a\x00b", "\ud800", "x\udfff", "", " ", "\t\n", "\u2003\u3000", "é" * 10_000_000]


def name_of(graph: Graph, value: str) -> str:
    made = graph.store_entity(value, "Service", id=f"n{hash(value)}")
    return graph.get_entity_context(made.id, hops=1).entity.name


def key_of(graph: Graph, value: str) -> str:
    made = graph.store_entity(value, "Service")
    assert graph.store_entity(value, "Service").id == made.id
    return graph.get_entity_context(made.id, hops=1).entity.name


def claim_of(graph: Graph, value: str) -> str:
    made = graph.store_fact(value, [graph.store_entity("subject", "Service").id])
    (claim,) = [version.claim for version in graph.get_timeline(made.id).versions if version.id == made.id]
    graph.retract_statement(made.id)
    return claim or ""


def passage_of(graph: Graph, value: str) -> str:
    made = graph.store_document("notes", chunks=[value], id="notes")
    assert made.chunk_ids
    graph.add_mention(made.chunk_ids[0], graph.store_entity("subject", "Service").id)
    (chunk,) = graph.get_entity_context("entity::Service::subject", hops=1).source_chunks
    return chunk.text


def relation_of(graph: Graph, value: str) -> str:
    left, right = (graph.store_entity(name, "Service").id for name in ("left", "right"))
    made = graph.add_relationship(left, right, value)
    (neighbor,) = graph.get_entity_context(left, hops=1).neighbors
    graph.retract_statement(made.id)
    return neighbor.via[0].relationship_type


PLACES: dict[str, Callable[[Graph, str], str]] = {
    "name": name_of,
    "key": key_of,
    "claim": claim_of,
    "chunks": passage_of,
    "relationshipType": relation_of,
}


@pytest.fixture(scope="module")
def naughty(shared: Path) -> list[str]:
    return list(json.loads((shared / "data" / "naughty-strings" / "blns.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("place", PLACES)
def test_every_naughty_string_comes_back_or_is_refused_for_being_blank(
    graph: Graph, naughty: list[str], place: str, record_property: Callable[[str, object], None]
) -> None:
    field = "name" if place == "key" else place
    blank = [value for value in naughty if not value.strip()]
    for value in blank:
        with pytest.raises(InvalidValueError, match=f"^{field}.* is blank"):
            PLACES[place](graph, value)
    kept = [value for value in naughty if value.strip()]
    assert [PLACES[place](graph, value) for value in kept] == kept
    record_property(f"naughty strings as {place}", f"{len(kept)} kept exactly, {len(blank)} refused as blank")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", UNKEEPABLE, ids=lambda value: f"{len(value)} of U+{ord(value[:1] or ' '):04X}")
def test_what_no_engine_keeps_is_refused_with_the_field_and_changes_nothing(graph: Graph, place: str, value: str) -> None:
    field = "name" if place == "key" else place
    PLACES[place](graph, "fine")
    before = graph.head()
    with pytest.raises(InvalidValueError, match=f"^{field}"):
        PLACES[place](graph, value)
    assert graph.head() == before
