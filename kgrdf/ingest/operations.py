"""Each line of an import as one memory operation, whole or not at all."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kgrdf import documents, entities, mentions, statements
from kgrdf.answers import WriteAnswer
from kgrdf.errors import CallerError
from kgrdf.ingest.plan import Step
from kgrdf.query import load
from kgrdf.terms import kg, to_value
from kgrdf.transaction import Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["Change", "Outcome", "Write", "attempt", "known_fingerprints"]

Change: TypeAlias = Literal["added", "updated", "unchanged"]
Outcome: TypeAlias = Change | CallerError
Write: TypeAlias = Callable[[Callable[[Transaction], Change]], Change]


def known_fingerprints(graph: BaseGraph, steps: Iterable[Step]) -> set[str]:
    """Return the fingerprints of those lines that were imported before; of at most 1,000."""
    wanted = [step.fingerprint for step in steps]
    request = load("known_fingerprints").bind(graph.tenant, limit=len(wanted), fingerprints=wanted)
    return {str(to_value(row[0])) for row in graph.store.select(request)}


def attempt(write: Write, step: Step, known: set[str]) -> Outcome:
    """Carry a line out unless its fingerprint is known, add it to those, and say what came of it."""
    if step.fingerprint in known:
        return "unchanged"
    try:
        change = write(functools.partial(_carry_out, step=step))
    except CallerError as error:
        return error
    known.add(step.fingerprint)
    return change


def _carry_out(tx: Transaction, step: Step) -> Change:
    if step.kind in _STATEMENTS:
        answer = _STATEMENTS[step.kind](tx, **step.arguments, fingerprint=step.fingerprint)
        return "added" if answer.created else "unchanged"
    answer = _VERBS[step.kind](tx, **step.arguments)
    known = tx.empty
    tx.add("current", tx.graph.tenant.iri(answer.id), kg("fingerprint"), step.fingerprint)
    if answer.created:
        return "added"
    return "unchanged" if known else "updated"


def _store_concept(tx: Transaction, name: str, **arguments: Any) -> WriteAnswer:
    properties = {field: arguments.pop(field) for field in ("domain", "definition") if field in arguments}
    own = arguments.pop("properties", {})
    return entities.store_entity(tx, name, "Concept", properties=properties | own, **arguments)


_VERBS: Mapping[str, Callable[..., WriteAnswer]] = {
    "document": documents.store_document,
    "chunk": documents.store_chunk,
    "entity": entities.store_entity,
    "concept": _store_concept,
    "mention": mentions.add_mention,
}
_STATEMENTS: Mapping[str, Callable[..., WriteAnswer]] = {
    "relationship": statements.add_relationship,
    "fact": statements.store_fact,
}
