"""What a caller's reference stands for, and whether it exists for this tenant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.arguments import checked_text
from kgrdf.errors import AmbiguousError, InvalidValueError, NotFoundError, listed
from kgrdf.ids import MAX_ID_BYTES, given_id, kind_of, name_key, short_key
from kgrdf.query import load
from kgrdf.temporal import FOREVER
from kgrdf.terms import integer_of

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Found", "existing_types", "find_entities", "find_entity", "find_source"]


@dataclass(frozen=True, slots=True)
class Found:
    """An entity or concept that exists."""

    id: str
    type_name: str
    """Its most specific class."""


def find_entity(graph: BaseGraph, reference: str, field: str, *, concepts: bool = True) -> Found:
    """Return the entity (or concept, where allowed) that `reference` names."""
    return find_entities(graph, [reference], field, concepts=concepts)[0]


def find_entities(graph: BaseGraph, references: Sequence[str], field: str, *, concepts: bool = True) -> list[Found]:
    """Return what the references name, in their order.

    A reference is a public id, or its last part, or a name, where that fits one entity only (`checkout`, `Ann Lee`). Raises
    `NotFoundError` that names every missing one; an id of another tenant gives the same words as one that does not exist.
    """
    candidates = {reference: _candidates(graph, reference, field, concepts) for reference in references}
    types = existing_types(graph, [candidate for group in candidates.values() for candidate in group])
    found: list[Found] = []
    missing: list[str] = []
    for reference in references:
        fits = [Found(candidate, types[candidate]) for candidate in candidates[reference] if candidate in types]
        if not fits and kind_of(reference) is None:
            fits = _called(graph, reference, concepts)
        if len(fits) > 1:
            raise AmbiguousError(f"{field}: {reference!r} fits {listed([f.id for f in fits])}", hint="use the whole id")
        if fits:
            found.append(fits[0])
        else:
            missing.append(reference)
    if missing:
        names = listed([repr(reference) for reference in missing])
        raise NotFoundError(f"{field}: no entity {names}", hint="store it first, or search for its id")
    return found


def existing_types(graph: BaseGraph, ids: Iterable[str]) -> dict[str, str]:
    """Return the most specific class name of each of these ids that exists."""
    tenant = graph.tenant
    wanted = [tenant.iri(public_id) for public_id in ids]
    found: dict[str, str] = {}
    if not wanted:
        return found
    rows = graph.store.select(load("entity_types").bind(tenant, limit=10_000, ids=wanted))
    for subject, type_iri in rows:
        assert isinstance(subject, NamedNode)
        assert isinstance(type_iri, NamedNode)
        row = graph.schema.by_iri.get(type_iri.value)
        # A class that another schema declared is read as what it at least is.
        found[tenant.public_id(subject)] = row.name if row is not None else "Entity"
    return found


def find_source(graph: BaseGraph, reference: str, field: str = "sourceDocumentId", known: int = FOREVER) -> str:
    """Return the id of the document or chunk that `reference` names; a bare one is a document's.

    Raises `NotFoundError` where there is none, or none recorded by `known`.
    """
    text = checked_text(reference, field, max_bytes=MAX_ID_BYTES)
    kind = kind_of(text)
    if kind not in (None, "doc", "chunk"):
        raise InvalidValueError(f"{field}: {text!r} is an id of kind {kind}", hint="a doc:: or chunk:: id")
    public_id = text if kind else given_id("doc", text, field)
    rows = graph.store.select(load("source_kinds").bind(graph.tenant, ids=[graph.tenant.iri(public_id)]))
    if not any((integer_of(row[1]) or 0) <= known for row in rows):
        raise NotFoundError(f"{field}: no document or chunk {text!r}", hint="store the document first")
    return public_id


def _called(graph: BaseGraph, name: str, concepts: bool) -> list[Found]:
    """Return what is called so, or was: case and spacing aside."""
    rows = graph.store.select(load("entities_by_key").bind(graph.tenant, key=short_key(name_key(name))))
    ids = sorted(graph.tenant.public_id(row[0]) for row in rows if isinstance(row[0], NamedNode))
    types = existing_types(graph, ids)
    found = [Found(public_id, types[public_id]) for public_id in ids if public_id in types]
    return [one for one in found if concepts or kind_of(one.id) == "entity"]


def _candidates(graph: BaseGraph, reference: str, field: str, concepts: bool) -> list[str]:
    text = checked_text(reference, field, max_bytes=MAX_ID_BYTES)
    kind = kind_of(text)
    if kind == "entity" or (kind == "concept" and concepts):
        return [text]
    if kind is not None:
        allowed = "an entity:: or concept:: id" if concepts else "an entity:: id"
        raise InvalidValueError(f"{field}: {text!r} is an id of kind {kind}", hint=allowed)
    names = [row.name for row in graph.schema.kind("entity") if not row.abstract]
    return [f"entity::{name}::{text}" for name in names] + ([f"concept::{text}"] if concepts else [])
