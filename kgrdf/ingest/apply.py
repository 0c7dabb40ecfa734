"""Carrying out the lines of an import: each is one memory operation, whole or not at all."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import IO, TYPE_CHECKING, Any, Literal

from kgrdf import documents, entities, mentions, statements
from kgrdf.answers import WriteAnswer
from kgrdf.errors import CallerError
from kgrdf.ingest.plan import KINDS, Step, plan
from kgrdf.ingest.read import Line, read_lines
from kgrdf.ingest.report import Rejection, Report
from kgrdf.ingest.spool import Spool
from kgrdf.query import load
from kgrdf.terms import kg, to_value
from kgrdf.transaction import Transaction

if TYPE_CHECKING:
    from kgrdf.graph import BaseGraph

__all__ = ["import_lines"]

_LOOKED_UP_AT_ONCE = 500


def import_lines(
    graph: BaseGraph,
    sources: Iterable[tuple[str, IO[bytes]]],
    *,
    reject: Callable[[Rejection], None] = lambda rejection: None,
    advance: Callable[[int, int | None], None] = lambda done, total: None,
) -> Report:
    """Import JSON lines from streams, each with the name that messages give it.

    The lines go in kind by kind, in their order within a kind, so a line may stand before those that it refers to. One that
    cannot go in is given to `reject` and the others go in. A line that was imported before changes nothing, even if what it
    made was changed or retracted since. Memory stays bounded. `advance` hears how many lines are done, and of how many.
    """
    report = Report()

    def refuse(rejection: Rejection) -> None:
        report.rejected += 1
        reject(rejection)

    with Spool() as spool:
        for name, stream in sources:
            for line in read_lines(stream, name):
                step = line if isinstance(line, Rejection) else plan(line, graph.schema)
                if isinstance(step, Rejection):
                    refuse(step)
                elif isinstance(line, Line):
                    spool.put(step.kind, line)
        counter = itertools.count(1)
        for kind in KINDS:
            steps = (step for line in spool.take(kind) if isinstance(step := plan(line, graph.schema), Step))
            while some := list(itertools.islice(steps, _LOOKED_UP_AT_ONCE)):
                known = _known(graph, some)
                for step in some:
                    again = step.fingerprint in known
                    try:
                        done = "unchanged" if again else graph.write(functools.partial(_carry_out, step=step))
                    except CallerError as error:
                        refuse(Rejection(step.place, error.message, error.hint))
                    else:
                        known.add(step.fingerprint)
                        report.added += done == "added"
                        report.updated += done == "updated"
                        report.unchanged += done == "unchanged"
                    advance(next(counter), spool.lines)
    return report


def _known(graph: BaseGraph, steps: list[Step]) -> set[str]:
    wanted = [step.fingerprint for step in steps]
    request = load("known_fingerprints").bind(graph.tenant, limit=len(wanted), fingerprints=wanted)
    return {str(to_value(row[0])) for row in graph.store.select(request)}


def _carry_out(tx: Transaction, step: Step) -> Literal["added", "updated", "unchanged"]:
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
