"""Named updates: what a user's DELETE and INSERT ask for, carried out as one operation of the memory.

The WHERE is read under the writer lock, the triples are made here, held against the ontology, and sent as every other write
is: in one update that also moves the tenant's clock, with the text index told. So a user's update can break nothing that a
verb of the memory keeps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from pyoxigraph import Literal, NamedNode

from kgrdf.entities import words_of
from kgrdf.errors import InvalidValueError, NotFoundError, shown
from kgrdf.lookup import existing_types
from kgrdf.models import LangString, Ref
from kgrdf.named import bound
from kgrdf.properties import checked_properties, settable_fields
from kgrdf.records import Record, read_record
from kgrdf.schema import ClassRow, FieldRow, QueryRow
from kgrdf.terms import kg, to_value
from kgrdf.transaction import IndexChange, Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["run_update"]

_MOST = 10_000
_WORDS = frozenset({"description", "definition"})


def run_update(graph: BaseGraph, query: QueryRow, arguments: Mapping[str, object]) -> list[Ref[Any]]:
    """Carry out a named update and return the ids of what it changed, sorted: none where all was so already.

    It happens whole or not at all, and may be said again: a second time it changes nothing that stands. Raises
    `InvalidValueError` for a value that the ontology does not allow, for a second value of a property that has one, for the
    last value of one that a thing must have, and for more than 10,000 solutions; then nothing was changed.
    """
    return graph.write(lambda tx: _changed(tx, query, arguments))


def _changed(tx: Transaction, query: QueryRow, arguments: Mapping[str, object]) -> list[Ref[Any]]:
    graph = tx.graph
    rows = list(islice(graph.store.select(bound(graph, query, arguments, None)), _MOST + 1))
    if len(rows) > _MOST:
        raise InvalidValueError(
            f"query {query.name}: would change more than {_MOST} things at once", hint="narrow it down and run it in parts"
        )
    # Of each thing and property: the values that go, and those that come.
    wanted: dict[str, dict[str, tuple[list[object], list[object]]]] = defaultdict(lambda: defaultdict(lambda: ([], [])))
    for row in rows:
        for change in query.changes:
            subject, value = row[change.subject], row[change.object]
            if isinstance(subject, NamedNode) and value is not None:
                gone, come = wanted[graph.tenant.public_id(subject)][change.predicate]
                (gone if change.clause == "delete" else come).append(value)
    types = existing_types(graph, list(wanted))
    changed: list[Ref[Any]] = []
    for public_id, properties in sorted(wanted.items()):
        if public_id not in types:
            raise NotFoundError(f"query {query.name}: {public_id} is no entity and no concept")
        if _change(tx, graph.schema.by_name[types[public_id]], public_id, properties):
            changed.append(Ref(public_id))
    return changed


def _change(
    tx: Transaction, row: ClassRow, public_id: str, properties: Mapping[str, tuple[list[object], list[object]]]
) -> bool:
    fields = {field.iri: field for field in settable_fields(row)}
    strangers = sorted(properties.keys() - fields.keys())
    if strangers:
        raise InvalidValueError(f"{public_id}: {row.name} has no property {strangers[0]}")
    names = {kg(name) for name in ("name", "alias", *_WORDS)} | {NamedNode(iri) for iri in properties}
    record = read_record(tx.graph, public_id, names)
    changed: set[str] = set()
    for iri, (gone, come) in sorted(properties.items()):
        if _set(tx, row, fields[iri], record, gone, come):
            changed.add(fields[iri].name)
    if changed & _WORDS:
        tx.index.append(IndexChange(public_id, row.kind, words_of(record), "open"))
    return bool(changed)


def _set(tx: Transaction, row: ClassRow, field: FieldRow, record: Record, gone: list[object], come: list[object]) -> bool:
    predicate = NamedNode(field.iri)
    before = set(record.terms(predicate))
    come = list(dict.fromkeys(come))
    values = [
        value
        for term in come
        for _, encoded in checked_properties(
            tx.graph, row, {field.name: [_given(tx.graph, field, term)] if field.many else _given(tx.graph, field, term)}
        )
        for value in encoded
    ]
    for term in gone:
        assert isinstance(term, (NamedNode, Literal))
        if term not in come:
            record.remove(tx, predicate, term)
    record.unite(tx, predicate, values)
    after = record.terms(predicate)
    if len(after) > 1 and not field.many:
        raise InvalidValueError(
            f"{field.wire}: {shown([term.value for term in after])} are {len(after)} values, and {row.name} has one",
            hint="DELETE the old value in the same update",
        )
    if not after and field.required and before:
        raise InvalidValueError(f"{field.wire}: is missing", hint=f"every {row.name} has one: INSERT another value")
    return set(after) != before


def _given(graph: BaseGraph, field: FieldRow, term: object) -> object:
    """Return a term as a caller would give it, so that one check serves both."""
    if isinstance(term, NamedNode):
        return graph.tenant.public_id(term) if field.value == "ref" else term.value
    assert isinstance(term, Literal)
    if field.value == "langString":
        return LangString(term.value, term.language) if term.language is None else (term.value, term.language)
    return to_value(term)
