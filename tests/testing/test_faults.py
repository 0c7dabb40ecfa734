"""What goes wrong when a script says so, and what waits for what."""

from __future__ import annotations

import json
import math
import socket
import ssl
import threading
import time
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
import urllib3
from pyoxigraph import Literal, NamedNode, Quad

from kgrdf.testing import Fault, NeptuneEmulation
from kgrdf.testing.neptune.dataset import Change
from tests.testing.client import FORM, JSON, Answer, Client

ALL = "SELECT ?o { GRAPH <urn:g> { ?s ?p ?o } }"
HINT = "PREFIX hint: <http://aws.amazon.com/neptune/vocab/v01/QueryHints#> "


def put(client: Client, value: int, subject: str = "urn:s") -> Answer:
    return client.update(f"INSERT DATA {{ GRAPH <urn:g> {{ <{subject}> <urn:p> {value} }} }}")


def values(client: Client, *, reader: bool = False) -> list[int]:
    return sorted(int(row["o"]) for row in client.query(ALL, reader=reader).rows)


def in_background(call: Callable[[], Answer]) -> tuple[threading.Thread, list[Answer]]:
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(call()))
    thread.start()
    return thread, answers


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Fault.conflict(), 500),
        (Fault.throttling(), 500),
        (Fault.too_many_requests(), 429),
        (Fault.memory_limit(), 500),
        (Fault.time_limit(), 500),
        (Fault.malformed(), 400),
        (Fault.shutdown(), 500),
    ],
)
def test_an_error_answers_as_often_as_scripted_and_changes_nothing(client: Client, fault: Fault, status: int) -> None:
    client.neptune.faults.script(fault, times=2, on="update")
    assert client.query("ASK {}").status == 200
    for _ in range(2):
        answer = put(client, 1)
        assert (answer.status, answer.code) == (status, fault.code)
    assert values(client) == []
    assert put(client, 1).status == 200
    assert client.neptune.faults.pending == 0


def test_a_script_may_begin_later(client: Client) -> None:
    client.neptune.faults.script(Fault.conflict(), after=2)
    assert [put(client, value).status for value in range(4)] == [200, 200, 500, 200]


def test_the_reply_of_a_committed_update_may_be_lost(client: Client) -> None:
    client.neptune.faults.script(Fault.lost_reply())
    assert put(client, 1).code == "InternalFailureException"
    assert values(client) == [1]


@pytest.mark.parametrize(
    ("fault", "kept"),
    [
        (Fault.reset_before_headers(), [1]),
        (Fault.reset_before_headers(applied=False), []),
        (Fault.reset_after_headers(), [1]),
    ],
)
def test_a_connection_may_be_cut_with_the_work_done_or_not(client: Client, fault: Fault, kept: list[int]) -> None:
    client.neptune.faults.script(fault)
    with pytest.raises(urllib3.exceptions.ProtocolError):
        put(client, 1)
    assert values(client) == kept


def test_an_answer_may_drip(client: Client) -> None:
    with NeptuneEmulation(iam=False, chunk_bytes=64) as neptune:
        dripping = Client(neptune)
        put(dripping, 1)
        neptune.faults.script(Fault.slow_drip(0.02))
        since = time.monotonic()
        assert values(dripping) == [1]
        assert time.monotonic() - since > 0.03


