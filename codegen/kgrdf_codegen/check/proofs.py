"""The proof that a group lets through only what is visible at the instants that the caller asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from kgrdf_codegen.check.certain import asked_of_one, certain
from kgrdf_codegen.check.facts import Fact
from kgrdf_codegen.check.outcomes import Position, State, Witness
from kgrdf_codegen.check.promises import Part, parts_of
from kgrdf_codegen.check.tokens import Token
from kgrdf_codegen.check.tree import Exists, Expr, Filter, Group, Link, Minus, Select, Term, Triple, Union, terms_of

__all__ = ["IN_CURRENT", "Claim", "Evidence", "Missing", "Reason", "missing", "proof"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of a proof: the first word of a condition, or why there need be none."""

    token: Token | None = None
    why: str = ""
    dates: tuple[str, ...] = ()
    """The properties that the condition bounds."""
    form: str = ""
    """How the condition is written: `FILTER`, `FILTER NOT EXISTS` or `MINUS`; a column that tells a date has none."""


Evidence: TypeAlias = tuple[Reason, ...]
"""All that a proof rests on."""
IN_CURRENT = Reason(why="in $current, where nothing is withdrawn")


@dataclass(frozen=True, slots=True)
class Claim:
    """One condition of a promise, as it is to be proven of a node."""

    condition: str
    cls: str
    node: Term
    known: str | None
    """The parameter by which something was known; None for now."""
    told: frozenset[str] = frozenset()
    """The variables that the answer tells."""

    def inside(self, select: Select) -> Claim:
        """Return the claim as a subselect has to prove it."""
        told = frozenset() if select.grouped else self.told & {term.value for term in select.shared}
        return replace(self, told=told)

    def parts(self, graph: str) -> tuple[Part, ...]:
        """Return the parts of the condition that the filters on what lies in a graph have to prove."""
        return parts_of(self.condition, self.cls, self.known, graph)


@dataclass(frozen=True, slots=True)
class Missing:
    """A part of a claim that nothing proves, and the condition that is nearest to it."""

    part: Part
    read: Token | None = None
    """The first word of a condition on it."""
    lets: bool = True
    """It lets through what it should not; else it leaves out what it should not."""
    state: tuple[Position, ...] = ()
    """Where the dates of that lie."""


_Case: TypeAlias = tuple[str, tuple[Position, ...]]
"""Nodes of a graph with dates that lie so."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What conditions let through, of what they may: never anything else."""

    reasons: Evidence
    kept: frozenset[_Case] = frozenset()
    lost: frozenset[_Case] = frozenset()
    """What is left out though it is promised; another arm may keep it."""


_Proof: TypeAlias = dict[str, _Kept]
"""What is kept, by the parts of a claim."""


_SPLITS = 3
"""How many unions are told apart at once: with more of them the cases would be without number."""


@dataclass(slots=True)
class _Tries:
    """How often a proof is still tried, with unions told apart."""

    left: int = 80
    more: bool = False
    """There are unions that were not told apart."""


def proof(claim: Claim, facts: tuple[Fact, ...]) -> Evidence | None:
    """Return what proves that the facts let a node through where a claim is true of it, and only there; None without.

    Each condition is proven whole in one graph: the parts of two graphs say nothing together. A UNION proves it if every
    arm does, or if one arm keeps what another leaves out; a subselect if it projects the node and proves it alone.
    """
    tries = _Tries()
    for splits in range(_SPLITS + 1):
        tries.more = False
        found = _best(_proofs(claim, facts, tries, splits))
        if found and _whole(found):
            return tuple(reason for kept in found.values() for reason in kept.reasons)
        if not tries.more:
            break
    return None


