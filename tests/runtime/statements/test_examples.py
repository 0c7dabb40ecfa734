"""Programs on which the memory and the oracle once differed, as small as they get; each is also read from every side."""

from __future__ import annotations

import pytest

from tests.runtime.statements.lockstep.lockstep import Lockstep, run
from tests.runtime.statements.lockstep.steps import Amend, Assert, Clock, End, Mark, Resolve, Step, Supersede, Sweep
from tests.runtime.statements.readings.reads import compare_reads
from tests.runtime.statements.readings.sight import Viewpoint

PROGRAMS: dict[str, list[Step]] = {
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
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_the_memory_agrees_with_the_oracle_where(program: list[Step]) -> None:
    def read(both: Lockstep) -> None:
        for hops, v in enumerate((None, 5, 9), 1):
            for k in (None, 4, 6):
                compare_reads(both, Viewpoint(v, k, hops))

    run(*program, reads=read)
