"""Each row has what the types of its columns say, and nothing where a column may have none: by runs against data."""

from __future__ import annotations

import types
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from itertools import product
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from kgrdf.errors import NotFoundError
from kgrdf.models import LangString, Ref
from kgrdf.store import open_store
from kgrdf.testing import FrozenClock


@pytest.fixture
def graph(right: Any, clock: FrozenClock) -> Iterator[Any]:
    """A memory with a drug that has all it can have, and others at the ends of what is allowed."""
    with open_store("memory:") as store:
        graph = right.Graph(store, "acme", clock=clock)
        flu = graph.diseases.add("Flu", definition="An infection").id
        aspirin = graph.drugs.add("Aspirin C", dose=500, form="tablet", description="Against all pain, and more").id
        honey = graph.drugs.add(
            "Honey",
            dose=Decimal("2.5"),
            form="syrup",
            approved_at="2020-01-01T00:00:00Z",
            over_the_counter=True,
            leaflet=[("Sweet", "en"), ("Süß", "de"), "Sweet"],
            page=["https://example.org/honey"],
            contains=[aspirin],
            against=[flu],
        ).id
        new = graph.drugs.add("New", dose=0, approved_at="9999-12-31T23:59:59Z").id
        graph.drugs.add("Old", dose=5000, approved_at="0001-01-01T00:00:00Z", contains=[honey, new])
        fine = {"dose": Decimal("1234.123456789012345678"), "description": "So fine that a store cannot square it"}
        graph.drugs.add("Fine", contains=[aspirin], **fine)
        graph.people.add("Nurse")
        graph.store_document("Note", text="Honey against the flu.")
        graph.add_relationship(honey, aspirin, "interacts_with")
        graph.store_fact("Aspirin is old.", [aspirin])
        yield graph


def fits(graph: Any, value: object, hint: Any) -> bool:
    """Say whether a value is of a type as a row declares it: a reference also by the class of what it refers to."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(fits(graph, value, arg) for arg in args)
    if origin is Literal:
        return value in args
    if origin is Ref:
        models = get_args(args[0]) or args
        return type(value) is Ref and any(graph.schema.is_a(class_of(graph, value), model.__name__) for model in models)
    if hint is type(None):
        return value is None
    if hint is datetime:
        return isinstance(value, datetime) and value.tzinfo is not None
    return type(value) in {str: (str, Ref), int: (int,), bool: (bool,)}.get(hint, (hint,))


def class_of(graph: Any, public_id: str) -> str:
    """Return the class of a thing, as its id has it if it does."""
    start, *rest = public_id.split("::")
    if start == "entity":
        return rest[0]
    if start == "concept":
        return "Disease" if graph.diseases.get(public_id) else "Concept"
    return {"doc": "Document", "chunk": "Chunk", "fact": "Fact", "rel": "Relationship", "mention": "Mention"}[start]


def arguments(query: Any, things: dict[str, list[str]]) -> Iterator[dict[str, object]]:
    """Yield calls of a query: for what has no default, each of some values of its type."""
    values: dict[str, list[Any]] = {
        "string": ["tablet", "Honey", "("],
        "integer": [0, 2**53 - 1],
        "decimal": [Decimal("2.5"), Decimal("99999999999999999999.5")],
        "boolean": [True],
        "instant": ["2025-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
        "iri": ["https://example.org/honey"],
        "langString": [LangString("Sweet", "en")],
    }
    choices = []
    for param in query.params:
        kind = param.type.removeprefix("list[").removesuffix("]" if param.type.startswith("list[") else "")
        found = [thing for name in kind[4:-1].split(" | ") for thing in things.get(name, [])] or values.get(kind, [])
        choices.append([found] if param.type.startswith("list[") else found)
    names = [param.python for param in query.params]
    for chosen in product(*choices):
        yield dict(zip(names, chosen, strict=True))
    if all(param.default or param.optional for param in query.params):
        yield {}


NEVER_NONE = {
    ("expression_double", "half"),  # doubles have no bounds here
    ("optional_that_narrows_nothing", "dose"),  # of a substance that is no drug, and there is none
    ("union_bound_on_one_arm", "dose"),
}
"""Columns that may have nothing by their types, and have something in these rows."""


def test_every_row_of_every_right_query_is_as_its_class_declares(right: Any, graph: Any, clock: FrozenClock) -> None:
    drugs = [drug.id for drug in graph.drugs.list().items]
    diseases = [disease.id for disease in graph.diseases.list().items]
    things = {"Drug": drugs, "Substance": drugs, "Disease": diseases, "Entity": drugs, "Concept": diseases}
    seen: dict[tuple[str, str], set[bool]] = {}
    nullable = set()
    with open_store("memory:") as store:
        for memory, query in product((graph, right.Graph(store, "acme", clock=clock)), right.queries.QUERIES):
            for row in rows(right, memory, query, things):
                for name, hint in get_type_hints(type(row), vars(right.queries)).items():
                    value = getattr(row, name)
                    assert fits(memory, value, hint), f"{query.name}: {name} is {value!r}, and {hint} is declared"
                    seen.setdefault((query.name, name), set()).add(value is None)
                    if fits(memory, None, hint):
                        nullable.add((query.name, name))
    assert len(seen) > 200
    assert {column for column in nullable if seen[column] == {False}} == NEVER_NONE


def rows(right: Any, graph: Any, query: Any, things: dict[str, list[str]]) -> Iterator[object]:
    """Yield all rows that calls of a query give."""
    for given in arguments(query, things) if query.mode in ("many", "one", "optional") else ():
        with suppress(NotFoundError):  # of a query that promises a row
            answer = getattr(right.queries, query.name)(graph, **given)
            yield from answer if isinstance(answer, list) else [answer] if answer is not None else []
