from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyoxigraph import Literal

from kgrdf.query import Request, Template
from kgrdf.terms import kg
from kgrdf.testing import FrozenClock, compiled
from kgrdf.transaction import Head, Side, Transaction, new_op

if TYPE_CHECKING:
    from kgrdf import Graph

CLAIMS: dict[Side, Template] = {
    "current": compiled("# @name c\n# @mode many\nSELECT ?o WHERE { GRAPH $current { ?s $claim ?o } }"),
    "history": compiled("# @name h\n# @mode many\nSELECT ?o WHERE { GRAPH $history { ?s $claim ?o } }"),
}


def opened(graph: Graph) -> Transaction:
    head = graph.head()
    return Transaction(graph, graph.clock.now() if head is None else head.instant + 1, new_op(), head)


def claim(tx: Transaction, side: Side, text: str) -> None:
    tx.add(side, tx.graph.tenant.iri(f"fact::{text}"), kg("claim"), text)


def claims(graph: Graph, side: Side) -> list[str]:
    rows = graph.store.select(CLAIMS[side].bind(graph.tenant, claim=kg("claim")))
    return sorted(term.value for (term,) in rows if isinstance(term, Literal))


def test_one_commit_adds_and_drops_in_both_graphs(graph: Graph) -> None:
    tx = opened(graph)
    claim(tx, "current", "a")
    claim(tx, "history", "b")
    first = tx.commit()
    assert (claims(graph, "current"), claims(graph, "history")) == (["a"], ["b"])
    tx = opened(graph)
    tx.drop("current", graph.tenant.iri("fact::a"), kg("claim"), "a")
    claim(tx, "history", "a")
    second = tx.commit()
    assert (claims(graph, "current"), claims(graph, "history")) == ([], ["a", "b"])
    assert graph.head() == second == Head(first.instant + 1, first.revision)


@pytest.mark.parametrize("first", [True, False])
def test_a_commit_on_a_head_that_has_moved_writes_nothing(graph: Graph, first: bool) -> None:
    """Two writers that read the same head: the later one changes nothing, and the head says who won."""
    if not first:
        setup = opened(graph)
        claim(setup, "current", "before")
        setup.commit()
    winner, loser = opened(graph), opened(graph)
    loser.k += 5
    claim(winner, "current", "winner")
    claim(loser, "current", "loser")
    claim(loser, "history", "loser")
    won = winner.commit()
    lost = loser.commit()
    assert graph.head() == won != lost
    assert "loser" not in claims(graph, "current") + claims(graph, "history")


def test_a_write_whose_outcome_nobody_heard_loses_no_later_one(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """The update is carried out, and then something fails: a flush, or the call is interrupted."""
    graph.store_entity("before", "Service")
    update = graph.store.update

    def interrupted(request: Request) -> None:
        update(request)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(graph.store, "update", interrupted)
        with pytest.raises(KeyboardInterrupt):
            graph.store_entity("unheard", "Service")
    graph.store_entity("after", "Service")
    assert {entity.name for entity in graph.list_entities().entities} == {"before", "unheard", "after"}
    assert graph.store_entity("unheard", "Service").created is False
    assert [hit.text for hit in graph.search_memory("unheard").hits] == ["unheard"]


def test_dropping_what_was_added_and_adding_what_was_dropped_is_no_change(graph: Graph) -> None:
    tx = opened(graph)
    assert tx.empty
    subject = graph.tenant.iri("fact::a")
    claim(tx, "current", "a")
    assert not tx.empty
    tx.drop("current", subject, kg("claim"), "a")
    assert tx.empty
    tx.drop("history", subject, kg("claim"), "a")
    tx.add("history", subject, kg("claim"), "a")
    assert tx.empty


def test_recording_instants_of_a_tenant_only_grow_though_the_clock_stands_still_or_runs_back(
    graph: Graph, clock: FrozenClock
) -> None:
    """`now` is never earlier than the last write, so a write is always seen by the next read."""
    instants = []
    for step in (0, 0, -3600, 0, 7200):
        clock.advance(seconds=step)
        graph.write(lambda tx: claim(tx, "current", f"at {tx.k}"))
        head = graph.head()
        assert head is not None
        instants.append(head.instant)
        assert graph.now() >= head.instant
    assert instants == sorted(set(instants))
    assert instants[-1] == clock.now()


def test_a_write_that_raises_changes_nothing(graph: Graph) -> None:
    def fail(tx: Transaction) -> None:
        claim(tx, "current", "half")
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError):
        graph.write(fail)
    assert claims(graph, "current") == []
    assert graph.head() is None


def test_an_empty_write_leaves_the_head_where_it_was(graph: Graph) -> None:
    graph.write(lambda tx: claim(tx, "current", "a"))
    before = graph.head()
    assert graph.write(lambda tx: tx.k) > (before.instant if before else 0)
    assert graph.head() == before
