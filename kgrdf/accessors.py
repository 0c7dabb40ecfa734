"""Typed reads of one class: what the generated accessors are subclasses of.

The generator writes a template for each operation of a class and a model for its fields; this module runs the one and fills
the other. It knows no class by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from pydantic import ValidationError
from pyoxigraph import Literal, NamedNode

from kgrdf.arguments import MAX_NAME_BYTES, checked_text
from kgrdf.errors import CorruptGraphError, InvalidValueError
from kgrdf.ids import MAX_ID_BYTES, name_key, short_key
from kgrdf.models import LangString, Model
from kgrdf.query import Bindable, Template
from kgrdf.schema import ClassRow, FieldRow
from kgrdf.store.base import Row
from kgrdf.temporal import Instant, Viewpoint, to_datetime
from kgrdf.terms import integer_of, kg, to_value

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Accessor", "NamedAccessor", "Page", "StatementAccessor", "decoded", "given"]

ModelT = TypeVar("ModelT", bound=Model)
_Values: TypeAlias = Mapping[str, Sequence[object]]

MAX_PAGE = 1000
_BATCH = 200
_ENTITY_TYPE = kg("entityType").value
_RECORDED = ("recorded_at", "ingested_at", "extracted_at", "detected_at")
# What is learned of a thing after it was recorded, and what was not yet known before that instant.
_LEARNED = {
    "end_recorded_at": ("valid_to", "end_recorded_at"),
    "retracted_at": ("retracted_at", "retract_reason"),
    "resolved_at": ("resolved_at", "resolution", "resolved_by"),
    "withdrawn_at": ("withdrawn_at",),
}


@dataclass(frozen=True, slots=True)
class Page(Generic[ModelT]):
    """Some of a listing. The order is the store's own; it stays the same while nothing is written."""

    items: tuple[ModelT, ...]
    next_cursor: str | None = None
    """What to pass as `cursor` for the next page; None at the end."""


