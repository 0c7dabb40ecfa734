"""Programs on which the memory and the oracle once differed, as small as they get, and some with much to read.

Each is read from every side.
"""

from __future__ import annotations

import pytest

from tests.runtime.statements.lockstep.lockstep import Lockstep, run
from tests.runtime.statements.lockstep.steps import (
    Amend,
    Assert,
    Clock,
    Describe,
    End,
    Mark,
    Mention,
    Resolve,
    Retract,
    Rewrite,
    Step,
    Supersede,
    Sweep,
)
from tests.runtime.statements.readings.reads import compare_reads
from tests.runtime.statements.readings.sight import Viewpoint

PROGRAMS: dict[str, list[Step]] = {
    "an amendment of an amendment tells the words before both": [
        Assert(0, 3),
        Amend(0, 0, 1),
        Amend(0, 0, None, None, 0),
    ],
    "a repeat of an assertion whose end has just passed moves nothing": [Assert(0, 0, None, 5)],
    "a planned end told in the first write is moved by a later one": [Assert(0, 0, None, 14), Clock(14), Assert(0, 6)],
    "an end told at a planned start is a statement of its own": [Assert(0, 0, 6), Assert(0, 0, None, 6)],
    "an end told at the very start of what holds is empty": [Assert(0, 0, 0), Assert(0, 0, None, 0)],
    "ending a planned statement twice is one end": [Assert(0, 0, 13), End(0, 0)],
    "ending a planned and bounded statement twice is one end": [Assert(0, 0, 9, 10), End(0, 0)],
    "ending what a planned successor will replace is a repeat the second time": [
        Assert(0, 0),
        Supersede(0, 0, 1, 13),
        End(0, 1),
    ],
    "superseding by the rival that took over adds the source": [Assert(0, 1, 15), Assert(0, 0), Supersede(0, 0, 1, None, 0)],
    "a later part of an assertion does not empty the rival that it meets": [Assert(0, 0), Assert(0, 1), Assert(0, 1, 0, 15)],
    "the answer speaks of the contradictions of all parts": [Assert(0, 1), Assert(0, 0, None, 12), Assert(0, 1, 0, 13)],
    "the answer speaks of what all parts superseded": [Assert(0, 0), Assert(0, 1), Assert(0, 1, 0, 8)],
    "an empty predecessor does not count as a rival": [
        Assert(0, 0, 10),
        Assert(0, 1, 8),
        Assert(0, 0, 11, None, 0),
        Assert(0, 0),
    ],
    "disjoint types meet whichever end they are said from": [Assert(2, 6), Assert(2, 9), Assert(1, 7), Assert(1, 8)],
    "disjoint types that an amendment brings together contradict each other": [
        Assert(0, 8, 1, 5),
        Assert(0, 6, 5),
        Amend(0, 1, t=7),
    ],
    "neither of two that replaced each other revives the other": [
        Assert(0, 0),
        Assert(0, 1),
        Mark(0, 1, 0),
        Resolve(0, 0, "neither"),
    ],
    "a sweep stops at its own instant": [
        Assert(0, 0, None, 12),
        Assert(0, 1, 9),
        Assert(0, 1),
        Clock(11),
        Sweep(0),
        Sweep(0),
    ],
    "a withdrawn end carries no contradiction to a copy": [
        Assert(0, 1),
        Assert(0, 0, 0, 7),
        End(0, 0),
        Assert(0, 0, 15),
        Assert(0, 0),
        Resolve(0, 1, "both"),
    ],
    "an end before the present, told from now on, is refused where it was only heard": [
        Assert(0, 1, None, 10),
        Assert(0, 0),
        Assert(0, 4),
        Assert(0, 1, None, 8, 0),
    ],
    "things are three steps away, by more than one way and with weights on both sides of a band": [
        Assert(0, 6, 1, None, None, 0),
        Assert(0, 18, 1, None, 0, 2),
        Assert(0, 15, 2, None, 2, 3),
        Assert(0, 16, 2),
        Assert(0, 10, 1, 9, None, 0),
        Assert(0, 11, 1, None, 3),
        Assert(0, 14, 3, None, None, 1),
        Describe(0, 0, 0),
        Assert(0, 17, 1),
        Assert(0, 19, 1),
        Amend(0, 1, weight=0),
        End(0, 2, 7),
    ],
    "several sources of a claim are known one after the other, and one of them is withdrawn": [
        Assert(0, 3, 1, None, 0, None, 0),
        Assert(0, 3, 1, None, 2, None, 1),
        Assert(0, 3, 2, None, 4, None, 2),
        Assert(0, 22, 1, None, None, None, 2),
        Assert(0, 22, 1, None, 3, None, 2),
        Supersede(0, 1, 1, 6, 1, None, 2),
        Mention(0, 1, 0),
        Rewrite(0, 0, 1),
        Amend(0, 2, word=2),
    ],
    "what took a place is withdrawn, and what it replaced has only ended": [
        Assert(0, 3, 1),
        Supersede(0, 0, 1, 3),
        Assert(0, 10, 1),
        Mark(0, 0, 1),
        Clock(6),
        Retract(0, 1),
        Assert(0, 4, 3, None, 1, None, 1),
        Amend(0, 0, t=8),
    ],
    "a contradiction is found, known for a while, and decided for both": [
        Assert(0, 3, 1),
        Assert(0, 4, 1),
        Mark(0, 0, 1),
        Assert(0, 22, 1),
        Mark(0, 0, 1),
        Resolve(0, 1, "both"),
    ],
    "a decision is carried to a copy, and recorded with it": [
        Assert(0, 3, 1),
        Assert(0, 4, 1),
        Mark(0, 0, 1),
        Resolve(0, 0, "both"),
        Amend(0, 0, f=2),
    ],
    "one side of a contradiction is withdrawn, and only later is it decided": [
        Assert(0, 3, 1),
        Assert(0, 4, 1),
        Mark(0, 0, 1),
        Retract(0, 1),
        Resolve(0, 0, "keep", 1),
    ],
    "every reason to be left out is there at once": [
        Assert(0, 3, 1),
        Supersede(0, 0, 1, 3),
        Assert(0, 5, 1, 4),
        Assert(0, 22, 1),
        Retract(0, 0),
        Assert(0, 10, 1),
        Assert(0, 14, 1),
        Mark(0, 0, 1),
        Resolve(0, 0, "keep", 0),
        Assert(0, 4, 1),
        Assert(0, 21, 1),
        Mark(0, 0, 1),
        Assert(0, 12, 2, 4),
    ],
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_the_memory_agrees_with_the_oracle_where(program: list[Step]) -> None:
    def read(both: Lockstep) -> None:
        for v, hops, types, direction in (
            (None, 3, (), "both"),
            (5, 2, ("dependency_of", "knows", "related_to", "uses"), "out"),
            (9, 3, (), "in"),
        ):
            for k in (None, 4, 7):
                compare_reads(both, Viewpoint(v, k, hops, types, direction))

    run(*program, reads=read)