def missing(claim: Claim, graph: str, facts: tuple[Fact, ...]) -> list[Missing]:
    """Return the parts of a claim that nothing proves where facts speak of a graph, with the condition nearest to each."""
    found = []
    for part in claim.parts(graph):
        witness = Witness(part.graph or graph, claim.node, part.dates, facts)
        kept = _judged(part, witness)
        if kept is None or kept.lost:
            found.append(_nearest(part, witness))
    return found


def _nearest(part: Part, witness: Witness) -> Missing:
    held, kept = _states(part, witness)
    for test, refused in _refusals(witness, held):
        if witness.mentions(test):
            lost = [state for state in kept if state in refused]
            let = [state for state in held if state not in kept and state not in refused]
            if lost or let:
                return Missing(part, _place(test), bool(let) and not lost, (lost or let)[0])
    return Missing(part)


def _best(proofs: Iterator[_Proof]) -> _Proof | None:
    """Return the first that is whole; without one, the first."""
    first = None
    for found in proofs:
        if _whole(found):
            return found
        first = first or found
    return first


def _whole(proof: _Proof) -> bool:
    return not any(kept.lost for kept in proof.values())


def _proofs(claim: Claim, facts: tuple[Fact, ...], tries: _Tries, splits: int, after: int = 0) -> Iterator[_Proof]:
    """Yield what proves a claim, with as many unions told apart, of those from `after` on."""
    tries.left -= 1
    if tries.left < 0:
        return
    for graph in sorted({fact.graph for fact in facts}):
        if (found := _in(graph, claim, facts)) is not None:
            yield found
    for index, fact in enumerate(facts):
        inner = fact.element
        if isinstance(inner, Union) and index >= after and all(_names(arm, claim.node) for arm in inner.arms):
            if not splits:
                tries.more = True
                continue
            opened = ((*facts[:index], *fact.opened(arm), *facts[index + 1 :]) for arm in inner.arms)
            if (found := _united(_best(_proofs(claim, arm, tries, splits - 1, index)) for arm in opened)) is not None:
                yield found
        if isinstance(inner, Select):
            inside = fact.opened(inner.group, "select")
            if claim.node.is_param or claim.node.value in _shared(inner, inside):
                yield from _proofs(claim.inside(inner), inside, tries, splits)


def _shared(select: Select, inside: Sequence[Fact]) -> frozenset[str]:
    """Return the variables that have one value inside a subselect and out, in every row."""
    tests = [fact.element.expr for fact in inside if isinstance(fact.element, Filter)]
    names = certain((fact.element for fact in inside), asked_of_one(tests, (fact.bound for fact in inside)))
    return names if select.star else names & {term.value for term in select.shared}


def _names(arm: Group, node: Term) -> bool:
    return any(term.value == node.value for term in terms_of(arm))


def _united(arms: Iterator[_Proof | None]) -> _Proof | None:
    """Return what all arms keep; what one leaves out is kept by others that keep nothing of its own."""
    proofs: list[_Proof] = []
    for arm in arms:
        if arm is None:
            return None
        proofs.append(arm)
    united = {}
    for name in dict.fromkeys(name for one in proofs for name in one):
        parts = [one[name] for one in proofs if name in one]
        lost = [part.lost.difference(*(other.kept for other in parts if other.kept.isdisjoint(part.kept))) for part in parts]
        reasons = tuple(reason for part in parts for reason in part.reasons)
        united[name] = _Kept(reasons, frozenset().union(*(part.kept for part in parts)), frozenset().union(*lost))
    return united


def _in(graph: str, claim: Claim, facts: tuple[Fact, ...]) -> _Proof | None:
    """Return what proves a claim of a node that lies in a graph."""
    if claim.condition in ("believed", "unresolved"):
        reads = _reads(graph, claim.node, facts)
        if graph == "current" and reads and (claim.condition == "believed" or not claim.known):
            return {claim.condition: _Kept((IN_CURRENT,))}
        if claim.condition == "unresolved" and not reads:
            return None
    found = {}
    for part in claim.parts(graph):
        witness = Witness(part.graph or graph, claim.node, part.dates, facts)
        kept = _judged(part, witness)
        if part.may_be_told and (kept is None or kept.lost):
            kept = _told(part, witness, claim.told) or kept
        if kept is None:
            return None
        found[part.name] = kept
    return found


