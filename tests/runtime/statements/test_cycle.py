"""A chain of supersessions cannot bite its tail: no calls lead there, and a graph that was made otherwise is refused."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kgrdf import Graph
from kgrdf.statements.model import Supersession
from kgrdf.transaction import Transaction
from tests.runtime.statements.days import claims, day, refusal, span

ANN = "entity::Person::ann"


def put_link(graph: Graph, newer: str, older: str) -> None:
    """Write a supersession as no verb does: what takes the place begins before what it replaces."""
    link = Supersession(newer, older, graph.now(), graph.now())

    def write(tx: Transaction) -> None:
        for triple in link.triples(graph.tenant):
            tx.add("history", *triple)

    graph.write(write)


@pytest.mark.parametrize("between", [0, 1, 2])
def test_a_claim_that_the_old_one_itself_replaced_is_refused_as_a_cycle(graph: Graph, between: int) -> None:
    old = graph.store_fact("red", [ANN], valid_from=day(10))
    held = graph.store_fact("green", [ANN], valid_from=day(50))
    chain = [old.id, *(graph.store_fact(f"blue {n}", [ANN], valid_from=day(20 + n)).id for n in range(between)), held.id]
    for newer, older in pairwise(chain):
        put_link(graph, newer, older)
    before = graph.head()
    with refusal("cycle") as refused:
        graph.supersede_fact(old.id, "green")
    assert old.id in refused.message
    assert held.id in refused.message
    assert graph.head() == before
    assert span(graph, old.id) == (10, None)


def test_what_replaced_a_claim_cannot_be_replaced_by_it_again(graph: Graph) -> None:
    first = graph.store_fact("red", [ANN], valid_from=day(10))
    second = graph.supersede_fact(first.id, "green", valid_from=day(20))
    with refusal("before_start"):
        graph.amend_statement(second.id, valid_from=day(5))
    with refusal("overlaps"):
        graph.amend_statement(first.id, valid_from=day(30), reopen=True)
    again = graph.supersede_fact(second.id, "red", valid_from=day(30))
    assert again.created, "the first claim ended, so this is a statement of its own"
    assert [claims(graph, at) for at in (15, 25, 35)] == [{"red"}, {"green"}, {"red"}]
