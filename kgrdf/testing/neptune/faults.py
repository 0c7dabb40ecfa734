"""Scripts of what goes wrong, and with which requests."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Fault", "Faults"]


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one request. The class methods name the usual ones."""

    name: str
    code: str = ""
    """Answered instead of the result."""
    detail: str = ""
    applied: bool = False
    """The request is carried out before the error."""
    reset: Literal["", "before headers", "after headers"] = ""
    """The connection is cut."""
    broken: bool = False
    """Half of the answer with status 200, then the text of the error; trailers for a client that sent `TE: trailers`."""
    pause: float = 0.0
    """Seconds between two parts of the answer."""
    works: float = 0.0
    """Seconds that the request takes."""
    holds: float = 0.0
    """Seconds that an update keeps its locks before it commits."""
    expires: bool = False
    """The credentials that signed the request are over from now on."""
    failover: bool = False
    """The other instance becomes the writer first."""

    @classmethod
    def conflict(cls) -> Fault:
        """Another transaction had the lock for too long."""
        return cls("conflict", "ConcurrentModificationException", "Failed to acquire the lock in time; please retry.")

    @classmethod
    def throttling(cls) -> Fault:
        """The queue is full."""
        return cls("throttling", "ThrottlingException", "Rate exceeded: too many requests are queued.")

    @classmethod
    def too_many_requests(cls) -> Fault:
        """Status 429."""
        return cls("too many requests", "TooManyRequestsException", "Too many requests.")

    @classmethod
    def memory_limit(cls) -> Fault:
        """The query needs more memory than there is."""
        return cls("memory limit", "MemoryLimitExceededException", "Query cannot be completed due to memory limitations.")

    @classmethod
    def time_limit(cls) -> Fault:
        """The deadline passed."""
        return cls("time limit", "TimeLimitExceededException", "Operation terminated (deadline exceeded)")

    @classmethod
    def malformed(cls) -> Fault:
        """What no retry mends."""
        return cls("malformed", "MalformedQueryException", "Malformed query: (a fault script says so)")

    @classmethod
    def shutdown(cls) -> Fault:
        """The instance goes down."""
        return cls("shutdown", "ServerShutdownException", "Server is shutting down.")

    @classmethod
    def lost_reply(cls) -> Fault:
        """The work is done, and the client hears that it failed."""
        return cls("lost reply", "InternalFailureException", "An unexpected error has occurred in Neptune.", applied=True)

    @classmethod
    def reset_before_headers(cls, *, applied: bool = True) -> Fault:
        """The connection is cut where an answer should begin; the work is done, or not."""
        return cls("reset before headers", applied=applied, reset="before headers")

    @classmethod
    def reset_after_headers(cls) -> Fault:
        """The connection is cut in the middle of the answer; the work is done."""
        return cls("reset after headers", applied=True, reset="after headers")

    @classmethod
    def broken_answer(cls, code: str = "TimeLimitExceededException") -> Fault:
        """Status 200, half of the JSON, the text of an error."""
        return cls("broken answer", code, "Operation terminated (deadline exceeded)", applied=True, broken=True)

    @classmethod
    def slow_drip(cls, pause: float = 0.02) -> Fault:
        """The answer comes in small parts."""
        return cls("slow drip", pause=pause)

    @classmethod
    def slow(cls, seconds: float) -> Fault:
        """The request takes this long, or ends at its deadline, or when it is cancelled."""
        return cls("slow", works=seconds)

    @classmethod
    def holding(cls, seconds: float) -> Fault:
        """The update keeps its locks this long before it commits."""
        return cls("holding", holds=seconds)

    @classmethod
    def expired_credentials(cls) -> Fault:
        """From this request on, the credentials that signed it are refused."""
        return cls("expired credentials", expires=True)

    @classmethod
    def swapped_roles(cls) -> Fault:
        """Before this request is looked at, the reader becomes the writer."""
        return cls("failover", failover=True)


@dataclass
class _Script:
    fault: Fault
    times: int
    on: str
    after: int


@dataclass
class Faults:
    """Faults still to come; each request meets the first script that fits it."""

    _scripts: list[_Script] = field(default_factory=list)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def script(self, fault: Fault, *, times: int = 1, on: str = "", after: int = 0) -> None:
        """Let `times` requests meet the fault, once `after` that would have met it have passed.

        `on` restricts it to an operation: `query`, `update`, `gsp`, `status`.
        """
        with self._guard:
            self._scripts.append(_Script(fault, times, on, after))

    def clear(self) -> None:
        """Forget what has not happened yet."""
        with self._guard:
            self._scripts.clear()

    @property
    def pending(self) -> int:
        """How many requests are still to meet a fault."""
        return sum(script.times for script in self._scripts)

    def take(self, operation: str) -> Fault | None:
        """Return what this request meets."""
        with self._guard:
            for script in self._scripts:
                if script.on not in ("", operation):
                    continue
                if script.after:
                    script.after -= 1
                    continue
                script.times -= 1
                if not script.times:
                    self._scripts.remove(script)
                return script.fault
        return None
