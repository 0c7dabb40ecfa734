"""Rules on the graph in which something lies: a thing lies in one of the two, and some things always in the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from kgrdf_codegen.check import kinds
from kgrdf_codegen.check.context import Context
from kgrdf_codegen.check.facts import Fact, conjuncts, flatten
from kgrdf_codegen.check.kinds import shown_classes
from kgrdf_codegen.check.paths import links
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Exists, Filter, Link, Select, Term, Triple, Union, walk
from kgrdf_codegen.check.vocabulary import STATEMENT
from kgrdf_codegen.problems import Problem
from kgrdf_codegen.reader import KG

__all__ = ["RULES"]

_SUPERSESSION = f"{KG}Supersession"
_VERSIONED = frozenset({STATEMENT, *(f"{KG}{name}" for name in ("Derivation", "Contradiction", "Supersession"))})
"""The classes of which a tenant's history holds nodes."""
_CLOSING = frozenset(f"{KG}{name}" for name in ("retractedAt", "retractReason", "resolvedAt", "resolution", "resolvedBy"))
"""What is written on a node in the update that moves it to the history."""
_AMENDS = f"{KG}amends"
"""What it leads to is retracted."""


@dataclass(frozen=True, slots=True)
class _Place:
    """In which graph something lies, and what says so."""

    graph: str
    token: Token | None
    why: str = ""
    """What all that lies there has in common; none where a pattern reads it there."""


def history_holds_it(context: Context) -> Iterator[Problem]:
    """Q035: a GRAPH $history block reads only what has versions: names and descriptions are today's, in $current alone."""
    told = set()
    for fact, claims in kinds.placed(context):
        triple = fact.element
        if fact.graph != "history" or not isinstance(triple, Triple):
            continue
        for classes, said in _subjects(context, triple, claims):
            current = classes and not any(context.vocabulary.overlap(frozenset({cls}), _VERSIONED) for cls in classes)
            if current and triple.token not in told:
                told.add(triple.token)
                thing = shown_classes(context, classes)
                message = f"{said}: no {thing} is in $history, they live in $current alone; read it in a GRAPH $current"
                yield context.at(triple.token, "Q035", f"{message} block of its own")


def _subjects(context: Context, triple: Triple, claims: kinds.Claims) -> Iterator[tuple[frozenset[str], str]]:
    """Yield what the subject of a pattern is, and of each step of a path, with what says so."""
    inverse = isinstance(triple.path, Link) and triple.path.inverse
    for claim in claims.get((triple.object if inverse else triple.subject).value, ()):
        yield claim.kind.classes, claim.said
    for link in links(triple.path) if not isinstance(triple.path, Link) else ():
        declared = context.vocabulary.properties.get(link.term.value)
        if declared is not None:
            yield declared.owners, f"the path reads {context.short(declared.iri)}"


def current_holds_it(context: Context) -> Iterator[Problem]:
    """Q035: a GRAPH $current block reads no supersession: they live in $history alone."""
    told = set()
    for fact, claims in kinds.placed(context):
        triple = fact.element
        if fact.graph == "current" and isinstance(triple, Triple) and triple.token not in told:
            for classes, said in _subjects(context, triple, claims):
                if classes and all(context.vocabulary.is_a(cls, _SUPERSESSION) for cls in classes):
                    told.add(triple.token)
                    message = f"{said}: no {shown_classes(context, classes)} is in $current, they live in $history alone"
                    yield context.at(triple.token, "Q035", f"{message}; read it in a GRAPH $history block of its own")
                    break


def one_graph_holds_it(context: Context) -> Iterator[Problem]:
    """Q035: what has to be there is read in one graph alone, and in $history what is retracted, resolved or amended."""
    told = set()
    # Who asks both graphs for it means either, as where two arms of a UNION are written alike.
    asked = {link.term.value for triple in _in_history(context) for link in links(triple.path)}
    for name, read, place in _contradicted(context, flatten(context.query.root, ""), {}, _CLOSING - asked):
        if read.token not in told:
            told.add(read.token)
            message = f"nothing matches: {name} is read in ${read.graph}, and "
            if place.why:
                message += f"{place.why} lies in ${place.graph}; read it there"
            else:
                line = f" in line {place.token.line}" if place.token is not None else ""
                hint = "a thing lies in one of the two, so read it in one block, or in a UNION of both"
                message += f"in ${place.graph}{line}; {hint}"
            yield context.at(read.token, "Q035", message)


def _in_history(context: Context) -> Iterator[Triple]:
    for element, graph in walk(context.query.root):
        if isinstance(element, Triple) and graph is not None and graph.value == "history":
            yield element


def _contradicted(
    context: Context, facts: tuple[Fact, ...], known: dict[str, _Place], closing: frozenset[str]
) -> Iterator[tuple[str, _Place, _Place]]:
    """Yield what must lie in two graphs at once where a group holds: its name, where it is read, and where it lies."""
    for fact in facts:
        if isinstance(fact.element, Triple) and fact.graph in ("current", "history"):
            for term, place in _places(context, fact.element, fact.graph, closing):
                other = known.setdefault(term.value, place)
                if other.graph != place.graph:
                    name = term.token.text if term.token is not None else f"?{term.value}"
                    yield (name, other, place) if place.why else (name, place, other)
    for fact in facts:
        match fact.element:
            case Union():
                for arm in fact.element.arms:
                    yield from _contradicted(context, fact.opened(arm), dict(known), closing)
            case Select():
                names = {term.value for term in fact.element.projection if term not in fact.element.computed}
                inside = {name: place for name, place in known.items() if fact.element.star or name in names}
                yield from _contradicted(context, fact.opened(fact.element.group), inside, closing)
                known |= {name: place for name, place in inside.items() if fact.element.star or name in names}
            case Filter():
                for part in conjuncts(fact.element.expr):
                    if isinstance(part, Exists) and not part.negated:
                        yield from _contradicted(context, fact.opened(part.group, "exists"), dict(known), closing)


def _places(context: Context, triple: Triple, graph: str, closing: frozenset[str]) -> Iterator[tuple[Term, _Place]]:
    """Yield where a pattern says that its nodes lie; that in the middle of a path is called by the step behind it."""
    path = triple.path
    steps = (path,) if isinstance(path, Link) else path.parts if path.form == "seq" else ()
    middle = (
        Term("var", f"{step.term.token.index} step", step.term.token)
        for step in steps[1:]
        if isinstance(step, Link) and step.term.token is not None
    )
    nodes = [triple.subject, *middle, triple.object]
    for step, ends in zip(steps, pairwise(nodes), strict=False) if len(nodes) == len(steps) + 1 else ():
        if isinstance(step, Link):
            subject, value = ends[::-1] if step.inverse else ends
            name = context.short(step.term.value)
            if subject.kind == "var":
                yield subject, _Place(graph, triple.token)
                if step.term.value in closing:
                    yield subject, _Place("history", triple.token, f"what has {name}")
            if value.kind == "var" and step.term.value == _AMENDS:
                yield value, _Place("history", triple.token, f"what {name} leads to")


RULES: tuple[Callable[[Context], Iterator[Problem]], ...] = (
    history_holds_it,
    current_holds_it,
    one_graph_holds_it,
)