def raw_answer(client: Client, **headers: str) -> bytes:
    """Send a query by a socket, because HTTP libraries drop trailers."""
    body = urlencode({"query": ALL}).encode()
    signed = client.signed("POST", client.neptune.url, body, **{"Content-Type": FORM, "Accept": JSON})
    lines = [f"{name}: {value}" for name, value in {**signed, **headers, "Content-Length": str(len(body))}.items()]
    head = "\r\n".join(["POST /sparql HTTP/1.1", *lines, "Connection: close", "", ""]).encode()
    context = ssl.create_default_context(cafile=str(client.neptune.ca_file))
    host, _, port = client.neptune.url.removeprefix("https://").removesuffix("/sparql").partition(":")
    with (
        socket.create_connection((host, int(port)), timeout=10) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        secure.sendall(head + body)
        return b"".join(iter(lambda: secure.recv(65536), b""))


def test_a_failure_after_the_first_chunk_keeps_status_200_and_breaks_the_body(client: Client) -> None:
    put(client, 1)
    client.neptune.faults.script(Fault.broken_answer())
    answer = client.query(ALL)
    assert answer.status == 200
    assert "TimeLimitExceededException" in answer.text
    with pytest.raises(json.JSONDecodeError):
        json.loads(answer.text)


def test_trailers_come_only_to_who_asks_for_them(client: Client) -> None:
    put(client, 1)
    client.neptune.faults.script(Fault.broken_answer(), times=2)
    assert b"X-Neptune-Status" not in raw_answer(client)
    tail = raw_answer(client, TE="trailers").rpartition(b"\r\n0\r\n")[2]
    assert tail.startswith(b"X-Neptune-Status: 500 TimeLimitExceededException\r\nX-Neptune-Detail: %7B")


def test_credentials_may_expire_on_the_way(client: Client) -> None:
    client.neptune.faults.script(Fault.expired_credentials(), after=1)
    assert [put(client, value).status for value in range(3)] == [200, 403, 403]
    client.credentials = client.neptune.rotate()
    assert put(client, 3).status == 200


def test_the_reader_shows_a_change_when_it_is_old_enough(client: Client) -> None:
    client.neptune.cluster.lag = math.inf
    put(client, 1)
    assert (values(client), values(client, reader=True)) == ([1], [])
    client.neptune.cluster.lag = 0.0
    assert values(client, reader=True) == [1]
    refused = client.update("CLEAR GRAPH <urn:g>", reader=True)
    assert (refused.status, refused.code) == (400, "ReadOnlyViolationException")


def test_after_a_failover_an_open_connection_finds_a_reader_and_a_new_one_the_writer(client: Client) -> None:
    put(client, 1)
    client.neptune.cluster.lag = math.inf
    client.neptune.faults.script(Fault.swapped_roles(), on="update")
    assert put(client, 2).code == "ReadOnlyViolationException"
    fresh = Client(client.neptune)
    assert put(fresh, 2).status == 200
    assert values(fresh) == [1, 2]


def test_a_second_update_of_a_subject_waits_for_the_first_and_sees_what_it_did(client: Client) -> None:
    client.neptune.faults.script(Fault.holding(0.2))
    change = "DELETE { GRAPH <urn:g> { <urn:s> <urn:p> ?o } } INSERT { GRAPH <urn:g> { <urn:s> <urn:p> ?n } } WHERE { "
    body = "OPTIONAL { GRAPH <urn:g> { <urn:s> <urn:p> ?o } } BIND(COALESCE(?o, 0) + 1 AS ?n) }"
    thread, answers = in_background(lambda: Client(client.neptune).update(change + body))
    until(lambda: client.neptune.cluster.locks.blocks(frozenset({"<urn:g> <urn:s>"})))
    assert put(client, 7, subject="urn:elsewhere").status == 200
    assert thread.is_alive()
    assert client.update(change + body).status == 200
    thread.join()
    assert answers[0].status == 200
    assert values(client) == [2, 7]


def test_an_update_that_waits_too_long_for_a_lock_is_rolled_back() -> None:
    with NeptuneEmulation(iam=False, lock_wait=0.05) as neptune:
        client = Client(neptune)
        neptune.faults.script(Fault.holding(0.3))
        thread, _ = in_background(lambda: put(Client(neptune), 1))
        until(lambda: neptune.cluster.locks.blocks(frozenset({"<urn:g> <urn:s>"})))
        refused = put(client, 2)
        assert (refused.status, refused.code) == (500, "ConcurrentModificationException")
        thread.join()
        assert values(client) == [1]


def test_a_request_ends_at_the_deadline_that_its_hint_sets(client: Client) -> None:
    client.neptune.faults.script(Fault.slow(5.0), on="query")
    since = time.monotonic()
    answer = client.query(HINT + "SELECT * { hint:Query hint:queryTimeout 50 . GRAPH <urn:g> { ?s ?p ?o } }")
    assert (answer.status, answer.code) == (500, "TimeLimitExceededException")
    assert answer.detail == "Operation terminated (deadline exceeded)"
    assert time.monotonic() - since < 2


def test_a_request_can_be_cancelled_by_the_id_in_its_hint(client: Client) -> None:
    client.neptune.faults.script(Fault.slow(5.0), on="query")
    text = HINT + 'SELECT * { hint:Query hint:queryId "mine" . GRAPH <urn:g> { ?s ?p ?o } }'
    thread, answers = in_background(lambda: Client(client.neptune).query(text))
    url = client.path("/sparql/status")
    until(lambda: '"mine"' in client.send("GET", url).text)
    assert client.send("POST", url, b"cancelQuery=true&queryId=mine&silent=true").status == 200
    thread.join()
    assert (answers[0].status, answers[0].code) == (500, "CancelledByUserException")
    assert client.send("POST", url, b"cancelQuery=true&queryId=mine").code == "InvalidParameterException"
    assert client.send("POST", url, b"cancelQuery=true&queryId=mine&silent=true").status == 200


@pytest.fixture
def busy(client: Client) -> Client:
    """Has enough data for `LONG` to take a while."""
    client.neptune.dataset.add(
        [Quad(NamedNode(f"urn:s{n}"), NamedNode("urn:p"), Literal(n), NamedNode("urn:g")) for n in range(130)], Change()
    )
    return client


LONG = "SELECT (COUNT(*) AS ?n) { GRAPH <urn:g> { ?a ?p ?x . ?b ?p ?y . ?c ?p ?z FILTER(?x + ?y != ?z) } }"


def seconds(call: Callable[[], object]) -> float:
    since = time.monotonic()
    call()
    return time.monotonic() - since


def test_a_query_that_really_takes_long_is_ended_at_its_deadline_and_holds_up_no_change(busy: Client) -> None:
    def end_one() -> None:
        answer = busy.query(HINT + LONG.replace("GRAPH", "hint:Query hint:queryTimeout 50 . GRAPH"))
        assert (answer.status, answer.code) == (500, "TimeLimitExceededException")
        assert put(busy, 1, "urn:other").status == 200

    assert seconds(lambda: busy.query(LONG)) > 2 * seconds(end_one)
    assert len(busy.neptune.dataset) == 131


def test_a_query_that_really_takes_long_can_be_cancelled(busy: Client) -> None:
    def cancel_one() -> None:
        text = HINT + LONG.replace("GRAPH", 'hint:Query hint:queryId "mine" . GRAPH')
        thread, answers = in_background(lambda: Client(busy.neptune).query(text))
        url = busy.path("/sparql/status")
        until(lambda: '"mine"' in busy.send("GET", url).text)
        assert busy.send("POST", url, b"cancelQuery=true&queryId=mine").status == 200
        thread.join()
        assert (answers[0].status, answers[0].code) == (500, "CancelledByUserException")

    assert seconds(lambda: busy.query(LONG)) > 2 * seconds(cancel_one)


def test_an_update_that_is_ended_at_its_deadline_changes_nothing(busy: Client) -> None:
    hint = "hint:Query hint:queryTimeout 50 ."
    answer = busy.update(HINT + f"INSERT {{ GRAPH <urn:h> {{ <urn:s> <urn:p> ?n }} }} WHERE {{ {hint} {{ {LONG} }} }}")
    assert (answer.status, answer.code) == (500, "TimeLimitExceededException")
    # It waits until the engine is done with the one before.
    assert busy.update("INSERT DATA { GRAPH <urn:h> { <urn:s> <urn:p> 'after' } }").status == 200
    assert [quad.object for quad in busy.neptune.dataset.of(NamedNode("urn:h"))] == [Literal("after")]


def test_requests_beyond_the_workers_queue_and_beyond_the_queue_are_throttled() -> None:
    with NeptuneEmulation(iam=False, vcpus=1, queue_limit=1) as neptune:
        neptune.faults.script(Fault.slow(0.5), times=3)
        running = [in_background(lambda: Client(neptune).query("ASK {}")) for _ in range(3)]
        until(lambda: not neptune.faults.pending)
        time.sleep(0.05)
        refused = Client(neptune).query("ASK {}")
        assert (refused.status, refused.code) == (500, "ThrottlingException")
        for thread, answers in running:
            thread.join()
            assert answers[0].status == 200
