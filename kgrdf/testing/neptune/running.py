"""Requests that are being worked on: their deadlines, and cancelling them."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kgrdf.testing.neptune.exchange import Call
from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.settings import Settings

__all__ = ["Job", "Running"]


@dataclass(eq=False)
class Job:
    """One request at work."""

    id: str
    text: str
    deadline: float
    """By `time.monotonic`."""
    cancelled: threading.Event = field(default_factory=threading.Event)

    def work(self, seconds: float) -> None:
        """Take this long. Raises `Refusal` when the deadline passes or somebody cancels first."""
        if self.cancelled.wait(max(0.0, min(seconds, self.deadline - time.monotonic()))):
            raise Refusal("CancelledByUserException", "Operation terminated (cancelled by user)")
        if time.monotonic() > self.deadline:
            raise Refusal("TimeLimitExceededException", "Operation terminated (deadline exceeded)")


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
            job.cancelled.set()
        return b""
