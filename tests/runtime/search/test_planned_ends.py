"""Whether the graph has moved a fact whose planned end has passed shows in no score, wherever the clock stands."""

from __future__ import annotations

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from kgrdf import Graph
from kgrdf.errors import KgrdfError
from kgrdf.search import SearchIndex
from kgrdf.store import open_store
from kgrdf.testing import FrozenClock
from kgrdf.validation.search import check_search
from tests.runtime.statements.days import day

ANN = "entity::Person::ann"
LAST = 40
FACTS = st.tuples(
    st.just("fact"), st.lists(st.sampled_from(["red", "blue", "green"]), min_size=1, max_size=4), st.integers(1, LAST)
)
STEPS = st.one_of(
    FACTS,
    st.tuples(st.just("clock"), st.integers(1, LAST)),
    st.tuples(st.just("end"), st.integers(0, 9), st.integers(1, LAST)),
    st.just(("sweep",)),
)


def answers(graph: Graph) -> list[object]:
    """Return what searches say, scores included, now and of two days."""
    return [
        graph.search_memory("red blue", limit=limit, as_of=as_of).wire()
        for limit in (2, 50)
        for as_of in (None, day(5), day(30))
    ]


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=14), st.lists(st.integers(1, LAST), min_size=1, max_size=4))
def test_scores_are_those_of_an_index_made_at_that_instant(steps: list[tuple[object, ...]], looks: list[int]) -> None:
    clock = FrozenClock(day(0))
    with open_store("memory:") as store:
        graph = Graph(store, "acme", clock=clock)
        graph.store_entity("Ann", "Person", id=ANN)
        facts: list[str] = []
        for number, step in enumerate(steps):
            match step:
                case ("fact", list(words), int(end)):
                    claim = " ".join(["fact", str(number), *map(str, words)])
                    facts.append(graph.store_fact(claim, [ANN], valid_from=day(-1), valid_to=day(end)).id)
                case ("end", int(which), int(end)) if which < len(facts):
                    with contextlib.suppress(KgrdfError):  # it may begin later, or have ended
                        facts[which] = graph.end_statement(facts[which], valid_to=day(end)).id
                case ("clock", int(number)):
                    clock.set(day(number))
                case ("sweep",):
                    graph.sweep()
        for look in looks:
            clock.set(day(look))
            kept = answers(graph)
            assert not list(check_search(graph))
            SearchIndex.of(graph).discard()
            assert answers(graph) == kept


def test_a_sweep_changes_neither_scores_nor_which_hits_come(graph: Graph, clock: FrozenClock) -> None:
    graph.store_entity("Ann", "Person", id=ANN)
    for number in range(30):
        end = day(400) if number % 3 else None
        graph.store_fact(f"fact {number} is red {'and blue' if number % 5 else ''}", [ANN], valid_from=day(1), valid_to=end)
    clock.set(day(500))
    before = answers(graph)
    assert graph.sweep() == 20
    assert answers(graph) == before