class Accessor(Generic[ModelT]):
    """Reads things of one class, subclasses included, from one tenant's graph."""

    def __init__(self, graph: BaseGraph, model: type[ModelT], stem: str, templates: Mapping[str, Template]) -> None:
        self.graph = graph
        self.model = model
        self._stem = stem
        self._templates = templates

    @cached_property
    def row(self) -> ClassRow:
        """The class as the schema table has it."""
        return self.graph.schema.by_name[self.model.__name__]

    def get(self, id: str, *, known_at: Instant | None = None) -> ModelT | None:
        """Return the one of this public id, or None: where there is none, or it is of another class.

        With `known_at`, what was recorded later is not seen.
        """
        return next(iter(self._read([id], self.graph.viewpoint(None, known_at))), None)

    def get_many(self, ids: Iterable[str], *, known_at: Instant | None = None) -> tuple[ModelT, ...]:
        """Return those of the ids that exist, in the order of the ids."""
        return self._read(tuple(ids), self.graph.viewpoint(None, known_at))

    def list(self, *, limit: int = 50, cursor: str | None = None, known_at: Instant | None = None) -> Page[ModelT]:
        """Return a page of all of them; `limit` is at most 1000. A page may hold fewer and not be the last."""
        return self._page("list", limit, cursor, None, known_at)

    def count(self, *, known_at: Instant | None = None) -> int:
        """Return how many there are."""
        return self._count(None, known_at)

    def _count(self, as_of: Instant | None, known_at: Instant | None) -> int:
        template, instants = self._seen_from("count", self.graph.viewpoint(as_of, known_at))
        rows = self.graph.store.select(template.bind(self.graph.tenant, limit=None, offset=0, **instants))
        return integer_of(next(iter(rows))[0]) or 0

    def _seen_from(self, operation: str, view: Viewpoint) -> tuple[Template, dict[str, Bindable]]:
        """Return the template of an operation from a viewpoint, with those of its instants that it takes."""
        template = self._templates[f"{self._stem}_{operation}{'' if view.current else '_asof'}"]
        instants = {"now": view.valid, "asOf": view.valid, "knownAt": view.known}
        return template, {name: at for name, at in instants.items() if name in template.params}

    def _page(
        self,
        operation: str,
        limit: int,
        cursor: str | None,
        as_of: Instant | None,
        known_at: Instant | None,
        of: str | None = None,
    ) -> Page[ModelT]:
        if not 1 <= limit <= MAX_PAGE:
            raise InvalidValueError(f"limit: {limit} is out of range", hint=f"1 to {MAX_PAGE}")
        view = self.graph.viewpoint(as_of, known_at)
        template, params = self._seen_from(operation, view)
        if of is not None:
            params["of"] = self._iri(of, "of")
        start = _start(cursor)
        # One more than asked for tells whether there is another page.
        request = template.bind(self.graph.tenant, limit=limit + 1, offset=start, **params)
        found = [self._id(row[0]) for row in self.graph.store.select(request)]
        more = str(start + limit) if len(found) > limit else None
        return Page(self._read(found[:limit], view), more)

    def _read(self, ids: Sequence[str], view: Viewpoint) -> tuple[ModelT, ...]:
        found: dict[str, ModelT] = {}
        wanted = tuple(dict.fromkeys(ids))
        template = self._templates[f"{self._stem}_get"]
        for start in range(0, len(wanted), _BATCH):
            iris = [self._iri(public_id, "id") for public_id in wanted[start : start + _BATCH]]
            rows = self.graph.store.select(template.bind(self.graph.tenant, ids=iris))
            for public_id, values in self._collect(rows).items():
                if self._visible(values, view):
                    found[public_id] = self._model(public_id, values, view)
        return tuple(found[public_id] for public_id in wanted if public_id in found)

    def _collect(self, rows: Iterable[Row]) -> dict[str, _Values]:
        """Return the values of each id by field; ids that are not of the class are left out."""
        fields = {row.name: row for row in self.row.fields}
        values: dict[str, dict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
        members: set[str] = set()
        for subject, field, value in rows:
            public_id = self._id(subject)
            name = str(to_value(field))
            if name == "id":
                members.add(public_id)
            elif name in fields:
                values[public_id][name].append(decoded(self.graph, fields[name], value))
        return {public_id: values[public_id] for public_id in members}

    def _visible(self, values: _Values, view: Viewpoint) -> bool:
        return all(at is None or at <= view.known for at in (_instant(values, name) for name in _RECORDED))

    def _model(self, public_id: str, values: _Values, view: Viewpoint) -> ModelT:
        hidden = {
            name for at, names in _LEARNED.items() if (_instant(values, at) or view.known) > view.known for name in names
        }
        given: dict[str, object] = {"id": public_id}
        for row in self.row.fields:
            found = values.get(row.name, ())
            if not found or row.name in hidden:
                continue
            shown = [to_datetime(value) if row.value == "instant" else value for value in found]  # type: ignore[arg-type]
            given[row.name] = tuple(sorted(shown, key=str)) if row.many else shown[0]
        try:
            return self.model.model_validate(given, by_name=True, by_alias=False)
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            raise CorruptGraphError(f"{public_id}: {where}: {fault['msg']}", hint="run kgrdf validate") from error

    def _iri(self, public_id: str, field: str) -> NamedNode:
        return self.graph.tenant.iri(checked_text(public_id, field, max_bytes=MAX_ID_BYTES))

    def _id(self, term: object) -> str:
        assert isinstance(term, NamedNode)
        return self.graph.tenant.public_id(term)


class NamedAccessor(Accessor[ModelT]):
    """Reads things that are found by name."""

    def find(self, name: str, *, known_at: Instant | None = None) -> tuple[ModelT, ...]:
        """Return those that are called so, now or before: case and spacing aside, punctuation counts."""
        key = short_key(name_key(checked_text(name, "name", max_bytes=MAX_NAME_BYTES)))
        request = self._templates[f"{self._stem}_by_key"].bind(self.graph.tenant, limit=MAX_PAGE, keys=[key])
        return self.get_many(sorted({self._id(row[0]) for row in self.graph.store.select(request)}), known_at=known_at)


class StatementAccessor(Accessor[ModelT]):
    """Reads statements as they hold now, or held at `as_of` as known at `known_at`."""

    def get(self, id: str, *, as_of: Instant | None = None, known_at: Instant | None = None) -> ModelT | None:
        """Return the one of this public id if it holds at the viewpoint, or None."""
        return next(iter(self._read([id], self.graph.viewpoint(as_of, known_at))), None)

    def get_many(
        self, ids: Iterable[str], *, as_of: Instant | None = None, known_at: Instant | None = None
    ) -> tuple[ModelT, ...]:
        """Return those of the ids that hold at the viewpoint, in the order of the ids."""
        return self._read(tuple(ids), self.graph.viewpoint(as_of, known_at))

    def count(self, *, as_of: Instant | None = None, known_at: Instant | None = None) -> int:
        """Return how many hold at the viewpoint."""
        return self._count(as_of, known_at)

    def list(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> Page[ModelT]:
        """Return a page of those that hold at the viewpoint; `limit` is at most 1000."""
        return self._page("list", limit, cursor, as_of, known_at)

    def _visible(self, values: _Values, view: Viewpoint) -> bool:
        starts, ends = _instant(values, "valid_from"), _instant(values, "valid_to")
        learned, retracted = _instant(values, "end_recorded_at"), _instant(values, "retracted_at")
        return (
            super()._visible(values, view)
            and (retracted is None or retracted > view.known)
            and (starts is None or starts <= view.valid)
            and (ends is None or view.valid < ends or (learned is not None and view.known < learned))
        )


def decoded(graph: BaseGraph, field: FieldRow, term: object) -> object:
    """Return a value of a field as a model has it; an instant is still a number of milliseconds."""
    if isinstance(term, NamedNode):
        if field.iri == _ENTITY_TYPE:
            known = graph.schema.by_iri.get(term.value)
            return term.value if known is None else known.name
        return graph.tenant.public_id(term) if field.value == "ref" else term.value
    if isinstance(term, Literal) and field.value == "langString":
        return LangString(term.value, term.language)
    return to_value(term)  # type: ignore[arg-type]


def given(values: Mapping[str, object]) -> dict[str, object]:
    """Return the properties that were given: without None and empty lists, and texts in a language as pairs with its tag."""
    found: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, Sequence) and not isinstance(value, str):
            if value:
                found[name] = [_pair(item) for item in value]
        elif value is not None:
            found[name] = _pair(value)
    return found


def _pair(value: object) -> object:
    return (str(value), value.language) if isinstance(value, LangString) and value.language else value


def _instant(values: _Values, name: str) -> int | None:
    found = values.get(name)
    return found[0] if found and isinstance(found[0], int) else None


def _start(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 19):
        raise InvalidValueError("cursor: not one that a page gave", hint="pass a page's next_cursor, or leave it out")
    return int(cursor)
