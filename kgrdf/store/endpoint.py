"""The endpoint store: a SPARQL 1.1 server over HTTP."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar, Unpack

from pyoxigraph import Quad, Triple

from kgrdf.errors import AnswerCapError, InvalidValueError, KgrdfError, StoreUnavailableError
from kgrdf.query import Request
from kgrdf.store.attempts import Attempts
from kgrdf.store.authentication import authentication
from kgrdf.store.base import Closeable, Row, UpdateLimits
from kgrdf.store.batches import batches, insert
from kgrdf.store.dialect import without_empty_graphs
from kgrdf.store.failures import Failure, Remedy, broken, failure_of
from kgrdf.store.lease import Lease, LeaseTerms
from kgrdf.store.limits import check_fits
from kgrdf.store.neptune import Neptune
from kgrdf.store.pace import Deadline, Pace
from kgrdf.store.profiles import Profile
from kgrdf.store.protocol import Form, SparqlProtocol
from kgrdf.store.results import MalformedAnswerError, read_boolean, read_solutions, read_triples
from kgrdf.store.settings import Endpoint, EndpointOptions
from kgrdf.store.wire import Call, LostError, Reply, TooLargeError, UntrustedError, Wire

__all__ = ["EndpointStore", "Traffic"]

T = TypeVar("T")
_writers: dict[str, threading.RLock] = {}
"""One for each endpoint that this process writes to, however often it was opened."""


@dataclass
class Traffic:
    """What has gone over the wire; approximate where several threads use the store."""

    requests: int = 0
    sent: int = 0
    """Bytes of bodies."""
    received: int = 0


class EndpointStore:
    """A SPARQL 1.1 endpoint, such as Amazon Neptune's.

    Other processes may write to it too. Every request is repeated where that can help, until its time is up; an answer is
    read to its end and checked before anything of it is used. Several threads may use one store.
    """

    def __init__(self, location: str, *, pace: Pace | None = None, **options: Unpack[EndpointOptions]) -> None:
        self._endpoint = endpoint = Endpoint.of(location, **options)
        self.location = self._endpoint.location
        profile = endpoint.profile
        self.limits: UpdateLimits | None = UpdateLimits(profile.batch_triples, profile.batch_bytes)
        self.walks_paths = profile.walks_paths
        self.keeps_registry = True
        self.folder = None if endpoint.cache is None else _folder_of(endpoint.query_url, endpoint.cache)
        self.beside: dict[str, Closeable] = {}
        self.traffic = Traffic()
        self._pace = pace or Pace()
        self._authentication = authentication(endpoint)
        self._wire = Wire(ca_file=endpoint.ca_file, max_response=endpoint.max_response)
        self._attempts = Attempts(self._pace, self._renew)
        self._neptune = Neptune(endpoint.query_url, self._send, self._pace) if endpoint.profile.hints else None
        self._batch_triples = endpoint.profile.batch_triples
        self._wrote = False
        self._held = _Held()
        self._writer = _writers.setdefault(endpoint.update_url, threading.RLock())
        self._lease = Lease(self, LeaseTerms.lasting(endpoint.lease)) if endpoint.writers == "one" else None
        self._closed = False

    @property
    def exclusive(self) -> bool:
        """Say that this process holds the lease; a server that serialises updates has none."""
        return self._lease is not None and self._lease.held

    @property
    def profile(self) -> Profile:
        """What is known of the server."""
        return self._endpoint.profile

    @property
    def endpoint(self) -> Endpoint:
        """How it is reached."""
        return self._endpoint

    def call(self, method: str, url: str, *, body: tuple[str, bytes] | None = None, accept: str) -> Reply:
        """Send one HTTP request as it is, signed in, once, and return what came back: for tools of the store's owner.

        `body` comes with its media type. Raises `StoreUnavailableError` where no whole answer came.
        """
        headers = {"Accept": accept, "User-Agent": "kgrdf"}
        sent = None
        if body is not None:
            headers["Content-Type"], sent = body
        try:
            return self._send(Call(method, url, headers, sent), self._pace.deadline(self._endpoint.timeout))
        except (LostError, UntrustedError, TooLargeError) as error:
            raise StoreUnavailableError(f"store: {self.location}: {error}", hint="is the server up and well?") from None

    @property
    def failures(self) -> Mapping[str, int]:
        """How many attempts failed so far, by the server's code, the HTTP status, or `lost`."""
        return self._attempts.failed

    def __enter__(self) -> EndpointStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def select(self, request: Request) -> Iterator[Row]:
        """Return the solutions; the answer has been read to its end."""
        return self._exchange("SELECT", request, self._rows)

    def ask(self, request: Request) -> bool:
        """Return the answer of an ASK."""
        return self._exchange("ASK", request, lambda reply: read_boolean(reply.body))

    def construct(self, request: Request) -> Iterator[Triple]:
        """Return the triples of a CONSTRUCT; the answer has been read to its end."""
        return iter(self._exchange("CONSTRUCT", request, lambda reply: read_triples(reply.body)))

    def update(self, request: Request) -> None:
        """Run one update, again where its outcome is unknown: it must be one that changes nothing the second time.

        The first one takes the lease, where the server needs one. Raises `StoreLockedError` where another process has it.
        """
        with self._writer:
            self._wrote = True  # from here on, and for the lease's own reads too
            if self._lease is None:
                self.send(request)
                return
            if self._lease.hold():
                self.forget()  # what was remembered under the lease before may be of the past
            self._exchange("INSERT", request, lambda reply: None, self._lease.check)

    def send(self, request: Request) -> None:
        """Run one update whoever may write; only for what is itself safe beside other writers."""
        self._exchange("INSERT", request, lambda reply: None)

    def load(self, quads: Iterable[Quad]) -> None:
        """Add quads in their order, a batch at a time, each whole or not at all; loading them again changes nothing."""
        with self._writer:
            for batch in batches(quads, triples=self._batch_triples, size=self.profile.batch_bytes):
                self._batch_triples = insert(batch, self._batch_triples, self.update, _too_much)
            self.forget()

    def forget(self) -> None:
        """Let go of what lies beside the graph; it is made anew when needed."""
        with self._writer:
            for item in list(self.beside.values()):
                item.close()
            self.beside.clear()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold this process's one writer lock of the endpoint; a thread that holds it may take it again.

        Inside it, and everywhere once this store has sent an update, reads go to the writer: a reader may be behind.
        """
        with self._writer, self.up_to_date():
            yield

    @contextmanager
    def up_to_date(self) -> Iterator[None]:
        """Let the reads of this thread go to the writer."""
        self._held.depth += 1
        try:
            yield
        finally:
            self._held.depth -= 1

    def close(self) -> None:
        """Close what lies beside the graph, give the lease back, and close the connections. Closing twice does nothing."""
        self.forget()
        if self._lease is not None:
            self._lease.release()
        self._closed = True
        self._wire.drop()

    def _exchange(
        self, form: Form, request: Request, read: Callable[[Reply], T], check: Callable[[], None] = lambda: None
    ) -> T:
        if self._closed:
            raise StoreUnavailableError(f"store: {self.location} is closed", hint="open it again")
        deadline = self._pace.deadline(self._endpoint.timeout)
        what, conceal = f"query {request.name}", self._endpoint.without_secrets
        check_fits(self.profile, request.text)
        text = request.text if self.profile.empty_graphs else without_empty_graphs(request.text)

        def attempt() -> T:
            check()
            reply = self._request(form, text, deadline, what)
            try:
                failure = failure_of(reply, conceal)
                if failure is not None:
                    raise failure
                found = read(reply)
            except BaseException as error:
                with reply:
                    if isinstance(error, MalformedAnswerError):
                        raise broken(reply, str(error), conceal) from None
                    raise
            if form != "SELECT":
                reply.body.close()
            return found

        return self._attempts.carry_out(what, self.location, attempt, deadline)

    def _request(self, form: Form, text: str, deadline: Deadline, what: str) -> Reply:
        url, name = self._url_for(form), ""
        if self._neptune is not None:
            text, name = self._neptune.hinted(text, deadline)
        protocol = SparqlProtocol(url, lambda call: self._send(call, deadline))
        try:
            return protocol.run(form, text)
        except LostError as error:
            if not deadline.remaining():
                self._give_up(name, url)
            raise Failure(str(error), "lost") from None
        except UntrustedError as error:
            raise StoreUnavailableError(
                f"store: {self.location} shows a certificate that is not trusted: {error}",
                hint="if its authority is your own, name it with --ca-file",
            ) from None
        except TooLargeError as error:
            self._give_up(name, url)
            raise InvalidValueError(
                f"{what} failed at {self.location}: the answer is too large: {error}", hint="ask for less at once"
            ) from None
        except KeyboardInterrupt:
            self._give_up(name, url)
            raise

    def _url_for(self, form: Form) -> str:
        endpoint = self._endpoint
        if form == "INSERT":
            return endpoint.update_url
        behind_is_enough = not self._wrote and not self._held.depth
        return endpoint.reader_url if endpoint.reader_url is not None and behind_is_enough else endpoint.query_url

    def _give_up(self, name: str, url: str) -> None:
        """Tell the server to stop what nobody waits for: it would hold locks and memory."""
        if self._neptune is not None and name:
            self._neptune.give_up(name, url)

    def _send(self, call: Call, deadline: Deadline) -> Reply:
        """Send a request with what signs it in; again if the answer tells how to."""
        limit = self.profile.request_bytes
        if limit is not None and call.body is not None and len(call.body) > limit:
            raise Failure(f"it has {len(call.body):,} bytes, {self.profile.name} takes {limit:,}", "size")
        for last in (False, False, True):
            signed = replace(call, headers={**call.headers, **self._authentication.headers(call)})
            self.traffic.requests += 1
            self.traffic.sent += len(call.body or b"")
            reply = self._wire.send(signed, deadline)
            self.traffic.received += reply.size
            challenges = reply.headers.get("WWW-Authenticate", "")
            if reply.status != 401 or last or not self._authentication.challenged(signed, challenges):
                break
            reply.body.close()
        return reply

    def _renew(self, remedy: Remedy) -> None:
        if remedy in ("lost", "moved"):
            self._wire.drop()
        elif remedy == "expired":
            self._authentication.renew()

    def _rows(self, reply: Reply) -> Iterator[Row]:
        count, rows = read_solutions(reply.body, reply.size)
        cap = self.profile.row_cap
        if (cap is not None and count >= cap) or "X-SPARQL-MaxRows" in reply.headers:
            raise AnswerCapError(
                f"{self.location} ended an answer at {count:,} rows, whether or not there are more",
                hint="raise the server's limit of rows, or ask for less at once",
            )
        solutions = _closing(rows, reply)
        next(solutions)
        return solutions


class _Held(threading.local):
    """How often this thread holds the writer lock."""

    depth = 0


def _too_much(error: KgrdfError) -> bool:
    """Say whether a smaller request may succeed."""
    return isinstance(error.__cause__, Failure) and error.__cause__.remedy in ("size", "memory", "slow")


def _folder_of(url: str, cache: Path) -> Path:
    folder = cache / hashlib.sha256(url.encode()).hexdigest()[:32]
    try:
        # It holds the words of memories, which are not for other users of the machine.
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise InvalidValueError(
            f"cache: {folder} cannot be made a folder: {error.strerror}", hint="name another one with --cache"
        ) from error
    return folder


def _closing(rows: Iterator[Row], reply: Reply) -> Iterator[Row]:
    # The first item is nothing: a generator that was begun closes the body even if nobody takes a row.
    with reply:
        yield ()
        yield from rows
