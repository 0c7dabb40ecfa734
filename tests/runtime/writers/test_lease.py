"""One process at a time writes to a server that loses concurrent updates."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from kgrdf.errors import StoreLockedError, StoreUnavailableError
from kgrdf.query import Request, load
from kgrdf.store import EmbeddedStore, open_store
from kgrdf.store.base import Row
from kgrdf.store.lease import Lease, LeaseTerms
from kgrdf.testing import FrozenClock

CLEAR = Request("CLEAR GRAPH <urn:kgrdf-store:registry>", "clear")


class Registry:
    """The registry graph of a store; what is sent may be held back by a test."""

    location = "http://server/query"

    def __init__(self, kept: EmbeddedStore) -> None:
        self.kept = kept
        self.sent: list[str] = []
        self.before: Callable[[Request], None] = lambda request: None

    def select(self, request: Request) -> Iterator[Row]:
        return self.kept.select(request)

    def send(self, request: Request) -> None:
        self.before(request)
        self.kept.update(request)
        self.sent.append(request.name)


@pytest.fixture
def registry() -> Iterator[Registry]:
    with open_store("memory:") as kept:
        yield Registry(kept)


@pytest.fixture
def terms(clock: FrozenClock) -> LeaseTerms:
    """30 s, by a clock that a test moves; no renewal comes by itself, and no pause takes time."""
    return LeaseTerms(clock=clock, monotonic=lambda: clock.now() / 1000, sleep=lambda seconds: None)


def claims(registry: Registry) -> int:
    return len(list(registry.select(load("lease_claims").bind(None))))


def test_the_second_process_is_refused_with_the_holder_named(registry: Registry, terms: LeaseTerms) -> None:
    first, second = Lease(registry, terms), Lease(registry, terms)
    first.hold()
    with pytest.raises(StoreLockedError) as refusal:
        second.hold()
    assert f"process {os.getpid()} on " in refusal.value.message
    assert "since 2025-01-01T00:00:00Z, until 2025-01-01T00:00:34Z at least" in refusal.value.message
    assert (first.held, second.held) == (True, False)
    first.release()
    second.hold()
    assert second.held
    second.release()
    assert claims(registry) == 0


def test_a_lease_that_was_not_given_back_runs_out(registry: Registry, terms: LeaseTerms, clock: FrozenClock) -> None:
    killed, next_one = Lease(registry, terms), Lease(registry, terms)
    killed.hold()
    clock.advance(seconds=33)
    with pytest.raises(StoreLockedError, match="until 2025-01-01T00:00:34Z at least"):
        next_one.hold()
    clock.advance(seconds=2)
    next_one.hold()
    assert next_one.held
    assert claims(registry) == 1


def test_a_holder_stops_before_others_may_begin(registry: Registry, terms: LeaseTerms, clock: FrozenClock) -> None:
    lease = Lease(registry, terms)
    lease.hold()
    clock.advance(seconds=27)
    assert not lease.held
    sent = len(registry.sent)
    with pytest.raises(StoreLockedError, match="nothing was sent"):
        lease.hold()
    assert len(registry.sent) == sent


@pytest.mark.parametrize("jumping", ["clock", "monotonic"])
def test_either_clock_ends_a_lease(registry: Registry, clock: FrozenClock, jumping: str) -> None:
    """One stands still while the machine sleeps, the other one may be set back."""
    wall, steady = FrozenClock("2025-01-01T00:00:00Z"), FrozenClock("2025-01-01T00:00:00Z")
    lease = Lease(registry, LeaseTerms(clock=wall, monotonic=lambda: steady.now() / 1000, sleep=lambda seconds: None))
    lease.hold()
    (wall if jumping == "clock" else steady).advance(minutes=5)
    with pytest.raises(StoreLockedError, match="not this process's to write any more"):
        lease.hold()


def test_after_a_loss_the_next_write_takes_the_lease_again(
    registry: Registry, terms: LeaseTerms, clock: FrozenClock
) -> None:
    lease, other = Lease(registry, terms), Lease(registry, terms)
    lease.hold()
    clock.advance(minutes=5)
    with pytest.raises(StoreLockedError):
        lease.hold()
    assert lease.hold(), "what is remembered from before may be of the past"
    clock.advance(minutes=5)
    other.hold()
    with pytest.raises(StoreLockedError, match="nothing was sent"):
        lease.hold()
    with pytest.raises(StoreLockedError, match="is written by process"):
        lease.hold()


def test_a_renewal_moves_the_end_and_one_in_vain_ends_the_lease(registry: Registry) -> None:
    terms = LeaseTerms(duration=0.15, margin=0.01, settle=0.0)
    lease, other = Lease(registry, terms), Lease(registry, terms)
    lease.hold()
    renewed = threading.Event()
    registry.before = lambda request: renewed.set() if request.name == "lease_renew" else None
    assert renewed.wait(5)
    with pytest.raises(StoreLockedError):
        other.hold()
    registry.kept.update(CLEAR)
    renewer = next(thread for thread in threading.enumerate() if thread.name == "kgrdf-lease")
    renewer.join(5)
    with pytest.raises(StoreLockedError, match="its claim is gone"):
        lease.hold()


def test_a_renewal_that_fails_is_tried_again(registry: Registry) -> None:
    lease = Lease(registry, LeaseTerms(duration=0.3, margin=0.01, settle=0.0))
    lease.hold()
    tries, again = [], threading.Event()

    def fail_once(request: Request) -> None:
        tries.append(request.name)
        if len(tries) == 1:
            raise StoreUnavailableError("no connection")
        again.set()

    registry.before = fail_once
    assert again.wait(5)
    assert lease.held
    lease.release()


@pytest.mark.parametrize(("rival_since", "wins"), [(-1, False), (1, True)])
def test_of_two_claims_that_went_in_at_once_the_earlier_wins(
    registry: Registry, terms: LeaseTerms, clock: FrozenClock, rival_since: int, wins: bool
) -> None:
    """The server refused neither: both claims stand when they are read back."""

    def slip_in(seconds: float) -> None:
        since, until = clock.now() + rival_since, clock.now() + 30_000
        registry.kept.update(
            Request(
                "PREFIX kg: <https://w3id.org/kgrdf/ns#> INSERT DATA { GRAPH <urn:kgrdf-store:registry> { "
                f'<urn:kgrdf-store:lease:0> kg:leaseHolder "process 1 on elsewhere" ; kg:leaseSince {since} ; '
                f"kg:leaseUntil {until} }} }}",
                "slip",
            )
        )

    lease = Lease(registry, replace(terms, sleep=slip_in))
    if wins:
        lease.hold()
        assert lease.held
    else:
        with pytest.raises(StoreLockedError, match="process 1 on elsewhere"):
            lease.hold()
    assert claims(registry) == (2 if wins else 1)


def test_a_claim_that_the_server_lost_is_not_held(registry: Registry, terms: LeaseTerms) -> None:
    lease = Lease(registry, replace(terms, sleep=lambda seconds: registry.kept.update(CLEAR)))
    with pytest.raises(StoreLockedError, match="did not keep"):
        lease.hold()
    assert not lease.held


def test_what_a_server_left_of_a_claim_locks_nobody_out(registry: Registry, terms: LeaseTerms, clock: FrozenClock) -> None:
    """It was renewed and removed at once, and the server lost a part of each."""
    registry.kept.update(
        Request(
            "PREFIX kg: <https://w3id.org/kgrdf/ns#> INSERT DATA { GRAPH <urn:kgrdf-store:registry> { "
            f"<urn:kgrdf-store:lease:0> kg:leaseUntil {clock.now() + 30_000} }} }}",
            "half",
        )
    )
    lease = Lease(registry, terms)
    lease.hold()
    assert lease.held
    lease.release()
