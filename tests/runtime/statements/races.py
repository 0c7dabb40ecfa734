"""Threads that want the same statement at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgrdf import Graph, open_store
from kgrdf.answers import WriteAnswer
from kgrdf.errors import ConflictError
from tests.runtime.statements.days import claims, day

__all__ = ["at_once", "race_for_one_statement", "say_the_same_at_once"]

ANN = "entity::Person::ann"
Call = Callable[[], WriteAnswer]


@dataclass
class _Result:
    answer: WriteAnswer | None = None
    refusal: ConflictError | None = None


def at_once(calls: Sequence[Call]) -> list[_Result]:
    """Make all calls at once, each on a thread of its own, and return what each gave."""
    barrier = threading.Barrier(len(calls))
    results = [_Result() for _ in calls]

    def make(number: int) -> None:
        barrier.wait()
        try:
            results[number].answer = calls[number]()
        except ConflictError as error:
            results[number].refusal = error

    threads = [threading.Thread(target=make, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def race_for_one_statement(rounds: int) -> None:
    """Let eight threads supersede, end and retract one open statement: one call changes it, and everybody hears the same."""
    with open_store("memory:") as store:
        graph = Graph(store, "acme")
        graph.store_entity("ann", "Person", id="ann")
        for turn in range(rounds):
            _one_race(graph, turn)


def _one_race(graph: Graph, turn: int) -> None:
    held = graph.store_fact(f"held {turn}", [ANN], valid_from=day(1))
    asked: dict[str, Call] = {
        "green": lambda: graph.supersede_fact(held.id, f"green {turn}"),
        "green too": lambda: graph.supersede_fact(held.id, f"green {turn}"),
        "blue": lambda: graph.supersede_fact(held.id, f"blue {turn}"),
        "grey": lambda: graph.supersede_fact(held.id, f"grey {turn}"),
        "end": lambda: graph.end_statement(held.id),
        "end too": lambda: graph.end_statement(held.id),
        "retract": lambda: graph.retract_statement(held.id),
        "retract too": lambda: graph.retract_statement(held.id),
    }
    names = list(asked)[turn % 8 :] + list(asked)[: turn % 8]
    results = dict(zip(names, at_once([asked[name] for name in names]), strict=True))

    winners = [name for name, result in results.items() if result.answer is not None and result.answer.created]
    assert len(winners) == 1, f"changed by {winners}"
    wanted = winners[0].removesuffix(" too")
    won = results[winners[0]].answer
    assert won is not None
    for name, result in results.items():
        if name.removesuffix(" too") == wanted:
            assert result.answer is not None
            assert result.answer.model_copy(update={"created": True}) == won
        else:
            assert result.refusal is not None, f"{name} succeeded beside {wanted}"
            assert won.id in result.refusal.message, "the refusal does not name the winner"
    versions = graph.get_timeline(held.id).versions
    assert len(versions) == (2 if wanted in ("green", "blue", "grey") else 1)
    assert len(claims(graph)) == (1 if wanted in ("green", "blue", "grey") else 0)
    for name in claims(graph):
        current = next(v for v in versions if v.claim == name)
        graph.end_statement(current.id)


def say_the_same_at_once(rounds: int) -> None:
    """Let eight threads make one request: it is created once, and the eight answers are otherwise equal."""
    with open_store("memory:") as store:
        graph = Graph(store, "acme")
        graph.store_entity("ann", "Person", id="ann")
        graph.store_document("One", chunks=["The first."], id="one")
        for turn in range(rounds):
            old = graph.store_fact(f"old {turn}", [ANN], valid_from=day(1))
            requests: list[Call] = [
                lambda: graph.store_fact(f"fact {turn}", [ANN], valid_from=day(2), source_document_id="one"),  # noqa: B023
                lambda: graph.supersede_fact(old.id, f"new {turn}", valid_from=day(3)),  # noqa: B023
                lambda: graph.end_statement(old.id, valid_to=day(3)),  # noqa: B023
            ]
            for request in requests[:2] if turn % 2 else (requests[0], requests[2]):
                answers = [result.answer for result in at_once([request] * 8)]
                whole = [answer for answer in answers if answer is not None]
                assert len(whole) == 8
                assert sum(answer.created for answer in whole) == 1
                assert len({answer.model_copy(update={"created": False}).to_json() for answer in whole}) == 1
