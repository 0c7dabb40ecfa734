"""Entities and concepts: which one a name stands for, and keeping what is said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from kgrdf.answers import WriteAnswer
from kgrdf.arguments import checked_share, checked_text, checked_texts
from kgrdf.errors import AmbiguousError, InvalidValueError, field_name, listed, shown
from kgrdf.ids import IdKind, digest, given_id, loose_key, name_key, short_key
from kgrdf.lookup import existing_types, find_source
from kgrdf.properties import checked_properties, settable_fields
from kgrdf.query import load
from kgrdf.records import Record, check_new_id, read_record
from kgrdf.schema import ClassRow, FieldRow
from kgrdf.sources import derivation_id, derive
from kgrdf.terms import RDF_TYPE, Value, kg
from kgrdf.transaction import IndexChange, Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["entity_words", "lookup_key", "store_entity", "words_of"]

_MAX_SIMILAR = 10
_NAMES = ("name", "alias", "nameKey", "looseKey", "description", "definition", "recordedAt")


@dataclass(frozen=True, slots=True)
class _Target:
    """Which entity a call is about."""

    id: str
    exists: bool


def store_entity(
    tx: Transaction,
    name: str,
    entity_type: str,
    *,
    id: str | None = None,
    description: str | None = None,
    aliases: Sequence[str] = (),
    confidence: Decimal | float | str | None = None,
    source_document_id: str | None = None,
    properties: Mapping[str, object] | None = None,
) -> WriteAnswer:
    """Keep an entity or concept, or update the one of this id, or else of this type and name.

    A name stands for the one of its type that has it as name or alias, whatever its case, width or white space. On an
    update, what is not said stays, lists are united, and the name given is the name from then on: the former one stays as an
    alias. A concept's description is its definition. `properties` are what the class has beyond that. `created` says that
    the entity is new; `similar` lists others whose names are alike but for punctuation and the order of words.

    Raises `UnknownTypeError`, `AmbiguousError` that lists the ids where a name fits several, `NotFoundError` for a source
    that is not there, and `InvalidValueError` that names the field.
    """
    row = tx.graph.schema.storable(checked_text(entity_type, "entityType"))
    name = checked_text(name, "name")
    others = _checked_aliases(aliases)
    said = _said(row, description, confidence, source_document_id, properties or {})
    values = checked_properties(tx.graph, row, said)
    source = None if source_document_id is None else find_source(tx.graph, source_document_id)
    target = _target(tx.graph, row, name, id)
    read = {kg(known) for known in _NAMES} | {NamedNode(field.iri) for field, _ in values}
    record = read_record(tx.graph, target.id, read)
    if not target.exists:
        _require(row, values)
        _add_node(tx, record, row)
    former = record.text(kg("name"))
    changed = _set_names(tx, record, name, others)
    for field, items in values:
        predicate = NamedNode(field.iri)
        new = record.unite(tx, predicate, items) if field.many else record.replace(tx, predicate, items[0])
        changed = changed or (new and field.iri in (kg("description").value, kg("definition").value))
    if source is not None and not _is_derived(tx.graph, target.id, source):
        derive(tx, "current", target.id, source, _share(confidence), tx.k)
    if changed or former is None:
        tx.index.append(IndexChange(target.id, row.kind, words_of(record), "open"))
    return WriteAnswer(id=target.id, created=not target.exists, similar=_similar(tx.graph, target.id, record) or None)


def lookup_key(name: str) -> str:
    """Return what is stored of a name to look it up by."""
    return short_key(name_key(name))


def entity_words(name: str, aliases: Sequence[str], description: str | None) -> str:
    """Return the words under which an entity is found."""
    return "\n".join([name, *aliases, *([description] if description else [])])


def _checked_aliases(aliases: Sequence[str]) -> list[str]:
    return checked_texts(aliases, "aliases")


def _said(
    row: ClassRow,
    description: str | None,
    confidence: Decimal | float | str | None,
    source: str | None,
    properties: Mapping[str, object],
) -> dict[str, object]:
    """Return all that is said beyond the names, by property."""
    fields = {field.name for field in settable_fields(row)}
    said = dict(properties)
    described = "definition" if row.kind == "concept" and "description" not in fields else "description"
    for name, value in ((described, description), ("confidence", confidence)):
        if value is None:
            continue
        if name in said:
            raise InvalidValueError(f"{name}: is given twice", hint="give it once")
        if name == "confidence" and name not in fields:
            if source is None:
                raise InvalidValueError(
                    f"confidence: {row.name} has none of its own", hint="name the source that it is the confidence in"
                )
            continue
        said[name] = value
    return said


def _share(confidence: Decimal | float | str | None) -> Decimal | None:
    return None if confidence is None else checked_share(confidence, "confidence")


def _target(graph: BaseGraph, row: ClassRow, name: str, id: str | None) -> _Target:
    kind: IdKind = "concept" if row.kind == "concept" else "entity"
    if id is not None:
        public_id = given_id(kind, id, "id", type_name=None if kind == "concept" else row.name)
        found = existing_types(graph, [public_id]).get(public_id)
        if found is None:
            check_new_id(public_id, "id")
        elif found != row.name:
            raise InvalidValueError(
                f"id: {public_id} is of class {found}, not {row.name}", hint=f"give {field_name('entityType')} {found}"
            )
        return _Target(public_id, found is not None)
    key = name_key(name)
    fits = sorted(
        graph.tenant.public_id(entity)
        for entity, type_iri in graph.store.select(load("entities_by_key").bind(graph.tenant, key=short_key(key)))
        if isinstance(entity, NamedNode) and type_iri == NamedNode(row.iri)
    )
    if len(fits) > 1:
        raise AmbiguousError(f"name: {shown(name)} fits {listed(fits)}", hint="give the id of the one that is meant")
    if fits:
        return _Target(fits[0], exists=True)
    prefix = "concept::" if kind == "concept" else f"entity::{row.name}::"
    free = (candidate for rest in _candidates(key) if not existing_types(graph, [candidate := prefix + rest]))
    return _Target(next(free), exists=False)


def _candidates(key: str) -> Iterator[str]:
    """Yield what the id for a new name may end in: its key, or a hash where something of another name has that id."""
    yield short_key(key)
    yield f"~{hashlib.sha256(key.encode()).hexdigest()}"
    for attempt in count(2):
        yield f"~{digest(key, attempt)}"


def _require(row: ClassRow, values: Sequence[tuple[FieldRow, list[Value]]]) -> None:
    given = {field.name for field, items in values if items}
    for field in settable_fields(row):
        if field.required and field.name not in given:
            raise InvalidValueError(f"{field.wire}: is missing", hint=f"{row.name} needs it: {field.doc}".rstrip(": "))


def _add_node(tx: Transaction, record: Record, row: ClassRow) -> None:
    classes = tx.graph.schema.by_name
    for name in (row.name, *row.ancestors):
        tx.add("current", record.node, RDF_TYPE, NamedNode(classes[name].iri))
    tx.add("current", record.node, kg("entityType"), NamedNode(row.iri))
    tx.add("current", record.node, kg("recordedAt"), tx.k)


def _set_names(tx: Transaction, record: Record, name: str, aliases: Sequence[str]) -> bool:
    """Make `name` the name, keep the former one and add the aliases; say whether anything changed."""
    former = record.text(kg("name"))
    changed = record.replace(tx, kg("name"), name)
    changed |= record.remove(tx, kg("alias"), name)
    other_names = dict.fromkeys(text for text in (former, *aliases) if text is not None and text != name)
    changed |= record.unite(tx, kg("alias"), other_names)
    names = [name, *other_names]
    record.unite(tx, kg("nameKey"), map(lookup_key, names))
    record.unite(tx, kg("looseKey"), (short_key(loose) for loose in map(loose_key, names) if loose))
    return changed


def words_of(record: Record) -> str:
    """Return the words under which the entity of a record is found."""
    description = record.text(kg("description")) or record.text(kg("definition"))
    return entity_words(record.text(kg("name")) or "", record.texts(kg("alias")), description)


def _is_derived(graph: BaseGraph, subject: str, source: str) -> bool:
    return read_record(graph, derivation_id(subject, source), [kg("extractedAt")]).exists


def _similar(graph: BaseGraph, own: str, record: Record) -> list[str]:
    keys = record.texts(kg("looseKey"))
    if not keys:
        return []
    rows = graph.store.select(load("entities_by_loose_key").bind(graph.tenant, keys=keys))
    found = {graph.tenant.public_id(row[0]) for row in rows if isinstance(row[0], NamedNode)}
    return sorted(found - {own})[:_MAX_SIMILAR]
