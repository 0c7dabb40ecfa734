"""A memory with a service, two people, a concept and two documents, and a clock that shows day 100."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgrdf import Graph, open_store
from kgrdf.testing import FrozenClock
from tests.runtime.statements.days import day


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(day(-1))


@pytest.fixture
def graph(clock: FrozenClock) -> Iterator[Graph]:
    with open_store("memory:") as store:
        memory = Graph(store, "acme", clock=clock)
        memory.store_entity("checkout", "Service", id="checkout")
        memory.store_entity("cart", "Service", id="cart")
        for name in ("ann", "bob", "cem"):
            memory.store_entity(name, "Person", id=name)
        memory.store_entity("payments", "Concept", id="payments")
        memory.store_document("One", chunks=["The first."], id="one")
        memory.store_document("Two", chunks=["The second."], id="two")
        clock.set(day(100))
        yield memory
