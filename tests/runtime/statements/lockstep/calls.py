"""From a step of a program to the two calls that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kgrdf.answers import WriteAnswer
from kgrdf.generated import Graph
from tests.runtime.statements.lockstep.furniture import DOCUMENTS, TEXTS, furniture
from tests.runtime.statements.lockstep.pair import Pair
from tests.runtime.statements.lockstep.steps import (
    CLAIMS,
    CONFIDENCES,
    ENTITIES,
    TARGETS,
    THINGS,
    WEIGHTS,
    WORDS,
    Amend,
    Assert,
    Clock,
    Describe,
    End,
    Mark,
    Mention,
    Reopen,
    Resolve,
    Retract,
    Rewrite,
    Step,
    Supersede,
    Sweep,
    at,
)
from tests.runtime.statements.oracle.oracle import Oracle
from tests.runtime.statements.oracle.statement import Answer, Statement

__all__ = ["Calls", "calls_of"]

Calls: TypeAlias = tuple[Callable[[Oracle], Answer], Callable[[Graph], WriteAnswer]]


def calls_of(step: Step, pair: Pair, now: int) -> Calls | None:
    """Return what a step asks of the oracle and of the memory, or None where it asks nothing sensible."""
    match step:
        case Clock() | Sweep() | Reopen():
            return None
        case Assert():
            return _assert(step, now)
        case Describe() | Rewrite() | Mention():
            return _furnish(step, now)
        case Resolve():
            return _resolve(step, pair, now)
    picked, real = _picked(pair, step.back)
    match step:
        case Supersede():
            return _supersede(step, pair, now)
        case End():
            return lambda o: o.end(now, picked, step.t), lambda g: g.end_statement(real, valid_to=at(step.t))
        case Retract():
            return (
                lambda o: o.retract(now, picked, step.reason, step.include_ended),
                lambda g: g.retract_statement(real, reason=step.reason, include_ended=step.include_ended),
            )
        case Mark():
            other, foreign = _picked(pair, step.other)
            return lambda o: o.mark(now, picked, other), lambda g: g.mark_contradiction(real, foreign)
        case Amend():
            return _amend(step, pair, now)


def _picked(pair: Pair, back: int) -> tuple[int | None, str]:
    """Return the statement made `back` before the last one; where there is none, an id that nothing has."""
    count = len(pair.oracle.statements)
    number = count - 1 - back if 0 <= back < count else None
    return number, "fact::0000" if number is None else pair.ids[number]


def _assert(step: Assert, now: int) -> Calls:
    kind, label, subject, target = CLAIMS[step.what]
    source = None if step.source is None else furniture().sources[step.source]
    weight = None if step.weight is None or kind == "fact" else WEIGHTS[step.weight]
    sure = None if step.confidence is None or kind == "rel" else CONFIDENCES[step.confidence]

    def ask(oracle: Oracle) -> Answer:
        about = tuple(sorted(subject))
        return oracle.assert_key(now, kind, label, about, target, weight, step.f, step.t, source, sure)

    def call(graph: Graph) -> WriteAnswer:
        start, end = at(step.f), at(step.t)
        if target is None:
            return graph.store_fact(
                label, subject, confidence=sure, valid_from=start, valid_to=end, source_document_id=source
            )
        return graph.add_relationship(
            subject[0], target, label, weight=weight, valid_from=start, valid_to=end, source_document_id=source
        )

    return ask, call


def _supersede(step: Supersede, pair: Pair, now: int) -> Calls | None:
    picked, real = _picked(pair, step.back)
    source = None if step.source is None else furniture().sources[step.source]
    p = None if picked is None else pair.oracle.statements[picked]
    if p is None or p.kind == "fact":
        claim = WORDS[step.by % len(WORDS)]
        sure = None if step.confidence is None else CONFIDENCES[step.confidence]
        return (
            lambda o: o.supersede(now, picked, claim=claim, f=step.f, source=source, confidence=sure),
            lambda g: g.supersede_fact(real, claim, confidence=sure, valid_from=at(step.f), source_document_id=source),
        )
    target = TARGETS[step.by]
    if not _allowed(p, target) or target == p.subject[0]:
        return None
    weight = None if step.weight is None else WEIGHTS[step.weight]
    return (
        lambda o: o.supersede(now, picked, target=target, weight=weight, f=step.f, source=source),
        lambda g: g.supersede_relationship(real, target, weight=weight, valid_from=at(step.f), source_document_id=source),
    )


def _allowed(s: Statement, target: str) -> bool:
    """Say whether the schema lets s have another target."""
    return s.label != "primary_owner" or target.startswith("entity::Person")


def _amend(step: Amend, pair: Pair, now: int) -> Calls | None:
    picked, real = _picked(pair, step.back)
    fact = picked is not None and pair.oracle.statements[picked].kind == "fact"
    claim = WORDS[step.word] if step.word is not None and fact else None
    weight = WEIGHTS[step.weight] if step.weight is not None and not fact else None
    if claim is None and weight is None and step.f is None and step.t is None and not step.reopen:
        return None
    return (
        lambda o: o.amend(now, picked, claim=claim, weight=weight, f=step.f, t=step.t, reopen=step.reopen),
        lambda g: g.amend_statement(
            real, claim=claim, weight=weight, valid_from=at(step.f), valid_to=at(step.t), reopen=step.reopen
        ),
    )


def _resolve(step: Resolve, pair: Pair, now: int) -> Calls | None:
    found = pair.oracle.contradictions
    if not 0 <= step.back < len(found):
        return None
    ends = found[len(found) - 1 - step.back].pair
    keep = None if step.keep is None else sorted(ends)[step.keep]
    kept = None if keep is None else pair.ids[keep]
    node = pair.contents.contradictions[frozenset(pair.ids[i] for i in ends)].id
    return (
        lambda o: o.resolve(now, ends, step.resolution, keep),
        lambda g: g.resolve_contradiction(node, step.resolution, keep_id=kept),
    )


def _furnish(step: Describe | Rewrite | Mention, now: int) -> Calls:
    match step:
        case Describe():
            id = THINGS[step.what]
            _, type_name, name = id.split("::")
            said = None if step.word is None else f"Something {WORDS[step.word]}."
            return (
                lambda o: o.store_thing(now, id, name, type_name, said),
                lambda g: g.store_entity(name, type_name, id=id, description=said),
            )
        case Rewrite():
            document, pieces = DOCUMENTS[step.document], furniture().chunks[step.document, step.text]
            title = document.removeprefix("doc::")
            texts = TEXTS[step.document][step.text]
            return (
                lambda o: o.store_document(now, document, pieces),
                lambda g: g.store_document(title, chunks=texts, id=document),
            )
        case Mention():
            passages = furniture().passages
            chunk, entity = passages[step.chunk % len(passages)], ENTITIES[step.entity]
            return lambda o: o.mention(now, chunk, entity), lambda g: g.add_mention(chunk, entity)
