"""A clock that stands still."""

from __future__ import annotations

import threading

from kgrdf.temporal import Instant, parse_instant

__all__ = ["FrozenClock"]


class FrozenClock:
    """A clock that shows one instant until it is told to move.

    Give it to a `Graph` as `clock`. Two writes in the same frozen instant are still recorded one millisecond apart: a
    tenant's recording instants only grow.

    >>> clock = FrozenClock("2024-05-01T00:00:00Z")
    >>> clock.advance(days=1)
    >>> clock.now() - FrozenClock("2024-05-01T00:00:00Z").now()
    86400000
    """

    def __init__(self, at: Instant = "2025-01-01T00:00:00Z") -> None:
        self._guard = threading.Lock()
        self._now = parse_instant(at, "at")

    def now(self) -> int:
        """Return epoch milliseconds."""
        with self._guard:
            return self._now

    def set(self, at: Instant) -> None:
        """Show this instant from now on; it may be an earlier one."""
        moment = parse_instant(at, "at")
        with self._guard:
            self._now = moment

    def advance(self, *, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0, millis: int = 0) -> None:
        """Move by whole units; negative ones move back."""
        with self._guard:
            self._now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + millis
