"""The lease: the right of one process to write to a store whose server does not serialise updates.

A claim in the registry graph names the holder and the instant until which it holds. It is renewed in time by a thread, given
back when the store is closed, and runs out after a kill. Readers need none.

How safe it is. A claim goes in only where none stands. But a server that loses concurrent updates may let two claims in at
once, and show each writer its own alone for a moment. So a claim is read back only after a pause, longer than an update
takes; where several stand, the earliest wins and the others withdraw; and each renewal looks again. Instants are those of
the writers' clocks: a holder stops a margin before its claim's end, others wait a margin beyond it, so clocks may differ by
two margins. What slips through, on a server that takes longer than the pause, still meets the guard of each write.
"""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from pyoxigraph import NamedNode

from kgrdf.errors import StoreError, StoreLockedError
from kgrdf.query import Request, load
from kgrdf.store.base import Row
from kgrdf.temporal import Clock, SystemClock, format_instant
from kgrdf.terms import integer_of, node_of, to_value

__all__ = ["Lease", "LeaseTerms"]

_SETTLE = 4
"""So many times as long as its own claim took, a process waits for those of others to come to light."""


class Registry(Protocol):
    """Where claims stand: a store whose updates need no lease."""

    location: str

    def select(self, request: Request) -> Iterator[Row]:
        """Yield solutions."""
        ...

    def send(self, request: Request) -> None:
        """Run one update, whoever may write."""
        ...


@dataclass(frozen=True, slots=True)
class LeaseTerms:
    """How long a claim holds, and how it is taken; in seconds."""

    duration: float = 30.0
    """From a renewal to the end, if none follows. A third of it passes between renewals."""
    margin: float = 4.0
    """A holder stops so long before the end, and others wait so long after it."""
    settle: float = 0.05
    """Between a claim and its reading back; more where the server is slow."""
    clock: Clock = field(default_factory=SystemClock)
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    @classmethod
    def lasting(cls, seconds: float) -> LeaseTerms:
        """Return the terms of a lease of this duration."""
        return cls(duration=seconds, margin=seconds / 8)


@dataclass(frozen=True, slots=True, order=True)
class _Claim:
    since: int
    """The first field, so that claims sort by it."""
    node: str
    holder: str
    until: int


class Lease:
    """One process's lease on one store, which it may or may not hold. Several threads may use it."""

    def __init__(self, registry: Registry, terms: LeaseTerms | None = None) -> None:
        self._registry = registry
        self._terms = terms or LeaseTerms()
        self._guard = threading.RLock()
        self._claim: NamedNode | None = None
        self._until = 0
        self._good_until = 0.0
        self._renewer: threading.Thread | None = None
        self._stop = threading.Event()
        self._lost = ""
        self._had = False

    @property
    def held(self) -> bool:
        """Say that no other process can write now."""
        return self._claim is not None and not self._lapsed()

    def hold(self) -> bool:
        """Make sure of the lease before an update is sent, and say whether others may have had it since the one before.

        Raises `StoreLockedError` where another process holds it, and, once, where this process had it and has lost it:
        what was prepared under it must not be sent.
        """
        with self._guard:
            if self._claim is not None and not self._lapsed():
                return False
            if self._claim is not None:
                self._give_up(f"it ran out at {format_instant(self._until)} without a renewal")
            if self._lost:
                reason, self._lost = self._lost, ""
                raise StoreLockedError(
                    f"store: {self._registry.location} is not this process's to write any more: {reason}",
                    hint="nothing was sent; the next write takes the lease again, if nobody else has it",
                )
            self._take()
            again, self._had = self._had, True
            return again

    def check(self) -> None:
        """Raise `StoreLockedError` if an update that was prepared under the lease must not be sent, or not again."""
        if not self.held:
            raise StoreLockedError(
                f"store: the lease on {self._registry.location} ran out while an update was on its way",
                hint="read whether it went in before you repeat it",
            )

    def release(self) -> None:
        """Give the lease back, if it is held. A server that cannot be reached is left to wait for its end."""
        self._stop.set()
        if self._renewer is not None and self._renewer is not threading.current_thread():
            self._renewer.join()
        with self._guard:
            claim, self._claim, self._renewer = self._claim, None, None
            if claim is not None:
                self._withdraw(claim)

    def _take(self) -> None:
        terms, registry = self._terms, self._registry
        for claim in self._claims():
            if claim.until + _millis(terms.margin) > terms.clock.now():
                raise self._refusal(claim)
            registry.send(load("lease_release").bind(None, claim=NamedNode(claim.node)))
        node, start, since = (
            NamedNode(f"urn:kgrdf-store:lease:{secrets.token_hex(12)}"),
            terms.monotonic(),
            terms.clock.now(),
        )
        until = since + _millis(terms.duration)
        request = load("lease_take").bind(None, claim=[node], holder=_name(), since=since, until=until)
        registry.send(request)
        terms.sleep(max(terms.settle, _SETTLE * (terms.monotonic() - start)))
        first = min(self._claims(), default=None)
        if first is None or first.node != node.value:
            self._withdraw(node)
            if first is None:
                raise StoreLockedError(f"store: {registry.location} did not keep a claim of the lease", hint="try again")
            raise self._refusal(first)
        self._claim = node
        self._set_end(start, until)
        self._stop = threading.Event()
        self._renewer = threading.Thread(target=self._keep, args=(self._stop,), name="kgrdf-lease", daemon=True)
        self._renewer.start()

    def _keep(self, stop: threading.Event) -> None:
        while not stop.wait(self._terms.duration / 3):
            with self._guard:
                if self._claim is None or stop.is_set():
                    return
                try:
                    self._renew(self._claim)
                except StoreError:
                    continue  # there is time for another try, or the end passes

    def _renew(self, node: NamedNode) -> None:
        if self._lapsed():
            return  # another process may have the lease by now: only `hold` may say so
        start, until = self._terms.monotonic(), self._terms.clock.now() + _millis(self._terms.duration)
        self._registry.send(load("lease_renew").bind(None, claim=node, until=until))
        first = min(self._claims(), default=None)
        if first is None or first.node != node.value:
            self._give_up("its claim is gone" if first is None else f"{first.holder} has it")
            self._withdraw(node)
            return
        self._set_end(start, until)

    def _set_end(self, start: float, until: int) -> None:
        self._good_until = start + self._terms.duration - self._terms.margin
        self._until = until

    def _lapsed(self) -> bool:
        """By either clock: one stands still while the machine sleeps, the other one may be set."""
        terms = self._terms
        return terms.monotonic() > self._good_until or terms.clock.now() > self._until - _millis(terms.margin)

    def _give_up(self, reason: str) -> None:
        self._claim, self._lost = None, reason
        self._stop.set()

    def _withdraw(self, node: NamedNode) -> None:
        try:
            self._registry.send(load("lease_release").bind(None, claim=node))
        except StoreError:
            return

    def _claims(self) -> list[_Claim]:
        return sorted(
            _Claim(integer_of(since) or 0, node_of(node).value, str(to_value(holder)), integer_of(until) or 0)
            for node, holder, since, until in self._registry.select(load("lease_claims").bind(None))
        )

    def _refusal(self, claim: _Claim) -> StoreLockedError:
        free = claim.until + _millis(self._terms.margin)  # what this process waits for; the holder may go on
        return StoreLockedError(
            f"store: {self._registry.location} is written by {claim.holder}, since {format_instant(claim.since)}, "
            f"until {format_instant(free)} at least",
            hint="one process writes to such a server: stop that one, or wait until its lease runs out",
        )


def _name() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


def _millis(seconds: float) -> int:
    return int(seconds * 1000)
