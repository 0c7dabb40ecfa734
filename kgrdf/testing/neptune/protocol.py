"""Neptune's HTTP interface: which path does what, who may, and what goes wrong on the way."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from kgrdf.testing.neptune.cluster import Cluster, Instance
from kgrdf.testing.neptune.counters import Counters, Observation
from kgrdf.testing.neptune.exchange import Call, Reply
from kgrdf.testing.neptune.faults import Fault, Faults
from kgrdf.testing.neptune.graphstore import GraphStore
from kgrdf.testing.neptune.loader import Loader
from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.running import Running
from kgrdf.testing.neptune.settings import Settings
from kgrdf.testing.neptune.signature import Credentials, Verifier
from kgrdf.testing.neptune.sparql import Sparql
from kgrdf.testing.neptune.summary import status_of, summary_of

__all__ = ["Protocol"]

_JSON = "application/json; charset=UTF-8"
ERROR_TYPE = "application/x-amz-json-1.0"
_PATHS = {
    "/sparql": ("sparql", ("GET", "POST")),
    "/sparql/gsp": ("gsp", ("GET", "HEAD", "PUT", "POST", "DELETE")),
    "/sparql/status": ("cancel", ("GET", "POST")),
    "/status": ("status", ("GET",)),
    "/loader": ("loader", ("GET", "POST")),
    "/rdf/statistics/summary": ("summary", ("GET",)),
}
_WRITES = ("update", "loader")


class Protocol:
    """Answers calls to one cluster."""

    def __init__(self, settings: Settings, cluster: Cluster, verifier: Verifier) -> None:
        self.settings, self.cluster, self.verifier = settings, cluster, verifier
        self.counters = Counters()
        self.faults = Faults()
        self._running = Running(settings)
        self._sparql = Sparql(settings, cluster, self._running)
        self._graphs = GraphStore(cluster)
        self._loader = Loader()
        self._workers = threading.Semaphore(2 * settings.vcpus)
        self._queue = threading.BoundedSemaphore(2 * settings.vcpus + settings.queue_limit)

    def answer(self, call: Call, instance: Instance) -> Reply:
        """Return what `instance` answers."""
        observation = Observation("unknown", received=len(call.body))
        reply = Reply(200, _JSON, b"", str(uuid.uuid4()), observation)
        fault = None
        try:
            self._route(call, observation)
            who = self._identify(call)
            if observation.operation == "sparql":
                observation.operation = call.sparql()[0]
            fault = self.faults.take(observation.operation)
            self._meet(fault, who, observation)
            if who is not None and who.read_only and self._writes(call, observation):
                raise Refusal("AccessDeniedException", f"The role of {who.access_key} is not allowed to do this")
            if fault is not None and (fault.code or fault.reset):
                if fault.applied:
                    self._carry_out(call, instance, reply, fault)
                self._fail(fault, reply)
            else:
                self._carry_out(call, instance, reply, fault)
        except Refusal as refusal:
            observation.code = refusal.code
            reply.status, reply.content_type = refusal.status, ERROR_TYPE
            reply.body = refusal.body(reply.request_id)
        reply.fault = fault
        self.counters.note(observation)
        return reply

    def _route(self, call: Call, observation: Observation) -> None:
        if len(call.body) > self.settings.max_request_bytes:
            raise Refusal("BadRequestException", f"Bad request: more than {self.settings.max_request_bytes} bytes")
        path = call.path.rstrip("/") or "/"
        known = _PATHS.get("/loader" if path.startswith("/loader/") else path)
        if known is None:
            raise Refusal("BadRequestException", f"Bad request: no such path {call.path}")
        observation.operation, methods = known
        if call.method not in methods:
            raise Refusal("MethodNotAllowedException", f"{call.method} is not allowed for {call.path}")

    def _writes(self, call: Call, observation: Observation) -> bool:
        if observation.operation == "gsp":
            return call.method not in ("GET", "HEAD")
        return observation.operation in _WRITES and call.method == "POST"

    def _identify(self, call: Call) -> Credentials | None:
        if not self.settings.iam:
            return None
        return self.verifier.verify(call.method, call.path, call.query, call.headers, call.body)

    def _meet(self, fault: Fault | None, who: Credentials | None, observation: Observation) -> None:
        if fault is None:
            return
        observation.fault = fault.name
        if fault.failover:
            self.cluster.fail_over()
        if fault.expires and who is not None:
            self.verifier.expire(who)
            raise Refusal("AccessDeniedException", "The security token included in the request is expired")

    def _fail(self, fault: Fault, reply: Reply) -> None:
        if not fault.code:
            return
        refusal = Refusal(fault.code, fault.detail)
        if not fault.broken:
            raise refusal
        reply.observation.code, reply.refusal = fault.code, refusal

    @contextmanager
    def _worker(self) -> Iterator[None]:
        if not self._queue.acquire(blocking=False):
            raise Refusal("ThrottlingException", "Rate exceeded: too many requests are queued.")
        try:
            with self._workers:
                yield
        finally:
            self._queue.release()

    def _carry_out(self, call: Call, instance: Instance, reply: Reply, fault: Fault | None) -> None:
        operation = reply.observation.operation
        if operation in ("query", "update"):
            with self._worker():
                reply.content_type, reply.body = self._sparql.run(call, instance, reply.observation, fault)
        elif operation == "gsp":
            with self._worker():
                reply.status, reply.content_type, reply.body = self._graphs.run(call, instance, reply.observation)
        elif operation == "cancel":
            reply.body = self._running.answer(call)
        elif operation == "loader":
            reply.body = self._loader.answer(call)
        elif operation == "status":
            reply.body = json.dumps(status_of(self.cluster, instance, self.settings)).encode()
        else:
            reply.body = json.dumps(summary_of(instance)).encode()
