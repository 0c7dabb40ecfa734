"""Random programs during which things go wrong."""

from __future__ import annotations

from hypothesis import strategies as st

from kgrdf import Graph
from kgrdf.testing import FrozenClock, NeptuneEmulation
from tests.contract.ledger import FAULTS, TENANT, Ledger, Step, Trouble, opened, signed_in

TROUBLES = st.builds(
    Trouble,
    fault=st.sampled_from([*FAULTS, "expiry"]),
    times=st.integers(1, 5),
    on=st.sampled_from(["query", "update", ""]),
    after=st.integers(0, 6),
)
STEPS = st.builds(
    Step,
    verb=st.sampled_from(["claim", "claim", "withdraw", "describe"]),
    key=st.sampled_from(["ledger", "billing", "search"]),
    troubles=st.lists(TROUBLES, max_size=3).map(tuple),
)
PROGRAMS = st.lists(STEPS, min_size=1, max_size=6)


def run(program: list[Step]) -> int:
    """Run a program on an emulation of its own, hold what is left against the dictionary, and return what was given up."""
    with NeptuneEmulation() as neptune, signed_in(neptune), opened(neptune) as store:
        clock = FrozenClock()
        ledger = Ledger(neptune, Graph(store, TENANT, clock=clock), clock)
        for number, step in enumerate(program):
            ledger.take(number, step)
        ledger.compare()
        with opened(neptune) as fresh:
            ledger.graph = Graph(fresh, TENANT, clock=clock)
            ledger.compare()
        neptune.check(TENANT)
        return ledger.given_up
