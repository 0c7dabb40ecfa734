"""What is seen from a viewpoint, held against the rule of the two clocks applied to plain numbers."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Quad

from kgrdf import Graph, open_store
from kgrdf.errors import NotFoundError
from kgrdf.generated import SCHEMA
from kgrdf.statements.model import Source, Statement, fact, relationship
from kgrdf.testing import FrozenClock

NOW = 1_000
# Few instants, so that many fall together.
INSTANT = st.integers(995, 1_005)


@dataclass(frozen=True)
class Row:
    """A statement as the contract describes it."""

    start: int
    end: int | None
    recorded: int
    learned: int | None
    retracted: int | None

    def visible(self, v: int, k: float) -> bool:
        """Say whether it is seen at v as known at k: the contract's words, one by one."""
        if not self.recorded <= k:
            return False
        if self.retracted is not None and self.retracted <= k:
            return False
        if not self.start <= v:
            return False
        return self.end is None or v < self.end or (self.learned is not None and k < self.learned)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    start = draw(INSTANT)
    recorded = draw(st.integers(995, NOW))
    end = draw(st.none() | st.integers(start, 1_006))
    learned = None if end is None else draw(st.integers(recorded, NOW))
    return Row(start, end, recorded, learned, draw(st.none() | st.integers(recorded, NOW)))


def side(row: Row, draw: st.DataObject) -> str:
    """Return the graph that it lies in; what has ended may still lie in current."""
    if row.retracted is not None:
        return "history"
    if row.end is not None and row.end <= NOW:
        return draw.draw(st.sampled_from(("current", "history")))
    return "current"


@given(st.lists(rows(), min_size=1, max_size=8), st.data())
def test_context_and_timeline_see_what_the_rule_sees_from_every_viewpoint(table: list[Row], data: st.DataObject) -> None:
    with open_store("memory:") as store:
        clock = FrozenClock(1)
        graph = Graph(store, "acme", clock=clock)
        here = graph.store_entity("here", "Service").id
        there = [graph.store_entity(f"there {n}", "Service").id for n in range(len(table))]
        quads = []
        for n, row in enumerate(table):
            for kind, draft in (
                ("fact", fact(f"claim {n}", [here], None)),
                ("rel", relationship(SCHEMA, here, "uses", there[n], None)),
            ):
                made = Statement(
                    f"{kind}::{n}", draft, row.start, row.end, row.recorded, row.learned, "op", retracted_at=row.retracted,
                    sources=(Source("doc::early", None, row.recorded), Source("doc::late", None, NOW)),
                )  # fmt: skip
                where = side(row, data)
                graph_name = graph.tenant.current if where == "current" else graph.tenant.history
                quads += [Quad(s, p, o, graph_name) for s, p, o in made.triples(graph.tenant, where)]  # type: ignore[arg-type]
        store.load(quads)
        clock.set(NOW)
        views = [(None, None), *[(v, None) for v in range(994, 1_008)]]
        views += [(None, data.draw(INSTANT)), *[(data.draw(INSTANT), data.draw(INSTANT)) for _ in range(12)]]
        for as_of, known_at in views:
            v = as_of if as_of is not None else known_at if known_at is not None else NOW
            k = float("inf") if known_at is None else known_at
            seen = {n for n, row in enumerate(table) if row.visible(v, k)}
            answer = graph.get_entity_context(here, hops=1, as_of=as_of, known_at=known_at)
            assert {line.id for line in answer.facts} == {f"fact::{n}" for n in seen}, (as_of, known_at)
            assert {via.id for near in answer.neighbors for via in near.via} == {f"rel::{n}" for n in seen}
            for line in answer.facts:
                row = table[int(line.id.removeprefix("fact::"))]
                told = row.end is not None and row.learned is not None and row.learned <= k
                assert (line.valid_to is not None) == told
                assert line.source_ids == (["doc::early", "doc::late"] if k >= NOW else ["doc::early"])
            closed = closed_of(table, v, k)
            assert answer.omitted.retracted == 2 * closed["retracted"]
            assert answer.omitted.ended == 2 * closed["ended"]
            if as_of is not None:
                timeline = graph.get_timeline(here, as_of=as_of, known_at=known_at)
                assert {version.id for version in timeline.versions} == {f"{s}::{n}" for n in seen for s in ("fact", "rel")}
        whole = graph.get_timeline(here)
        assert len(whole.versions) == 2 * len(table)
        order = [(version.valid_from, version.recorded_at, version.id) for version in whole.versions]
        assert order == sorted(order)


def closed_of(table: list[Row], v: int, k: float) -> dict[str, int]:
    """Count what was known to be withdrawn, and what was known to have ended."""
    counts = {"retracted": 0, "ended": 0}
    for row in table:
        if row.recorded <= k and row.retracted is not None and row.retracted <= k:
            counts["retracted"] += 1
        elif row.recorded <= k and row.end is not None and row.learned is not None:
            counts["ended"] += row.end <= v and row.learned <= k
    return counts


def test_an_entity_that_was_recorded_later_is_missing_in_the_same_words() -> None:
    with open_store("memory:") as store:
        clock = FrozenClock("2024-01-01T00:00:00Z")
        graph = Graph(store, "acme", clock=clock)
        first = graph.store_entity("first", "Service").id
        clock.advance(days=2)
        later = graph.store_entity("later", "Service").id
        known = "2024-01-02T00:00:00Z"
        for read in (graph.get_entity_context, graph.get_timeline):
            assert read(first, known_at=known)
            with pytest.raises(NotFoundError) as hidden:
                read(later, known_at=known)
            with pytest.raises(NotFoundError) as missing:
                read(later.replace("later", "never"), known_at=known)
            assert str(hidden.value) == str(missing.value).replace("never", "later")
        assert [entity.id for entity in graph.list_entities(known_at=known).entities] == [first]


def test_who_looks_from_before_a_thing_was_recorded_is_not_told_to_store_it(graph: Graph) -> None:
    checkout = graph.store_entity("Checkout", "Service").id
    for named in (checkout, "entity::Service::never"):
        for ask in (graph.get_entity_context, graph.get_timeline):
            with pytest.raises(NotFoundError, match=r"no entity .* leave knownAt out"):
                ask(named, known_at="2020-01-01T00:00:00Z")
    with pytest.raises(NotFoundError, match="store it first"):
        graph.get_entity_context("entity::Service::never")
