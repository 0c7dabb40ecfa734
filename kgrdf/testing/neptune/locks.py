"""Locks on subjects, held by updates that have not committed yet."""

from __future__ import annotations

import threading
import time

from kgrdf.testing.neptune.refusals import Refusal

__all__ = ["Locks"]


class Locks:
    """Which subjects are locked. Each is named with its graph."""

    def __init__(self, wait: float) -> None:
        self.wait = wait
        """Seconds that an update waits for one before it is rolled back."""
        self._held: set[str] = set()
        self._freed = threading.Condition()

    def blocks(self, subjects: frozenset[str]) -> bool:
        """Say whether somebody holds one of these."""
        return not self._held.isdisjoint(subjects)

    def take(self, subjects: frozenset[str]) -> None:
        """Hold these, which nobody holds."""
        with self._freed:
            self._held |= subjects

    def release(self, subjects: frozenset[str]) -> None:
        """Let these go, and wake who waits."""
        with self._freed:
            self._held -= subjects
            self._freed.notify_all()

    def await_release(self, subjects: frozenset[str], since: float) -> None:
        """Wait until nobody holds these; `since` is when the update began to wait, by `time.monotonic`.

        Raises `Refusal` when the wait is over.
        """
        with self._freed:
            if not self._freed.wait_for(lambda: not self.blocks(subjects), max(0.0, since + self.wait - time.monotonic())):
                raise Refusal(
                    "ConcurrentModificationException",
                    "Operation failed due to conflicting concurrent operations (please retry), 0 transactions are currently "
                    "rolling back.",
                )