def _reads(graph: str, node: Term, facts: tuple[Fact, ...]) -> bool:
    """Whether a graph is asked for something that a node says itself, so that it lies there."""
    own = (fact.element for fact in facts if fact.graph == graph)
    triples = (triple for triple in own if isinstance(triple, Triple) and triple.subject.same(node))
    return any(isinstance(triple.path, Link) and not triple.path.inverse for triple in triples)


def _states(part: Part, witness: Witness) -> tuple[list[tuple[Position, ...]], list[tuple[Position, ...]]]:
    """Return where the dates may lie of what the patterns find, and where they do of what is promised.

    Dates of one part come together, or not at all: who knows an end knows when it was learned. What has a beginning or was
    recorded has always got the date of that, in the graph that it lies in.
    """
    places = [(0,) if param is None else (-1, 0, 1) for param in part.dates.values()]
    found: list[tuple[Position, ...]] = [*product(*places)]
    if not witness.always() and (part.wanted == "open" or not _reads(witness.graph, witness.node, witness.facts)):
        found.append((None,) * len(places))
    return found, [state for state in found if part.holds(state)]


def _refusals(
    witness: Witness, states: Sequence[tuple[Position, ...]]
) -> Iterator[tuple[Expr | Minus, frozenset[tuple[Position, ...]]]]:
    """Yield the conditions on a node, each with the places of its dates that it lets nothing through of."""
    for fact, test in witness.tests():
        said: list[State] = [dict(zip(witness.dates, state, strict=True)) for state in states]
        yield (
            test,
            frozenset(
                state for state, one in zip(states, said, strict=True) if True not in witness.comes_to(fact, test, one)
            ),
        )


def _judged(part: Part, witness: Witness) -> _Kept | None:
    """Return the conditions that let through what has its dates as a part of a promise says; None if more comes through.

    Those that leave out what is promised are asked last: beside others that do not, they are conditions of the query's own.
    """
    held, kept = _states(part, witness)
    wrong = frozenset(held).difference(kept)
    refusals = [(test, refused) for test, refused in _refusals(witness, held) if refused]
    right = [(test, refused) for test, refused in refusals if refused.isdisjoint(kept)]
    whole = [(test, refused) for test, refused in right if wrong <= refused]
    for chosen in (whole[:1], right, refusals):
        refused = frozenset[tuple[Position, ...]]().union(*(states for _, states in chosen))
        if wrong <= refused:
            left = frozenset((witness.graph, state) for state in kept if state not in refused)
            lost = frozenset((witness.graph, state) for state in kept if state in refused)
            return _Kept(tuple(Reason(_place(test), "", (*part.dates,), _form(test)) for test, _ in chosen), left, lost)
    return None


def _told(part: Part, witness: Witness, told: frozenset[str]) -> _Kept | None:
    """Return the variables by which the answer tells the dates of what it should not let through."""
    held, kept = _states(part, witness)
    known = [one for one in witness.told if one.value.value in told]
    for state in frozenset(held).difference(kept):
        dates = dict(zip(part.dates, state, strict=True))
        if {one.prop for one in known if None not in one.positions(dates)} != part.dates.keys():
            return None
    return _Kept(tuple(Reason(one.value.token, "", (one.prop,)) for one in sorted(known, key=lambda one: one.prop)))


def _form(test: Expr | Minus) -> str:
    if isinstance(test, Minus):
        return "MINUS"
    return "FILTER NOT EXISTS" if isinstance(test, Exists) and test.negated else "FILTER"


def _place(test: Expr | Minus) -> Token | None:
    return next((term.token for term in terms_of(test) if term.token is not None), None)
