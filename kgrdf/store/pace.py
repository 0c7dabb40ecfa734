"""Time as requests see it: deadlines, pauses and chance, each of which a test may give."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Deadline", "Pace"]


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock (monotonic, seconds), the sleep and the chance that requests use."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random
    """From 0 to 1."""

    def deadline(self, seconds: float) -> Deadline:
        """Return the instant that comes in so many seconds."""
        return Deadline(self.clock, self.clock() + seconds)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a request must be done."""

    clock: Callable[[], float]
    at: float

    def remaining(self) -> float:
        """Return the seconds that are left, never less than none."""
        return max(0.0, self.at - self.clock())
