"""Random programs of calls: few claims, few instants, so that boundaries and rivals meet all the time."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.runtime.statements.lockstep import steps as ls
from tests.runtime.statements.readings.sight import Viewpoint

__all__ = ["PROGRAMS", "VIEWPOINTS"]

INSTANTS = st.integers(0, 15)
MAYBE = st.none() | INSTANTS
TENANT = st.sampled_from((0, 0, 0, 0, 0, 1, 2))
BACK = st.sampled_from((0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 99))
SOURCE = st.sampled_from((None, 0, 1, 2, 3, 4))
WEIGHT = st.sampled_from((None, None, 0, 1, 2, 3))
SURE = st.sampled_from((None, 0, 1, 2))
WHAT = st.one_of(st.integers(0, 2), st.integers(0, len(ls.CLAIMS) - 1))
TYPES = st.sampled_from(
    ((), (), (), ("uses",), ("depends_on",), ("dependency_of", "knows"), ("related_to",), ("part_of", "primary_owner"))
)

_ASSERT = st.one_of(
    st.builds(ls.Assert, TENANT, WHAT, MAYBE, MAYBE, SOURCE, WEIGHT, SURE),
    st.builds(ls.Assert, TENANT, WHAT, MAYBE, st.none(), SOURCE, WEIGHT, SURE),
)
_SUPERSEDE = st.builds(ls.Supersede, TENANT, BACK, st.integers(0, len(ls.TARGETS) - 1), MAYBE, SOURCE, WEIGHT, SURE)
_AMEND = st.one_of(
    st.builds(ls.Amend, TENANT, BACK, st.sampled_from((None, None, 0, 1)), WEIGHT, MAYBE, MAYBE),
    st.builds(ls.Amend, TENANT, BACK, f=MAYBE, reopen=st.booleans()),
)
_CONTRADICTION = st.one_of(
    st.builds(ls.Mark, TENANT, BACK, BACK),
    st.builds(ls.Resolve, TENANT, st.integers(0, 2), st.just("keep"), st.integers(0, 1)),
    st.builds(ls.Resolve, TENANT, st.integers(0, 2), st.sampled_from(("both", "neither"))),
)
_FURNISH = st.one_of(
    st.builds(ls.Describe, TENANT, st.integers(0, 2), st.sampled_from((None, 0, 1))),
    st.builds(ls.Rewrite, TENANT, st.integers(0, 1), st.integers(0, 1)),
    st.builds(ls.Mention, TENANT, st.integers(0, 7), st.sampled_from((0, 1, 3, 6))),
)
_OTHER = st.one_of(
    st.builds(ls.End, TENANT, BACK, MAYBE),
    st.builds(ls.Retract, TENANT, BACK, st.booleans(), st.sampled_from((None, "wrong"))),
    st.builds(ls.Clock, INSTANTS),
    _FURNISH,
    st.builds(ls.Sweep, TENANT),
    st.just(ls.Reopen()),
)
STEPS: st.SearchStrategy[ls.Step] = st.one_of(_ASSERT, _ASSERT, _SUPERSEDE, _AMEND, _CONTRADICTION, _OTHER)


def _told(*whats: int) -> st.SearchStrategy[list[ls.Step]]:
    """Return assertions of these claims by the first tenant that began early and have no end."""
    early = st.none() | st.integers(0, 5)
    return st.tuples(
        *(st.builds(ls.Assert, st.just(0), st.just(what), early, st.none(), SOURCE, WEIGHT, SURE) for what in whats)
    ).map(list)


def _joined(*parts: st.SearchStrategy[list[ls.Step]]) -> st.SearchStrategy[list[ls.Step]]:
    return st.tuples(*parts).map(lambda found: [step for part in found for step in part])


_BEGINNINGS: st.SearchStrategy[list[ls.Step]] = st.one_of(
    st.just([]),
    # A chain with branches: things three steps away, and more than one way to some.
    _told(6, 18, 15, 16, 10),
    _told(13, 0, 14, 15, 19),
    # Contradictions, marked and found, and what replaced what.
    _joined(_told(3, 4), st.just([ls.Mark(0, 0, 1)]), _told(0, 1)),
    _joined(_told(6, 8), st.just([ls.Retract(0, 0)]), _told(12, 11)),
    # One claim from several sources.
    _told(3, 3, 3, 22),
)
PROGRAMS = _joined(_BEGINNINGS, st.lists(STEPS, min_size=1, max_size=12))
_VIEWPOINT = st.builds(
    Viewpoint,
    st.none() | st.integers(-1, 18),
    st.none() | st.integers(-1, 18),
    st.sampled_from((1, 2, 3)),
    TYPES,
    st.sampled_from(("both", "both", "out", "in")),
)
VIEWPOINTS = st.lists(_VIEWPOINT, max_size=2)
