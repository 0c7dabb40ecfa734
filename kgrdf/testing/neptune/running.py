"""Requests that are being worked on: their deadlines, and cancelling them."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar

from kgrdf.testing.neptune.exchange import Call
from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.settings import Settings

__all__ = ["Job", "Running"]

T = TypeVar("T")


@dataclass(eq=False)
class Job:
    """One request at work."""

    id: str
    text: str
    deadline: float
    """By `time.monotonic`."""
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _outcome: Future[object] = field(default_factory=Future)

    def work(self, seconds: float) -> None:
        """Take this long. Raises `Refusal` when the deadline passes or somebody cancels first."""
        if self._cancelled.wait(max(0.0, min(seconds, self._remaining()))):
            raise _cancelled()
        if not self._remaining():
            raise _too_late()

    def run(self, work: Callable[[], T]) -> T:
        """Return what `work` returns, and raise what it raises.

        Raises `Refusal` when the deadline passes or somebody cancels before it is done, or has settled. The engine cannot be
        stopped, so what is given up runs to its end, in a thread of its own, and nothing comes of it.
        """
        outcome: Future[T] = Future()
        self._outcome = outcome  # type: ignore[assignment]  # to be cancelled whatever it holds
        threading.Thread(target=_carry_out, args=(work, outcome), daemon=True).start()
        if self._cancelled.is_set():
            outcome.cancel()
        try:
            return outcome.result(self._remaining())
        except CancelledError:
            raise _cancelled() from None
        except TimeoutError:
            if outcome.cancel():
                raise _too_late() from None
            return outcome.result()

    def settle(self) -> None:
        """Say that what is being run is about to count, so it is given up no more. Raises `Refusal` where it was already."""
        if not self._outcome.set_running_or_notify_cancel():
            raise _too_late()

    def cancel(self) -> None:
        """Give it up."""
        self._cancelled.set()
        self._outcome.cancel()

    def _remaining(self) -> float:
        return max(0.0, self.deadline - time.monotonic())


def _cancelled() -> Refusal:
    return Refusal("CancelledByUserException", "Operation terminated (cancelled by user)")


def _too_late() -> Refusal:
    return Refusal("TimeLimitExceededException", "Operation terminated (deadline exceeded)")


def _carry_out(work: Callable[[], T], outcome: Future[T]) -> None:
    with suppress(InvalidStateError):  # it was given up
        try:
            found = work()
        except BaseException as error:
            # Its frames hold answers of the engine, which belong to this thread.
            error.__traceback__ = error.__context__ = None
            outcome.set_exception(error)
        else:
            outcome.set_result(found)


class Running:
    """All of them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, Job] = {}

    @contextmanager
    def job(self, text: str, query_id: str | None, timeout: int, since: float) -> Iterator[Job]:
        """Count a request in while it is worked on; `timeout` is in milliseconds from `since`."""
        job = Job(query_id or str(uuid.uuid4()), text, since + timeout / 1000)
        self._jobs[job.id] = job
        try:
            yield job
        finally:
            del self._jobs[job.id]

    def answer(self, call: Call) -> bytes:
        """Answer `/sparql/status`: the list, or cancelling one."""
        fields = call.fields()
        given = fields.get("queryId", [""])[0]
        if "cancelQuery" not in fields:
            jobs = [job for job in list(self._jobs.values()) if given in ("", job.id)]
            queries = [{"queryId": job.id, "queryString": job.text} for job in jobs]
            return json.dumps({"acceptedQueryCount": len(jobs), "runningQueryCount": len(jobs), "queries": queries}).encode()
        if not given:
            raise Refusal("MissingParameterException", "Missing parameter: queryId")
        job = self._jobs.get(given)
        if job is None and fields.get("silent", ["false"])[0] != "true":
            raise Refusal("InvalidParameterException", f"Invalid parameter: no query {given} is running")
        if job is not None:
            job.cancel()
        return b""
