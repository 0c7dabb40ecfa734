"""Two instances, of which one writes and the other follows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kgrdf.testing.neptune.changes import made
from kgrdf.testing.neptune.dataset import Change, Dataset
from kgrdf.testing.neptune.locks import Locks
from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.text import Text
from kgrdf.testing.neptune.values import Values

__all__ = ["Cluster", "Instance"]


@dataclass(eq=False)
class Instance:
    """One server of the cluster, with its own copy of the data."""

    name: str
    dataset: Dataset = field(default_factory=Dataset)
    followed: int = 0
    """How many committed changes its copy holds."""


class Cluster:
    """A writer and a reader that lags behind."""

    def __init__(self, values: Values, lock_wait: float) -> None:
        self.values = values
        self.locks = Locks(lock_wait)
        self.lag = 0.0
        """Seconds until the reader shows a change; `math.inf` for never, until it is set lower."""
        self.instances = (Instance("instance-1"), Instance("instance-2"))
        self.writer = self.instances[0]
        self._committed: list[tuple[float, Change]] = []
        self._guard = threading.RLock()

    @property
    def reader(self) -> Instance:
        """The one that does not write."""
        return next(instance for instance in self.instances if instance is not self.writer)

    def catch_up(self, instance: Instance, *, lag: float) -> None:
        """Bring to an instance every change that is at least this old."""
        with self._guard:
            horizon = time.monotonic() - lag
            while instance.followed < len(self._committed) and self._committed[instance.followed][0] <= horizon:
                instance.dataset.replay(self._committed[instance.followed][1])
                instance.followed += 1

    def follow(self, instance: Instance) -> None:
        """Let a reader show what is old enough; the writer has it all."""
        if instance is not self.writer:
            self.catch_up(instance, lag=self.lag)

    def fail_over(self) -> None:
        """Make the reader the writer; it has every committed change by then."""
        with self._guard:
            self.catch_up(self.reader, lag=0.0)
            self.writer = self.reader

    def update(
        self,
        instance: Instance,
        text: Text,
        default: Sequence[str] = (),
        named: Sequence[str] = (),
        hold: Callable[[], None] | None = None,
        settle: Callable[[], None] = lambda: None,
    ) -> Change:
        """Carry out an update, whole or not at all. `hold` runs while it has its locks, `settle` last before it commits.

        Raises `Refusal` on a reader, and where a lock is not had in time.
        """
        since = time.monotonic()
        own: frozenset[str] = frozenset()
        try:
            while True:
                with self._guard, instance.dataset.guard:
                    self._refuse_on_reader(instance)
                    # What it changes is known when it is made; it is made again once it has its locks.
                    change = made(instance.dataset, text, self.values, default, named)
                    wanted = change.subjects - own
                    blocked = self.locks.blocks(wanted)
                    if not blocked and (hold is None or own):
                        try:
                            settle()
                        except Refusal:
                            instance.dataset.undo(change)
                            raise
                        return self._commit(instance, change)
                    instance.dataset.undo(change)
                    if not blocked:
                        self.locks.take(wanted)
                        own = wanted
                if blocked:
                    self.locks.await_release(wanted, since)
                elif hold is not None:
                    hold()
        finally:
            self.locks.release(own)

    def change(self, instance: Instance, work: Callable[[Dataset, Change], None]) -> Change:
        """Let `work` change the data by other ways than an update. Raises `Refusal` on a reader."""
        with self._guard, instance.dataset.guard:
            self._refuse_on_reader(instance)
            change = Change()
            try:
                work(instance.dataset, change)
            except BaseException:
                instance.dataset.undo(change)
                raise
            return self._commit(instance, change)

    def _refuse_on_reader(self, instance: Instance) -> None:
        if instance is not self.writer:
            raise Refusal(
                "ReadOnlyViolationException", "The request violates a read-only restriction: this instance is a reader."
            )

    def _commit(self, instance: Instance, change: Change) -> Change:
        self._committed.append((time.monotonic(), change))
        instance.followed = len(self._committed)
        return change
