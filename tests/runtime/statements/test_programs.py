"""Random programs of calls, run on the oracle and on the real memory side by side."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runtime.statements import lockstep as ls

INSTANTS = st.integers(0, 15)
MAYBE = st.none() | INSTANTS
TENANT = st.sampled_from((0, 0, 0, 1, 2))
BACK = st.integers(0, 5)
SOURCE = st.sampled_from((None, 0, 1))
WEIGHT = st.sampled_from((None, None, 0, 1))
WHAT = st.one_of(st.integers(0, 2), st.integers(0, len(ls.CLAIMS) - 1))

STEPS: st.SearchStrategy[ls.Step] = st.one_of(
    st.builds(ls.Assert, TENANT, WHAT, MAYBE, MAYBE, SOURCE, WEIGHT),
    st.builds(ls.Assert, TENANT, WHAT, MAYBE, st.none(), SOURCE, WEIGHT),
    st.builds(ls.Supersede, TENANT, BACK, st.integers(0, 4), MAYBE, SOURCE, WEIGHT),
    st.builds(ls.End, TENANT, BACK, MAYBE),
    st.builds(ls.Retract, TENANT, BACK, st.booleans(), st.sampled_from((None, "wrong"))),
    st.builds(ls.Amend, TENANT, BACK, st.sampled_from((None, 0, 1)), WEIGHT, MAYBE, MAYBE, st.just(False)),
    st.builds(ls.Amend, TENANT, BACK, st.none(), st.none(), MAYBE, st.none(), st.booleans()),
    st.builds(ls.Mark, TENANT, BACK, BACK),
    st.builds(ls.Resolve, TENANT, st.integers(0, 2), st.just("keep"), st.integers(0, 1)),
    st.builds(ls.Resolve, TENANT, st.integers(0, 2), st.sampled_from(("both", "neither"))),
    st.builds(ls.Clock, INSTANTS),
    st.builds(ls.Sweep, TENANT),
)
PROGRAMS = st.lists(STEPS, min_size=1, max_size=14)


@settings(max_examples=int(__import__("os").environ.get("N", "200")))
@given(PROGRAMS)
def test_random_programs_leave_the_same_memory_as_the_oracle(program: list[ls.Step]) -> None:
    ls.run(*program)
