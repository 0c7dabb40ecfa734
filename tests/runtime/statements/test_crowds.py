"""Entities with more around them than a context shows: which are shown, in which order, and how many are left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgrdf.generated import Graph
from tests.runtime.statements.lockstep.furniture import furniture
from tests.runtime.statements.lockstep.lockstep import Lockstep
from tests.runtime.statements.lockstep.pair import Pair
from tests.runtime.statements.lockstep.programs import TYPES, WEIGHT
from tests.runtime.statements.lockstep.steps import BASE, CONFIDENCES, P1, P2, S1, S2, WEIGHTS, at
from tests.runtime.statements.oracle.oracle import Oracle
from tests.runtime.statements.readings.context import compare_contexts
from tests.runtime.statements.readings.sight import Sight, Viewpoint
from tests.runtime.statements.readings.timeline import compare_timelines

MANY = int(os.environ.get("KGRDF_PROGRAMS", "10000")) // 50
CROWD = tuple(f"entity::Person::q{number}" for number in range(45))

_TIES = st.lists(
    st.tuples(
        st.sampled_from((S1, S1, S1, S1, S1, S2, P1, *CROWD[:2])),
        st.sampled_from(("uses", "knows", "related_to", "depends_on")),
        st.sampled_from((*CROWD, P2, S2)),
        WEIGHT,
        st.sampled_from((None, 2, 4)),
        st.sampled_from((None, None, None, None, 3, 9)),
    ),
    min_size=80,
    max_size=120,
)
_CLAIMS = st.lists(
    st.tuples(
        st.integers(0, 60),
        st.sampled_from(((S1,), (P1, S1), (P1,))),
        st.sampled_from((None, 0, 1, 2)),
        st.sampled_from((None, 0, 2)),
        st.integers(0, 6),
    ),
    min_size=15,
    max_size=45,
)
_VIEWPOINTS = st.lists(
    st.builds(
        Viewpoint,
        st.none() | st.integers(0, 10),
        st.none() | st.integers(0, 200),
        st.sampled_from((1, 2, 3)),
        TYPES,
        st.sampled_from(("both", "both", "out", "in")),
    ),
    min_size=1,
    max_size=2,
)
Tie = tuple[str, str, str, int | None, int | None, int | None]
Claim = tuple[int, tuple[str, ...], int | None, int | None, int]


def tell(pair: Pair, ask: Callable[[Oracle], object], call: Callable[[Graph], object]) -> None:
    """Tell both sides; they are compared once, when all is told."""
    ask(pair.oracle)
    call(pair.graph)


def tell_tie(pair: Pair, now: int, tie: Tie) -> None:
    source, label, target, strength, start, end = tie
    weight = None if strength is None else WEIGHTS[strength]
    if source == target or (start is not None and end is not None and end <= start):
        return
    end = None if start is None else end
    tell(
        pair,
        lambda o: o.assert_key(now, "rel", label, (source,), target, weight, start, end, None),
        lambda g: g.add_relationship(source, target, label, weight=weight, valid_from=at(start), valid_to=at(end)),
    )


def tell_claim(pair: Pair, now: int, claim: Claim) -> None:
    number, about, confidence, cited, start = claim
    text, sure = f"claim {number}", None if confidence is None else CONFIDENCES[confidence]
    source = None if cited is None else furniture().sources[cited]
    tell(
        pair,
        lambda o: o.assert_key(now, "fact", text, tuple(sorted(about)), None, None, start, None, source, sure),
        lambda g: g.store_fact(text, about, confidence=sure, valid_from=at(start), source_document_id=source),
    )


def compare_crowd(ties: Sequence[Tie], claims: Sequence[Claim], viewpoints: Sequence[Viewpoint]) -> None:
    both = Lockstep()
    try:
        pair, now = both.pairs[0], both.clock.now() - BASE
        for id in CROWD:
            name = id.removeprefix("entity::Person::")
            tell(
                pair,
                lambda o, id=id, name=name: o.store_thing(now, id, name, "Person", None),  # type: ignore[misc]
                lambda g, name=name: g.store_entity(name, "Person", id=name),  # type: ignore[misc]
            )
        for tie in ties:
            tell_tie(pair, now, tie)
        for claim in claims:
            tell_claim(pair, now, claim)
        pair.look()
        pair.match()
        pair.compare()
        for viewpoint in (Viewpoint(hops=2), *viewpoints):
            sight = Sight(pair, viewpoint, both.clock.now())
            compare_contexts(sight)
            compare_timelines(sight)
    finally:
        both.close()


@settings(max_examples=4)
@given(_TIES, _CLAIMS, _VIEWPOINTS)
def test_a_context_shows_the_first_of_a_crowd_and_counts_the_rest(
    ties: list[Tie], claims: list[Claim], viewpoints: list[Viewpoint]
) -> None:
    compare_crowd(ties, claims, viewpoints)


@pytest.mark.proof
@settings(max_examples=MANY)
@given(_TIES, _CLAIMS, _VIEWPOINTS)
def test_two_hundred_crowds_are_shown_and_counted_as_the_oracle_says(
    ties: list[Tie], claims: list[Claim], viewpoints: list[Viewpoint]
) -> None:
    compare_crowd(ties, claims, viewpoints)
