"""Repeating what may succeed, with growing random pauses, for as long as the caller can wait."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kgrdf.store.failures import Failure, Remedy
from kgrdf.store.pace import Deadline, Pace

__all__ = ["Attempts"]

T = TypeVar("T")
_LOG = logging.getLogger("kgrdf.store")


@dataclass(frozen=True, slots=True)
class _Repeat:
    """How one sort of failure is repeated; the pause before attempt n is up to `first` · 2ⁿ⁻², and no more than `most`."""

    first: float
    most: float
    attempts: int


_REPEATS: Mapping[Remedy, _Repeat] = {
    "conflict": _Repeat(0.1, 3.0, 8),
    "throttled": _Repeat(0.5, 10.0, 6),
    "memory": _Repeat(5.0, 10.0, 2),
    "slow": _Repeat(1.0, 1.0, 2),
    "lost": _Repeat(0.2, 5.0, 4),
    "moved": _Repeat(0.1, 0.1, 2),
    "expired": _Repeat(0.0, 0.0, 2),
}


class Attempts:
    """Carries out requests until they succeed, cannot succeed, or time is up.

    Reads change nothing, and every update is guarded or adds what it would add again, so all may be repeated, even where
    the first may have been carried out.
    """

    def __init__(self, pace: Pace, renew: Callable[[Remedy], None]) -> None:
        self._pace = pace
        self._renew = renew
        self.failed: Counter[str] = Counter()
        """How many attempts failed, by the server's code, the HTTP status, or `lost`."""

    def carry_out(self, what: str, location: str, attempt: Callable[[], T], deadline: Deadline) -> T:
        """Return what an attempt returns; raises what the last failure means, with that as its cause.

        `renew` is called before each repeat, with what is to help.
        """
        tries: Counter[Remedy] = Counter()
        while True:
            try:
                return attempt()
            except Failure as failure:
                tries[failure.remedy] += 1
                self.failed[failure.name] += 1
                repeat = _REPEATS.get(failure.remedy)
                pause = 0.0
                if repeat is not None:
                    bound = min(repeat.most, repeat.first * 2 ** (tries[failure.remedy] - 1))
                    pause = max(failure.wait, bound * self._pace.chance())
                again = repeat is not None and tries[failure.remedy] < repeat.attempts and pause < deadline.remaining()
                _LOG.info(
                    "%s: %s (request %s), attempt %d, %s",
                    what,
                    failure.name,
                    failure.request_id or "without id",
                    tries.total(),
                    f"again in {pause:.2f} s" if again else "given up",
                )
                if not again:
                    raise failure.to_error(what, location, tries.total()) from failure
                self._pace.sleep(pause)
                self._renew(failure.remedy)
