"""Whether what a query may not see decides its answer: it is run with it and without it, and the answers are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import pyoxigraph as ox

from kgrdf_codegen.check import Vocabulary, check_query
from kgrdf_codegen.reader import KG, read_ontology

__all__ = ["GRAPHS", "Answer", "Stores", "accepted", "answer", "filled", "vocabulary"]

GRAPHS = {f"${name}": f"<urn:example:graph:{name}>" for name in ("current", "history")}
Quad: TypeAlias = tuple[str, str, str, str | int | ox.NamedNode | None]
"""A graph, a subject, a property, and its value; None where it has none."""
Answer: TypeAlias = list[tuple[str | None, ...]]


class Stores(NamedTuple):
    """A store, and one of the same without what may not be seen."""

    whole: ox.Store
    visible: ox.Store


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of the core ontology."""
    return Vocabulary.from_graph(read_ontology().graph)


def accepted(text: str, codes: Iterable[str]) -> bool:
    """Whether a query is refused by none of some codes: the proof of time must need no other rule."""
    return {problem.code for problem in check_query("any.rq", text, vocabulary())}.isdisjoint(codes)


def filled(quads: Iterable[Quad]) -> ox.Store:
    """Return a store with these quads in it."""
    store = ox.Store()
    for graph, subject, name, value in quads:
        if value is not None:
            term = value if isinstance(value, ox.NamedNode) else ox.Literal(value)
            place = ox.NamedNode(f"urn:example:graph:{graph}")
            store.add(ox.Quad(ox.NamedNode(f"urn:example:{subject}"), ox.NamedNode(KG + name), term, place))
    return store


def answer(store: ox.Store, text: str, values: Mapping[str, object]) -> Answer | None:
    """Return the rows of a query in an order of their own; None where the store does not take it."""
    for name, value in {**GRAPHS, **values}.items():
        text = text.replace(name, str(value))
    try:
        solutions = store.query(text)
    except SyntaxError:  # Q002 asks the store too, but only of what no other rule refuses
        return None
    assert isinstance(solutions, ox.QuerySolutions)
    rows: Sequence[ox.QuerySolution] = [*solutions]
    return sorted((tuple(None if term is None else str(term) for term in row) for row in rows), key=str)
