"""What a named CONSTRUCT makes: its triples, put together to whole things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError
from pyoxigraph import NamedNode

from kgrdf.accessors import decoded
from kgrdf.errors import CorruptGraphError
from kgrdf.models import Model
from kgrdf.named import bound
from kgrdf.schema import ClassRow, QueryRow
from kgrdf.temporal import to_datetime
from kgrdf.terms import RDF_TYPE

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["construct_query", "made_things"]

ModelT = TypeVar("ModelT", bound=Model)


def construct_query(
    graph: BaseGraph,
    query: QueryRow,
    arguments: Mapping[str, object],
    models: tuple[type[ModelT], ...],
    *,
    limit: int | None = None,
) -> list[ModelT]:
    """Return the things that a named CONSTRUCT makes, each of its most specific class, in the order of their ids.

    The limit counts solutions of the pattern; a thing is whole in each, so it is there whole or not at all.
    """
    by_name = {model.__name__: model for model in models}
    found = []
    for row, given in made_things(graph, query, arguments, limit=limit):
        try:
            found.append(by_name[row.name].model_validate(given, by_name=True, by_alias=False))
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            raise CorruptGraphError(f"{given['id']}: {where}: {fault['msg']}", hint="run kgrdf validate") from error
    return found


def made_things(
    graph: BaseGraph, query: QueryRow, arguments: Mapping[str, object], *, limit: int | None = None
) -> list[tuple[ClassRow, dict[str, object]]]:
    """Return the class and the values of each thing that a named CONSTRUCT makes, by the Python names of the fields."""
    values: dict[str, dict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
    pointing: dict[str, dict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
    for triple in graph.store.construct(bound(graph, query, arguments, limit)):
        assert isinstance(triple.subject, NamedNode)
        ends = [(values[triple.subject.value], triple.object)]
        if isinstance(triple.object, NamedNode):
            ends.append((pointing[triple.object.value], triple.subject))
        for held, end in ends:
            if end not in held[triple.predicate.value]:
                held[triple.predicate.value].append(end)
    things = sorted((graph.tenant.public_id(NamedNode(iri)), iri) for iri in values)
    return [
        (row, _given(graph, row, public_id, values[iri], pointing[iri]))
        for public_id, iri in things
        if (row := _class(graph, query, values[iri])) is not None
    ]


def _class(graph: BaseGraph, query: QueryRow, found: Mapping[str, list[object]]) -> ClassRow | None:
    """Return the class of a thing; None for what only points at one."""
    iris = {term.value for term in found[RDF_TYPE.value] if isinstance(term, NamedNode)}
    rows = [graph.schema.by_name[name] for name in query.made if graph.schema.by_name[name].iri in iris]
    return max(rows, key=lambda row: len(row.ancestors), default=None)


def _given(
    graph: BaseGraph,
    row: ClassRow,
    public_id: str,
    found: Mapping[str, list[object]],
    pointing: Mapping[str, list[object]],
) -> dict[str, object]:
    given: dict[str, object] = {"id": public_id}
    for field in row.fields:
        terms = (pointing if field.inverse else found).get(field.iri, ())
        values = [decoded(graph, field, term) for term in terms]
        if field.value == "instant":
            values = [to_datetime(value) for value in values]  # type: ignore[arg-type]
        if values:
            given[field.name] = tuple(sorted(values, key=str)) if field.many else values[0]
    return given
